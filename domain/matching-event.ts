import { EVENT_BIT, type EventCode, isEventCode } from './fix.ts'
import { statusOf } from './status.ts'

/** The columns of a route that events are found in: `time` ms UTC, `speed` km/h, `ignition` 1 where the engine is on, `events` bits of EVENT_BIT. */
type Columns = {
  readonly length: number
  readonly time: ArrayLike<number>
  readonly speed: ArrayLike<number>
  readonly ignition: ArrayLike<number>
  readonly events: ArrayLike<number>
}

/** The first and last point that carry one event, both included. */
export type MatchingEvent = { readonly first: number; readonly last: number }

/** Events that last: their alert is raised after a while, but the event is shown where it began. */
const LASTING: readonly string[] = ['ID', 'VI', 'VS'] satisfies EventCode[]

const statusAtPoint = (track: Columns, index: number) =>
  statusOf({ time: 0, speed: track.speed[index] ?? 0, ignition: track.ignition[index] === 1 }, 0)

/** The points that carry the event an alert reports as well: at exactly its time or, for events that last, where the event began. `index` is the last point at or before the alert's `time` (ms UTC). null if the route shows no such event. */
export const matchingEventOf = (
  track: Columns,
  { index, label, time }: { index: number; label: string; time: number },
): MatchingEvent | null => {
  if (!isEventCode(label) || time < (track.time[0] ?? 0)) return null
  const hasEvent = (at: number) => ((track.events[at] ?? 0) & EVENT_BIT[label]) !== 0
  let first: number | null = track.time[index] === time && hasEvent(index) ? index : null
  if (first === null && LASTING.includes(label)) {
    // A parked truck may be silent until it drives off; its alert is then raised at that point.
    let at = statusAtPoint(track, index) === 'RUNNING' ? index - 1 : index
    while (at >= 0 && !hasEvent(at) && statusAtPoint(track, at) !== 'RUNNING') at -= 1
    if (hasEvent(at)) first = at
  }
  while (first !== null && hasEvent(first - 1)) first -= 1
  if (first === null) return null
  let last = first
  while (last + 1 < track.length && hasEvent(last + 1)) last += 1
  return { first, last }
}

/** How long the standing at a point lasts, in ms: until the truck drives off, its engine is switched on or off, or the line breaks (OPEN-37). 0 if it drives. */
export const standingMsFrom = (
  track: Columns & { readonly breaks: ArrayLike<number> },
  index: number,
): number => {
  const status = statusAtPoint(track, index)
  if (status === 'RUNNING') return 0
  let at = index
  while (at + 1 < track.length && statusAtPoint(track, at) === status && track.breaks[at] !== 1) at += 1
  return (track.time[at] ?? 0) - (track.time[index] ?? 0)
}
