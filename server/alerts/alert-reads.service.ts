import { MAX_RANGE_MS } from '#contract/constants.ts'
import {
  type AlertCounts,
  type AlertEvidence,
  type AlertNotification,
  type AlertRow,
  AlertType,
  COUNT_COLUMNS,
  type LiveAlert,
  MAX_ALERT_ROWS,
} from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { type FilteredVehicles, filterRange } from '../fleet/report-filters.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { AlertChoicesRepository } from './alert-choices.repository.ts'
import { columnsOf, describedBy, vehicleWiseColumnsOf } from './alert-columns.ts'
import {
  type AlertQuery,
  type AlertReadsRepository,
  evidenceOf,
  type StoredAlert,
} from './alert-reads.repository.ts'
import { lastSeenOf, untilLastFix } from './known-alert.ts'

/** How long it may take until others see an alert that was stored, or its change. */
const MAX_STORING_MS = 10_000

/**
 * The range of a filter in ms UTC, its last second included. `now` is in ms.
 * @throws HttpError 400 for a range that cannot be read, has not begun or is longer than a year.
 */
const rangeOf = (filter: ReportFilter, now: number): { from: number; to: number } => {
  const range = filterRange(filter, now)
  if (range.to - range.from > MAX_RANGE_MS + 1000) throw new HttpError('alertRangeTooLong')
  return range
}

/** @throws HttpError 400 if a code is none of the twelve (ALR-02). */
const typesOf = (reportNames: readonly string[]): AlertCode[] =>
  reportNames.map((name) => {
    const type = AlertType.safeParse(name)
    if (type.success) return type.data
    throw new HttpError('alertTypeUnknown', { type: name })
  })

const acknowledgementOf = ({ acknowledged_at, user_name }: StoredAlert): LiveAlert['acknowledgement'] =>
  acknowledged_at === null ? null : { by: user_name ?? '', at: acknowledged_at.getTime() }

const crossingOf = (row: StoredAlert): LiveAlert['fence'] => {
  if (row.type !== 'GEOFENCEINOUT') return null
  return { name: evidenceOf(row).fence?.name ?? '', crossing: row.subject.endsWith(' OUT') ? 'OUT' : 'IN' }
}

const factsOf = (row: StoredAlert, now: number) => ({
  alertId: Number(row.id),
  vehicleId: row.vehicle_id,
  type: row.type as AlertCode,
  threshold: row.threshold,
  time: row.time.getTime(),
  lat: row.lat,
  lng: row.lng,
  value: row.value,
  durationS: row.duration_s,
  fence: crossingOf(row),
  isOpen: row.ended === null,
  lastSeen: lastSeenOf(row, now),
  acknowledgement: acknowledgementOf(row),
})

const liveAlertOf = (row: StoredAlert, now: number): LiveAlert => ({
  registrationId: row.registration,
  ALERT_NAME: ALERT_NAME[row.type as AlertCode],
  IST_TIME: istDateTime(row.time.getTime()),
  latlng: `${row.lat},${row.lng}`,
  ...describedBy(row.type as AlertCode, row),
  ...factsOf(row, now),
})

const notificationOf = (row: StoredAlert, now: number): AlertNotification => ({
  Date: istDateTime(row.time.getTime()),
  RegistrationNumber: row.registration,
  ...factsOf(row, now),
})

const evidenceReplyOf = (row: StoredAlert, now: number): AlertEvidence => {
  const { rule, figures, fixes } = evidenceOf(row)
  return {
    alert: { RegistrationNumber: row.registration, ...factsOf(row, now) },
    began: row.began.getTime(),
    ended: row.ended?.getTime() ?? null,
    withdrawn: row.withdrawn_at?.getTime() ?? null,
    rule,
    figures,
    fixes: [...fixes],
  }
}

const COLUMN_OF_TYPE = new Map<string, string>(
  Object.entries(COUNT_COLUMNS).map(([column, type]) => [type, column]),
)

/** One entry for each vehicle, with a count for each type, also where it is 0 (ALR-32). */
const byVehicle = (
  rows: Awaited<ReturnType<AlertReadsRepository['counts']>>,
  withFigures: boolean,
): AlertCounts['byVehicle'] => {
  const none = Object.fromEntries(Object.keys(COUNT_COLUMNS).map((column) => [column, 0]))
  const vehicles = new Map<number, AlertCounts['byVehicle'][number]>()
  for (const row of rows) {
    const { vehicle_id: vehicleId, registration: RegistrationNumber, vin: Vin, model: Model } = row
    const vehicle = vehicles.get(vehicleId) ?? {
      ...{ vehicleId, RegistrationNumber, Vin, Model },
      counts: { ...none },
      columns: {},
    }
    vehicles.set(vehicleId, vehicle)
    vehicle.counts[COLUMN_OF_TYPE.get(row.type) ?? row.type] = row.count
    if (withFigures) Object.assign(vehicle.columns, vehicleWiseColumnsOf(row))
  }
  return [...vehicles.values()]
}

const byType = (rows: Awaited<ReturnType<AlertReadsRepository['counts']>>): AlertCounts['byType'] => {
  const types: AlertCounts['byType'] = {}
  for (const { type, count, unacknowledged } of rows) {
    const before = types[type as AlertCode] ?? { count: 0, unacknowledged: 0 }
    types[type as AlertCode] = {
      count: before.count + count,
      unacknowledged: before.unacknowledged + unacknowledged,
    }
  }
  return types
}

type Dependencies = {
  readonly alerts: AlertReadsRepository
  readonly choices: AlertChoicesRepository
  readonly vehiclesOf: FilteredVehicles
  readonly visibleVehicles: VisibleVehiclesOf
  readonly now: () => number
}

/** The alerts that a caller sees: of visible vehicles, of the types and with the thresholds that the caller had selected when they began, without withdrawn ones. */
export const createAlertReads = ({ alerts, choices, vehiclesOf, visibleVehicles, now }: Dependencies) => {
  /** Of alerts by their own time, the second that a range ends with counts, as in 23:59:59. */
  const queryOf = async (
    caller: Caller,
    filter: ReportFilter,
    by: AlertQuery['by'],
    types: readonly AlertCode[],
  ): Promise<AlertQuery> => {
    const { from, to } = rangeOf(filter, now())
    const own = (await choices.heldOfUsers([caller.userId])).get(caller.userId) ?? []
    return {
      companyId: caller.companyId,
      vehicleIds: await vehiclesOf(caller, filter),
      vins: filter.vins ?? [],
      rules: own.filter(({ type }) => types.length === 0 || types.includes(type)),
      by,
      from,
      to: by === 'time' ? to : to - 1000,
    }
  }

  const newest = async (query: AlertQuery): Promise<{ rows: StoredAlert[]; total: number }> => {
    const rows = (await alerts.newest(query, MAX_ALERT_ROWS)).map(untilLastFix)
    return { rows, total: rows.length < MAX_ALERT_ROWS ? rows.length : await alerts.count(query) }
  }

  return {
    /** The live list (ALR-15), at most 5,000 rows. Throws HttpError 400 for a range or a type that cannot be read. */
    live: async (caller: Caller, filter: ReportFilter): Promise<{ alerts: LiveAlert[]; total: number }> => {
      const types = typesOf(filter.reportNames ?? [])
      const { rows, total } = await newest(await queryOf(caller, filter, 'time', types))
      return { alerts: rows.map((row) => liveAlertOf(row, now())), total }
    },
    /** What the popup polls (ALR-14): alerts that were stored in the range, whose end is not included, so that one poll follows another. */
    notifications: async (
      caller: Caller,
      filter: ReportFilter,
    ): Promise<Record<string, AlertNotification[]>> => {
      const types = typesOf(filter.reportNames ?? [])
      const { rows } = await newest(await queryOf(caller, filter, 'stored_at', types))
      const byType: Record<string, AlertNotification[]> = Object.fromEntries(
        (types.length === 0 ? Object.keys(ALERT_NAME) : types).map((type) => [type, []]),
      )
      for (const row of rows) byType[row.type]?.push(notificationOf(row, now()))
      return byType
    },
    /** The report of the first of `reportNames` (ALR-16 to ALR-31); without one, of no type. */
    report: async (caller: Caller, filter: ReportFilter): Promise<{ rows: AlertRow[]; total: number }> => {
      const [type] = typesOf(filter.reportNames ?? [])
      if (type === undefined) return { rows: [], total: 0 }
      const { rows, total } = await newest(await queryOf(caller, filter, 'time', [type]))
      const reported = rows.map((row) => ({
        columns: columnsOf(type, row),
        ...describedBy(type, row),
        ...factsOf(row, now()),
      }))
      return { rows: reported, total }
    },
    /** How many there are of each type and vehicle (ALR-32). */
    counts: async (caller: Caller, filter: ReportFilter): Promise<AlertCounts> => {
      const query = await queryOf(caller, filter, 'time', typesOf(filter.reportNames ?? []))
      const readAt = now()
      const withFigures = (filter.reportNames ?? []).length > 0
      const rows = await alerts.counts(query, withFigures)
      return { byType: byType(rows), readAt, byVehicle: byVehicle(rows, withFigures) }
    },
    /** Whether any of them has changed since a time. */
    changes: async (
      caller: Caller,
      { since, ...filter }: ReportFilter & { since: number },
    ): Promise<{ isChanged: boolean }> => {
      const query = await queryOf(caller, filter, 'time', typesOf(filter.reportNames ?? []))
      return { isChanged: await alerts.isChanged(query, since - MAX_STORING_MS, now()) }
    },
    /** Why there is an alert, also if it was withdrawn. Throws the common 404. */
    evidence: async (alertId: number): Promise<AlertEvidence> => {
      const row = await alerts.byId(alertId)
      if (row === undefined) throw notFound()
      return evidenceReplyOf(untilLastFix(row), now())
    },
    /** Acknowledges alerts of visible vehicles; what somebody has acknowledged before stays as it is. */
    acknowledge: async (caller: Caller, alertIds: readonly number[]) => {
      const { vehicleIds } = await visibleVehicles(caller)
      const rows = await alerts.acknowledge(alertIds, {
        vehicleIds: [...vehicleIds],
        by: caller.userId,
        at: now(),
      })
      return {
        acknowledged: rows.map((row) => ({
          alertId: Number(row.id),
          acknowledgement: acknowledgementOf(row),
        })),
      }
    },
  }
}

export type AlertReads = ReturnType<typeof createAlertReads>
