/** The punctuality of a trip (TRP-04), by which the dashboard counts it (DSH-08). */
export const PUNCTUALITY = ['Early', 'Ontime', 'Delayed'] as const
export type Punctuality = (typeof PUNCTUALITY)[number]
