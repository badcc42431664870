/** km/h in one of each unit of speed. */
export const KMPH_PER = { kmph: 1, knots: 1.852, mps: 3.6, mph: 1.609344 } as const
export type SpeedUnit = keyof typeof KMPH_PER

/** Of each unit that a fix uses: how much of it one of another unit is. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kmph: KMPH_PER,
  km: { km: 1, m: 1 / 1000 },
  h: { h: 1, ms: 1 / 3_600_000 },
}

/** What a value in `from` is multiplied by to be in `unit`; 1 where `from` is not given or measures something else. */
export const factorTo = (unit: string | undefined, from: string | undefined): number =>
  (unit !== undefined && from !== undefined && FACTORS[unit]?.[from]) || 1
