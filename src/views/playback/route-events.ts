import type { AlertMarker } from '#contract/calls/playback.ts'
import { EVENT_BIT, type EventCode, eventCodes } from '#domain/fix.ts'
import { matchingEventsOf } from '#domain/matching-event.ts'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import type { Track } from '#src/services/playback/track.ts'
import { alertText, EVENTS } from '#src/texts/en/events.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { formatWithUnit } from '../kit/measures.ts'
import { memoizeByTrack } from './track-figures.ts'

/** An event of a track; `time` is ms since 1970 UTC. */
export type TrackEvent = {
  readonly index: number
  readonly time: number
  readonly code: EventCode
  /** Speed of an overspeed event in km/h. */
  readonly speed: number | null
}

/** A stop of a track; `time` is its begin, ms since 1970 UTC, `lastsMs` its duration. */
export type TrackStop = {
  readonly index: number
  readonly time: number
  readonly lastsMs: number
  /** Whether it is long enough to be an event. */
  readonly isEvent: boolean
}

/** An alert on a track: `alert` is its index in the plotted list, `index` the last point at or before it, `lastsMs` how long it lasted, or the stop that it reports; null for the passage of a fence. */
export type TrackAlert = {
  readonly index: number
  readonly time: number
  readonly alert: number
  readonly label: string
  readonly name: string
  readonly lastsMs: number | null
  /** Speed of an overspeed alert in km/h. */
  readonly speed: number | null
}

/** One row in the list of a route. */
export type RouteEvent =
  | ({ readonly kind: 'event' } & TrackEvent)
  | ({ readonly kind: 'stop' } & TrackStop)
  | ({ readonly kind: 'alert' } & TrackAlert)

/** A span without data, in ms UTC. */
export type TrackGap = { readonly from: number; readonly to: number }

const REPEATED_WITHIN_MS = 600_000

const speedOf = (track: Track, index: number, code: EventCode): number | null => {
  if (code !== 'OS') return null
  const given = track.speedVal[index] ?? Number.NaN
  const measured = track.speed[index] ?? Number.NaN
  return Number.isFinite(given) ? given : Number.isFinite(measured) ? measured : null
}

/** The events of a track in order of time. An event that spans several points counts once, at its first. */
export const trackEvents = memoizeByTrack((track): readonly TrackEvent[] => {
  const events: TrackEvent[] = []
  const last = new Map<EventCode, number>()
  for (let index = 0; index < track.length; index++) {
    const bits = track.events[index] ?? 0
    if (bits === 0) continue
    const time = track.time[index] ?? 0
    for (const code of eventCodes(bits)) {
      const goesOn = ((track.events[index - 1] ?? 0) & EVENT_BIT[code]) !== 0
      const isNear = time - (last.get(code) ?? Number.NEGATIVE_INFINITY) < REPEATED_WITHIN_MS
      last.set(code, time)
      if (goesOn && isNear) continue
      events.push({ index, time, code, speed: speedOf(track, index, code) })
    }
  }
  return events
})

const isStopEvent = (track: Track, index: number, lastsMs: number): boolean => {
  const ends = (track.time[index] ?? 0) + lastsMs
  for (let at = index; at < track.length && (track.time[at] ?? 0) <= ends; at++)
    if (((track.events[at] ?? 0) & EVENT_BIT.VS) !== 0) return true
  return false
}

/** The stops of a track with their duration from the file (PLB-33). */
export const trackStops = memoizeByTrack((track): readonly TrackStop[] => {
  const stops: TrackStop[] = []
  for (let index = 0; index < track.length; index++) {
    const lastsMs = (track.stop[index] ?? 0) * 1000
    if (lastsMs > 0 && track.speed[index] === 0)
      stops.push({
        index,
        time: track.time[index] ?? 0,
        lastsMs,
        isEvent: isStopEvent(track, index, lastsMs),
      })
  }
  return stops
})

/** The stops that an event or alert with this label (PLB-08) reports once more; its period, ms since 1970 UTC, includes both ends. */
const stopsReportedBy = (
  track: Track,
  label: string,
  { from, to }: { from: number; to: number },
): readonly TrackStop[] =>
  label === 'VS' ? trackStops(track).filter(({ time, lastsMs }) => time <= to && time + lastsMs >= from) : []

const eventsReportedBy = (track: Track, alert: AlertMarker): readonly TrackEvent[] => {
  const match = matchingEventsOf(track, alert)
  if (match === null) return []
  return trackEvents(track).filter(
    ({ index, code }) => index >= match.first && index <= match.last && (EVENT_BIT[code] & match.bits) !== 0,
  )
}

/** Stops and events in order of time, without events that report a stop once more. */
export const routeEvents = memoizeByTrack((track): readonly RouteEvent[] =>
  [
    ...trackStops(track).map((stop) => ({ kind: 'stop' as const, ...stop })),
    ...trackEvents(track)
      .filter(({ code, time }) => stopsReportedBy(track, code, { from: time, to: time }).length === 0)
      .map((event) => ({ kind: 'event' as const, ...event })),
  ].sort((a, b) => a.index - b.index),
)

/** Stops, events and alerts in order of time. An alert replaces the stop and the events that it reports. */
export const routeEventsWithAlerts = (
  track: Track,
  alerts: readonly AlertMarker[],
): readonly RouteEvent[] => {
  const reportedStops = new Set<number>()
  const reportedEvents = new Set<string>()
  const shown = alerts.map((marker, alert) => {
    const { time, label, alertName, detail, speedVal = null, period = { from: time, to: time } } = marker
    const stops = stopsReportedBy(track, label, period)
    for (const { index } of stops) reportedStops.add(index)
    for (const { code, index } of eventsReportedBy(track, marker)) reportedEvents.add(`${code} ${index}`)
    const lastsS = detail?.fence === null ? detail.durationS : null
    return {
      kind: 'alert' as const,
      index: lastIndexAtOrBefore(track.time, time),
      time,
      alert,
      label,
      name: alertName,
      speed: speedVal,
      lastsMs: lastsS === null ? (stops[0]?.lastsMs ?? null) : lastsS * 1000,
    }
  })
  const others = routeEvents(track).filter((routeEvent) =>
    routeEvent.kind === 'stop'
      ? !reportedStops.has(routeEvent.index)
      : routeEvent.kind !== 'event' || !reportedEvents.has(`${routeEvent.code} ${routeEvent.index}`),
  )
  return [...others, ...shown].sort((a, b) => a.time - b.time)
}

/** The names of the events at a point, each once; overspeed with its speed (PLB-05, PLT-08). */
export const eventLines = (track: Track, index: number): readonly string[] => {
  const lines = eventCodes(track.events[index] ?? 0).map((code) =>
    nameWithSpeed(EVENTS[code], speedOf(track, index, code)),
  )
  return [...new Set(lines)]
}

/** A name, with the speed to one decimal if it is that of an overspeed (PLB-43). */
export const nameWithSpeed = (name: string, speed: number | null): string =>
  speed === null ? name : `${name} ${formatWithUnit('overspeed', speed)}`

/** The line breaks of a track (OPEN-37). A truck's usual interval is none, even if the marker jumps over it. */
export const trackGaps = memoizeByTrack((track): readonly TrackGap[] => {
  const gaps: TrackGap[] = []
  for (let index = 1; index < track.length; index++) {
    if (track.breaks[index - 1] !== 1) continue
    gaps.push({ from: track.time[index - 1] ?? 0, to: track.time[index] ?? 0 })
  }
  return gaps
})

/** The name of a stop; one that is long enough to be an event has that event's name. */
export const stopText = ({ isEvent }: TrackStop): string => (isEvent ? EVENTS.VS : PLAYBACK.stop)

/** The name of a row in the list of a route, with the speed of an overspeed. */
export const routeEventText = (routeEvent: RouteEvent): string => {
  if (routeEvent.kind === 'stop') return stopText(routeEvent)
  const name =
    routeEvent.kind === 'event' ? EVENTS[routeEvent.code] : alertText(routeEvent.label, routeEvent.name)
  return nameWithSpeed(name, routeEvent.speed)
}
