import type { AlertCounts, AlertEvidence, AlertRow, LiveAlert } from '#contract/records/alerts.ts'
import { createShownStore, type ShownStore } from '../kit/shown-store.ts'

/** An alert as the list shows it: its facts, and its columns by name. */
export type ListedAlert = AlertRow & { readonly registration: string }

/** What is shown of alerts. */
export type ShownAlerts = {
  /** The newest first. */
  readonly rows: readonly ListedAlert[]
  readonly byVehicle: AlertCounts['byVehicle']
  /** Alerts that a refresh has brought. */
  readonly arrived: ReadonlySet<number>
  /** Why there is the alert in the panel. */
  readonly evidence: AlertEvidence | null
}

/** The alerts that were loaded last. */
export type AlertStore = ShownStore<ShownAlerts>

/** A row of the live list (ALR-15). */
export const ofLive = ({
  registrationId,
  ALERT_NAME,
  IST_TIME,
  latlng,
  ...facts
}: LiveAlert): ListedAlert => ({
  ...facts,
  registration: registrationId,
  columns: { registrationId, ALERT_NAME, IST_TIME, latlng },
})

/** A row of a report (ALR-16). */
export const ofReport = (row: AlertRow): ListedAlert => ({
  ...row,
  registration: String(row.columns['RegistrationNumber'] ?? ''),
})

const NOTHING: ShownAlerts = { rows: [], byVehicle: [], arrived: new Set(), evidence: null }

/** Alerts in memory. `replaceRows` merges by id: a row that did not change stays the same object, and those that a refresh brings have arrived. */
export const createAlertStore = () => {
  const store = createShownStore(NOTHING)
  return {
    ...store,
    replaceRows: (rows: readonly ListedAlert[], byVehicle: ShownAlerts['byVehicle'], isRefresh: boolean) => {
      const before = new Map(store.getSnapshot().rows.map((row) => [row.alertId, row]))
      const isSame = (row: ListedAlert, old: ListedAlert | undefined) =>
        old !== undefined && JSON.stringify(old) === JSON.stringify(row)
      store.show({
        byVehicle,
        rows: rows.map((row) => {
          const old = before.get(row.alertId)
          return old !== undefined && isSame(row, old) ? old : row
        }),
        arrived: new Set(
          isRefresh ? rows.flatMap(({ alertId }) => (before.has(alertId) ? [] : [alertId])) : [],
        ),
      })
    },
  }
}
