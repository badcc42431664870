import * as z from 'zod/mini'
import {
  acknowledgeAlerts,
  alertChanges,
  alertCounts,
  alertEvidence,
  alertsByImei,
  liveNotifications,
} from '#contract/calls/alerts.ts'
import { getAlertType } from '#contract/calls/health.ts'
import { ALERTS_PATH, type AlertFilter, alertLinkSearch, readAlertLink } from '#contract/links/alerts.ts'
import type { AlertCounts } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { payloadRange } from '#domain/ist.ts'
import type {
  AlertListAddress,
  AlertListChoices,
  AlertsRequest,
  AlertsSummary,
  KeptFilter,
} from '#src/machines/alerts/alert-list.ports.ts'
import type { createReportOwners } from '../fleet-filter/report-owners.ts'
import type { VehicleOptions } from '../fleet-filter/vehicle-options.ts'
import type { Http } from '../http/http.ts'
import type { AppLocation } from '../location/location.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'
import { type AlertStore, createAlertStore, type ListedAlert, ofLive, ofReport } from './alert-store.ts'

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly storage: Pick<AppStorage, 'get' | 'set' | 'getSession' | 'setSession'>
  readonly location: Pick<AppLocation, 'current' | 'navigate'>
  readonly vehicleOptions: Pick<VehicleOptions, 'load'>
  readonly owners: ReturnType<typeof createReportOwners>
  /** The range of a filter now, ms UTC. */
  readonly rangeOf: (
    filter: AlertFilter,
    clock: { now: number; timeZone: string },
  ) => { from: number; to: number }
  readonly now: () => number
}

/** Loads alerts into a store and acknowledges them; keeps the filter in the address and in the tab. Errors are those of the request builder. */
export const createAlertList = ({
  http,
  storage,
  location,
  vehicleOptions,
  owners,
  rangeOf,
  now,
}: Dependencies) => {
  const store = createAlertStore()

  const rowsOf = async (
    { alerts, reportType }: AlertFilter,
    body: ReportFilter,
    isPolled: boolean,
    signal?: AbortSignal,
  ): Promise<readonly ListedAlert[]> => {
    if (alerts === 'Vehicle Wise') return []
    if (reportType === null) {
      const reply = await http.call(liveNotifications, { body, isPolled }, signal)
      return reply.alerts.map(ofLive)
    }
    const reply = await http.call(
      alertsByImei,
      { body: { ...body, reportNames: [reportType] }, isPolled },
      signal,
    )
    return reply.rows.map(ofReport)
  }

  /** The counts by vehicle, with what the shown type is viewed by. */
  const byVehicleOf = async (
    { alerts, reportType }: AlertFilter,
    { byVehicle }: AlertCounts,
    body: ReportFilter,
    isPolled: boolean,
    signal?: AbortSignal,
  ): Promise<AlertCounts['byVehicle']> => {
    if (alerts === 'Alert Wise' || reportType === null) return byVehicle
    const ofType = await http.call(
      alertCounts,
      { body: { ...body, reportNames: [reportType] }, isPolled },
      signal,
    )
    const columns = new Map(ofType.byVehicle.map((vehicle) => [vehicle.vehicleId, vehicle.columns]))
    return byVehicle.map((vehicle) => ({
      ...vehicle,
      columns: columns.get(vehicle.vehicleId) ?? vehicle.columns,
    }))
  }

  return {
    store: { subscribe: store.subscribe, getSnapshot: store.getSnapshot } satisfies AlertStore,
    /** Loads counts and rows, unless those that are held are still right. */
    load: async ({ filter, held, timeZone }: AlertsRequest, signal?: AbortSignal): Promise<AlertsSummary> => {
      const range = rangeOf(filter, { now: now(), timeZone })
      const body: ReportFilter = {
        ...(await owners.ownersOf(
          {
            filterBy: filter.alertsFor,
            vehicleIds: filter.alertsForId === null ? [] : [filter.alertsForId],
            groupId: filter.alertsForId,
          },
          signal,
        )),
        ...payloadRange(range),
      }
      const isPolled = held !== null
      if (held !== null && held.range.from === range.from && held.range.to === range.to) {
        const question = { body: { ...body, since: held.readAt }, isPolled }
        if (!(await http.call(alertChanges, question, signal)).isChanged) return held
      }
      const counts = await http.call(alertCounts, { body, isPolled }, signal)
      const [rows, byVehicle] = await Promise.all([
        rowsOf(filter, body, isPolled, signal),
        byVehicleOf(filter, counts, body, isPolled, signal),
      ])
      signal?.throwIfAborted()
      store.replaceRows(rows, byVehicle, held !== null)
      const { byType, readAt } = counts
      const listed = filter.reportType === null ? Object.values(byType) : [byType[filter.reportType]]
      const sum = (figure: 'count' | 'unacknowledged') =>
        listed.reduce((all, type) => all + (type?.[figure] ?? 0), 0)
      return {
        ...{ shown: rows.length, total: sum('count'), unacknowledged: sum('unacknowledged') },
        ...{ readAt, range },
      }
    },
    loadEvidence: async (alertId: number, signal?: AbortSignal): Promise<void> => {
      store.show({ evidence: null })
      const evidence = await http.call(alertEvidence, { query: { alertId } }, signal)
      signal?.throwIfAborted()
      store.show({ evidence })
    },
    /** Acknowledges alerts, and shows at once who did. */
    acknowledge: async (alertIds: readonly number[], signal?: AbortSignal): Promise<void> => {
      const reply = await http.call(acknowledgeAlerts, { body: { alertIds: [...alertIds] } }, signal)
      const by = new Map(reply.acknowledged.map(({ alertId, acknowledgement }) => [alertId, acknowledgement]))
      const { rows, evidence } = store.getSnapshot()
      const withIt = <T extends { alertId: number; acknowledgement: ListedAlert['acknowledgement'] }>(
        row: T,
      ): T => {
        const acknowledgement = by.get(row.alertId)
        return acknowledgement === undefined ? row : { ...row, acknowledgement }
      }
      store.show({
        rows: rows.map(withIt),
        evidence: evidence === null ? null : { ...evidence, alert: withIt(evidence.alert) },
      })
    },
    loadChoices: async (signal?: AbortSignal): Promise<AlertListChoices> => {
      const [groups, { alertTypes }] = await Promise.all([
        owners.load(signal),
        http.call(getAlertType, {}, signal),
        vehicleOptions.load(signal),
      ])
      return { groups, types: alertTypes.map(({ type }) => type) }
    },
    /** The filter of the address. An address without one stands for what the tab has kept, or, while the list is open, for the default. */
    readAddress: ({ isOpen }: { isOpen: boolean }): AlertListAddress => {
      const { search } = location.current()
      const kept = search === '' && !isOpen ? (storage.getSession('alerts', z.string()) ?? '') : search
      return {
        ...readAlertLink(kept),
        hidden: storage.get(STORED.alertColumns, z.array(z.string())) ?? [],
        now: now(),
      }
    },
    keepFilter: ({ filter, alertId, replace }: KeptFilter): void => {
      storage.setSession('alerts', alertLinkSearch(filter, null))
      location.navigate(`${ALERTS_PATH}${alertLinkSearch(filter, alertId)}`, { replace })
    },
    keepColumns: (hidden: readonly string[]): void => storage.set(STORED.alertColumns, hidden),
    /** Drops everything, so that the next user sees nothing of it. */
    clear: (): void => {
      owners.clear()
      store.clear()
    },
  }
}
