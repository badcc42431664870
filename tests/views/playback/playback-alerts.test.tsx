import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTrack } from '#tests/kit/builders/track.ts'
import type { Page } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const track = makeTrack({ speed: Float32Array.from([50, 51, 52, 0, 54, 55]) })
const stopping = { ...track, stop: Float32Array.from([0, 0, 0, 600, 0, 0]) }
const at = (index: number) => ({
  latitude: track.lat[index] ?? 0,
  longitude: track.lng[index] ?? 0,
  time: (track.time[index] ?? 0) + 20_000,
})
const ALERTS = [
  {
    ...at(2),
    label: 'OS',
    alertName: 'Overspeeding',
    desc: 'for 00:01:05',
    alertTime: '19-11-2026 15:02:20',
    speedVal: 92.34,
  },
  { ...at(4), label: 'GEOFENCEINOUT', alertName: 'Geofence', desc: '', alertTime: '19-11-2026 15:04:20' },
]

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => page.act(() => fireEvent.click(button(name)))
const toggle = () => button('Alert')
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('button')
const region = (name: string) => screen.queryByRole('region', { name })
const textsOf = (name: string) =>
  [...(region(name)?.querySelectorAll('dt, dd') ?? [])].map(({ textContent }) => textContent)

test('PLB-17 PLB-41 the Alert toggle waits for the route and for its alerts', async () => {
  expect(toggle().disabled).toBe(true)
  await page.answerTrack(track)
  expect(page.loadAlerts.latest().input).toMatchObject({ trackId: 'track 1', vehicleId: 1 })
  expect(toggle().disabled).toBe(true)
  await page.answerAlerts(ALERTS)
  expect([toggle().disabled, toggle().getAttribute('aria-pressed')]).toEqual([false, 'false'])
})

test('PLB-18 without alerts, or when they fail to load, the toggle stays disabled and gives the reason', async () => {
  await page.answerTrack(track)
  await page.answerAlerts([])
  expect(toggle().disabled).toBe(true)
  expect(toggle().getAttribute('aria-description')).toBe('No alerts on this route.')
  await press('Play')
  await press('Restart')
  await page.answerTrack(track)
  await page.act(() => page.loadAlerts.latest().reject(new Error('down')))
  expect(toggle().disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toContain('The alerts of this route could not be loaded.')
  await press('Retry')
  await page.answerAlerts(ALERTS)
  expect(toggle().disabled).toBe(false)
})

test("PLT-05 alerts up to the answer's limit are labelled as the first of the range", async () => {
  const note = () =>
    screen.queryByText('Only the first 5,000 alerts are shown. Choose a later start to see the rest.')
  const first = {
    ...at(2),
    label: 'OS',
    alertName: 'Overspeeding',
    desc: '',
    alertTime: '19-11-2026 15:02:20',
  }
  await page.answerTrack(track)
  await page.answerAlerts(Array.from({ length: 5_000 }, () => first))
  expect(note()).toBeNull()
  await press('Alert')
  expect(note()).not.toBeNull()
  await press('Alert')
  expect(note()).toBeNull()
})

test('PLB-18 PLT-07 the toggle shows and hides the markers; other dates remove them and disable it', async () => {
  await page.answerTrack(track)
  await page.answerAlerts(ALERTS)
  const shown = () => page.map.drawn().alerts
  await press('Alert')
  expect([shown(), toggle().getAttribute('aria-pressed')]).toEqual([2, 'true'])
  await press('Alert')
  expect([shown(), toggle().getAttribute('aria-pressed')]).toEqual([0, 'false'])
  await press('Alert')
  await page.act(() => page.map.press({ at: [0, 0], alertIndex: 0 }))
  const from = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
  await page.act(() => fireEvent.click(from))
  const other = from.value.endsWith(' 05') ? '04' : '05'
  const hours = within(await screen.findByRole('group', { name: 'Hour', hidden: true }))
  await page.act(() => fireEvent.click(hours.getByRole('button', { name: other, hidden: true })))
  expect([shown(), toggle().disabled, region('Alert')]).toEqual([0, true, null])
})

test('a director that has stopped leaves no alerts on the map', async () => {
  await page.answerTrack(track)
  await page.answerAlerts(ALERTS)
  await press('Alert')
  expect(page.map.drawn().alerts).toBe(2)
  page.director.stop()
  expect(page.map.drawn().alerts).toBe(0)
})

test("PLB-06 PLT-06 PLT-08 MAP-41 CST-04 an alert's popup, 515 px wide, shows name with speed, description, time and address", async () => {
  const openPopup = vi.spyOn(page.map, 'openPopup')
  await page.answerTrack(track)
  await page.answerAlerts(ALERTS)
  await press('Alert')
  await page.act(() => page.map.press({ at: [0, 0], alertIndex: 0 }))
  expect(region('Alert')?.textContent).toContain('Overspeeding 92.3 kmph')
  expect(textsOf('Alert')).toEqual([
    ...['Description', 'for 00:01:05', 'Time', '19-11-2026 15:02:20'],
    ...['Address', 'Near 77.02, 13.00'],
  ])
  expect(openPopup.mock.lastCall?.[0]).toEqual([77.02, 13])
  expect(openPopup.mock.lastCall?.[2].width).toBe(515)
  expect(page.map.drawn().track?.index).toBe(2)
  expect(page.map.drawn().popups).toBe(1)
})

test("MAP-17 PLB-33 events and stops open popups of their own in place of the marker's, and pause a running playback", async () => {
  await page.answerTrack(stopping)
  await press('Play')
  await page.act(() => page.map.press({ at: [0, 0], eventIndex: 2 }))
  expect(button('Continue')).toBeTruthy()
  expect(region('Event')?.textContent).toContain('Overspeeding 84.3 kmph')
  expect(textsOf('Event').slice(0, 4)).toEqual(['Time', '19-11-2026 15:02:00', 'Speed', '52.00 KMPH'])
  expect(region('At this moment')).toBeNull()
  await page.act(() => page.map.press({ at: [0, 0], stopIndex: 3 }))
  expect(region('Stop')?.textContent).toContain('Stop for 10 min')
  expect(textsOf('Stop').slice(0, 4)).toEqual([
    ...['Time', '19-11-2026 15:03:00'],
    ...['Until', '19-11-2026 15:13:00'],
  ])
  await page.act(() => page.map.closePopup())
  expect(region('Stop')).toBeNull()
  expect(region('At this moment')).toBeTruthy()
  await page.act(() => page.map.press({ at: [0, 0], stopIndex: 3 }))
  await press('Continue')
  expect(region('Stop')).toBeNull()
})

test('shown alerts are listed in order of time, and open their popups from the keyboard', async () => {
  await page.answerTrack(stopping)
  await page.answerAlerts(ALERTS)
  expect(rows('Stops and events')).toHaveLength(2)
  await press('Alert')
  const names = rows('Stops, events and alerts').map(({ textContent }) => textContent)
  expect(names.map((name) => name?.replace(/^.{5}(OS|GF)?/, ''))).toEqual([
    'Overspeeding 84.3 kmph19 Nov',
    'Alert: Overspeeding 92.3 kmph19 Nov',
    'Stop for 10 min19 Nov',
    'Alert: Geofence19 Nov',
  ])
  await page.act(() => fireEvent.click(rows('Stops, events and alerts')[3] as HTMLElement))
  expect(textsOf('Alert').slice(0, 2)).toEqual(['Time', '19-11-2026 15:04:20'])
  await page.act(() =>
    fireEvent.keyDown(rows('Stops, events and alerts')[3] as HTMLElement, { key: 'Escape' }),
  )
  expect(region('Alert')).toBeNull()
})

test('AC-21 a progress bar shows while the file loads', async () => {
  const bar = () => screen.getByRole('progressbar', { name: 'Loading the route' })
  expect(bar().getAttribute('value')).toBeNull()
  await page.act(() => page.progress.report({ stage: 'downloading', share: 0.4 }))
  expect(bar().getAttribute('value')).toBe('0.4')
  await page.answerTrack(track)
  expect(screen.queryByRole('progressbar')).toBeNull()
})
