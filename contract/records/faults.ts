import * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'

/** What can be made to happen to the portal's own traffic. */
export const FAULT_KINDS = [
  'late',
  'requestLost',
  'answerLost',
  'doubled',
  'reordered',
  'unauthorized',
  'serverError',
  'noContent',
  'malformed',
  'streamDropped',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** The least and the greatest value of each setting besides the probabilities, which are 0 to 1. */
export const FAULT_RANGES = {
  seed: { min: 0, max: 2 ** 32 - 1 },
  lateMs: { min: 0, max: MINUTE_MS },
  clockSkewMs: { min: -DAY_MS, max: DAY_MS },
} as const

const whole = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max))

/**
 * The faults that a browser tab is to have: the seed of its draws, the probability of each kind, how late an answer can be, and
 * how much the machine's clock is ahead of the true time.
 */
export const FaultSettings = z.object({
  seed: whole(FAULT_RANGES.seed),
  rates: z.record(z.enum(FAULT_KINDS), z.number().check(z.minimum(0), z.maximum(1))),
  lateMs: whole(FAULT_RANGES.lateMs),
  clockSkewMs: whole(FAULT_RANGES.clockSkewMs),
})
export type FaultSettings = z.infer<typeof FaultSettings>

/** How many faults of each kind have happened. */
export type FaultCounts = Readonly<Record<FaultKind, number>>
