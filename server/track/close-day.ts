import type { Figures } from '#domain/figure-fields.ts'
import { type FixColumns, sliceColumns } from './columns.ts'
import { foundIn, fuelEvents, harshEvents, spanEvents } from './events.ts'
import { type FluidLevel, fluidLevels } from './fluid-levels.ts'
import { fuelChanges } from './fuel-changes.ts'
import { hourRows } from './hours.ts'
import { atOnce, inTurns, type Steps } from './loop-turns.ts'
import { ownFixes, timelineOf } from './timeline.ts'

/** What closing a day needs to know of the vehicle. Tanks in litres. */
export type DayVehicle = {
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
  /** Who drove it, ascending; nobody before the first. */
  readonly drivers?: readonly DriverSince[] | undefined
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

/** A driver of a vehicle from a time on, ms; 0 is nobody. */
export type DriverSince = { readonly from: number; readonly driverId: number }

/**
 * The figures of a vehicle in one hour of its company's zone; `hour` is the first ms of it, or of the part of it in which this driver
 * drove. `driverId` is 0 where nobody was assigned.
 */
export type HourRow = Figures & { readonly hour: number; readonly driverId: number }

/**
 * A driving event (PLB-08), or one that only figures count: neutral driving (ND) and a fuel fill (FF). `time` in ms; `value` is in
 * km/h, rpm, litres or seconds, depending on the code. `detail.continues` marks one that began on a day before and counts there.
 */
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
  readonly fluids: readonly FluidLevel[]
  readonly columns: FixColumns
  /** The fixes after the day with which it was derived: how many, and the time of the last one (ms; null without any). */
  readonly next: AfterDay
}

/** Tells the fixes after a day apart from those of another time: with others the day has to be derived again. */
export type AfterDay = { readonly fixes: number; readonly until: number | null }

type Options = {
  /** `YYYY-MM-DD` in the company's zone. */
  readonly day: string
  /** In any order; fixes of other days are ignored. */
  readonly fixes: FixColumns
  readonly vehicle: DayVehicle
  readonly timeZone: string
  /** Fixes before the day, of which the last day counts, and after it. With them, what lasts over midnight is one whole. */
  readonly previous?: FixColumns | undefined
  readonly next?: FixColumns | undefined
  /** Times (ms) at which a row of hours ends and the next begins, beside the hours and the changes of drivers. */
  readonly cuts?: readonly number[] | undefined
}

/**
 * Derives everything that is stored of a day from its fixes: columns with event bits, hourly rows and events.
 * Pure: the order of the fixes does not matter, and closing a closed day again changes nothing.
 * What lies between the last fix before midnight and the first one after it is divided between both days by time.
 */
export const closeDay = (options: Options): ClosedDay => atOnce(stepsOfClosing(options))

/** The same with turns for other work in between: a day of 100,000 fixes takes half a second. */
export const closeDayInTurns = (options: Options): Promise<ClosedDay> => inTurns(stepsOfClosing(options))

function* stepsOfClosing({ day, fixes, vehicle, timeZone, previous, next, cuts }: Options): Steps<ClosedDay> {
  const timeline = yield* timelineOf(day, timeZone, fixes, { previous, next })
  const found = yield* foundIn(timeline, vehicle)
  const changes = fuelChanges(timeline, found)
  yield
  const events = [
    ...spanEvents(timeline, found),
    ...fuelEvents(timeline, changes),
    ...harshEvents(timeline),
  ].sort(compareEvents)
  yield
  const hours = yield* hourRows({ day, timeZone, vehicle, cuts }, timeline, { found, changes, events })
  yield
  return {
    hours,
    events,
    fluids: fluidLevels(timeline, vehicle),
    columns: ownFixes(timeline),
    next: afterDayOf(sliceColumns(timeline.all, timeline.endOfAll, timeline.all.length)),
  }
}

/** What `ClosedDay.next` is with these fixes, as `firstAfter` gives them. */
export const afterDayOf = ({ time, length }: FixColumns): AfterDay => ({
  fixes: length,
  until: time[length - 1] ?? null,
})

/** The order in which a day's events are stored: by time, then by code. */
export const compareEvents = (a: EventRow, b: EventRow): number =>
  a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
