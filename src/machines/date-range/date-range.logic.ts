/** A span of time: ms since 1970 UTC, whole hours in IST, `from` < `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Hours that a picker offers, both included. */
export type HourLimits = { readonly min: number; readonly max: number }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** IST is UTC+5:30 all year (OPEN-64), so its whole hours cut UTC's in half. */
const IST_OFFSET_MS = 5.5 * HOUR_MS

/** The start of the IST hour that `at` lies in. */
export const hourOf = (at: number): number =>
  Math.floor((at + IST_OFFSET_MS) / HOUR_MS) * HOUR_MS - IST_OFFSET_MS

/** Midnight of the IST day that `at` lies in. */
export const dayOf = (at: number): number =>
  Math.floor((at + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS

const hourOfDay = (at: number): number => (hourOf(at) - dayOf(at)) / HOUR_MS

/** One day back until now (PLB-26). */
export const defaultRange = (now: number): Range => ({ from: hourOf(now) - DAY_MS, to: hourOf(now) })

/** Future times become the current hour (PLB-37); the start leaves room for the shortest range of one hour (OPEN-27). */
const startAt = (at: number, now: number): number => Math.min(hourOf(at), hourOf(now) - HOUR_MS)

/**
 * The range after a start was chosen (PLB-36). A start more than a day old takes an end one day after it (PLB-39);
 * a newer one keeps its end where that is still later, else takes the current hour.
 */
export const withStart = (range: Range, at: number, now: number): Range => {
  const from = startAt(at, now)
  if (now - from > DAY_MS) return { from, to: from + DAY_MS }
  const to = Math.min(range.to, hourOf(now))
  return { from, to: to > from ? to : hourOf(now) }
}

/** The range after an end was chosen: never after now, never less than one hour after the start (OPEN-27). */
export const withEnd = (range: Range, at: number, now: number): Range => {
  const from = startAt(range.from, now)
  return { from, to: Math.max(from + HOUR_MS, Math.min(hourOf(at), hourOf(now))) }
}

/** A range as it may be chosen: both ends by the rules above. */
export const rangeWithin = ({ from, to }: Range, now: number): Range =>
  withEnd(withStart({ from, to }, from, now), to, now)

/** Hours offered for the start: up to the current one today, all on other days (PLB-42). */
export const startHours = ({ from }: Range, now: number): HourLimits => ({
  min: 0,
  max: dayOf(from) === dayOf(now) ? hourOfDay(now) : 23,
})

/** Hours offered for the end: from the start's hour on its day (PLB-38), up to the current one today (PLB-40). */
export const endHours = ({ from, to }: Range, now: number): HourLimits => ({
  min: dayOf(to) === dayOf(from) ? hourOfDay(from) : 0,
  max: dayOf(to) === dayOf(now) ? hourOfDay(now) : 23,
})

export const isSameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to
