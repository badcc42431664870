import { RULES } from './limits.ts'

/** The state of a vehicle at a fix, by its speed and ignition. */
export const STATE = { unknown: 0, running: 1, idling: 2, stopped: 3 } as const

/** The state at these values; `ignition` is 1 with the key on, `rpm` 0 with the engine off, NaN where they are unknown. */
export const stateOf = (speed: number, ignition: number, rpm: number): number => {
  if (speed > RULES.movingAbove) return STATE.running
  if (speed <= RULES.movingAbove) return ignition === 1 && rpm !== 0 ? STATE.idling : STATE.stopped
  return STATE.unknown
}

/** Whether a state lasted over a gap in s: for moving and idling vehicles only over short ones. */
export const lastsOver = (gapS: number): boolean => gapS <= RULES.stateGapS

/** Whether a vehicle stayed parked over a gap in s after which it was `metres` away: over long ones, too, in the same place. */
export const staysParked = (gapS: number, metres: number): boolean =>
  lastsOver(gapS) || (gapS <= RULES.parkedGapS && metres <= RULES.samePlaceM)
