import { roundTo } from './rounding.ts'
/** Milliseconds in a minute, an hour and a day. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Seconds in an hour and a day. */
export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S

/** km/h in a metre per second and in a knot. */
export const KMPH_PER_MPS = 3.6
export const KMPH_PER_KNOT = 1.852

/** A level in percent of its tank, 0 to 100 with one decimal; null if either is unknown. */
export const percentOf = (litres: number | null | undefined, tankLitres: number | null): number | null => {
  if (litres === null || litres === undefined || Number.isNaN(litres)) return null
  if (tankLitres === null || tankLitres <= 0) return null
  return roundTo(Math.min(100, Math.max(0, (litres / tankLitres) * 100)), 1)
}

/** Units as the specification spells them: for distances and speeds (CST-06), for odometers and for speeds at a marker (CST-08). */
export const UNIT = { distance: 'kms', speed: 'kmph', odometer: 'KMS', markerSpeed: 'KMPH' } as const
