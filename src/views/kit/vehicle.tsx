import type { FleetVehicle } from '#contract/records/fleet.ts'
import { currentSpeed } from '#domain/silence.ts'
import { type ShownStatus, shownStatus, statusAt } from '#domain/status.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { STATUS_LABEL } from '#src/texts/en/measures.ts'
import { formatDurationWords } from './formats.ts'
import classes from './vehicle.module.css'

/** A vehicle as cards and popups show it. Units as in `FleetVehicle`; `time` is 0 without a fix. */
export type ShownVehicle = {
  readonly vehicleId: number
  readonly registration: string
  readonly status: ShownStatus
  readonly speed: number | null
  readonly place: readonly [lng: number, lat: number] | null
  readonly time: number
  /** Whether the fix is too old to count as live, whatever the status (OPEN-40). */
  readonly late: boolean
  /** By how many seconds its device's clock is ahead; 0 where it is not. */
  readonly clockAheadS: number
  readonly trip: { readonly tripId: number; readonly toCity: string; readonly eta: string | null } | null
}

const tripOf = (trip: FleetVehicle['tripDetail'] | undefined): ShownVehicle['trip'] =>
  trip ? { tripId: trip.tripId, toCity: trip.toCity, eta: trip.eta } : null

const known = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) || value < 0 ? null : value

/**
 * Reads a vehicle and its latest fix from the store; undefined if the store does not have it. Its speed is that of `now` (ms since 1970
 * UTC), null after a silence.
 */
export const readVehicle = (store: FleetStore, vehicleId: number, now: number): ShownVehicle | undefined => {
  const slot = store.slotOf(vehicleId)
  const record = store.record(vehicleId)
  if (slot === undefined || record === undefined) return undefined
  const { time, lng, lat, speed, status, late } = store.columns
  const at = time[slot] ?? 0
  const place = [lng[slot] ?? Number.NaN, lat[slot] ?? Number.NaN] as const
  return {
    vehicleId,
    registration: record.registrationId,
    status: shownStatus(statusAt(status[slot]) ?? record.vehicleStatus),
    speed: currentSpeed(known(speed[slot]), at, now),
    place: at === 0 || !Number.isFinite(place[0]) || !Number.isFinite(place[1]) ? null : place,
    time: at,
    late: late[slot] === 1,
    clockAheadS: record.clockAheadS ?? 0,
    trip: tripOf(record.tripDetail),
  }
}

/** That the clock of a vehicle's device is ahead, by seconds; null where it is not. */
export const clockText = (aheadS: number | undefined): string | null =>
  aheadS === undefined || aheadS === 0
    ? null
    : KIT.clockAhead({ duration: formatDurationWords(aheadS * 1000) })

/** The label of a status, which also says if the fix is late (OPEN-40), except where the status implies it. */
export const statusLabel = (status: ShownStatus, late: boolean): string =>
  late && status !== 'OFFLINE' && status !== 'OTHER'
    ? KIT.lateStatus({ status: STATUS_LABEL[status] })
    : STATUS_LABEL[status]

/** The CSS variable of a status colour (MAP-42, MAP-43, CONFLICT-03). */
export const STATUS_COLOUR: Readonly<Record<ShownStatus, string>> = {
  RUNNING: 'var(--rb-running)',
  IDLE: 'var(--rb-idle)',
  STOPPED: 'var(--rb-stopped)',
  KEYON: 'var(--rb-keyon)',
  OFFLINE: 'var(--rb-offline)',
  OTHER: 'var(--rb-other)',
}

/** One shape per status, so that colour is never the only sign. */
const SHAPES: Readonly<Record<ShownStatus, React.ReactNode>> = {
  RUNNING: <path d="M2 0.5 11.5 6 2 11.5 4 6Z" />,
  IDLE: <path d="M1.5 1h3.4v10H1.5ZM7.1 1h3.4v10H7.1Z" />,
  STOPPED: <rect x="1" y="1" width="10" height="10" rx="1.5" />,
  KEYON: <path d="M6 0 12 6 6 12 0 6Z" />,
  OFFLINE: (
    <path
      d="M6 0.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11ZM6 4a2 2 0 1 0 0 4a2 2 0 1 0 0-4Z"
      fillRule="evenodd"
    />
  ),
  OTHER: <circle cx="6" cy="6" r="5.5" />,
}

/** The icon of a status, hollow if the fix is late. Hidden from screen readers, so it needs `statusLabel` beside it. */
export const StatusIcon = ({ status, late = false }: { status: ShownStatus; late?: boolean }) => (
  <svg
    className={classes['statusIcon']}
    viewBox="0 0 12 12"
    style={{ color: STATUS_COLOUR[status] }}
    aria-hidden="true"
    data-status={status}
    data-late={late}
  >
    {SHAPES[status]}
  </svg>
)

/** A registration as a number plate. */
export const Plate = ({ registration }: { registration: string }) => (
  <span translate="no" className={classes['plate']}>
    {registration}
  </span>
)
