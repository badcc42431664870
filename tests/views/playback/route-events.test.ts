import { expect, test } from 'vitest'
import { EVENT_BIT } from '#domain/fix.ts'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import { EVENTS } from '#src/texts/en/events.ts'
import {
  nameWithSpeed,
  type RouteEvent,
  routeEvents,
  routeEventsWithAlerts,
  routeEventText,
  trackEvents,
  trackGaps,
} from '#src/views/playback/route-events.ts'
import { axisTicks } from '#src/views/playback/timeline-scales.ts'
import { distancesKm } from '#src/views/playback/track-figures.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

test('PLB-08 events have their code, their name and the speed of an overspeed', () => {
  expect(trackEvents(makeTrack())).toEqual([
    {
      index: 2,
      time: makeTrack().time[2],
      code: 'OS',
      speed: expect.closeTo(84.3, 1),
    },
  ])
})

test('PLB-43 the speed of an overspeed has one decimal', () => {
  expect(nameWithSpeed('Overspeeding', 84.26)).toBe('Overspeeding 84.3 kmph')
  expect(nameWithSpeed('Overspeeding', 92)).toBe('Overspeeding 92.0 kmph')
})

test('PLB-08 PLT-08 each of the nine codes has the name of the specification', () => {
  const names = Object.entries(EVENT_BIT).map(([code, bit]) => {
    const [event] = trackEvents(makeTrack({ events: Uint16Array.from([0, bit, 0, 0, 0, 0]) }))
    return [code, event?.code, event && EVENTS[event.code]]
  })
  const labels = {
    ...{ HA: 'Harsh acceleration', HB: 'Harsh braking', HC: 'Harsh cornering', ID: 'Idling', VI: 'Idling' },
    ...{ FD: 'Fuel drop', OS: 'Overspeeding', EO: 'Engine overrun', VS: 'Vehicle stoppage' },
  }
  expect(names.toSorted()).toEqual(
    Object.entries(labels)
      .map(([code, name]) => [code, code, name])
      .toSorted(),
  )
})

test('an event that lasts over several points is listed once', () => {
  const events = new Uint16Array(6)
  events.fill(EVENT_BIT.ID, 1, 5)
  expect(trackEvents(makeTrack({ events })).map(({ index }) => index)).toEqual([1])
})

/** Stands from the second point on for two minutes, an event from the third. */
const stoppage = makeTrack({
  speed: Float32Array.from([50, 0, 0, 0, 50, 50]),
  stop: Float32Array.from([0, 120, 0, 0, 0, 0]),
  events: Uint16Array.from([EVENT_BIT.HB, 0, EVENT_BIT.VS, EVENT_BIT.VS, 0, EVENT_BIT.VS]),
})
const alertOf = (label: string, alertName: string, index: number) => {
  const time = stoppage.time[index] ?? 0
  return { label, alertName, time, latitude: 13, longitude: 77, desc: '', alertTime: '' }
}
const named = (routeEvent: RouteEvent) => `${routeEvent.kind} ${routeEventText(routeEvent)}`

test("PLB-08 PLB-33 a stop that is also an event is listed once, by the event's name; such an event without a stop stays", () => {
  expect(routeEvents(stoppage).map(named)).toEqual([
    'event Harsh braking',
    'stop Vehicle stoppage',
    'event Vehicle stoppage',
  ])
})

test('PLT-07 PLT-08 a shown alert replaces its stop and its event in the list, and shows how long the stop lasted', () => {
  const routeEvents = routeEventsWithAlerts(stoppage, [
    alertOf('VS', 'Vehicle stoppage', 2),
    alertOf('HB', 'Harsh braking', 0),
    alertOf('ID', 'Idling', 3),
  ])
  expect(routeEvents.map(named)).toEqual([
    'alert Harsh braking',
    'alert Vehicle stoppage',
    'alert Idling',
    'event Vehicle stoppage',
  ])
  expect(routeEvents.map((routeEvent) => routeEvent.kind === 'alert' && routeEvent.lastsMs)).toEqual([
    null,
    120_000,
    null,
    false,
  ])
})

/** Raised at one point, of what began at another one and goes on for a minute more. */
const raised = (label: string, index: number, since: number, durationS = 90) => {
  const period = { from: stoppage.time[since] ?? 0, to: (stoppage.time[index] ?? 0) + 60_000 }
  return { ...alertOf(label, label, index), period, detail: { value: null, durationS, fence: null } }
}
const trackWith = (events: readonly number[]) => makeTrack({ events: Uint16Array.from(events) })

test.each([
  ['OS', EVENT_BIT.OS],
  ['EO', EVENT_BIT.EO],
  ['FD', EVENT_BIT.FD],
  ['ID', EVENT_BIT.ID],
  ['ID', EVENT_BIT.VI],
  ['VS', EVENT_BIT.VS],
])(
  'PLT-07 PLT-08 an event in the period of an alert %s of its kind, before or after it was raised, is listed once, as the alert',
  (label, bit) => {
    const begins = trackWith([0, bit, 0, 0, 0, bit])
    expect(routeEventsWithAlerts(begins, [raised(label, 3, 1)])).toMatchObject([
      { kind: 'alert', index: 3, label, lastsMs: 90_000 },
      { kind: 'event', index: 5 },
    ])
    const repeated = trackWith([0, bit, 0, bit, bit, bit])
    expect(routeEventsWithAlerts(repeated, [raised(label, 2, 1)])).toMatchObject([{ kind: 'alert' }])
    expect(routeEventsWithAlerts(begins, [raised(label, 3, 2)])).toHaveLength(3)
    const another = trackWith([0, EVENT_BIT.HB, 0, EVENT_BIT.HB, 0, 0])
    expect(routeEventsWithAlerts(another, [raised(label, 3, 1)])).toHaveLength(3)
  },
)

test('PLT-07 an alert of the stretch before the first point and one of a fence leave all events', () => {
  const idles = trackWith([EVENT_BIT.ID, 0, 0, 0, 0, 0])
  const time = (idles.time[0] ?? 0) - 1
  const before = { ...raised('ID', 0, 0), time, period: { from: time - 60_000, to: time } }
  expect(routeEventsWithAlerts(idles, [before])).toMatchObject([{ kind: 'alert' }, { kind: 'event' }])
  const fence = { name: 'Depot', crossing: 'OUT' as const }
  const left = { ...raised('GEOFENCEINOUT', 1, 0), detail: { value: null, durationS: 90, fence } }
  expect(routeEventsWithAlerts(idles, [left])).toMatchObject([
    { kind: 'event' },
    { kind: 'alert', lastsMs: null },
  ])
})

test('PLT-08 a stoppage over two stops is listed once, as the alert', () => {
  const twice = makeTrack({
    ...{ speed: Float32Array.from([50, 0, 4, 0, 50, 50]), stop: Float32Array.from([0, 60, 0, 60, 0, 0]) },
    events: Uint16Array.from([0, EVENT_BIT.VS, 0, 0, 0, 0]),
  })
  expect(routeEvents(twice)).toHaveLength(2)
  expect(routeEventsWithAlerts(twice, [raised('VS', 3, 1, 180)])).toMatchObject([
    { kind: 'alert', lastsMs: 180_000 },
  ])
})

test('PLB-19 a silence of three minutes is a gap, one a second shorter is not', () => {
  const time = Float64Array.from([0, 60_000, 240_000, 419_000, 479_000, 539_000])
  expect(trackGaps(makeTrack({ time }))).toEqual([{ from: 60_000, to: 240_000 }])
})

test('OPEN-37 the usual interval of a truck that reports every five minutes is not a gap', () => {
  const time = Float64Array.from([0, 300_000, 600_000, 900_000, 2_700_000, 3_000_000])
  expect(trackGaps(makeTrack({ time }))).toEqual([{ from: 900_000, to: 2_700_000 }])
})

test('OPEN-37 a break in the line is a gap however short', () => {
  const track = makeTrack({ breaks: Uint8Array.from([0, 1, 0, 0, 0, 1]) })
  expect(trackGaps(track)).toEqual([{ from: track.time[1], to: track.time[2] }])
})

test('the point of a time is the last one reached by then', () => {
  const track = makeTrack()
  const start = track.time[0] ?? 0
  expect([-1, 0, 59_999, 60_000, 9e9].map((after) => lastIndexAtOrBefore(track.time, start + after))).toEqual(
    [0, 0, 0, 1, 5],
  )
})

test('distances increase from zero along the line', () => {
  const sums = distancesKm(makeTrack())
  expect(sums[0]).toBe(0)
  expect(sums[5]).toBeCloseTo(5.417, 2)
})

test.each([
  ['Asia/Kolkata', 5.5],
  ['Europe/Berlin', 1],
])('ticks of the time line are round hours of %s and fit side by side', (timeZone, hoursAhead) => {
  const from = Date.UTC(2026, 10, 19, 9, 17)
  const ticks = axisTicks(from, from + 24 * 3_600_000, 720, timeZone)
  expect(ticks.length).toBeGreaterThanOrEqual(8)
  expect(ticks.length).toBeLessThanOrEqual(11)
  expect(ticks.every((at) => (at + hoursAhead * 3_600_000) % (3 * 3_600_000) === 0)).toBe(true)
})
