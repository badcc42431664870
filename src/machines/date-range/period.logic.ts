import type { PeriodValidity } from '#contract/links/link-fields.ts'
import { dayBounds, dayOf, lastDays, shiftDay } from '#domain/company-time.ts'
import type { Period } from '#domain/report-filter.ts'
import { type Clock, defaultRange, type Range } from './date-range.logic.ts'

const DAYS = { last7Days: 7, last30Days: 30, last6Months: 182, last1Year: 365 } as const

/**
 * The range of a period at a time, ms UTC, `to` not included (RPT-19). Periods in days are whole days of the company's clock, of
 * which the last is today, until the end of the current hour. `range` is of a custom one.
 */
export const rangeOfPeriod = (period: Period, range: Range | null, clock: Clock): Range => {
  const untilNow = defaultRange(clock)
  switch (period) {
    case 'last24Hours':
      return untilNow
    case 'custom':
      return range ?? untilNow
    case 'yesterday':
      return dayBounds(shiftDay(dayOf(clock.now, clock.timeZone), -1), clock.timeZone)
    default:
      return { from: lastDays(DAYS[period], clock).from, to: untilNow.to }
  }
}

/** The notice that a link's period could not be read has been closed; a choice of another filter closes it as well. */
export type PeriodNoticeEvent = { type: 'period.noticeClosed' }

/** Whether the notice of a screen whose link's period could not be read is open. */
export const selectIsPeriodInvalid = ({ context }: { readonly context: PeriodValidity }) =>
  context.isPeriodInvalid
