/** Limits of a geofence: length of its name in characters, corners of an outline, radius in metres, extent in degrees, validity in years. */
export const FENCE = {
  maxNameLength: 100,
  minCorners: 3,
  maxCorners: 1000,
  radiusM: { least: 50, most: 50_000 },
  maxAcrossDegrees: 40,
  maxValidYears: 20,
  /** The most fences of one company. */
  maxPerCompany: 1000,
  /** The most corners of all fences of one company together: the map reads them all at once. A circle counts as one. */
  maxCornersPerCompany: 50_000,
  /** The most corners of all former versions of a company's fences in so many days together, a version counting as 20 more: alerts of late fixes read them. */
  history: { days: 4, corners: 100_000, ofVersion: 20 },
} as const
