import type { AlertPeriod } from '#domain/alert-link.ts'
import { DAY_MS } from '#domain/units.ts'
import { dayText, instantOf } from '#domain/zone-time.ts'
import { type Clock, defaultRange, type Range } from './date-range.logic.ts'

const startOfDay = (at: number, timeZone: string): number => instantOf(dayText(at, timeZone), 0, timeZone)

/** Days of the company, today included, as the dashboard counts them. */
const DAYS = { last7Days: 7, last30Days: 30, last6Months: 182, last1Year: 365 } as const

/**
 * The range of a period at a time, ms UTC, `to` not included (RPT-19). Periods in days are whole days of the company's clock, of which the last
 * is today until the end of the current hour. `range` is of a custom one.
 */
export const rangeOfPeriod = (period: AlertPeriod, range: Range | null, clock: Clock): Range => {
  const untilNow = defaultRange(clock)
  const today = startOfDay(clock.now, clock.timeZone)
  switch (period) {
    case 'last24Hours':
      return untilNow
    case 'custom':
      return range ?? untilNow
    case 'yesterday':
      return { from: startOfDay(today - DAY_MS / 2, clock.timeZone), to: today }
    default:
      return { from: startOfDay(clock.now - (DAYS[period] - 1) * DAY_MS, clock.timeZone), to: untilNow.to }
  }
}
