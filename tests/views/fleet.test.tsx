// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cardHeight } from '#src/views/fleet/card-height.ts'
import { filtered } from '#tests/kit/list-requests.ts'
import { bringIntoView } from './kit/browser.ts'
import { openPage, type Page, vehicle } from './kit/page.tsx'

let page: Page
beforeEach(async () => {
  page = openPage()
  await page.signIn()
  await screen.findByRole('region', { name: 'Fleet' })
})
afterEach(() => {
  vi.restoreAllMocks()
  page.close()
})

const FLEET = [
  vehicle(1),
  vehicle(2, { vehicleStatus: 'IDLE', currentVehicleSpeed: 0 }),
  vehicle(3, {
    vehicleStatus: 'STOPPED',
    tripDetail: { tripId: 9, fromCity: 'Chennai', toCity: 'Pune', eta: null },
  }),
  vehicle(4, { vehicleStatus: 'TELEPORTING' }),
]
const cards = () => within(screen.getByRole('list', { name: 'Vehicles' })).getAllByRole('button')
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const press = (element: HTMLElement) => page.let(() => fireEvent.click(element))

describe('the fleet map', () => {
  test('MAP-03 MAP-44 opens on the live fleet: cards ordered by status, each with its words', async () => {
    await page.answerList(FLEET)
    expect(screen.getByRole('heading', { name: 'Live fleet' })).toBeTruthy()
    expect(cards().map((card) => card.textContent)).toEqual([
      expect.stringMatching(/^TN 01 AB 0001.*54\.20 kmph.*Running/),
      expect.stringMatching(/^TN 01 AB 0002.*0\.00 kmph.*Idle/),
      expect.stringMatching(/^TN 01 AB 0003.*Trip to Pune.*Stopped/),
      expect.stringMatching(/^TN 01 AB 0004.*No Recent Data/),
    ])
  })

  test('MAP-45 OPEN-56 each status has its count and its percentage; stopped and key-on have no chip', async () => {
    const of = (...statuses: string[]) =>
      statuses.map((vehicleStatus, place) => vehicle(place + 1, { vehicleStatus }))
    await page.answerList(
      of('RUNNING', 'RUNNING', 'RUNNING', 'IDLE', 'STOPPED', 'STOPPED', 'KEYON', 'OFFLINE'),
    )
    const others = within(screen.getByRole('list', { name: 'Other statuses' })).getAllByRole('listitem')
    expect([...['Running', 'Idle', 'Offline'].map(chip), ...others].map((each) => each.textContent)).toEqual([
      ...['Running3 38 %', 'Idle1 13 %', 'Offline1 13 %'],
      ...['Stopped 2 25 %', 'Key on 1 13 %'],
    ])
    expect(
      within(screen.getByRole('group', { name: 'Filter by status' })).getAllByRole('button'),
    ).toHaveLength(3)
    expect(cards().map(({ textContent }) => /Stopped|Key on/.exec(textContent ?? '')?.[0])).toEqual(
      expect.arrayContaining(['Stopped', 'Key on']),
    )
  })

  test('MAP-04 MAP-28 chips carry counts, exclude each other and toggle off', async () => {
    await page.answerList(FLEET)
    expect(chip('Running').textContent).toBe('Running1 33 %')
    expect(chip('Offline').textContent).toBe('Offline0 0 %')
    await press(chip('Idle'))
    expect(page.loadList.latest().input).toEqual(filtered({ status: 'IDLE' }))
    expect(chip('Idle').getAttribute('aria-pressed')).toBe('true')
    await press(chip('Running'))
    expect(chip('Idle').getAttribute('aria-pressed')).toBe('false')
    await press(chip('Running'))
    expect(chip('Running').getAttribute('aria-pressed')).toBe('false')
  })

  test('MAP-06 the search narrows the cards and an empty find offers the way back', async () => {
    await page.answerList(FLEET)
    const search = screen.getByRole('searchbox', { name: 'Search registration' })
    await page.let(() => fireEvent.change(search, { target: { value: 'ab0003' } }))
    expect(cards()).toHaveLength(1)
    await page.let(() => fireEvent.change(search, { target: { value: 'nothing' } }))
    expect(screen.getByText('No vehicles match “nothing”')).toBeTruthy()
    const clear = screen.getAllByRole('button', { name: 'Clear search' })[1]
    await press(clear as HTMLElement)
    expect(cards()).toHaveLength(4)
  })

  test('MAP-06 emptied by its button, the search field has the focus, for another text', async () => {
    await page.answerList(FLEET)
    const search = screen.getByRole('searchbox', { name: 'Search registration' })
    await page.let(() => fireEvent.change(search, { target: { value: 'ab0003' } }))
    const clear = screen.getByRole('button', { name: 'Clear search' })
    clear.focus()
    await press(clear)
    expect(cards()).toHaveLength(4)
    expect(document.activeElement).toBe(search)
  })

  test('MAP-14 the list begins with ten cards of many', async () => {
    await page.answerList(Array.from({ length: 40 }, (_, i) => vehicle(i + 1)))
    expect(cards()).toHaveLength(10)
    expect(screen.getByText('40 vehicles')).toBeTruthy()
  })

  test.each([
    ['8 more on a desktop', 'X11; Windows', 1440, [10, 18, 26, 30, 30]],
    ['5 more for a Linux agent', 'X11; Linux x86_64', 1440, [10, 15, 20, 25, 30]],
    ['5 more on a tablet', 'iPad', 800, [10, 15, 20, 25, 30]],
    ['8 more on a phone', 'iPhone', 390, [10, 18, 26, 30, 30]],
  ])(
    'MAP-13 MAP-15 OPEN-81 the end of the list appends the next page: %s',
    async (_, agent, width, pages) => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
      vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(width)
      await page.answerList(Array.from({ length: 30 }, (_, i) => vehicle(i + 1)))
      const list = screen.getByRole('list', { name: 'Vehicles' })
      const shown = () => Number.parseFloat(list.style.height) / cardHeight(window.innerHeight)
      const seen = [shown()]
      while (seen.length < pages.length) {
        await page.let(() => bringIntoView(list.parentElement?.lastElementChild ?? list))
        seen.push(shown())
      }
      expect(seen).toEqual(pages)
    },
  )

  test('MAP-46 CONFLICT-33 a card is an eighth of four fifths of the window high, less 8 px, also after the window changed', async () => {
    const height = vi.spyOn(window, 'innerHeight', 'get')
    const resize = (to: number) =>
      page.let(() => {
        height.mockReturnValue(to)
        fireEvent(window, new Event('resize'))
      })
    await resize(900)
    await page.answerList(FLEET)
    const heights = () => new Set(cards().map((card) => card.closest('li')?.style.height))
    expect(heights()).toEqual(new Set(['82px']))
    await resize(1440)
    expect(heights()).toEqual(new Set(['136px']))
    height.mockRestore()
  })

  test('MAP-07 show-all asks for every truck', async () => {
    await page.answerList(FLEET)
    await press(screen.getByRole('button', { name: 'Show all trucks' }))
    expect(page.loadList.latest().input).toEqual({ kind: 'all' })
  })

  test('MAP-38 over an empty list the map goes to zoom 5', async () => {
    await page.answerList(FLEET)
    expect(page.map.drawn().camera.zoom).not.toBe(5)
    await press(chip('Idle'))
    await page.answerList([])
    expect(page.map.drawn().camera.zoom).toBe(5)
  })

  test('MAP-39 LIV-07 the map goes no closer than 13 to the fleet, 15 to one vehicle, 12 on the way back', async () => {
    const zoom = () => page.map.drawn().camera.zoom
    await page.answerList([vehicle(1)])
    expect(zoom()).toBe(13)
    await press(cards()[0] as HTMLElement)
    await press(screen.getByRole('button', { name: 'Live' }))
    const { latitude: LAT, longitude: LONG, registrationId: RegNo } = vehicle(1)
    const point = { LAT: LAT ?? 0, LONG: LONG ?? 0, RegNo, status: 'RUNNING', UpdatedTime: '', vehicleId: 1 }
    const figures = {
      time: Date.now(),
      speed: 1,
      heading: 1,
      odo: 1,
      fuelPercent: null,
      adbluePercent: null,
      intervalS: null,
    }
    await page.let(() =>
      page.follow.latest().emit({ type: 'live.pointArrived', point: { ...point, ...figures } }),
    )
    expect(zoom()).toBe(15)
    await press(screen.getByRole('button', { name: 'Back to the fleet' }))
    await page.answerList([vehicle(1)])
    expect(zoom()).toBe(12)
    await press(chip('Running'))
    await page.answerList([vehicle(1)])
    expect(zoom()).toBe(13)
  })

  test('MAP-09 the map alone is made dark and light by its switch, and what was chosen is kept', async () => {
    await page.answerList(FLEET)
    const looks = () => [
      page.map.drawn().theme,
      document.documentElement.getAttribute('data-mantine-color-scheme'),
    ]
    expect(looks()).toEqual(['light', 'light'])
    await press(screen.getByRole('button', { name: 'Dark map' }))
    expect(looks()).toEqual(['dark', 'light'])
    expect(page.storePreference.done.at(-1)).toEqual({ key: 'mapTheme', value: 'dark' })
    await press(screen.getByRole('button', { name: 'Light map' }))
    expect(looks()).toEqual(['light', 'light'])
    await press(screen.getByRole('button', { name: 'Dark theme' }))
    expect(looks(), 'goes with the page again').toEqual(['dark', 'dark'])
  })

  test('an empty fleet invites the next step; a failure can be tried again', async () => {
    await page.answerList([])
    expect(screen.getByRole('heading', { name: 'No vehicles yet' })).toBeTruthy()
    await press(chip('Idle'))
    await page.let(() => page.loadList.latest().reject(new Error('down')))
    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    await press(retry)
    expect(document.activeElement, 'it went with Retry').toBe(screen.getByRole('region', { name: 'Fleet' }))
    await page.answerList(FLEET)
    expect(cards()).toHaveLength(4)
  })

  test('ST-10 a notice says that live positions are away, from when nothing comes until the stream is open', async () => {
    await page.answerList(FLEET)
    const notice = () => screen.queryByText(/live positions/i)?.textContent ?? null
    const shown: unknown[] = []
    for (const state of ['connecting', 'open', 'late', 'reconnecting', 'open', 'ended'] as const) {
      await page.let(() => page.fleetStream.latest().emit({ type: 'fleetStream.changed', state }))
      shown.push([state, notice()])
    }
    expect(shown).toEqual([
      ['connecting', null],
      ['open', null],
      ['late', 'Live positions are late…'],
      ['reconnecting', 'Reconnecting to live positions…'],
      ['open', null],
      ['ended', 'Live positions have ended. Reload the page to see them again.'],
    ])
  })

  test('MAP-02 the popup of a vehicle leads to live tracking, and to playback with its Alert toggle', async () => {
    await page.answerList(FLEET)
    const openFromPopup = async (name: string) => {
      await page.let(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
      const popup = screen.getByRole('region', { name: 'TN 01 AB 0001' })
      await press(within(popup).getByRole('button', { name }))
    }
    await openFromPopup('Playback')
    expect(page.loadTrack.latest().input).toMatchObject({ vehicleId: 1 })
    expect(await screen.findByRole('button', { name: 'Alert' })).toBeTruthy()
    await press(screen.getByRole('button', { name: 'Back to the fleet' }))
    await page.answerList(FLEET)
    await openFromPopup('Live')
    expect(page.follow.latest().input).toEqual({ vehicleId: 1 })
  })

  test('MAP-16 LIV-01 the popup names the vehicle and leads to live tracking', async () => {
    await page.answerList(FLEET)
    await page.let(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
    const popup = screen.getByRole('region', { name: 'TN 01 AB 0001' })
    expect(popup.textContent).toContain('20-11-2026 14:32:10')
    expect(popup.textContent).toContain('Near 80.28, 13.09')
    await press(within(popup).getByRole('button', { name: 'Live' }))
    expect(page.follow.latest().input).toEqual({ vehicleId: 1 })
    expect(screen.queryByRole('region', { name: 'TN 01 AB 0001' })).toBeNull()
  })

  test('MAP-16 an address names whose knowledge it is where that must be said, N/A does not', async () => {
    const { geocoder } = page
    vi.spyOn(geocoder, 'credit').mockReturnValue({
      name: '© OpenStreetMap contributors',
      href: 'https://osm.example/',
    })
    vi.spyOn(geocoder, 'addressOf').mockResolvedValueOnce('N/A')
    await page.answerList(FLEET)
    const popup = () => screen.getByRole('region', { name: 'TN 01 AB 0001' })
    const moved = {
      vehicleId: [1],
      time: [Date.UTC(2026, 10, 20, 9, 3)],
      speed: [40],
      heading: [90],
      status: [0],
    }
    await press(cards()[0] as HTMLElement)
    expect(popup().textContent).toContain('N/A')
    expect(within(popup()).queryByRole('link')).toBeNull()
    await page.let(() => page.fleetStore.applyBatch({ ...moved, lng: [80.3], lat: [13.1] }))
    expect(popup().textContent).toContain('Near 80.30, 13.10')
    const link = within(popup()).getByRole('link', { name: '© OpenStreetMap contributors' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://osm.example/',
      'noopener noreferrer',
    ])
  })

  test('the popup stays open while its vehicle moves and shows the newest fix', async () => {
    await page.answerList(FLEET)
    const openPopup = vi.spyOn(page.map, 'openPopup')
    await press(cards()[0] as HTMLElement)
    const batch = { vehicleId: [1], time: [Date.UTC(2026, 10, 20, 9, 3)], lng: [80.3], lat: [13.1] }
    await page.let(() => page.fleetStore.applyBatch({ ...batch, speed: [61.75], heading: [90], status: [0] }))
    expect(screen.getByRole('region', { name: 'TN 01 AB 0001' }).textContent).toContain('61.75 kmph')
    expect(openPopup).toHaveBeenCalledTimes(1)
  })

  test('MAP-41 the popup of a vehicle is 300 px wide', async () => {
    await page.answerList(FLEET)
    const openPopup = vi.spyOn(page.map, 'openPopup')
    await press(cards()[0] as HTMLElement)
    expect(openPopup.mock.lastCall?.[2].width).toBe(300)
  })

  test('MAP-16 the popup goes by its own close button and by a press beside it', async () => {
    await page.answerList(FLEET)
    await press(cards()[0] as HTMLElement)
    await page.let(() => page.map.closePopup())
    expect(screen.queryByRole('region', { name: 'TN 01 AB 0001' })).toBeNull()
    await press(cards()[0] as HTMLElement)
    await page.let(() => page.map.press({ at: [70, 10] }))
    expect(page.map.drawn().popups).toBe(0)
  })

  test('MAP-10 the satellite toggle changes the ground', async () => {
    await page.answerList(FLEET)
    await press(screen.getByRole('button', { name: 'Satellite' }))
    expect(page.map.drawn().base).toBe('satellite')
  })

  test('a map that cannot be drawn says so and leaves the list', async () => {
    await page.answerList(FLEET)
    await page.let(() => page.map.fail('This browser has no WebGL 2.', { offersBundledMap: false }))
    expect(screen.getByRole('alert').textContent).toContain('This browser has no WebGL 2.')
    expect(within(screen.getByRole('alert')).queryByRole('button')).toBeNull()
    expect(cards()).toHaveLength(4)
  })

  test('CR-05 a part of the map that does not load is told, and the map stays to be seen', async () => {
    await page.answerList(FLEET)
    await page.let(() => page.map.fail('Part of the map could not be loaded (500).'))
    expect(
      await screen.findByText(/^Part of the map could not be loaded \(500\)\. Reload the page/),
    ).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'The map could not be drawn' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('MAP-48 where Google Maps does not load it says so, and one press brings the bundled map', async () => {
    await page.answerList(FLEET)
    await page.let(() => page.map.fail('Load error: Google Maps', { offersBundledMap: true }))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe('Load error: Google Maps')
    expect(page.map.bundled).toBe(false)
    await press(within(alert).getByRole('button', { name: 'Show the bundled map' }))
    expect(page.map.bundled).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
