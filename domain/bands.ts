/** A band of values up to `upTo`, which is part of it, and above that of the band before; `verdict` says what is thought of it. */
export type Band = {
  readonly name: string
  readonly upTo: number
  readonly verdict: 'optimal' | 'notRecommended' | null
}

/** The bands of a moving truck's speed, in km/h, by the names of their figures (CST-12, DSH-09). */
export const SPEED_BANDS = [
  { name: 'speedTo20S', upTo: 20, verdict: null },
  { name: 'speedTo40S', upTo: 40, verdict: null },
  { name: 'speedTo60S', upTo: 60, verdict: 'optimal' },
  { name: 'speedTo80S', upTo: 80, verdict: null },
  { name: 'overspeedS', upTo: Number.POSITIVE_INFINITY, verdict: 'notRecommended' },
] as const satisfies readonly Band[]

/** The bands of a running engine's revolutions a minute, by the names of their figures (CST-12, DSH-10). */
export const RPM_BANDS = [
  { name: 'rpmTo900S', upTo: 900, verdict: null },
  { name: 'rpmTo1200S', upTo: 1200, verdict: null },
  { name: 'rpmTo1600S', upTo: 1600, verdict: 'optimal' },
  { name: 'rpmTo2500S', upTo: 2500, verdict: null },
  { name: 'rpmAbove2500S', upTo: Number.POSITIVE_INFINITY, verdict: 'notRecommended' },
] as const satisfies readonly Band[]

/** The band of a value; undefined where the value is unknown (NaN). */
export const bandOf = <TBand extends Pick<Band, 'upTo'>>(
  bands: readonly TBand[],
  value: number,
): TBand | undefined => {
  for (const band of bands) if (value <= band.upTo) return band
  return undefined
}

/** The names of the bands of both widgets. */
export const BAND_NAMES = [...SPEED_BANDS, ...RPM_BANDS].map(({ name }) => name)
export type BandName = (typeof BAND_NAMES)[number]
