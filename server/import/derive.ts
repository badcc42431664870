import { showsNoMovement } from '#domain/accuracy.ts'
import { greatCircleHeading } from '#domain/compass.ts'
import { ABSENT, DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { greatCircleMetres } from '#domain/geo.ts'
import { roundTo } from '#domain/rounding.ts'
import { HOLDS_FOR_S } from '#domain/silence.ts'
import { speedBetween } from '#domain/speed-between.ts'
import { RULES } from '../rules/limits.ts'
import { isEngineOff } from '../rules/motion.ts'
import type { FixColumns } from '../track/columns.ts'
import { IMPORT } from './limits.ts'

/**
 * The previous fix with its derived values, where the vehicle was last known to be: `placedAt` is when, ms, before `time` where an inexact
 * position told no movement. Missing numbers are NaN; `km` is its unrounded odometer; `standingSince` is ms, or NaN while it moves.
 */
export type PreviousFix = {
  readonly time: number
  readonly placedAt: number
  readonly lng: number
  readonly lat: number
  /** Of the place, m, NaN if unknown. */
  readonly accuracy: number
  readonly speed: number
  readonly heading: number
  readonly km: number
  readonly standingSince: number
}

/** The values of a stored fix that the next fixes build on. */
export const previousFixOf = (fix: Fix): PreviousFix => ({
  time: fix.time,
  placedAt: fix.time,
  lng: fix.lng,
  lat: fix.lat,
  accuracy: fix.accuracy ?? Number.NaN,
  speed: fix.speed ?? Number.NaN,
  heading: fix.heading ?? Number.NaN,
  km: fix.odo ?? 0,
  standingSince: Number.NaN,
})

/** A jump adds nothing to the odometer. */
const drivenKm = (metres: number, ms: number): number =>
  metres * 3600 > RULES.fastestKmph * ms ? 0 : metres / 1000

/** Start of standing in ms. A vehicle found at its last position is taken to have stood in between. */
const standingSinceOf = (before: PreviousFix | undefined, metres: number, time: number): number => {
  if (before === undefined) return time
  if (!Number.isNaN(before.standingSince)) return before.standingSince
  return metres <= RULES.noiseM && before.speed <= RULES.movingAbove ? before.time : time
}

/**
 * Derives missing speeds, headings, odometers and ignitions, each from the previous fix, and marks them as derived.
 * Modifies the columns, which must be ordered by time, and returns the start of the next batch. The result depends
 * only on the order of fixes, not on batch boundaries.
 */
export const deriveMissing = (
  columns: FixColumns,
  first: PreviousFix | undefined,
): PreviousFix | undefined => {
  let before = first
  for (let i = 0; i < columns.length; i += 1) before = fillRow(columns, i, before)
  return before
}

const placeOf = ({ placedAt, lng, lat, accuracy }: PreviousFix) => ({ placedAt, lng, lat, accuracy })

const fillRow = (columns: FixColumns, i: number, before: PreviousFix | undefined): PreviousFix => {
  const [time = 0, lng = 0, lat = 0] = [columns.time[i], columns.lng[i], columns.lat[i]]
  let speed = columns.speed[i] ?? Number.NaN
  let heading = columns.heading[i] ?? Number.NaN
  let km = columns.odo[i] ?? Number.NaN
  let derived = columns.derived[i] ?? 0
  const ms = before === undefined ? 0 : time - before.placedAt
  const apart = before === undefined ? 0 : greatCircleMetres(before.lng, before.lat, lng, lat)
  const accuracy = columns.accuracy[i] ?? Number.NaN
  const isOff =
    before !== undefined &&
    !Number.isNaN(before.standingSince) &&
    ms <= HOLDS_FOR_S * 1000 &&
    isEngineOff({ ignition: columns.ignition[i], rpm: columns.rpm[i], speed })
  const isPlaced = before === undefined || !showsNoMovement(accuracy, before.accuracy, apart, isOff)
  const metres = isPlaced ? apart : 0

  if (Number.isNaN(speed) && before !== undefined && isPlaced) {
    speed = speedBetween(metres, ms)
    if (!Number.isNaN(speed)) derived |= DERIVED_BIT.speed
    columns.speed[i] = speed
  }
  if (Number.isNaN(heading) && before !== undefined) {
    heading =
      metres >= IMPORT.headingM ? greatCircleHeading(before.lng, before.lat, lng, lat) : before.heading
    if (!Number.isNaN(heading)) derived |= DERIVED_BIT.heading
    columns.heading[i] = heading
  }
  if (Number.isNaN(km)) {
    km = (before?.km ?? 0) + drivenKm(metres, ms)
    derived |= DERIVED_BIT.odo
    columns.odo[i] = roundTo(km, 3)
  }
  const standingSince = speed > RULES.movingAbove ? Number.NaN : standingSinceOf(before, metres, time)
  if (columns.ignition[i] === ABSENT) {
    columns.ignition[i] = time - standingSince >= IMPORT.stoppedAfterMs ? 0 : 1
    derived |= DERIVED_BIT.ignition
  }
  columns.derived[i] = derived
  const place = isPlaced || before === undefined ? { placedAt: time, lng, lat, accuracy } : placeOf(before)
  return { time, ...place, speed, heading, km, standingSince }
}
