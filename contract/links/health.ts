import { SEVERITIES, type Severity } from '#domain/alerts.ts'
import { PERIODS, type Period } from '#domain/report-filter.ts'
import { idField, linkFields, oneOf, type PeriodValidity, periodFields } from './link-fields.ts'

/** What the screen of fleet health shows: trouble codes that are set now or were set, service reminders, and fluids. */
export const HEALTH_TABS = ['live', 'history', 'services', 'fluids'] as const
export type HealthTab = (typeof HEALTH_TABS)[number]

/** Which services are listed (HLT-02). */
export const SERVICE_LISTS = ['overdue', 'dueSoon', 'done', 'all'] as const
export type ServiceList = (typeof SERVICE_LISTS)[number]

/**
 * What is listed. `vehicleId` and `groupId` null: all; `severity` null: of any. `period` is that of the history (RPT-19); `range`, in ms UTC,
 * `to` not included, is of a custom one alone.
 */
export type HealthFilter = {
  readonly tab: HealthTab
  readonly services: ServiceList
  readonly severity: Severity | null
  readonly vehicleId: number | null
  readonly groupId: number | null
  readonly period: Period
  readonly range: { readonly from: number; readonly to: number } | null
}

/** What an address of fleet health says. `open`: the row in the panel, as its tab names it; null for none. */
export type HealthLink = { readonly filter: HealthFilter; readonly open: string | null }

/** The screen as it opens first. */
export const DEFAULT_HEALTH_FILTER: HealthFilter = {
  ...{ tab: 'live', services: 'overdue', severity: null, vehicleId: null, groupId: null },
  ...{ period: 'last30Days', range: null },
}

/** Where the portal opens fleet health, below its address. */
export const HEALTH_PATH = '/fleet-health'

const LONGEST_SEARCH = 400

/** How the row of a trouble code is named: vehicle, code, and when it was first reported, ms UTC. */
export const codeRowId = (row: {
  readonly vehicleId: number
  readonly code: string
  readonly firstSeen: number
}): string => `${row.vehicleId} ${row.code} ${row.firstSeen}`

/** What `codeRowId` makes. */
const CODE_ROW = /^([1-9]\d{0,9}) .{1,100} [1-9]\d{0,12}$/

/** The name of a row that the tab can have; null for anything else. */
const rowField = (tab: HealthTab, text: string | null): string | null => {
  if (text === null || tab === 'services') return null
  const [, vehicleId = null] = tab === 'fluids' ? [text, text] : (CODE_ROW.exec(text) ?? [])
  return idField(vehicleId) === null ? null : text
}

/** The search part of a link to fleet health, with its leading `?`; empty for the default filter without an opened row. */
export const healthLinkSearch = ({ range, ...filter }: HealthFilter, open: string | null): string => {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filter, ...range }))
    if (value !== null && value !== DEFAULT_HEALTH_FILTER[name as keyof HealthFilter])
      fields.set(name, String(value))
  if (open !== null) fields.set('open', open)
  const search = fields.toString()
  return search === '' ? '' : `?${search}`
}

/** Reads the search part of an address; what is missing, unknown or malformed counts as in the default filter. */
export const readHealthLink = (search: string): HealthLink & PeriodValidity => {
  const fields = linkFields(search, LONGEST_SEARCH)
  const { services, period: usual } = DEFAULT_HEALTH_FILTER
  const tab = oneOf(HEALTH_TABS, fields.get('tab')) ?? DEFAULT_HEALTH_FILTER.tab
  const { isPeriodInvalid, ...dates } = periodFields(fields, 'period', PERIODS, usual)
  return {
    filter: {
      tab,
      services: oneOf(SERVICE_LISTS, fields.get('services')) ?? services,
      severity: oneOf(SEVERITIES, fields.get('severity')),
      vehicleId: idField(fields.get('vehicleId')),
      groupId: idField(fields.get('groupId')),
      ...dates,
    },
    open: rowField(tab, fields.get('open')),
    isPeriodInvalid: isPeriodInvalid && tab === 'history',
  }
}
