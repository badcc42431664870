import type { AlertCode } from './alerts.ts'

/** What a fix says of a vehicle holds until the next one over gaps of up to this, s; after a longer one nobody knows. */
export const HOLDS_FOR_S = 600
/** Over longer gaps, up to this, s, a vehicle that is found where it was has stood there: parked devices report rarely. */
export const PARKED_FOR_S = 86_400
/** After a gap, a position nearer than this, m, is the same place. */
export const SAME_PLACE_M = 300

/** What a vehicle did in a gap between two fixes: what the first one says, or it stood with the engine off, or nobody knows. */
export type Silence = 'asBefore' | 'parked' | 'unknown'

/**
 * What is known of a gap in s after which a vehicle was `metres` away. This is the one rule of figures, alerts and lists
 * (docs/figures.md). After the last fix nothing is known until the next one.
 */
export const silenceOf = (gapS: number, metres: number): Silence => {
  if (gapS <= HOLDS_FOR_S) return 'asBefore'
  return gapS <= PARKED_FOR_S && metres <= SAME_PLACE_M ? 'parked' : 'unknown'
}

/**
 * The speed in km/h that a vehicle is said to have at `now`: that of its latest fix, of `time`, while that holds; null once nobody knows.
 * Both in ms.
 */
export const currentSpeed = (kmph: number | null | undefined, time: number, now: number): number | null =>
  now - time > HOLDS_FOR_S * 1000 ? null : (kmph ?? null)

/** How long an alert may be said to go on after the last fix of its vehicle, s. Levels, faults and zones last until another is reported. */
export const GOES_ON_S: Readonly<Partial<Record<AlertCode, number>>> = {
  OVERSPEED: HOLDS_FOR_S,
  ENGINEOVERRUN: HOLDS_FOR_S,
  NEUTRALDRIVING: HOLDS_FOR_S,
  IDLING: HOLDS_FOR_S,
  STOPPAGE: PARKED_FOR_S,
}

/** Whether nobody knows at `now` if an alert still lasts, because its vehicle was last heard of at `lastSeen`. Both in ms. */
export const isSilent = (type: AlertCode, lastSeen: number, now: number): boolean =>
  now - lastSeen > (GOES_ON_S[type] ?? Number.POSITIVE_INFINITY) * 1000
