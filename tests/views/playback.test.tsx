// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LONGEST_PLAYBACK_DAYS, RANGE_TOO_LONG } from '#contract/playback-range.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { DAY_MS, defaultRange } from '#src/machines/date-range/date-range.logic.ts'
import { selectPlayback } from '#src/machines/fleet/fleet.selectors.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import { PLAYBACK } from '#src/views/playback/playback.text.ts'
import { type Page, vehicle } from './kit/page.tsx'
import { openPlayback } from './kit/playback.ts'
import { makeTrack } from './kit/track.ts'

vi.mock('#src/views/playback/timeline-plot.ts', () => ({ drawTimeline: () => () => {} }))

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => page.let(() => fireEvent.click(button(name)))
const slider = () => screen.findByRole('slider', { name: 'Playback position' })
const moveTo = (index: number) =>
  page.let(() => page.player.latest().emit({ type: 'playback.movedTo', index, time: 0 }))

describe('the playback', () => {
  test('OPEN-36 PLB-41 entering loads the default range and says so; GO and Alert wait', async () => {
    expect(page.loadTrack.latest().input).toMatchObject({ vehicleId: 1 })
    expect(screen.getByText('Loading the route…')).toBeTruthy()
    expect(button('Play').disabled).toBe(true)
    expect(screen.getByRole('radio', { name: '4' }).matches(':disabled')).toBe(true)
    await page.answerTrack(makeTrack())
    expect(screen.queryByText('Loading the route…')).toBeNull()
    expect([button('GO').disabled, button('Alert').disabled, button('Play').disabled]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('PLB-21 SE-10 the dates count by the server’s clock, however wrong this machine’s is', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9, 30), toFake: ['Date'] })
    try {
      page.setClockAhead(2 * DAY_MS)
      await page.answerTrack(makeTrack())
      await press('Back to the fleet')
      await page.answerList([vehicle(1)])
      await page.let(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
      await press('Playback')
      const { from, to } = page.loadTrack.latest().input
      expect({ from, to }).toEqual(defaultRange(Date.UTC(2026, 10, 22, 9, 30)))
    } finally {
      vi.useRealTimers()
    }
  })

  test('PLB-15 CR-07 a range longer than is played at once is refused at its end, in words, before anything is asked for', async () => {
    await page.answerTrack(makeTrack())
    const days = (count: number) =>
      page.let(() => {
        const fleet = selectFleet(page.actor.getSnapshot())
        const playback = fleet && selectPlayback(fleet.getSnapshot())
        const range = playback && selectRangeActor(playback.getSnapshot())
        const now = Date.now()
        range?.send({ type: 'range.chosen', from: now - count * DAY_MS, to: now + DAY_MS, now })
      })
    const to = () => screen.getByRole('textbox', { name: 'To' })
    await days(LONGEST_PLAYBACK_DAYS + 2)
    const told = screen.getByText(RANGE_TOO_LONG)
    expect(to().getAttribute('aria-invalid')).toBe('true')
    expect(to().getAttribute('aria-describedby')).toContain(told.id)
    expect(button('GO').disabled).toBe(true)
    await days(LONGEST_PLAYBACK_DAYS)
    expect(screen.queryByText(RANGE_TOO_LONG)).toBeNull()
    expect(to().getAttribute('aria-invalid')).not.toBe('true')
    expect(button('GO').disabled).toBe(false)
    expect(page.loadTrack.calls).toHaveLength(1)
  })

  test('PLB-03 PLB-11 Play turns to Pause, Pause to Continue, and the end to Restart', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await press('Pause')
    await press('Continue')
    expect(button('Pause')).toBeTruthy()
    await page.let(() => page.player.latest().emit({ type: 'playback.reachedEnd' }))
    expect(button('Play').disabled).toBe(true)
    await press('Restart')
    expect(page.loadTrack.calls).toHaveLength(2)
  })

  test('PLB-02 speeds 1 to 10 as radios; the player runs at the chosen one', async () => {
    await page.answerTrack(makeTrack())
    const speeds = within(screen.getByRole('radiogroup', { name: 'Speed' })).getAllByRole<HTMLInputElement>(
      'radio',
    )
    expect(speeds.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(speeds[0]?.checked).toBe(true)
    expect(speeds.some(({ disabled }) => disabled)).toBe(false)
    await page.let(() => fireEvent.click(speeds[3] as HTMLElement))
    await press('Play')
    expect(page.player.latest().input).toMatchObject({ speed: 4, index: 0 })
  })

  test('PLB-05 PLB-43 CST-04 CST-08 the popup at the marker shows the figures of the moment, and so does the dock', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await moveTo(2)
    const popup = screen.getByRole('region', { name: 'At this moment' })
    expect(popup.textContent).toBe(
      '19-11-2026 15:02:00184232.50 KMS52.00 KMPHADL 62 %Fuel 41 %Overspeeding 84.3 kmph',
    )
    const dock = screen.getByRole('region', { name: 'Playback controls' })
    expect(dock.textContent).toContain('19-11-2026 15:02:00 · 2.17 of 5.42 kms')
  })

  test('between two points the marker follows the frames, not the slower word to the machine', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    page.director.onFrame(1, 0.5)
    await moveTo(1)
    expect(page.map.drawn().track).toMatchObject({ index: 1, fraction: 0.5 })
  })

  test('the popup at the marker stays open while its figures change, and stays away once dismissed', async () => {
    const openPopup = vi.spyOn(page.map, 'openPopup')
    await page.answerTrack(makeTrack())
    await press('Play')
    for (const index of [1, 2, 3]) await moveTo(index)
    expect(openPopup).toHaveBeenCalledTimes(1)
    await page.let(() => page.map.closePopup())
    await moveTo(4)
    expect(screen.queryByRole('region', { name: 'At this moment' })).toBeNull()
  })

  test('an event of the list takes map, dock and timeline to its moment', async () => {
    await page.answerTrack(makeTrack())
    await page.let(() => fireEvent.click(screen.getByRole('button', { name: /Overspeeding 84.3 kmph/ })))
    const { track, camera } = page.map.drawn()
    expect(track).toMatchObject({ index: 2 })
    expect(camera.centre).toEqual([77.02, 13])
    expect((await slider()).getAttribute('aria-valuetext')).toBe('19-11-2026 15:02:00')
    expect(screen.getByRole('button', { name: /Overspeeding/ }).getAttribute('aria-current')).toBe('true')
  })

  test('PLB-33 a stop of the list takes map and dock to its moment, and says how long it lasted', async () => {
    const speed = Float32Array.from([50, 0, 0, 50, 50, 50])
    await page.answerTrack(makeTrack({ speed, stop: Float32Array.from([0, 600, 0, 0, 0, 0]) }))
    const list = screen.getByRole('list', { name: 'Stops and events' })
    const [stop, event] = within(list).getAllByRole('button')
    expect(stop?.textContent).toContain('Stop for 10 min')
    expect(event?.textContent).toContain('Overspeeding 84.3 kmph')
    await page.let(() => fireEvent.click(stop as HTMLElement))
    expect(page.map.drawn().track).toMatchObject({ index: 1 })
    expect(stop?.getAttribute('aria-current')).toBe('true')
  })

  test('of a long list only the rows in view are in the page', async () => {
    const length = 3000
    const of = (value: (i: number) => number) => Array.from({ length }, (_, i) => value(i))
    await page.answerTrack(
      makeTrack({
        length,
        time: Float64Array.from(of((i) => i * 700_000)),
        lng: new Float64Array(length).fill(77),
        lat: new Float64Array(length).fill(13),
        events: new Uint16Array(length).fill(1),
      }),
    )
    const list = screen.getByRole('list', { name: 'Stops and events' })
    expect(screen.getByText('3000 on this route')).toBeTruthy()
    const rows = within(list).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(50)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('3000')
  })

  test('of a long list the row that the playback has come to is in view, unless the list is being read; a press alone is no reading', async () => {
    const length = 3000
    await page.answerTrack(
      makeTrack({
        length,
        time: Float64Array.from({ length }, (_, i) => i * 700_000),
        lng: new Float64Array(length).fill(77),
        lat: new Float64Array(length).fill(13),
        events: new Uint16Array(length).fill(1),
      }),
    )
    const list = screen.getByRole('list', { name: 'Stops and events' })
    const scrolledTo = vi.fn<(to: ScrollToOptions) => void>()
    // Nothing has a height here.
    Object.defineProperties(list.parentElement, {
      scrollTo: { value: scrolledTo },
      scrollHeight: { value: length * 52 },
    })
    await press('Play')
    await moveTo(1500)
    const rowsAbove = (scrolledTo.mock.lastCall?.[0].top ?? 0) / 52
    expect(rowsAbove).toBeGreaterThan(1480)
    expect(rowsAbove).toBeLessThanOrEqual(1500)
    scrolledTo.mockClear()
    const row = within(list).getAllByRole('button').at(0)
    row?.focus()
    // What a browser tells apart by the last press: whether the focus came with the keyboard.
    let byKeyboard = true
    const asked = vi.spyOn(list.parentElement as HTMLElement, 'querySelector')
    asked.mockImplementation((what) => (what === ':focus-visible' && byKeyboard && row ? row : null))
    await moveTo(2500)
    expect(scrolledTo).not.toHaveBeenCalled()
    byKeyboard = false
    await moveTo(2600)
    expect(scrolledTo).toHaveBeenCalled()
  })

  test('CST-06 the totals of the range stand above the list', async () => {
    const ignition = Uint8Array.from([1, 1, 1, 0, 1, 1])
    const fuel = Float32Array.from([41, 40, 39, 38, 37, 29])
    await page.answerTrack(makeTrack({ speed: Float32Array.from([50, 50, 0, 0, 50, 50]), ignition, fuel }))
    const figures = [...document.querySelectorAll('dl[aria-label="Totals of this range"] > div')]
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      'Distance5.42 kms',
      'Driving00:03:00',
      'Idling00:01:00',
      'Stopped00:01:00',
      'Fuel used12 % of a tank',
    ])
  })

  test('the route is taken away as a file of its own name', async () => {
    const files: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} })
    await page.answerTrack(makeTrack())
    for (const form of ['GPX', 'KML', 'CSV']) {
      await press(`Download as ${form}`)
      await waitFor(() =>
        expect(files.at(-1)).toBe(`TN 01 AB 0001 19-11-2026 15-00 to 19-11-2026 15-05.${form.toLowerCase()}`),
      )
    }
    click.mockRestore()
  })

  test('the timeline is a slider for the keyboard and stays on the route', async () => {
    await page.answerTrack(makeTrack())
    const cursor = await slider()
    const key = (name: string) => page.let(() => fireEvent.keyDown(cursor, { key: name }))
    await key('ArrowLeft')
    expect(cursor.getAttribute('aria-valuenow')).toBe('0')
    await key('ArrowRight')
    expect(cursor.getAttribute('aria-valuenow')).toBe('1')
    await key('End')
    await key('ArrowRight')
    expect(cursor.getAttribute('aria-valuenow')).toBe('5')
  })

  test('PLB-01 PLB-15 PLB-20 From and To take a day and an hour by pressing only; a changed range opens GO', async () => {
    await page.answerTrack(makeTrack())
    const to = screen.getByLabelText<HTMLInputElement>('To')
    expect([to.value, to.readOnly]).toEqual([expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d$/), true])
    const from = screen.getByLabelText<HTMLInputElement>('From')
    expect(from.value).toMatch(/^\d\d\/\d\d\/\d{4} \d\d$/)
    expect(from.readOnly).toBe(true)
    await page.let(() => fireEvent.click(from))
    // jsdom has no layout, by which the drop-down would know that it is in view.
    const hours = within(await screen.findByRole('group', { name: 'Hour', hidden: true }))
    expect(hours.getAllByRole('button', { hidden: true })).toHaveLength(24)
    const other = from.value.endsWith(' 05') ? '04' : '05'
    await page.let(() => fireEvent.click(hours.getByRole('button', { name: other, hidden: true })))
    expect(from.value.slice(-2)).toBe(other)
    await press('GO')
    expect(page.loadTrack.calls).toHaveLength(2)
  })

  test('PLB-29 MAP-18 a range without points says so; OK leads on; PLB-28 Play then answers with a toast', async () => {
    await page.let(() => page.loadTrack.latest().resolve(null))
    expect(await screen.findByText('No data Available for the selected Vehicle')).toBeTruthy()
    await press('OK')
    await press('Play')
    expect(await screen.findByText('No playback details available')).toBeTruthy()
  })

  test('PLB-29 a vehicle whose last position is older than the range offers the day of that position', async () => {
    const lastAt = Date.UTC(2015, 8, 6, 10, 20)
    await page.let(() => {
      page.fleetStore.clear()
      page.fleetStore.replaceMembers([vehicle(1, { fixTime: lastAt })])
    })
    await page.let(() => page.loadTrack.latest().resolve(null))
    await screen.findByRole('button', { name: 'Show the last positions, 06-09-2015' })
    await press('Show the last positions, 06-09-2015')
    expect(page.loadTrack.calls).toHaveLength(2)
    expect(page.loadTrack.latest().input).toMatchObject({
      from: Date.UTC(2015, 8, 5, 10, 30),
      to: Date.UTC(2015, 8, 6, 10, 30),
    })
    await waitFor(() => expect(screen.queryByText('No data Available for the selected Vehicle')).toBeNull())
  })

  test('a route that does not come is told, with what to do', async () => {
    await page.let(() => page.loadTrack.latest().reject(new Error('down')))
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  })

  test('AC-21 CR-07 a file that cannot be shown says why, in its own words', async () => {
    const message = 'The playback file is damaged or was cut short. Try again.'
    await page.let(() =>
      page.loadTrack.latest().reject(Object.assign(new Error(message), { name: 'TrackFileError' })),
    )
    expect(screen.getByRole('alert').textContent).toBe(message)
  })

  test.each([
    [0, null],
    [1, '1 point of the file could not be used.'],
    [7, '7 points of the file could not be used.'],
  ])('CR-07 points that were left out are counted: %i', async (dropped, said) => {
    await page.answerTrack(makeTrack({ dropped }))
    expect(screen.queryByText(/could not be used/)?.textContent ?? null).toBe(said)
  })

  test('PLB-04 the panel can be hidden and shown again', async () => {
    await page.answerTrack(makeTrack())
    await press('Hide panel')
    expect(screen.queryByLabelText('From')).toBeNull()
    await press('Show panel')
    expect(screen.getByLabelText('From')).toBeTruthy()
  })

  test('PLB-04 a failure is said on the panel, which is shown again for that', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await press('Hide panel')
    await press('Restart')
    await page.let(() => page.loadTrack.latest().reject(new Error('down')))
    expect(screen.getByRole('alert').textContent).toBe(PLAYBACK.failed)
  })

  test.each([
    ['another screen', () => page.location.navigate('/settings')],
    ['a logout', () => fireEvent.click(button('Log out'))],
  ])('PLB-13 %s takes the playback away: it clears its route, then it goes', async (_, leave) => {
    const track = makeTrack()
    await page.answerTrack(track)
    await press('Play')
    expect(page.tracks.get(track.id)).toBe(track)
    await page.let(leave)
    await waitFor(() => expect(page.player.latest().isOpen()).toBe(false))
    expect(page.tracks.get(track.id)).toBeUndefined()
    expect(page.map.drawn().track).toBeNull()
  })

  test('PLB-13 MAP-27 what took the playback away leads back to the list, not to the playback', async () => {
    await page.answerTrack(makeTrack())
    await page.let(() => page.location.navigate('/settings'))
    await page.let(() => page.location.navigate('/track-trace'))
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Playback' })).toBeNull()
  })

  test('PLB-13 MAP-27 MAP-39 Close clears the route and brings the list back, the map at 12 at most', async () => {
    await page.answerTrack(makeTrack())
    expect(page.map.drawn().track).not.toBeNull()
    await press('Close')
    expect(page.map.drawn().track).toBeNull()
    expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
    await page.answerList([vehicle(1)])
    expect(page.map.drawn().camera.zoom).toBe(12)
  })
})
