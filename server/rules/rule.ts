import type { LastFix, Motion } from './motion.ts'
import type { Reading } from './reading.ts'
import type { EvidenceFix, FoundAlert } from './types.ts'

/** What is remembered of the fix before. */
export type Before = LastFix

/** The next fix of a vehicle, and how it follows the one before. */
export type Step = Motion & {
  readonly now: Reading
  /** Null at a vehicle's first fix. */
  readonly before: Before | null
  /** The fence that the vehicle is in; the smallest id of several. */
  readonly fence: () => FoundAlert['evidence']['fence']
  /** Litres that a drop of fuel took which has just ended. */
  readonly lostLitres: number
}

/** An alert without the rule that found it. */
export type Found = Omit<FoundAlert, 'type' | 'threshold'>

/**
 * A rule as a fold: `step` makes the state after a fix of the state before it, null while nothing is going on, and reports alerts when
 * they are raised and when they have ended. States are plain data and are replaced, never changed.
 */
export type Rule<TState> = {
  step(state: TState | null, step: Step, report: (found: Found) => void): TState | null
  /** The alerts of a state that last still. */
  open(state: TState): readonly Found[]
}

/** A fix as evidence. */
export const evidenceOf = (
  shows: EvidenceFix['shows'],
  { time, lng, lat }: Pick<Reading, 'time' | 'lng' | 'lat'>,
  value: number,
): EvidenceFix => ({ shows, time, lng, lat, value: Number.isNaN(value) ? null : value })

/** A number, or null where it is not known. */
export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null)
