import { RULES } from './limits.ts'

/** The state of a vehicle at a fix, by its speed and ignition. */
export const STATE = { unknown: 0, running: 1, idling: 2, stopped: 3 } as const

/**
 * The state at these values; `ignition` is 1 with the key on, `rpm` 0 with the engine off, any other value or NaN where they are
 * unknown. Without ignition, revolutions tell whether the engine runs. Without either, a standing vehicle idles if it did at the fix
 * before, whose state is `before` if that lasted until now; otherwise it is stopped, because trackers without ignition must find stops.
 */
export const stateOf = (
  speed: number,
  ignition: number,
  rpm: number,
  before: number = STATE.unknown,
): number => {
  if (speed > RULES.movingAbove) return STATE.running
  if (!(speed <= RULES.movingAbove)) return STATE.unknown
  if (ignition === 0 || rpm === 0) return STATE.stopped
  if (ignition === 1 || rpm > 0) return STATE.idling
  return before === STATE.idling ? STATE.idling : STATE.stopped
}

/** Whether a state lasted over a gap in s: for moving and idling vehicles only over short ones. */
export const lastsOver = (gapS: number): boolean => gapS <= RULES.stateGapS

/** Whether a vehicle stayed parked over a gap in s after which it was `metres` away: over long ones, too, in the same place. */
export const staysParked = (gapS: number, metres: number): boolean =>
  lastsOver(gapS) || (gapS <= RULES.parkedGapS && metres <= RULES.samePlaceM)
