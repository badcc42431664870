import { MINUTE_MS } from '#domain/units.ts'
import { middleOf } from '../rules/tank-levels.ts'

/**
 * How many readings before and after one its mean is made of, or all within the least time, none beyond the most. With fewer than
 * `oneSided` on one side a straight line through all of them takes the place of the mean.
 */
const AROUND = { readings: 8, oneSided: 3, leastMs: 5 * MINUTE_MS, mostMs: 30 * MINUTE_MS }

/**
 * The levels of a tank without most of what sloshes: for each known reading (not NaN) the mean of those around it, NaN elsewhere. A
 * reading that differs from both its neighbours counts as the nearer of them. No mean reaches over a fix at which `begins` is 1, where
 * the tank was filled or emptied.
 */
export const steadyLevels = (
  time: ArrayLike<number>,
  level: ArrayLike<number>,
  begins: Uint8Array,
): Float64Array => {
  const steady = new Float64Array(level.length).fill(Number.NaN)
  const rows = new Int32Array(level.length)
  let from = 0
  for (let i = 0; i <= level.length; i += 1) {
    if (i < level.length && begins[i] !== 1) continue
    let count = 0
    for (let k = from; k < i; k += 1) if (!Number.isNaN(level[k])) rows[count++] = k
    smooth(time, level, rows, count, steady)
    from = i
  }
  return steady
}

/** Fills in the means of readings that belong together; `rows` are where they are. */
const smooth = (
  time: ArrayLike<number>,
  level: ArrayLike<number>,
  rows: Int32Array,
  count: number,
  steady: Float64Array,
): void => {
  const sums = new Float64Array(count + 1)
  const at = (k: number): number => level[rows[k] ?? 0] ?? Number.NaN
  for (let k = 0; k < count; k += 1) {
    const isWithin = k > 0 && k < count - 1
    sums[k + 1] = (sums[k] ?? 0) + (isWithin ? middleOf(at(k - 1), at(k), at(k + 1)) : at(k))
  }
  let [low, high] = [0, 0]
  for (let k = 0; k < count; k += 1) {
    while (!isNear(time, rows, k, low)) low += 1
    high = Math.max(high, k)
    while (high + 1 < count && isNear(time, rows, k, high + 1)) high += 1
    const reach = Math.min(k - low, high - k)
    steady[rows[k] ?? 0] =
      reach < AROUND.oneSided && high - low > 1
        ? onLine(sums, low, high, k)
        : ((sums[k + reach + 1] ?? 0) - (sums[k - reach] ?? 0)) / (2 * reach + 1)
  }
}

/** Whether the reading `other` is one of those around the reading `k`. */
const isNear = (time: ArrayLike<number>, rows: Int32Array, k: number, other: number): boolean => {
  const apart = Math.abs((time[rows[other] ?? 0] ?? 0) - (time[rows[k] ?? 0] ?? 0))
  return apart <= AROUND.mostMs && (Math.abs(other - k) <= AROUND.readings || apart <= AROUND.leastMs)
}

/** The value at `k` of the straight line through readings `low` to `high`, whose sums are given: where there are none beyond one side. */
const onLine = (sums: Float64Array, low: number, high: number, k: number): number => {
  const count = high - low + 1
  const mean = ((sums[high + 1] ?? 0) - (sums[low] ?? 0)) / count
  const middle = (low + high) / 2
  let [rise, spread] = [0, 0]
  for (let i = low; i <= high; i += 1) {
    rise += (i - middle) * ((sums[i + 1] ?? 0) - (sums[i] ?? 0))
    spread += (i - middle) ** 2
  }
  return mean + ((k - middle) * rise) / spread
}
