import * as z from 'zod/mini'
import type { AlertDetail, AlertMarker, PlaybackRequest } from '#contract/calls/playback.ts'
import { ALERT_NAME, type AlertCode, alertMeasure, EVENT_OF_ALERT } from '#domain/alerts.ts'
import { EVENT_NAME, type EventCode } from '#domain/fix.ts'
import { istDateTime } from '#domain/ist.ts'
import { specifiedText } from '#domain/shown-figures.ts'
import { clockText } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { AlertChoicesRepository } from '../alerts/alert-choices.repository.ts'
import type { FleetService } from '../fleet/fleet.service.ts'
import type { EventRow } from '../track/close-day.ts'
import type { EventOrAlert, EventRepository } from './events.repository.ts'
import { requestedRange } from './playback.service.ts'

/** Events without a corresponding alert. All others are shown as alerts only. */
const EVENTS_WITHOUT_ALERT: readonly string[] = ['HA', 'HB', 'HC']

const isEvent = (code: string): code is EventCode => Object.hasOwn(EVENT_NAME, code)
const isAlert = (code: string): code is AlertCode => Object.hasOwn(ALERT_NAME, code)

/** The stored detail of an entry or exit. */
const FenceCrossing = z.object({ name: z.string(), way: z.enum(['IN', 'OUT']) })

const describeFence = ({ detail, durationS }: EventRow): string => {
  const passed = FenceCrossing.safeParse(detail)
  if (!passed.success) return ''
  const { name, way } = passed.data
  if (way === 'IN') return `Entered ${name}`
  return durationS === null ? `Left ${name}` : `Left ${name} after ${clockText(durationS)}`
}

const describe = (label: string, row: EventOrAlert): string => {
  if (label === 'GEOFENCEINOUT') return describeFence(row)
  const { value, durationS, isOpen = false } = row
  const figure = alertMeasure(label)
  const parts = [
    ...(value === null || figure === null ? [] : [specifiedText(figure, value)]),
    ...(durationS === null || durationS <= 0 ? [] : [`for ${isOpen ? 'over ' : ''}${clockText(durationS)}`]),
  ]
  return parts.join(' ')
}

const crossedFence = (detail: unknown): AlertDetail['fence'] => {
  const passed = FenceCrossing.safeParse(detail)
  return passed.success ? { name: passed.data.name, crossing: passed.data.way } : null
}

const detailOf = (label: string, { value, durationS, detail, isOpen }: EventOrAlert): AlertDetail => ({
  value: alertMeasure(label) === null ? null : value,
  durationS: durationS !== null && durationS > 0 ? durationS : null,
  ...(isOpen && { isOpen }),
  fence: label === 'GEOFENCEINOUT' ? crossedFence(detail) : null,
})

/** An event in the form that the map shows. */
const markerOf = (row: EventOrAlert): AlertMarker => {
  const events: Readonly<Partial<Record<string, EventCode>>> = EVENT_OF_ALERT
  const label = events[row.code] ?? row.code
  const name = isEvent(label) ? EVENT_NAME[label] : isAlert(label) ? ALERT_NAME[label] : label
  return {
    latitude: row.lat,
    longitude: row.lng,
    label,
    alertName: name,
    desc: describe(label, row),
    detail: detailOf(label, row),
    alertTime: istDateTime(row.time),
    time: row.time,
    ...(row.period && { period: row.period }),
    ...(label === 'OS' && row.value !== null ? { speedVal: row.value } : {}),
  }
}

/** The driving events of one vehicle for the map, and the alerts that were raised for the caller (ALR-09). */
export const createAlertMarkers =
  ({
    fleet,
    events,
    choices,
  }: {
    fleet: Pick<FleetService, 'vehicleOf'>
    events: EventRepository
    choices: AlertChoicesRepository
  }) =>
  async (caller: Caller, request: PlaybackRequest): Promise<AlertMarker[]> => {
    const range = requestedRange(request)
    const { vehicleId, companyId } = await fleet.vehicleOf(caller, request.vehicleId)
    const rules = (await choices.heldOfUsers([caller.userId])).get(caller.userId) ?? []
    const rows = await events.ofVehicle({
      ...{ companyId, vehicleId, ...range },
      ...{ rules, eventCodes: EVENTS_WITHOUT_ALERT },
    })
    return rows.map(markerOf)
  }

export type AlertMarkers = ReturnType<typeof createAlertMarkers>
