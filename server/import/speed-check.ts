import type { Fix } from '#domain/fix.ts'
import { metresBetween } from '#domain/geo.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'

/** Pairs of fixes that are compared: at most so many seconds apart, so far that noise is small beside it, and at about one speed. */
const PAIR = { mostS: 120, leastM: 30, leastKmph: 1, mostChange: 1.5 } as const
/** As many pairs must agree, the middle half of them within this ratio. */
const LEAST_PAIRS = 8
const MOST_SPREAD = 1.35
/** A ratio counts from here on, and is a unit's where it is so near to it. */
const LEAST_RATIO = 1.25
const NEAR = 1.05

/** Ratios are counted in bins of 1 %, from 1/e⁴ to e⁴. */
const BIN = 0.01
const HALF = 400

/** What positions say of the speeds of a file: they are `ratio` times as high as those that were read, as if those were in `looksLike`. */
export type SpeedDoubt = { readonly ratio: number; readonly looksLike: SpeedUnit }

/**
 * Compares the speeds of a file with its positions (B8): `take` gets its fixes in their order, `doubt` answers whether their ratio is
 * that of two units of speed, all over the file. Neither a fleet that stops between its fixes nor a noisy receiver makes one.
 */
export const createSpeedCheck = () => {
  const last = new Map<number, Fix>()
  const bins = new Uint32Array(2 * HALF + 1)
  let pairs = 0

  const quantile = (share: number): number => {
    let left = share * pairs
    for (const [at, count] of bins.entries()) {
      left -= count
      if (left <= 0) return Math.exp((at - HALF) * BIN)
    }
    return 1
  }

  return {
    take: (vehicleId: number, fix: Fix): void => {
      const before = last.get(vehicleId)
      last.set(vehicleId, fix)
      if (before?.speed === undefined || fix.speed === undefined) return
      const seconds = Math.abs(fix.time - before.time) / 1000
      const [low, high] = [Math.min(before.speed, fix.speed), Math.max(before.speed, fix.speed)]
      if (seconds === 0 || seconds > PAIR.mostS || low < PAIR.leastKmph || high > low * PAIR.mostChange)
        return
      const metres = metresBetween([before.lng, before.lat], [fix.lng, fix.lat])
      if (metres < PAIR.leastM) return
      const ratio = ((metres / seconds) * KMPH_PER.mps) / ((low + high) / 2)
      const bin = Math.round(Math.log(ratio) / BIN) + HALF
      if (bin < 0 || bin >= bins.length) return
      bins[bin] = (bins[bin] ?? 0) + 1
      pairs += 1
    },

    /** `unit` is the one that the speeds were read in. */
    doubt: (unit: SpeedUnit): SpeedDoubt | null => {
      if (pairs < LEAST_PAIRS || quantile(0.75) > quantile(0.25) * MOST_SPREAD) return null
      const ratio = quantile(0.5)
      if (Math.max(ratio, 1 / ratio) < LEAST_RATIO) return null
      const errorOf = (other: SpeedUnit): number =>
        Math.abs(Math.log((KMPH_PER[unit] * ratio) / KMPH_PER[other]))
      const units = Object.keys(KMPH_PER) as SpeedUnit[]
      const nearest = units.reduce((best, one) => (errorOf(one) < errorOf(best) ? one : best))
      return errorOf(nearest) <= Math.log(NEAR) && nearest !== unit ? { ratio, looksLike: nearest } : null
    },
  }
}
