import { DERIVED_BIT, type Fix } from '#contract/records/fix.ts'
import { PLAUSIBLE } from '../ingest/limits.ts'
import { metresBetween } from '../track/geo.ts'
import { RULES } from '../track/rules.ts'
import { IMPORT } from './limits.ts'

/** The fix before with all that was derived for it, its odometer unrounded in km, and since when the vehicle stands. */
export type Before =
  | { readonly fix: Fix; readonly km: number; readonly standingSince: number | undefined }
  | undefined

/** Degrees from north, from one place towards another. */
export const headingBetween = (from: Fix, to: Fix): number => {
  const rad = Math.PI / 180
  const dLng = (to.lng - from.lng) * rad
  const y = Math.sin(dLng) * Math.cos(to.lat * rad)
  const x =
    Math.cos(from.lat * rad) * Math.sin(to.lat * rad) -
    Math.sin(from.lat * rad) * Math.cos(to.lat * rad) * Math.cos(dLng)
  return (Math.round(Math.atan2(y, x) / rad) + 360) % 360
}

/** A leap adds nothing to the odometer. */
const drivenKm = (metres: number, ms: number): number =>
  metres * 3600 > RULES.fastestKmph * ms ? 0 : metres / 1000

const speedBetween = (metres: number, ms: number): number | undefined => {
  const kmph = (metres * 3600) / ms
  return ms > 0 && ms <= IMPORT.derivableGapMs && kmph <= PLAUSIBLE.speedKmph
    ? Math.round(kmph * 10) / 10
    : undefined
}

/**
 * Fills in speed, heading, odometer and ignition where the file does not give them, from the fix before, and marks them as derived.
 * Fixes must come in order of time; the result depends on nothing but that order, never on where a batch began.
 */
export const derive = (fix: Fix, before: Before): NonNullable<Before> => {
  const previous = before?.fix
  const ms = previous === undefined ? 0 : fix.time - previous.time
  const metres = previous === undefined ? 0 : metresBetween(previous.lng, previous.lat, fix.lng, fix.lat)
  const filled: { -readonly [Key in keyof Fix]: Fix[Key] } = { ...fix }
  let derived = fix.derived ?? 0

  if (fix.speed === undefined && previous !== undefined) {
    const speed = speedBetween(metres, ms)
    if (speed !== undefined) {
      filled.speed = speed
      derived |= DERIVED_BIT.speed
    }
  }
  if (fix.heading === undefined && previous !== undefined) {
    const heading = metres >= IMPORT.headingM ? headingBetween(previous, fix) : previous.heading
    if (heading !== undefined) {
      filled.heading = heading
      derived |= DERIVED_BIT.heading
    }
  }
  const km = fix.odo ?? (before?.km ?? 0) + drivenKm(metres, ms)
  if (fix.odo === undefined) {
    filled.odo = Math.round(km * 1000) / 1000
    derived |= DERIVED_BIT.odo
  }
  const moves = (filled.speed ?? 0) > RULES.movingAbove
  const standingSince = moves
    ? undefined
    : (before?.standingSince ?? previousWhereStanding(previous, metres, fix))
  if (fix.ignition === undefined) {
    filled.ignition = standingSince === undefined || fix.time - standingSince < IMPORT.stoppedAfterMs
    derived |= DERIVED_BIT.ignition
  }
  if (derived !== 0) filled.derived = derived
  return { fix: filled, km, standingSince }
}

/** A vehicle found where it was the last time has stood in between. */
const previousWhereStanding = (previous: Fix | undefined, metres: number, fix: Fix): number =>
  previous !== undefined && metres <= RULES.noiseM && (previous.speed ?? 0) <= RULES.movingAbove
    ? previous.time
    : fix.time
