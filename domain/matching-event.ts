import { kindOfLabel } from './alerts.ts'
import { EVENT_BIT, type EventCode } from './fix.ts'
import { insertionIndex } from './numbers.ts'

/** The columns of a route that events are found in: `time` ms UTC, ascending, `events` bits of EVENT_BIT. */
type Columns = {
  readonly length: number
  readonly time: ArrayLike<number>
  readonly events: ArrayLike<number>
}

/** An alert: its label is an event code (PLB-08) or an alert code (ALR-02); `time` and the ends of its period in ms UTC. */
type Reported = {
  readonly label: string
  readonly time: number
  readonly period?: { readonly from: number; readonly to: number } | undefined
}

/** The first and last point of the events that an alert reports, both included, and the bits of these events. */
export type MatchingEvents = { readonly first: number; readonly last: number; readonly bits: number }

/** The bits of the events of one kind, which are several where devices report it by another code than ours. */
const bitsOf = (label: string): number => {
  const kind = kindOfLabel(label)
  return (Object.keys(EVENT_BIT) as EventCode[])
    .filter((code) => kindOfLabel(code) === kind)
    .reduce((bits, code) => bits | EVENT_BIT[code], 0)
}

/**
 * The events that an alert reports as well: those of its kind within its period, or at its time where it has none. They go on as far as
 * each next point has them. null if the route shows none.
 */
export const matchingEventsOf = (
  track: Columns,
  { label, time, period: { from, to } = { from: time, to: time } }: Reported,
): MatchingEvents | null => {
  const bits = bitsOf(label)
  const hasEvent = (at: number) => ((track.events[at] ?? 0) & bits) !== 0
  let first = insertionIndex(track.time, from)
  const end = insertionIndex(track.time, to + 1)
  while (first < end && !hasEvent(first)) first += 1
  if (first === end) return null
  let last = end - 1
  while (!hasEvent(last)) last -= 1
  while (hasEvent(first - 1)) first -= 1
  while (hasEvent(last + 1)) last += 1
  return { first, last, bits }
}
