import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { cards, chip, FLEET, openFleetPageBeforeEach, page, press } from '#tests/kit/views/fleet.page.ts'
import { vehicle } from '#tests/kit/views/page.tsx'

openFleetPageBeforeEach()

describe('the map of the fleet', () => {
  test('MAP-38 over an empty list the map zooms to 5', async () => {
    await page.answerList(FLEET)
    expect(page.map.drawn().camera.zoom).not.toBe(5)
    await press(chip('Idle'))
    await page.answerList([])
    expect(page.map.drawn().camera.zoom).toBe(5)
  })

  test('MAP-39 LIV-07 the map zooms to at most 13 for the fleet, 15 for one vehicle, 12 on the way back', async () => {
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
    await page.act(() =>
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

  test('MAP-09 its switch makes only the map dark or light, and the choice is stored', async () => {
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

  test('MAP-02 the popup of a vehicle leads to live tracking, and to playback with its Alert toggle', async () => {
    await page.answerList(FLEET)
    const openFromPopup = async (name: string) => {
      await page.act(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
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
    await page.act(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
    const popup = screen.getByRole('region', { name: 'TN 01 AB 0001' })
    expect(popup.textContent).toContain('20-11-2026 14:32:10')
    expect(popup.textContent).toContain('Near 80.28, 13.09')
    await press(within(popup).getByRole('button', { name: 'Live' }))
    expect(page.follow.latest().input).toEqual({ vehicleId: 1 })
    expect(screen.queryByRole('region', { name: 'TN 01 AB 0001' })).toBeNull()
  })

  test('MAP-16 an address credits its source where required, N/A does not', async () => {
    const { geocoder } = page
    vi.spyOn(geocoder, 'credit').mockReturnValue({
      name: '© OpenStreetMap contributors',
      href: 'https://osm.example/',
    })
    vi.spyOn(geocoder, 'addressOf').mockResolvedValueOnce(null)
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
    await page.act(() => page.fleetStore.applyBatch({ ...moved, lng: [80.3], lat: [13.1] }))
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
    const batch = { vehicleId: [1], time: [Date.now()], lng: [80.3], lat: [13.1] }
    await page.act(() => page.fleetStore.applyBatch({ ...batch, speed: [61.75], heading: [90], status: [0] }))
    const text = () => screen.getByRole('region', { name: 'TN 01 AB 0001' }).textContent
    expect(text()).toContain('61.75 kmph')
    expect(openPopup).toHaveBeenCalledTimes(1)
  })

  test('MAP-41 the popup of a vehicle is 300 px wide', async () => {
    await page.answerList(FLEET)
    const openPopup = vi.spyOn(page.map, 'openPopup')
    await press(cards()[0] as HTMLElement)
    expect(openPopup.mock.lastCall?.[2].width).toBe(300)
  })

  test('MAP-16 the popup closes by its close button and by a press beside it', async () => {
    await page.answerList(FLEET)
    await press(cards()[0] as HTMLElement)
    await page.act(() => page.map.closePopup())
    expect(screen.queryByRole('region', { name: 'TN 01 AB 0001' })).toBeNull()
    await press(cards()[0] as HTMLElement)
    await page.act(() => page.map.press({ at: [70, 10] }))
    expect(page.map.drawn().popups).toBe(0)
  })

  test('MAP-10 the satellite toggle changes the basemap', async () => {
    await page.answerList(FLEET)
    await press(screen.getByRole('button', { name: 'Satellite' }))
    expect(page.map.drawn().base).toBe('satellite')
  })

  test('Enter near nothing shows a message once while visible, worded for the mode; a pointer press shows none', async () => {
    const announcements = () =>
      screen.queryAllByText(/near the middle of the map/).map(({ textContent }) => textContent)
    await page.answerList(FLEET)
    await page.act(() => page.map.press({ at: [0, 0] }))
    expect(announcements()).toEqual([])
    await page.act(() => page.map.press({ at: [0, 0], byKey: true }))
    await page.act(() => page.map.press({ at: [0, 0], byKey: true }))
    await screen.findByText(/^No vehicle is near the middle of the map/)
    expect(announcements()).toEqual([
      'No vehicle is near the middle of the map. Move the map with the arrow keys.',
    ])
    await page.act(() => page.map.press({ at: [0, 0], byKey: true, vehicleId: 1 }))
    expect(announcements()).toHaveLength(1)
    await press(screen.getByRole('button', { name: 'Live' }))
    await page.act(() => page.map.press({ at: [0, 0], byKey: true }))
    expect(await screen.findByText(/^There is nothing to open near the middle of the map/)).toBeTruthy()
  })

  test('a map that cannot be drawn reports it and leaves the list usable', async () => {
    await page.answerList(FLEET)
    await page.act(() => page.map.fail({ code: 'mapWithoutWebGl' }, { offersBundledMap: false }))
    expect(screen.getByRole('alert').textContent).toContain('this browser offers no WebGL 2')
    expect(within(screen.getByRole('alert')).queryByRole('button')).toBeNull()
    expect(cards()).toHaveLength(4)
  })

  test('CR-05 a part of the map that fails to load is reported, and the map stays visible', async () => {
    await page.answerList(FLEET)
    await page.act(() => page.map.fail({ code: 'mapPartFailed' }))
    expect(await screen.findByText(/^Some of the data of the map could not be read/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'The map could not be drawn' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('MAP-48 if Google Maps fails to load it says so, and one press shows the bundled map', async () => {
    await page.answerList(FLEET)
    await page.act(() => page.map.fail({ code: 'googleMapFailed' }, { offersBundledMap: true }))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe('Load error: Google Maps')
    expect(page.map.bundled).toBe(false)
    await press(within(alert).getByRole('button', { name: 'Show the bundled map' }))
    expect(page.map.bundled).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
