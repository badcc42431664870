import { roundTo } from './rounding.ts'

/** The days before today that make what is usual of a vehicle. */
export const USUAL_DAYS = 30
/** The least of them that must have a value. */
const LEAST_DAYS = 7
/** Standard deviations to each side of the mean. */
const DEVIATIONS = 2

/** A value is usual from `from` to `to`. */
export type UsualBand = { readonly from: number; readonly to: number }

/** The mean of some values, and their standard deviation as a whole, not as a sample. */
export type Spread = { readonly mean: number; readonly deviation: number }

/**
 * What is usual where the lowest and the highest values of so many days spread like this: two deviations below and above them, and never
 * below `least`. null where there are fewer than seven days.
 */
export const usualBand = (days: number, low: Spread, high: Spread, least = 0): UsualBand | null =>
  days < LEAST_DAYS
    ? null
    : {
        from: roundTo(Math.max(least, low.mean - DEVIATIONS * low.deviation), 2),
        to: roundTo(high.mean + DEVIATIONS * high.deviation, 2),
      }

/** Whether a value lies below or above what is usual; null if it is usual, or nothing is. */
export const besideBand = (value: number, band: UsualBand | null): 'below' | 'above' | null => {
  if (band === null) return null
  if (value < band.from) return 'below'
  return value > band.to ? 'above' : null
}
