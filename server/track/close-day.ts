import type { FixColumns } from './columns.ts'
import { foundIn, fuelEvents, harshEvents, spanEvents } from './events.ts'
import { fuelChanges } from './fuel-changes.ts'
import { hourRows } from './hours.ts'
import { ownFixes, timelineOf } from './timeline.ts'

/** What closing a day needs to know of the vehicle. Tanks in litres. */
export type DayVehicle = {
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
}

/** A fence that watches a vehicle. `points` are `[lng, lat]`: the centre of a circle or the corners of a polygon. Times in ms. */
export type DayFence = {
  readonly id: number
  readonly name: string
  readonly shape: 'circle' | 'polygon'
  readonly points: ReadonlyArray<readonly [number, number]>
  readonly radiusM: number | null
  readonly validFrom: number
  readonly validTo: number
  readonly entryAlert: boolean
  readonly exitAlert: boolean
}

/** The figures of a vehicle in one hour of its company's zone; `hour` is the first ms of it. Seconds, km, litres, km/h. */
export type HourRow = {
  readonly hour: number
  readonly distanceKm: number
  readonly runningS: number
  readonly idlingS: number
  readonly stoppedS: number
  readonly fuelUsed: number
  readonly fuelFilled: number
  readonly adblueUsed: number
  readonly maxSpeed: number
  readonly overspeedS: number
  readonly fixes: number
}

/** A driving event (PLB-08). `time` in ms; `value` is in km/h, rpm, litres or seconds, depending on the code. */
export type EventRow = {
  readonly time: number
  readonly code: string
  readonly kind: 'event' | 'alert'
  readonly lng: number
  readonly lat: number
  readonly value: number | null
  readonly durationS: number | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** Everything derived from the fixes of a vehicle-day. `columns` are sorted, without duplicates, and contain the event bits. */
export type ClosedDay = {
  readonly hours: readonly HourRow[]
  readonly events: readonly EventRow[]
  readonly columns: FixColumns
}

type Options = {
  /** `YYYY-MM-DD` in the company's zone. */
  readonly day: string
  /** In any order; fixes of other days are ignored. */
  readonly fixes: FixColumns
  readonly vehicle: DayVehicle
  readonly timeZone: string
  /** The fixes of the day before. With them, something that lasts over midnight is one whole. */
  readonly previous?: FixColumns | undefined
}

/**
 * Derives everything that is stored of a day from its fixes: columns with event bits, hourly rows and events.
 * Pure: the order of the fixes does not matter, and closing a closed day again changes nothing.
 * The time between the last fix before midnight and the first one after it belongs to the later day.
 */
export const closeDay = ({ day, fixes, vehicle, timeZone, previous }: Options): ClosedDay => {
  const timeline = timelineOf(day, timeZone, fixes, previous)
  const found = foundIn(timeline, vehicle)
  const changes = fuelChanges(timeline, found)
  const events = [
    ...spanEvents(timeline, found),
    ...fuelEvents(timeline, changes),
    ...harshEvents(timeline),
  ].sort(compareEvents)
  return { hours: hourRows(day, timeZone, timeline, changes), events, columns: ownFixes(timeline) }
}

/** The order in which a day's events are stored: by time, then by code. */
export const compareEvents = (a: EventRow, b: EventRow): number =>
  a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
