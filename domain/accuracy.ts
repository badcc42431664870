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

/** Whether a position of this accuracy (m, NaN if unknown) tells no movement: it is worse than the distance moved, `metres`, and than noise. */
export const showsNoMovement = (accuracy: number, metres: number): boolean =>
  accuracy > NOISE_M && accuracy > metres

/** The accuracy, m, that a position of `accuracy` has `ms` later, when the vehicle may have driven on. */
export const accuracyLater = (accuracy: number, ms: number): number =>
  accuracy + (ms * FASTEST_KMPH * 1000) / HOUR_MS
