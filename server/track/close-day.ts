import type { ClosedDay, DayFence, DayVehicle, EventRow } from './closed-day.ts'
import type { FixColumns } from './columns.ts'
import { adblueEvents, fuelEvents, harshEvents, spanEvents } from './events.ts'
import { fenceEvents } from './fence-events.ts'
import { hourRows } from './hours.ts'
import { fuelChanges } from './levels.ts'
import { ownFixes, timelineOf } from './timeline.ts'

type Options = {
  /** `YYYY-MM-DD` in the company's zone. */
  readonly day: string
  /** In any order; fixes of other days are passed over. */
  readonly fixes: FixColumns
  readonly vehicle: DayVehicle
  readonly timeZone: string
  readonly fences?: readonly DayFence[]
  /** The fixes of the day before: what lasts over midnight is then seen whole and alerted once. */
  readonly previous?: FixColumns | undefined
}

/**
 * The one way a day's fixes become what is stored of it: columns with event bits, hourly rows, events and alerts.
 * Pure; the same fixes give the same day in whatever order they are handed over, and closing a closed day changes nothing.
 * What happens between the last fix before midnight and the first one after it belongs to the later day.
 */
export const closeDay = ({ day, fixes, vehicle, timeZone, fences = [], previous }: Options): ClosedDay => {
  const timeline = timelineOf(day, timeZone, fixes, previous)
  const changes = fuelChanges(timeline)
  const events = [
    ...spanEvents(timeline, vehicle),
    ...fuelEvents(timeline, changes),
    ...harshEvents(timeline),
    ...adblueEvents(timeline, vehicle),
    ...fenceEvents(timeline, fences),
  ].sort(byTime)
  return { hours: hourRows(day, timeZone, timeline, changes), events, columns: ownFixes(timeline) }
}

const byTime = (a: EventRow, b: EventRow): number =>
  a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
