import { HOUR_MS } from '#domain/units.ts'

/** Sums over one block of hours. */
type Block = { readonly count: number; readonly sum: number }

/**
 * How much levels scatter that should be equal, by the mean of how far apart they are. It is kept by blocks of four hours of the clock, of
 * which the latest six that have any count, so that it does not matter when a run began.
 */
export type Scatter = Block & {
  readonly block: number
  /** The blocks before, the latest last, and what they are together. */
  readonly older: readonly Block[]
  readonly before: Block
  /** The standard deviation of a level, litres. */
  readonly sd: number
}

/** What is measured: `sdOfMean` is the standard deviation of a level for each litre of the mean. Litres. */
export type ScatterOf = {
  /** The standard deviation of a truck of which nothing is known. */
  readonly assumed: number
  /** What counts of one that is farther apart, so that a theft is no scatter. */
  readonly most: number
  readonly sdOfMean: number
}

const BLOCK_MS = 4 * HOUR_MS
const BLOCKS_KEPT = 6
/** What is assumed counts as much as this many levels. */
const ASSUMED_COUNT = 4
const NOTHING: Block = { count: 0, sum: 0 }

/** The scatter of a truck of which nothing is known. */
export const assumedScatter = ({ assumed }: ScatterOf): Scatter => ({
  block: 0,
  count: 0,
  sum: 0,
  older: [],
  before: NOTHING,
  sd: assumed,
})

const together = (blocks: readonly Block[]): Block =>
  blocks.reduce((all, { count, sum }) => ({ count: all.count + count, sum: all.sum + sum }), NOTHING)

/** Adds how far apart levels were at `time` (ms), litres. */
export const withApart = (scatter: Scatter, time: number, apart: number, of: ScatterOf): Scatter => {
  const block = Math.floor(time / BLOCK_MS)
  const isNew = block !== scatter.block
  const { count: lastCount, sum: lastSum } = scatter
  const older =
    isNew && lastCount > 0
      ? [...scatter.older, { count: lastCount, sum: lastSum }].slice(-BLOCKS_KEPT)
      : scatter.older
  const before = isNew ? together(older) : scatter.before
  const count = (isNew ? 0 : lastCount) + 1
  const sum = (isNew ? 0 : lastSum) + Math.min(of.most, Math.abs(apart))
  const assumed = (ASSUMED_COUNT * of.assumed) / of.sdOfMean
  const mean = (before.sum + sum + assumed) / (before.count + count + ASSUMED_COUNT)
  return { block, count, sum, older, before, sd: mean * of.sdOfMean }
}

/** The smallest steps in which a sensor has told levels lately, by the same blocks: how many levels differed, and by how much at least. */
export type Steps = { readonly block: number; readonly last: Step; readonly older: readonly Step[] }
type Step = { readonly count: number; readonly least: number }

const NO_STEP: Step = { count: 0, least: Number.MAX_VALUE }
/** So many levels must have differed, so that a single change is not taken for the step of the sensor. */
const LEAST_COUNT = 5
export const NO_STEPS: Steps = { block: 0, last: NO_STEP, older: [] }

/** Adds the difference of two levels that follow each other. */
export const withStep = (steps: Steps, time: number, difference: number): Steps => {
  if (difference === 0) return steps
  const block = Math.floor(time / BLOCK_MS)
  const step = Math.abs(difference)
  if (block !== steps.block) {
    const older = steps.last.count > 0 ? [...steps.older, steps.last].slice(-BLOCKS_KEPT) : steps.older
    return { block, last: { count: 1, least: step }, older }
  }
  const { count, least } = steps.last
  if (count >= LEAST_COUNT && step >= least) return steps
  return { ...steps, last: { count: Math.min(LEAST_COUNT, count + 1), least: Math.min(least, step) } }
}

/** The step in which the sensor tells levels, litres; 0 where nothing is known of it. */
export const stepOf = ({ last, older }: Steps): number => {
  let { count, least } = last
  for (const each of older) {
    count += each.count
    least = Math.min(least, each.least)
  }
  return count < LEAST_COUNT ? 0 : least
}
