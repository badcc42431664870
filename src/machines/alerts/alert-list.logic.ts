import type { AlertFilter } from '#contract/links/alerts.ts'
import type { CoveredAlerts } from '../alert-popup/alert-popup.ports.ts'
import type { Clock, Range } from '../date-range/date-range.logic.ts'
import { rangeOfPeriod } from '../date-range/period.logic.ts'
import type { AlertGroup } from './alert-list.ports.ts'

/** The most alerts that are acknowledged at once. */
export const MAX_CHECKED = 1000

/** The range of a filter at a time, ms UTC, `to` not included (RPT-19). */
export const rangeOfFilter = ({ period, range }: AlertFilter, clock: Clock): Range =>
  rangeOfPeriod(period, range, clock)

/** The vehicles of a filter; null: all. A group that is not known has none. */
const vehicleIdsOf = (
  { alertsFor, alertsForId }: AlertFilter,
  groups: readonly AlertGroup[],
): readonly number[] | null => {
  if (alertsForId === null || alertsFor === 'Fleet') return null
  if (alertsFor === 'Vehicle') return [alertsForId]
  return groups.find(({ groupId }) => groupId === alertsForId)?.vehicleIds ?? []
}

/** Which alerts a list with this filter shows one by one; null for none. */
export const coveredBy = (
  filter: AlertFilter,
  groups: readonly AlertGroup[],
  clock: Clock,
): CoveredAlerts | null => {
  if (filter.alerts !== 'Alert Wise') return null
  const { from, to } = rangeOfFilter(filter, clock)
  const isFixed = filter.period === 'custom' || filter.period === 'yesterday'
  return {
    type: filter.reportType,
    vehicleIds: vehicleIdsOf(filter, groups),
    from,
    to: isFixed ? to : null,
  }
}

/** A change of a filter with what follows from it: another owner has another id, and only a custom period has a range. */
export const changedFilter = (filter: AlertFilter, change: Partial<AlertFilter>): AlertFilter => {
  const next = { ...filter, ...change }
  return {
    ...next,
    alertsForId:
      next.alertsFor === 'Fleet' || (next.alertsFor !== filter.alertsFor && change.alertsForId === undefined)
        ? null
        : next.alertsForId,
    range: next.period === 'custom' ? next.range : null,
  }
}

export const isSameFilter = (a: AlertFilter, b: AlertFilter): boolean =>
  a.alerts === b.alerts &&
  a.alertsFor === b.alertsFor &&
  a.reportType === b.reportType &&
  a.alertsForId === b.alertsForId &&
  a.period === b.period &&
  a.range?.from === b.range?.from &&
  a.range?.to === b.range?.to
