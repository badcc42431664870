/** Decimals of degrees to which positions are told apart, about 0.1 m. */
export const POSITION_DECIMALS = 6
const POSITION_STEPS = 10 ** POSITION_DECIMALS

/** Rounds half up to this many decimals. Small negative values become -0. */
export const roundTo = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Degrees rounded to `POSITION_DECIMALS`. */
export const roundDegrees = (degrees: number): number => roundTo(degrees, POSITION_DECIMALS)

/** Degrees as a whole number of 1e-6 degrees, to compare positions. */
export const degreeSteps = (degrees: number): number => Math.round(degrees * POSITION_STEPS)
