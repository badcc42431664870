import { HOUR_MS } from './units.ts'

/** Movements of a standing vehicle up to this, m, are noise of its receiver; so is an accuracy up to this. */
export const NOISE_M = 50

/** Half of the way around the Earth, m: no position is farther off. */
export const MOST_ACCURACY_M = 20_100_000

/** No truck is faster, km/h. */
export const FASTEST_KMPH = 200

/** How far a position may be off beyond the usual noise, m; 0 where its accuracy (m) is usual, NaN or absent. */
export const offM = (accuracy: number | undefined): number =>
  accuracy !== undefined && accuracy > NOISE_M ? accuracy : 0

/** A vehicle whose engine is off stays where it is, for positions that are off up to so many times as far as they say. */
const OFF_TIMES = 3

/**
 * Whether a position of this accuracy (m, NaN if unknown) tells no movement: it is worse than noise and, with the accuracy of the position
 * `before`, than the distance moved, `metres`; three times so for a vehicle whose engine is off and was, `isOff`.
 */
export const showsNoMovement = (
  accuracy: number,
  before: number | undefined,
  metres: number,
  isOff: boolean,
): boolean => offM(accuracy) > 0 && (accuracy + offM(before)) * (isOff ? OFF_TIMES : 1) > metres

/** The accuracy, m, that a position of `accuracy` has `ms` later, when the vehicle may have driven on. */
export const accuracyLater = (accuracy: number, ms: number): number =>
  accuracy + (ms * FASTEST_KMPH * 1000) / HOUR_MS
