import * as z from 'zod/mini'
import { istDateTime } from '#contract/ist.ts'
import { ALERT_NAME, type AlertCode } from '#contract/records/alert-code.ts'
import type { AlertMarker } from '#contract/records/alert-marker.ts'
import type { PlaybackRequest } from '#contract/records/playback.ts'
import { EVENT_NAME, type EventCode } from '#domain/fix.ts'
import type { EventRepository } from '../repositories/events.ts'
import type { EventRow } from '../track/closed-day.ts'
import type { Caller } from './caller.ts'
import type { FleetService } from './fleet.ts'
import { rangeOf } from './ranges.ts'

/** Alerts that are events of the same kind carry the event's code (PLT-08). */
const EVENT_OF_ALERT: Partial<Record<AlertCode, EventCode>> = {
  OVERSPEED: 'OS',
  ENGINEOVERRUN: 'EO',
  STOPPAGE: 'VS',
  IDLING: 'ID',
  FUELDROP: 'FD',
}
/** Events without an alert of their own; the others are shown by their alert alone. */
const LONE_EVENTS: readonly string[] = ['HA', 'HB', 'HC']

const isEvent = (code: string): code is EventCode => Object.hasOwn(EVENT_NAME, code)
const isAlert = (code: string): code is AlertCode => Object.hasOwn(ALERT_NAME, code)

const two = (value: number) => String(value).padStart(2, '0')
const clockOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`

const UNIT: Readonly<Record<string, string>> = {
  OS: 'kmph',
  EO: 'rpm',
  FD: 'ltrs',
  FUELFILL: 'ltrs',
  ADBLUELOW: 'ltrs',
}

/** What the walk along a vehicle's fences keeps of an entry or an exit. */
const FencePassed = z.object({ name: z.string(), way: z.enum(['IN', 'OUT']) })

const describeFence = ({ detail, durationS }: EventRow): string => {
  const passed = FencePassed.safeParse(detail)
  if (!passed.success) return ''
  const { name, way } = passed.data
  if (way === 'IN') return `Entered ${name}`
  return durationS === null ? `Left ${name}` : `Left ${name} after ${clockOf(durationS)}`
}

const describe = (label: string, row: EventRow): string => {
  if (label === 'GEOFENCEINOUT') return describeFence(row)
  const { value, durationS } = row
  const unit = UNIT[label]
  const parts = [
    ...(value === null || unit === undefined ? [] : [`${value.toFixed(1)} ${unit}`]),
    ...(durationS === null || durationS <= 0 ? [] : [`for ${clockOf(durationS)}`]),
  ]
  return parts.join(' ')
}

/** An event as the map shows it. */
export const markerOf = (row: EventRow): AlertMarker => {
  const label = (isAlert(row.code) ? EVENT_OF_ALERT[row.code] : undefined) ?? row.code
  const name = isEvent(label) ? EVENT_NAME[label] : isAlert(label) ? ALERT_NAME[label] : label
  return {
    latitude: row.lat,
    longitude: row.lng,
    label,
    alertName: name,
    desc: describe(label, row),
    alertTime: istDateTime(row.time),
    time: row.time,
    ...(label === 'OS' && row.value !== null ? { speedVal: row.value } : {}),
  }
}

/** Alerts and driving events of one vehicle, for the map. */
export const createAlertMarkers =
  ({ fleet, events }: { fleet: Pick<FleetService, 'vehicleOf'>; events: EventRepository }) =>
  async (caller: Caller, request: PlaybackRequest): Promise<AlertMarker[]> => {
    const range = rangeOf(request)
    const { vehicleId, companyId } = await fleet.vehicleOf(caller, request.vehicleId)
    const rows = await events.ofVehicle({ companyId, vehicleId, ...range, eventCodes: LONE_EVENTS })
    return rows.map(markerOf)
  }

export type AlertMarkers = ReturnType<typeof createAlertMarkers>
