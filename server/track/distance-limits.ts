import { MINUTE_MS } from '#domain/units.ts'

/** The numbers of the kilometres that no user chooses (docs/figures.md, Kilometres). */
export const DISTANCE = {
  /** Moving, fixes that follow within this time are one vertex of the line, ms: positions a second apart are more noise than road. */
  gatherMs: 5_000,
  /** A vehicle that stood and leaves: so near, m, it had not left; and the most that its way may be of the straight line. */
  nearM: 15,
  mostOfStraight: 1.5,
  /** After a silence of this, ms, fixes may come as a batch with the times at which they were received. */
  silenceMs: 30_000,
  /** How long a batch may take, ms. */
  batchMs: MINUTE_MS,
  /** The highest mean speed over minutes. */
  possibleKmph: 120,
  /** Odometer and line are compared over this before and after an interval, ms. */
  windowMs: 10 * MINUTE_MS,
  /** The odometer may show this much less than the line, as a part of it. */
  least: 0.9,
  /** And so much more, which grows with each minute between fixes, because the line cuts corners. */
  most: 1.15,
  mostAMinute: 0.08,
  mostMinutes: 5,
  /** By so many km both may differ without a reason. */
  toleranceKm: 0.3,
  /** A step of the odometer is spread over at most this, beside the longest interval within it, ms. */
  spreadMs: 15 * MINUTE_MS,
  /** The least that a step may be of the line since the step before, as a part of it. */
  leastOfStep: 0.5,
} as const
