/** Limits of a geofence. Radius in metres; corners of an outline, at least and at most, and characters counted. */
export const FENCE = {
  nameLength: 100,
  leastCorners: 3,
  corners: 1000,
  radiusM: { least: 50, most: 50_000 },
  acrossDegrees: 40,
  validYears: 20,
  /** Fences of one company. */
  most: 1000,
} as const

/** What a fence stands round, by the `typeId` of its payload (GEO-06). */
export const FENCE_TYPE = {
  1: 'Depot',
  2: 'Customer',
  3: 'Workshop',
  4: 'Fuel station',
  5: 'Toll',
  6: 'Restricted area',
  7: 'Other',
} as const
