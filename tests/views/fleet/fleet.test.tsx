import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { cardHeight } from '#src/views/fleet/vehicle-list.tsx'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { bringIntoView } from '#tests/kit/views/browser-stubs.ts'
import { cards, chip, FLEET, openFleetPageBeforeEach, page, press } from '#tests/kit/views/fleet.page.ts'
import { vehicle } from '#tests/kit/views/page.tsx'

openFleetPageBeforeEach()

describe('the live fleet', () => {
  test('MAP-03 MAP-44 opens on the live fleet: cards ordered by status, each with its texts', async () => {
    await page.answerList(FLEET.map((each) => ({ ...each, fixTime: Date.now() })))
    expect(screen.getByRole('heading', { name: 'Live fleet' })).toBeTruthy()
    expect(cards().map((card) => card.textContent)).toEqual([
      expect.stringMatching(/^TN 01 AB 0001.*54\.20 kmph.*Running/),
      expect.stringMatching(/^TN 01 AB 0002.*0\.00 kmph.*Idle/),
      expect.stringMatching(/^TN 01 AB 0003.*Trip to Pune.*Stopped/),
      expect.stringMatching(/^TN 01 AB 0004.*No Recent Data/),
    ])
  })

  test('MAP-44 a truck that has been silent for long has no speed now, on its card and in its popup', async () => {
    const last = (minutes: number) => ({ currentVehicleSpeed: 54.2, fixTime: Date.now() - minutes * 60_000 })
    await page.answerList([
      vehicle(1, last(9)),
      vehicle(2, { ...last(11), vehicleStatus: 'RUNNING' }),
      vehicle(3, { ...last(2 * 1440), vehicleStatus: 'OFFLINE' }),
    ])
    expect(cards().map(({ textContent }) => /54\.20 kmph|N\/A/.exec(textContent ?? '')?.[0])).toEqual([
      ...['54.20 kmph', 'N/A', 'N/A'],
    ])
    await page.act(() => page.map.press({ at: [0, 0], vehicleId: 3 }))
    const popup = screen.getByRole('region', { name: 'TN 01 AB 0003' })
    expect(popup.textContent).toContain('N/A')
    expect(popup.textContent).not.toContain('54.20')
  })

  test('the trip of a truck that is offline arrives nobody knows when, also while the list has its forecast', async () => {
    const tripDetail = { tripId: 9, fromCity: 'Chennai', toCity: 'Pune', eta: '20-11-2026 20:40:00' }
    await page.answerList([
      vehicle(1, { tripDetail }),
      vehicle(2, { tripDetail, vehicleStatus: 'OFFLINE', fixTime: Date.now() - 2 * 86_400_000 }),
    ])
    expect(
      cards().map(({ textContent }) => /Trip to Pune · (arriv.*(?:00|known))/.exec(textContent ?? '')?.[1]),
    ).toEqual([...['arrives 20-11-2026 20:40:00', 'arrival not known']])
  })

  test('B13 a card and its popup say that the clock of the device is ahead', async () => {
    await page.answerList([vehicle(1, { clockAheadS: 7200 }), vehicle(2)])
    const [ahead, right] = cards()
    expect(ahead?.textContent).toContain('Clock ahead')
    expect(right?.textContent).not.toContain('Clock ahead')
    await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
    expect(screen.getByText('Its clock is 2 hr ahead. Times are put right.')).toBeTruthy()
  })

  test('MAP-45 OPEN-56 each status has its count and its percentage; stopped and key-on have no chip', async () => {
    const of = (...statuses: string[]) =>
      statuses.map((vehicleStatus, place) => vehicle(place + 1, { vehicleStatus }))
    await page.answerList(
      of('RUNNING', 'RUNNING', 'RUNNING', 'IDLE', 'STOPPED', 'STOPPED', 'KEYON', 'OFFLINE'),
    )
    const others = within(screen.getByRole('list', { name: 'Other statuses' })).getAllByRole('listitem')
    expect([...['Running', 'Idle', 'Offline'].map(chip), ...others].map((each) => each.textContent)).toEqual([
      ...['Running3 37.5 %', 'Idle1 12.5 %', 'Offline1 12.5 %'],
      ...['Stopped 2 25.0 %', 'Key on 1 12.5 %'],
    ])
    expect(
      within(screen.getByRole('group', { name: 'Filter by status' })).getAllByRole('button'),
    ).toHaveLength(3)
    expect(cards().map(({ textContent }) => /Stopped|Key on/.exec(textContent ?? '')?.[0])).toEqual(
      expect.arrayContaining(['Stopped', 'Key on']),
    )
  })

  test('MAP-04 MAP-28 chips have counts, are mutually exclusive and toggle off', async () => {
    expect(chip('Running').textContent).toBe('Running–')
    await page.answerList(FLEET)
    expect(chip('Running').textContent).toBe('Running1 33.3 %')
    expect(chip('Offline').textContent).toBe('Offline0 0.0 %')
    await press(chip('Idle'))
    expect(page.loadList.latest().input).toEqual(filtered({ status: 'IDLE' }))
    expect(chip('Idle').getAttribute('aria-pressed')).toBe('true')
    await press(chip('Running'))
    expect(chip('Idle').getAttribute('aria-pressed')).toBe('false')
    await press(chip('Running'))
    expect(chip('Running').getAttribute('aria-pressed')).toBe('false')
  })

  test('MAP-06 the search narrows the cards, and an empty result offers to clear it', async () => {
    await page.answerList(FLEET)
    const search = screen.getByRole('searchbox', { name: 'Search registration' })
    await page.act(() => fireEvent.change(search, { target: { value: 'ab0003' } }))
    expect(cards()).toHaveLength(1)
    await page.act(() => fireEvent.change(search, { target: { value: 'nothing' } }))
    expect(screen.getByText('No vehicles match “nothing”')).toBeTruthy()
    const clear = screen.getAllByRole('button', { name: 'Clear search' })[1]
    await press(clear as HTMLElement)
    expect(cards()).toHaveLength(4)
  })

  test('MAP-06 clearing the search field by its button leaves the focus in it', async () => {
    await page.answerList(FLEET)
    const search = screen.getByRole('searchbox', { name: 'Search registration' })
    await page.act(() => fireEvent.change(search, { target: { value: 'ab0003' } }))
    const clear = screen.getByRole('button', { name: 'Clear search' })
    clear.focus()
    await press(clear)
    expect(cards()).toHaveLength(4)
    expect(document.activeElement).toBe(search)
  })

  test('MAP-14 a long list starts with ten cards', async () => {
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
        await page.act(() => bringIntoView(list.parentElement?.lastElementChild ?? list))
        seen.push(shown())
      }
      expect(seen).toEqual(pages)
    },
  )

  test('MAP-46 CONFLICT-33 a card is an eighth of four fifths of the window high, less 8 px, also after a resize', async () => {
    const height = vi.spyOn(window, 'innerHeight', 'get')
    const resize = (to: number) =>
      page.act(() => {
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

  test('MAP-07 show-all requests every truck', async () => {
    await page.answerList(FLEET)
    await press(screen.getByRole('button', { name: 'Show all trucks' }))
    expect(page.loadList.latest().input).toEqual({ kind: 'all' })
  })

  test('an empty fleet suggests the next step; a failure can be retried', async () => {
    await page.answerList([])
    expect(screen.getByRole('heading', { name: 'No vehicles yet' })).toBeTruthy()
    await press(chip('Idle'))
    await page.act(() => page.loadList.latest().reject(new Error('down')))
    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    await press(retry)
    expect(document.activeElement, 'it went with Retry').toBe(screen.getByRole('region', { name: 'Fleet' }))
    await page.answerList(FLEET)
    expect(cards()).toHaveLength(4)
  })

  test('ST-10 a notice reports missing live positions, from the first silence until the stream is open', async () => {
    await page.answerList(FLEET)
    const notice = () => screen.queryByText(/live positions/i)?.textContent ?? null
    const shown: unknown[] = []
    for (const state of ['connecting', 'open', 'late', 'reconnecting', 'open', 'ended'] as const) {
      await page.act(() => page.fleetStream.latest().emit({ type: 'fleetStream.changed', state }))
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
})
