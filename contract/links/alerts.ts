import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { FILTER_BY, type FilterBy, PERIODS, type Period } from '#domain/report-filter.ts'
import { idField, linkFields, oneOf, type PeriodValidity, periodFields } from './link-fields.ts'

/** The view modes (ALR-33), verbatim. */
export const ALERT_VIEWS = ['Alert Wise', 'Vehicle Wise'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

/**
 * What the alert list shows (ALR-34). `reportType` null: all types; `alertsForId`: the id of the vehicle or group, null for all; `range`, in
 * ms UTC, `to` not included, is of a custom period alone.
 */
export type AlertFilter = {
  readonly alerts: AlertView
  readonly alertsFor: FilterBy
  readonly reportType: AlertCode | null
  readonly alertsForId: number | null
  readonly period: Period
  readonly range: { readonly from: number; readonly to: number } | null
}

/** The list as it opens first, and after a reset (ALR-34, ALR-35, CONFLICT-11). */
export const DEFAULT_ALERT_FILTER: AlertFilter = {
  alerts: 'Alert Wise',
  alertsFor: 'Fleet',
  reportType: null,
  alertsForId: null,
  period: 'last24Hours',
  range: null,
}

/** Where the portal opens alerts, below its address. */
export const ALERTS_PATH = '/alerts'

const PAGES = { 'Alert Wise': 'alertWise', 'Vehicle Wise': 'vehicleWise' } as const
const LONGEST_SEARCH = 300

/**
 * The search part of a link to alerts, with its leading `?`; empty for the default filter without an alert. `page`, `data` and `type` are
 * those of 'Go to alert' (ALR-42): the view, the number of the alert and its type.
 */
export const alertLinkSearch = (filter: AlertFilter, alertId: number | null): string => {
  const { alerts, alertsFor, reportType, alertsForId, period, range } = filter
  const fields = new URLSearchParams()
  if (alerts !== DEFAULT_ALERT_FILTER.alerts || alertId !== null) fields.set('page', PAGES[alerts])
  if (alertId !== null) fields.set('data', String(alertId))
  if (reportType !== null) fields.set('type', reportType)
  if (alertsFor !== DEFAULT_ALERT_FILTER.alertsFor) fields.set('for', alertsFor)
  if (alertsForId !== null) fields.set('id', String(alertsForId))
  if (period !== DEFAULT_ALERT_FILTER.period) fields.set('period', period)
  if (range !== null) {
    fields.set('from', String(range.from))
    fields.set('to', String(range.to))
  }
  const search = fields.toString()
  return search === '' ? '' : `?${search}`
}

/** Where one alert is opened, or the list without one (ALR-42); below the portal's address. */
export const alertPath = (alert: { readonly alertId: number; readonly type: AlertCode } | null): string =>
  alert === null
    ? ALERTS_PATH
    : `${ALERTS_PATH}${alertLinkSearch({ ...DEFAULT_ALERT_FILTER, reportType: alert.type }, alert.alertId)}`

/** Reads the search part of an address; what is missing, unknown or malformed counts as in the default filter. */
export const readAlertLink = (
  search: string,
): PeriodValidity & { readonly filter: AlertFilter; readonly alertId: number | null } => {
  const fields = linkFields(search, LONGEST_SEARCH)
  const alertsFor = oneOf(FILTER_BY, fields.get('for')) ?? DEFAULT_ALERT_FILTER.alertsFor
  const { isPeriodInvalid, ...dates } = periodFields(fields, 'period', PERIODS, DEFAULT_ALERT_FILTER.period)
  return {
    filter: {
      alerts: fields.get('page') === PAGES['Vehicle Wise'] ? 'Vehicle Wise' : 'Alert Wise',
      alertsFor,
      reportType: oneOf(Object.keys(ALERT_NAME) as AlertCode[], fields.get('type')),
      alertsForId: alertsFor === 'Fleet' ? null : idField(fields.get('id')),
      ...dates,
    },
    alertId: idField(fields.get('data')),
    isPeriodInvalid,
  }
}
