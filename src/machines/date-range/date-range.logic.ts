import { istHour, startOfIstDay, startOfIstHour } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'

/**
 * A span of time: ms since 1970 UTC, whole hours in IST, `from` < `to`, `to` not included. The current hour counts as
 * a whole; only a link's range may end within the hour in which the link was made.
 */
export type Range = { readonly from: number; readonly to: number }

/** Hours that a picker offers, both included. */
export type HourLimits = { readonly min: number; readonly max: number }

/** The end of the current hour: the latest end of a range. */
const latestEnd = (now: number): number => startOfIstHour(now) + HOUR_MS

/** The last day, until now (PLB-26). */
export const defaultRange = (now: number): Range => ({
  from: startOfIstHour(now) - DAY_MS,
  to: latestEnd(now),
})

/** Future times become the current hour (PLB-37). */
const startAt = (at: number, now: number): number => Math.min(startOfIstHour(at), startOfIstHour(now))

/** The end that a chosen hour means: the current one or a later one, until now; an earlier one, until it begins. */
const endAt = (at: number, now: number): number =>
  startOfIstHour(at) < startOfIstHour(now) ? startOfIstHour(at) : latestEnd(now)

/** The hour that an end is shown as: the reverse of `endAt`. */
export const shownEnd = ({ to }: Range, now: number): number =>
  Math.min(startOfIstHour(to), startOfIstHour(now))

/** Whether a range includes the current hour, so that it ends now. */
export const goesUntilNow = ({ to }: Range, now: number): boolean => to > now

/**
 * The range after a start was chosen (PLB-36). A start more than a day old takes an end one day after it (PLB-39);
 * a newer one keeps its end where that is still later, else takes the current hour.
 */
export const withStart = (range: Range, at: number, now: number): Range => {
  const from = startAt(at, now)
  if (now - from > DAY_MS) return { from, to: endAt(from + DAY_MS, now) }
  const before = startOfIstHour(range.to) === range.to ? range.to : endAt(range.to, now)
  const to = Math.min(before, latestEnd(now))
  return { from, to: to > from ? to : latestEnd(now) }
}

/** The range after an end was chosen: never after now, never less than one hour after the start (OPEN-27). */
export const withEnd = (range: Range, at: number, now: number): Range => {
  const from = startAt(range.from, now)
  return { from, to: endAt(Math.max(from + HOUR_MS, at), now) }
}

/**
 * A range limited to what may be chosen: an hour or more, from the current hour at the latest, to its end at the
 * latest.
 */
export const rangeWithin = (range: Range, now: number): Range => {
  const from = startAt(range.from, now)
  return { from, to: Math.min(latestEnd(now), Math.max(from + HOUR_MS, startOfIstHour(range.to))) }
}

/**
 * The range for a link; `now` is the clock when it was chosen. A range until now ends with the second of `lastAt`,
 * the route's last point, so that the link shows the same route and hours whenever it is opened.
 */
export const rangeForLink = (range: Range, lastAt: number, now: number): Range => {
  const shown = shownEnd(range, now)
  const known = Math.floor(lastAt / 1000) * 1000 + 1000
  return shown === range.to ? range : { from: range.from, to: Math.min(range.to, Math.max(shown, known)) }
}

/** A link's range limited to what may be shown: from the current hour at the latest, to its end at the latest. */
export const rangeOfLink = ({ from, to }: Range, now: number): Range => ({
  from: startAt(from, now),
  to: Math.min(latestEnd(now), to),
})

/** Hours offered for the start: up to the current one today, all on other days (PLB-42). */
export const startHours = ({ from }: Range, now: number): HourLimits => ({
  min: 0,
  max: startOfIstDay(from) === startOfIstDay(now) ? istHour(now) : 23,
})

/** Hours offered for the end: from the start's hour on its day (PLB-38), up to the current one today (PLB-40). */
export const endHours = (range: Range, now: number): HourLimits => {
  const day = startOfIstDay(shownEnd(range, now))
  return {
    min: day === startOfIstDay(range.from) ? istHour(range.from) : 0,
    max: day === startOfIstDay(now) ? istHour(now) : 23,
  }
}

export const isSameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to
