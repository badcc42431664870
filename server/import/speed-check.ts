import type { Fix } from '#domain/fix.ts'
import { metresBetween } from '#domain/geo.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'

/** Pairs of fixes that are compared: at most so many seconds apart, so far that noise is small beside it, and at about one speed. */
const PAIR = { mostS: 120, leastM: 30, leastKmph: 1, mostChange: 1.5 } as const
/** As many pairs must agree, the middle half of them within this ratio. */
const LEAST_PAIRS = 8
const MOST_SPREAD = 1.35
/** Fewer pairs are believed where they are all of their vehicle and agree with one another the more closely the fewer they are. */
const LEAST_AGREEING = 3
/** A ratio counts from here on, and is a unit's where it is so near to it. */
const LEAST_RATIO = 1.25
const NEAR = 1.05

/** Ratios are counted in bins of 1 %, from 1/e⁴ to e⁴. */
const BIN = 0.01
const HALF = 400

/**
 * What positions say of the speeds of a file: they are `ratio` times as high as those that were read, as if those were in `looksLike`; all
 * over the file, or only those of a vehicle or some of them.
 */
export type SpeedDoubt = {
  readonly ratio: number
  readonly looksLike: SpeedUnit
  readonly vehicleId: number | null
}

/** How many pairs had each ratio, by its bin. */
type Ratios = { pairs: number; readonly bins: Map<number, number> }
/** Pairs of a vehicle that follow one another and agree: how many, and the sum and the ends of the logarithms of their ratios. */
type Run = { readonly count: number; readonly sum: number; readonly low: number; readonly high: number }
type Seen = { last: Fix; readonly ratios: Ratios; run: Run; readonly longest: Map<number, Run> }

const NO_RUN: Run = { count: 0, sum: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }

const note = (ratios: Ratios, log: number): void => {
  const bin = Math.round(log / BIN)
  if (Math.abs(bin) > HALF) return
  ratios.bins.set(bin, (ratios.bins.get(bin) ?? 0) + 1)
  ratios.pairs += 1
}

/** The ratio of most pairs; undefined where they are too few or do not agree. */
const steadyRatio = ({ pairs, bins }: Ratios): number | undefined => {
  if (pairs < LEAST_PAIRS) return undefined
  const inOrder = [...bins].sort(([a], [b]) => a - b)
  const quantile = (share: number): number => {
    let left = share * pairs
    for (const [bin, count] of inOrder) {
      left -= count
      if (left <= 0) return Math.exp(bin * BIN)
    }
    return 1
  }
  return quantile(0.75) > quantile(0.25) * MOST_SPREAD ? undefined : quantile(0.5)
}

/** How far the ratios of so few pairs may be apart: 2 % of three, 1 % more for each further one. */
const mostApart = (pairs: number): number => Math.log(1 + (pairs - 1) / 100)

/** The ratios of the runs of a vehicle that are long enough, or are all that it drove. */
const ratiosOfRuns = ({ ratios, longest }: Seen): number[] =>
  [...longest.values()].flatMap(({ count, sum, low, high }) => {
    const isAll = count >= LEAST_AGREEING && count === ratios.pairs && high - low <= mostApart(count)
    return count >= LEAST_PAIRS || isAll ? [Math.exp(sum / count)] : []
  })

/** The unit other than `unit` that speeds are in whose positions say `ratio` times as much. */
const unitOfRatio = (ratio: number, unit: SpeedUnit): SpeedUnit | undefined => {
  if (Math.max(ratio, 1 / ratio) < LEAST_RATIO) return undefined
  const errorOf = (other: SpeedUnit): number => Math.abs(Math.log((KMPH_PER[unit] * ratio) / KMPH_PER[other]))
  const units = Object.keys(KMPH_PER) as SpeedUnit[]
  const nearest = units.reduce((best, one) => (errorOf(one) < errorOf(best) ? one : best))
  return errorOf(nearest) <= Math.log(NEAR) && nearest !== unit ? nearest : undefined
}

/**
 * Compares the speeds of a file with its positions (B8): `take` gets its fixes in their order, `doubt` answers whether their ratio is
 * that of two units of speed: all over the file, for one of its vehicles, or for a part of its drive. Neither a fleet that stops between
 * its fixes nor a noisy receiver makes one.
 */
export const createSpeedCheck = () => {
  const vehicles = new Map<number, Seen>()
  const all: Ratios = { pairs: 0, bins: new Map() }

  const logOfPair = (before: Fix, fix: Fix): number | undefined => {
    if (before.speed === undefined || fix.speed === undefined) return undefined
    const seconds = Math.abs(fix.time - before.time) / 1000
    const [low, high] = [Math.min(before.speed, fix.speed), Math.max(before.speed, fix.speed)]
    if (seconds === 0 || seconds > PAIR.mostS || low < PAIR.leastKmph || high > low * PAIR.mostChange)
      return undefined
    const metres = metresBetween([before.lng, before.lat], [fix.lng, fix.lat])
    if (metres < PAIR.leastM) return undefined
    return Math.log(((metres / seconds) * KMPH_PER.mps) / ((low + high) / 2))
  }

  const goOn = (seen: Seen, log: number): void => {
    const { count, sum, low, high } = seen.run
    const isNear = Math.max(high, log) - Math.min(low, log) <= 2 * Math.log(NEAR)
    seen.run = isNear
      ? { count: count + 1, sum: sum + log, low: Math.min(low, log), high: Math.max(high, log) }
      : { count: 1, sum: log, low: log, high: log }
    const bin = Math.round(seen.run.sum / seen.run.count / (2 * Math.log(NEAR)))
    if (seen.run.count > (seen.longest.get(bin)?.count ?? 0)) seen.longest.set(bin, seen.run)
  }

  return {
    take: (vehicleId: number, fix: Fix): void => {
      const seen = vehicles.get(vehicleId)
      if (seen === undefined) {
        const ratios = { pairs: 0, bins: new Map() }
        vehicles.set(vehicleId, { last: fix, ratios, run: NO_RUN, longest: new Map() })
        return
      }
      const log = logOfPair(seen.last, fix)
      seen.last = fix
      if (log === undefined) return
      note(all, log)
      note(seen.ratios, log)
      goOn(seen, log)
    },

    /** `unit` is the one that the speeds were read in. */
    doubt: (unit: SpeedUnit): SpeedDoubt | null => {
      const doubtOf = (ratio: number | undefined, vehicleId: number | null): SpeedDoubt[] => {
        const looksLike = ratio === undefined ? undefined : unitOfRatio(ratio, unit)
        return ratio === undefined || looksLike === undefined ? [] : [{ ratio, looksLike, vehicleId }]
      }
      const whole = doubtOf(steadyRatio(all), null)[0]
      if (whole !== undefined) return whole
      for (const [vehicleId, seen] of vehicles) {
        // So few are all that the file has.
        const isWhole = vehicles.size === 1 && seen.ratios.pairs < LEAST_PAIRS
        const found = [steadyRatio(seen.ratios), ...ratiosOfRuns(seen)].flatMap((ratio) =>
          doubtOf(ratio, isWhole ? null : vehicleId),
        )
        if (found[0] !== undefined) return found[0]
      }
      return null
    },
  }
}
