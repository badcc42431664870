import type { VehicleStatus } from '#contract/records/vehicle-status.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'

/** A status as it is shown: one of the contract's, `IDLE` for its other spelling (CONFLICT-01), `OTHER` for anything unknown (MAP-21). */
export type ShownStatus = VehicleStatus | 'OTHER'

/** What the backend sent, as it is shown. */
export const shownStatus = (sent: string): ShownStatus => {
  if (sent === 'IDLING') return 'IDLE'
  return VEHICLE_STATUSES.find((status) => status === sent) ?? 'OTHER'
}

/** Words for a status; an unknown one means that nothing recent is known (CONFLICT-02). */
export const STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
  RUNNING: 'Running',
  IDLE: 'Idle',
  STOPPED: 'Stopped',
  KEYON: 'Key on',
  OFFLINE: 'Offline',
  OTHER: 'No Recent Data',
}

/** Words for a status and, where the last fix is too old to be live, that it is late (OPEN-40). Silence says so by itself. */
export const statusWords = (status: ShownStatus, late: boolean): string =>
  late && status !== 'OFFLINE' && status !== 'OTHER' ? `${STATUS_WORDS[status]}, late` : STATUS_WORDS[status]

/** The CSS variable of a status colour (MAP-42, MAP-43, CONFLICT-03). */
export const STATUS_COLOUR: Readonly<Record<ShownStatus, string>> = {
  RUNNING: 'var(--rb-running)',
  IDLE: 'var(--rb-idle)',
  STOPPED: 'var(--rb-stopped)',
  KEYON: 'var(--rb-keyon)',
  OFFLINE: 'var(--rb-offline)',
  OTHER: 'var(--rb-other)',
}
