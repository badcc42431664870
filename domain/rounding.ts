/** Decimals of distances (kms) and of speeds (kmph) wherever they are shown (PLB-43, CST-06). */
export const DISTANCE_DECIMALS = 2
export const SPEED_DECIMALS = 2

/** Decimals of degrees that tell positions apart: a tenth of a metre. */
export const POSITION_DECIMALS = 6
const POSITION_STEPS = 10 ** POSITION_DECIMALS

/** A value rounded half up to this many decimals. Small negative values become -0. */
export const roundTo = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Degrees rounded to `POSITION_DECIMALS`. */
export const roundDegrees = (degrees: number): number => roundTo(degrees, POSITION_DECIMALS)

/** Degrees as a whole number of the steps that tell positions apart; equal for equal positions. */
export const degreeSteps = (degrees: number): number => Math.round(degrees * POSITION_STEPS)
