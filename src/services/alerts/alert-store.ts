import type { AlertCounts, AlertEvidence, AlertRow, LiveAlert } from '#contract/records/alerts.ts'

/** An alert as the list shows it: its facts, and its columns by name. */
export type ListedAlert = AlertRow & { readonly registration: string }

/** What is shown of alerts. The same object until something changes. */
export type ShownAlerts = {
  /** The newest first. */
  readonly rows: readonly ListedAlert[]
  readonly byVehicle: AlertCounts['byVehicle']
  /** Alerts that a refresh has brought. */
  readonly arrived: ReadonlySet<number>
  /** Why there is the alert in the panel. */
  readonly evidence: AlertEvidence | null
}

/** The alerts that were loaded last, to be read with `useSyncExternalStore`. */
export type AlertStore = {
  subscribe(listener: () => void): () => void
  getSnapshot(): ShownAlerts
}

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
  const listeners = new Set<() => void>()
  let shown = NOTHING
  const show = (change: Partial<ShownAlerts>) => {
    shown = { ...shown, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getSnapshot: () => shown,
    show,
    replaceRows: (rows: readonly ListedAlert[], byVehicle: ShownAlerts['byVehicle'], isRefresh: boolean) => {
      const before = new Map(shown.rows.map((row) => [row.alertId, row]))
      const isSame = (row: ListedAlert, old: ListedAlert | undefined) =>
        old !== undefined && JSON.stringify(old) === JSON.stringify(row)
      show({
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
    clear: () => show(NOTHING),
  }
}
