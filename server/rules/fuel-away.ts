import { MINUTE_MS } from '#domain/units.ts'
import { RULES } from './limits.ts'
import { type Level, type Mean, withReading } from './tank-levels.ts'
import type { AlertEvidence } from './types.ts'

/** Levels on one side of the one before them, while the truck stands: perhaps a change. */
export type Away = {
  /** -1 below, 1 above. */
  readonly sign: 1 | -1
  /** The last reading before, the first one away, and the last one by which the change went on. */
  readonly from: Level
  readonly first: Level
  readonly last: Level
  /** The mean since `last`, and the one until the change went on, or back, for the last time; null without one of some readings. */
  readonly mean: Mean
  readonly settled: Pick<Away, 'last' | 'mean'> | null
  /** How many readings are away, and the last ones of them. */
  readonly readings: number
  readonly tail: readonly number[]
  /** The fix that raised its alert, once it is sure. */
  readonly raised: (Level & { readonly fence: AlertEvidence['fence'] }) | null
}

const TAIL = 6
const SHORT_TAIL = 3

/** How far the mean of some readings may be from a longer one by chance: their number, standard deviations, and least litres. */
const BY_CHANCE = { one: [3.5, 0.5], short: [1.9, 0.3], long: [1.3, 0.3] } as const

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The first level away from `from`. */
export const firstAway = (sign: 1 | -1, from: Level, level: Level): Away => ({
  ...{ sign, from, first: level, last: level, raised: null },
  mean: { litres: level.litres, count: 1 },
  ...{ readings: 1, settled: null },
  tail: [level.litres],
})

/**
 * Adds a level. The change goes on with one that has moved beyond what the scatter `sd` and an engine that idles explain. Litres.
 */
export const furtherAway = (away: Away, level: Level, sd: number, isIdling: boolean): Away => {
  const { mean, last } = away
  const tail = [...away.tail, level.litres].slice(-TAIL)
  const idled = isIdling ? (RULES.fuelGoesOnPerMin * (level.time - last.time)) / MINUTE_MS / 2 : 0
  const goesOn =
    mean.count < SHORT_TAIL
      ? hasMoved(level.litres - mean.litres, BY_CHANCE.one, sd, idled)
      : hasMoved(meanOf(tail.slice(-SHORT_TAIL)) - mean.litres, BY_CHANCE.short, sd, idled) ||
        (mean.count >= TAIL && hasMoved(meanOf(tail) - mean.litres, BY_CHANCE.long, sd, idled))
  const next = { ...away, readings: away.readings + 1, tail }
  if (!goesOn) return { ...next, mean: withReading(mean, level.litres) }
  const settled = mean.count < SHORT_TAIL ? away.settled : { last, mean }
  return { ...next, settled, last: level, mean: { litres: level.litres, count: 1 } }
}

const hasMoved = (
  litres: number,
  [sds, least]: readonly [number, number],
  sd: number,
  idled: number,
): boolean => Math.abs(litres) > Math.max(least, sds * sd) + idled

/** Levels away as they were before a single last one, which may be a wrong value. */
export const withoutLone = (away: Away): Away =>
  away.mean.count > 1 || away.settled === null ? away : { ...away, ...away.settled }
