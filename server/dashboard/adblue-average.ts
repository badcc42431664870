import type { AdblueAverage } from '#contract/records/figures.ts'
import { dayBounds } from '#domain/company-time.ts'
import type { AdblueDay, FiguresRange } from '../figures/figures.repository.ts'

/**
 * What a vehicle used of AdBlue on a day, litres, as a mean over those days of vehicles that are among `finished` (`YYYY-MM-DD`) and of which
 * the use is known; null where none is. `vehicles` is how many there are, reporting or not.
 */
export const adblueAverage = (
  reported: readonly AdblueDay[],
  finished: readonly string[],
  vehicles: number,
): AdblueAverage => {
  const counting = reported.filter(({ day }) => finished.includes(day))
  const days = counting.reduce((sum, { counted }) => sum + counted, 0)
  const litres = counting.reduce((sum, each) => sum + each.litres, 0)
  return days === 0 ? null : { aDay: litres / days, days, ofDays: finished.length * vehicles }
}

/** Those of the days (`YYYY-MM-DD` in the zone) that lie whole in a range and are over at `now`, ms. */
export const finishedDays = (
  days: readonly string[],
  range: FiguresRange,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): string[] =>
  days.filter((day) => {
    const { from, to } = dayBounds(day, timeZone)
    return to <= now && ('fromDay' in range || (from >= range.from && to <= range.to))
  })
