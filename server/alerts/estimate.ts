/** Of a normal distribution, the part of a standard deviation to both sides that holds 95 %. */
const WITHIN_95 = 1.96
/** Where a sample shows none, up to so many for each sampled truck's share are possible at 95 %. */
const NONE_SHOWN = 3

/** What is known of a number of a fleet from a sample of its trucks: the most likely one, and from where to where it lies at 95 %. */
export type Estimate = { readonly count: number; readonly from: number; readonly to: number }

/**
 * Estimates how many alerts all trucks of a fleet have at a limit from those that each sampled truck has. Where another limit is known of
 * the sampled trucks and of the fleet, the two are taken in proportion, which cancels most of what makes trucks differ. From one truck
 * nobody knows how trucks differ: `to` is then infinite.
 */
export const estimateOf = (
  sample: ReadonlyArray<{ readonly count: number; readonly known: number }>,
  fleet: { readonly trucks: number; readonly known: number },
): Estimate => {
  const n = sample.length
  const seen = sample.reduce((sum, { count }) => sum + count, 0)
  const known = sample.reduce((sum, one) => sum + one.known, 0)
  const share = fleet.trucks / n
  const isProportion = known > 0 && fleet.known > 0
  const ratio = isProportion ? seen / known : seen / n
  const count = isProportion ? ratio * fleet.known : seen * share
  const squares = sample.reduce(
    (sum, one) => sum + (one.count - ratio * (isProportion ? one.known : 1)) ** 2,
    0,
  )
  const variance = n > 1 ? squares / (n - 1) : Number.POSITIVE_INFINITY
  const error = fleet.trucks * Math.sqrt(((1 - n / fleet.trucks) * variance) / n)
  return {
    count: Math.round(Math.max(seen, count)),
    from: Math.round(Math.max(seen, count - WITHIN_95 * error)),
    to: Math.round(Math.max(seen, count + WITHIN_95 * error, seen + NONE_SHOWN * (share - 1))),
  }
}
