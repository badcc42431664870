import type { Fix } from './fix.ts'
import { MINUTE_MS } from './units.ts'

/** Statuses the backend sends (MAP-21); anything else is drawn as `other`. */
export const VEHICLE_STATUSES = ['RUNNING', 'IDLE', 'STOPPED', 'KEYON', 'OFFLINE'] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]

/** Order in lists (MAP-44, CONFLICT-02); unknown and missing data come last as 'No Recent Data'. */
export const STATUS_RANK: Readonly<Record<VehicleStatus, number>> = {
  RUNNING: 1,
  IDLE: 2,
  STOPPED: 3,
  KEYON: 3.5,
  OFFLINE: 4,
}
export const NO_RECENT_DATA_RANK = 5

/** Above this many km/h a vehicle runs. */
const RUNNING_ABOVE_KMPH = 3

/**
 * The status a vehicle's latest fix gives it at `now` (ms).
 * RUNNING moves; IDLE stands with the engine on; KEYON has the key on and the engine off (rpm 0); STOPPED has it off;
 * OFFLINE has been silent for `OFFLINE_AFTER_MS`.
 */
export const statusOf = (
  fix: Pick<Fix, 'time' | 'speed' | 'ignition' | 'rpm'>,
  now: number,
): VehicleStatus => {
  if (now - fix.time >= OFFLINE_AFTER_MS) return 'OFFLINE'
  if ((fix.speed ?? 0) > RUNNING_ABOVE_KMPH) return 'RUNNING'
  if (fix.ignition !== true) return 'STOPPED'
  return fix.rpm === 0 ? 'KEYON' : 'IDLE'
}

/** A vehicle without a fix for this long counts as OFFLINE. */
export const OFFLINE_AFTER_MS = 30 * MINUTE_MS
