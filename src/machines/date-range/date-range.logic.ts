import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { dayText, hourOf, startOfHour } from '#domain/zone-time.ts'

/**
 * A span of time: ms since 1970 UTC, whole hours of the company's clock, `from` < `to`, `to` not included. The current hour counts as
 * a whole; only a link's range may end within the hour in which the link was made.
 */
export type Range = { readonly from: number; readonly to: number }

/** The time in ms since 1970 UTC, and the time zone of the company, whose hours count. */
export type Clock = { readonly now: number; readonly timeZone: string }

/** Hours that a picker offers, both included. */
export type HourLimits = { readonly min: number; readonly max: number }

/** The end of the current hour: the latest end of a range. */
const latestEnd = (clock: Clock): number => startOfHour(clock.now, clock.timeZone) + HOUR_MS

/** The last day, until now (PLB-26). */
export const defaultRange = (clock: Clock): Range => ({
  from: startOfHour(clock.now, clock.timeZone) - DAY_MS,
  to: latestEnd(clock),
})

/** The event with which pickers begin a custom range: the last day, until now. */
export const customRange = (clock: Clock) => ({
  type: 'range.chosen' as const,
  ...defaultRange(clock),
  now: clock.now,
})

/** Future times become the current hour (PLB-37). */
const startAt = (at: number, clock: Clock): number =>
  Math.min(startOfHour(at, clock.timeZone), startOfHour(clock.now, clock.timeZone))

/** The end that a chosen hour means: the current one or a later one, until now; an earlier one, until it begins. */
const endAt = (at: number, clock: Clock): number =>
  startOfHour(at, clock.timeZone) < startOfHour(clock.now, clock.timeZone)
    ? startOfHour(at, clock.timeZone)
    : latestEnd(clock)

/** The hour that an end is shown as: the reverse of `endAt`. */
export const shownEnd = ({ to }: Range, clock: Clock): number =>
  Math.min(startOfHour(to, clock.timeZone), startOfHour(clock.now, clock.timeZone))

/** Whether a range includes the current hour, so that it ends now. */
export const goesUntilNow = ({ to }: Range, clock: Clock): boolean => to > clock.now

/**
 * The range after a start was chosen (PLB-36). A start more than a day old takes an end one day after it (PLB-39);
 * a newer one keeps its end where that is still later, else takes the current hour. The start that it has already
 * changes nothing.
 */
export const withStart = (range: Range, at: number, clock: Clock): Range => {
  const from = startAt(at, clock)
  if (from === range.from) return rangeWithin(range, clock)
  if (clock.now - from > DAY_MS) return { from, to: endAt(from + DAY_MS, clock) }
  const before = startOfHour(range.to, clock.timeZone) === range.to ? range.to : endAt(range.to, clock)
  const to = Math.min(before, latestEnd(clock))
  return { from, to: to > from ? to : latestEnd(clock) }
}

/** The range after an end was chosen: never after now, never less than one hour after the start (OPEN-27). */
export const withEnd = (range: Range, at: number, clock: Clock): Range => {
  const from = startAt(range.from, clock)
  return { from, to: endAt(Math.max(from + HOUR_MS, at), clock) }
}

/**
 * A range limited to what may be chosen: an hour or more, from the current hour at the latest, to its end at the
 * latest.
 */
export const rangeWithin = (range: Range, clock: Clock): Range => {
  const from = startAt(range.from, clock)
  return {
    from,
    to: Math.min(latestEnd(clock), Math.max(from + HOUR_MS, startOfHour(range.to, clock.timeZone))),
  }
}

/**
 * The range for a link; `clock` is that of the choice. A range until now ends with the second of `lastAt`,
 * the route's last point, so that the link shows the same route and hours whenever it is opened.
 */
export const rangeForLink = (range: Range, lastAt: number, clock: Clock): Range => {
  const shown = shownEnd(range, clock)
  const known = Math.floor(lastAt / 1000) * 1000 + 1000
  return shown === range.to ? range : { from: range.from, to: Math.min(range.to, Math.max(shown, known)) }
}

/** A link's range limited to what may be shown: from the current hour at the latest, to its end at the latest. */
export const rangeOfLink = ({ from, to }: Range, clock: Clock): Range => ({
  from: startAt(from, clock),
  to: Math.min(latestEnd(clock), to),
})

/** Hours offered for the start: up to the current one today, all on other days (PLB-42). */
export const startHours = ({ from }: Range, clock: Clock): HourLimits => ({
  min: 0,
  max:
    dayText(from, clock.timeZone) === dayText(clock.now, clock.timeZone)
      ? hourOf(clock.now, clock.timeZone)
      : 23,
})

/** Hours offered for the end: from the start's hour on its day (PLB-38), up to the current one today (PLB-40). */
export const endHours = (range: Range, clock: Clock): HourLimits => {
  const day = dayText(shownEnd(range, clock), clock.timeZone)
  return {
    min: day === dayText(range.from, clock.timeZone) ? hourOf(range.from, clock.timeZone) : 0,
    max: day === dayText(clock.now, clock.timeZone) ? hourOf(clock.now, clock.timeZone) : 23,
  }
}

export const isSameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to
