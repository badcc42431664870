import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { type Page, vehicle } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => page.act(() => fireEvent.click(button(name)))
const slider = () => screen.findByRole('slider', { name: 'Playback position' })
const moveTo = (index: number) =>
  page.act(() => page.player.latest().emit({ type: 'playback.movedTo', index, time: 0 }))

describe('the playback', () => {
  test('PLB-03 PLB-11 Play turns to Pause, Pause to Continue, and the end to Restart', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await press('Pause')
    await press('Continue')
    expect(button('Pause')).toBeTruthy()
    await page.act(() => page.player.latest().emit({ type: 'playback.reachedEnd' }))
    expect(button('Play').disabled).toBe(true)
    await press('Restart')
    expect(page.loadTrack.calls).toHaveLength(2)
  })

  test('PLB-02 speeds 1 to 10 are radios; the player runs at the chosen one', async () => {
    await page.answerTrack(makeTrack())
    const speeds = within(screen.getByRole('radiogroup', { name: 'Speed' })).getAllByRole<HTMLInputElement>(
      'radio',
    )
    expect(speeds.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(speeds[0]?.checked).toBe(true)
    expect(speeds.some(({ disabled }) => disabled)).toBe(false)
    await page.act(() => fireEvent.click(speeds[3] as HTMLElement))
    await press('Play')
    expect(page.player.latest().input).toMatchObject({ speed: 4, index: 0 })
  })

  test('PLB-05 PLB-43 CST-04 CST-08 the popup at the marker shows the current values, and so does the dock', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await moveTo(2)
    const popup = screen.getByRole('region', { name: 'At this moment' })
    expect(popup.textContent).toBe(
      '19-11-2026 15:02:001,84,233 KMS52.00 KMPHADL 62.0 %Fuel 41.0 %Overspeeding 84.3 kmph',
    )
    expect(within(popup).getByTitle('AdBlue level').textContent).toBe('ADL')
    const dock = screen.getByRole('region', { name: 'Playback controls' })
    expect(dock.textContent).toContain('19-11-2026 15:02:00 · 2.17 of 5.42 kms')
  })

  test('between two points the marker follows the frames, not the slower events to the machine', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    page.director.onFrame(1, 0.5)
    await moveTo(1)
    expect(page.map.drawn().track).toMatchObject({ index: 1, fraction: 0.5 })
  })

  test('the popup at the marker stays open while its values change, and stays closed once dismissed', async () => {
    const openPopup = vi.spyOn(page.map, 'openPopup')
    await page.answerTrack(makeTrack())
    await press('Play')
    openPopup.mockClear()
    for (const index of [1, 2, 3]) await moveTo(index)
    expect(openPopup).not.toHaveBeenCalled()
    await page.act(() => page.map.closePopup())
    await moveTo(4)
    expect(screen.queryByRole('region', { name: 'At this moment' })).toBeNull()
  })

  test('a listed event moves map, dock and timeline to its time', async () => {
    await page.answerTrack(makeTrack())
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: /Overspeeding 84.3 kmph/ })))
    const { track, camera } = page.map.drawn()
    expect(track).toMatchObject({ index: 2 })
    expect(camera.centre).toEqual([77.02, 13])
    expect((await slider()).getAttribute('aria-valuetext')).toBe('19-11-2026 15:02:00')
    expect(screen.getByRole('button', { name: /Overspeeding/ }).getAttribute('aria-current')).toBe('true')
  })

  test('PLB-33 a listed stop moves map and dock to its time, and shows how long it lasted', async () => {
    const speed = Float32Array.from([50, 0, 0, 50, 50, 50])
    await page.answerTrack(makeTrack({ speed, stop: Float32Array.from([0, 600, 0, 0, 0, 0]) }))
    const list = screen.getByRole('list', { name: 'Stops and events' })
    const [stop, event] = within(list).getAllByRole('button')
    expect(stop?.textContent).toContain('Stop for 10 min')
    expect(event?.textContent).toContain('Overspeeding 84.3 kmph')
    await page.act(() => fireEvent.click(stop as HTMLElement))
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
    expect(screen.getByText('3,000 on this route')).toBeTruthy()
    const rows = within(list).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(50)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('3000')
  })

  test('a long list scrolls to the current row, unless the user is reading it; a press alone is not reading', async () => {
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
    // What a browser distinguishes by the last press: whether the focus came from the keyboard.
    let byKeyboard = true
    const query = vi.spyOn(list.parentElement as HTMLElement, 'querySelector')
    query.mockImplementation((what) => (what === ':focus-visible' && byKeyboard && row ? row : null))
    await moveTo(2500)
    expect(scrolledTo).not.toHaveBeenCalled()
    byKeyboard = false
    await moveTo(2600)
    expect(scrolledTo).toHaveBeenCalled()
  })

  test('the timeline is a slider for the keyboard and stays on the route', async () => {
    await page.answerTrack(makeTrack())
    const cursor = await slider()
    const key = (name: string) => page.act(() => fireEvent.keyDown(cursor, { key: name }))
    await key('ArrowLeft')
    expect(cursor.getAttribute('aria-valuenow')).toBe('0')
    await key('ArrowRight')
    expect(cursor.getAttribute('aria-valuenow')).toBe('1')
    await key('End')
    await key('ArrowRight')
    expect(cursor.getAttribute('aria-valuenow')).toBe('5')
  })

  test('PLB-04 the panel can be hidden and shown again', async () => {
    await page.answerTrack(makeTrack())
    await press('Hide panel')
    expect(screen.queryByLabelText('From')).toBeNull()
    await press('Show panel')
    expect(screen.getByLabelText('From')).toBeTruthy()
  })

  test('PLB-04 a failure shows on the panel, which opens for it', async () => {
    await page.answerTrack(makeTrack())
    await press('Play')
    await press('Hide panel')
    await press('Restart')
    await page.act(() => page.loadTrack.latest().reject(new Error('down')))
    expect(screen.getByRole('alert').textContent).toBe(PLAYBACK.failed)
  })

  test.each([
    ['another screen', () => page.location.navigate('/settings')],
    ['a logout', () => fireEvent.click(button('Log out'))],
  ])('PLB-13 %s closes the playback: it clears its route first', async (_, leave) => {
    const track = makeTrack()
    await page.answerTrack(track)
    await press('Play')
    expect(page.tracks.get(track.id)).toBe(track)
    await page.act(leave)
    await waitFor(() => expect(page.player.latest().isOpen()).toBe(false))
    expect(page.tracks.get(track.id)).toBeUndefined()
    expect(page.map.drawn().track).toBeNull()
  })

  test('PLB-13 MAP-27 the mode that replaced the playback leads back to the list, not to the playback', async () => {
    await page.answerTrack(makeTrack())
    await page.act(() => page.location.navigate('/settings'))
    await page.act(() => page.location.navigate('/track-trace'))
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Playback' })).toBeNull()
  })

  test('PLB-13 MAP-27 MAP-39 Close clears the route and restores the list, with the map at zoom 12 at most', async () => {
    await page.answerTrack(makeTrack())
    expect(page.map.drawn().track).not.toBeNull()
    await press('Close')
    expect(page.map.drawn().track).toBeNull()
    expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
    await page.answerList([vehicle(1)])
    expect(page.map.drawn().camera.zoom).toBe(12)
  })
})
