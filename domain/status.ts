import type { Fix } from './fix.ts'
import { RUNNING_ABOVE_KMPH } from './standing.ts'
import { MINUTE_MS } from './units.ts'

/** Statuses the backend sends (MAP-21); anything else is drawn as `other`. */
export const VEHICLE_STATUSES = ['RUNNING', 'IDLE', 'STOPPED', 'KEYON', 'OFFLINE'] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]

/** The order of statuses in lists (MAP-44, CONFLICT-02); unknown and missing ones follow last as 'No Recent Data'. */
export const STATUS_RANK: Readonly<Record<VehicleStatus, number>> = {
  RUNNING: 1,
  IDLE: 2,
  STOPPED: 3,
  KEYON: 3.5,
  OFFLINE: 4,
}
export const NO_RECENT_DATA_RANK = 5

/** A vehicle without a fix for this long is OFFLINE, ms. */
export const OFFLINE_AFTER_MS = 30 * MINUTE_MS

/**
 * The status a vehicle's latest fix gives it at `now` (ms).
 * RUNNING: faster than RUNNING_ABOVE_KMPH. Otherwise IDLE with the engine on, KEYON with the key on and the engine off (rpm 0),
 * STOPPED with the key off. Where the ignition is unknown, revolutions tell that the engine is on, as for alerts. OFFLINE: no fix
 * for OFFLINE_AFTER_MS.
 */
export const statusOf = (
  fix: Pick<Fix, 'time' | 'speed' | 'ignition' | 'rpm'>,
  now: number,
): VehicleStatus => {
  if (now - fix.time >= OFFLINE_AFTER_MS) return 'OFFLINE'
  if ((fix.speed ?? 0) > RUNNING_ABOVE_KMPH) return 'RUNNING'
  const isKeyOn = fix.ignition ?? (fix.rpm ?? 0) > 0
  if (!isKeyOn) return 'STOPPED'
  return fix.rpm === 0 ? 'KEYON' : 'IDLE'
}

/** The index of a vehicle whose status is none of VEHICLE_STATUSES, in columns of statuses. */
export const OTHER_STATUS = 255

const STATUS_TEXTS: readonly string[] = VEHICLE_STATUSES

/** The index of a status in VEHICLE_STATUSES, OTHER_STATUS for any other text (MAP-21). */
export const statusIndex = (status: string): number => {
  const index = STATUS_TEXTS.indexOf(status)
  return index < 0 ? OTHER_STATUS : index
}

/** The status of an index; undefined for OTHER_STATUS and any other number. */
export const statusAt = (index: number | undefined): VehicleStatus | undefined =>
  VEHICLE_STATUSES[index ?? -1]

/** A status as it is shown: `OTHER` stands for anything unknown (MAP-21). */
export type ShownStatus = VehicleStatus | 'OTHER'

/** The status to show for what the backend sent; `IDLING` is its other spelling of IDLE (CONFLICT-01). */
export const shownStatus = (sent: string): ShownStatus =>
  sent === 'IDLING' ? 'IDLE' : (statusAt(statusIndex(sent)) ?? 'OTHER')
