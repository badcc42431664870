import { type Kysely, sql } from 'kysely'
import { EVENT_OF_ALERT } from '#domain/alerts.ts'
import { type DayBounds, dayBounds, dayOf } from '#domain/company-time.ts'
import { MAX_RANGE_ALERTS } from '#domain/playback.ts'
import { type HeldRule, wasRaisedBy } from '../alerts/alert-choices.repository.ts'
import { untilLastFix } from '../alerts/known-alert.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertEvidence } from '../rules/types.ts'
import { compareEvents, type EventRow } from '../track/close-day.ts'
import {
  type DayVehicleInZone,
  dayAsClosed,
  readDayVehicle,
  readOpenRows,
  type VehicleKey,
} from '../track/closing.repository.ts'

/** Limit of open days read in one call. Older ones are closed within minutes anyway. */
const MAX_OPEN_DAYS = 7

/** The vehicle and range (ms), the rules of the alerts and the codes of the driving events to include. */
type EventQuery = VehicleKey &
  DayBounds & { readonly rules: readonly HeldRule[]; readonly eventCodes: readonly string[] }

/** Ends in ms, both included. */
type Period = { readonly from: number; readonly to: number }

/** A driving event, or an alert with its period: from where it, or the driving event of its kind that it is part of, began until it ended. */
export type EventOrAlert = EventRow & {
  readonly period: Period | null
  /** Whether an alert lasts still, as far as is known. */
  readonly isOpen?: true
}

/** The driving events that alerts report as well. */
const REPORTED_CODES: readonly string[] = Object.values(EVENT_OF_ALERT)

/** Reads driving events and alerts. */
export const createEventRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * A vehicle's alerts and the requested events from `from` to before `to` (ms), oldest first, at most 5,000. A day that has
   * open fixes, such as today, gives the events that closing it now would store. Withdrawn alerts are left out.
   */
  ofVehicle: (wanted: EventQuery): Promise<EventOrAlert[]> =>
    // One snapshot of the data: a day that is being closed is either open or closed, never neither.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const dayVehicle = await readDayVehicle(trx, wanted)
        if (!dayVehicle) return []
        const open = await openDays(trx, wanted, dayVehicle)
        const isOpen = ({ time }: EventRow) => open.some(({ from, to }) => time >= from && time < to)
        const eventsOf = async (query: EventQuery) => {
          const stored = await readStored(trx, query)
          return [
            ...stored.filter((event) => !isOpen(event)),
            ...open.flatMap(({ events }) => events),
          ].filter(matches(query))
        }
        const alerts = await readAlerts(trx, wanted)
        const reported = alerts.length === 0 ? [] : await eventsOf({ ...wanted, eventCodes: REPORTED_CODES })
        return (await eventsOf(wanted))
          .map((event): EventOrAlert => ({ ...event, period: null }))
          .concat(alerts.map(withEventsBefore(reported)))
          .sort(compareEvents)
          .slice(0, MAX_RANGE_ALERTS)
      }),
})

export type EventRepository = ReturnType<typeof createEventRepository>

const matches =
  ({ from, to, eventCodes }: EventQuery) =>
  ({ time, kind, code }: EventRow): boolean =>
    time >= from && time < to && kind === 'event' && eventCodes.includes(code)

const endOf = ({ time, durationS }: EventRow): number => time + (durationS ?? 0) * 1000

/**
 * Lets an alert's period begin where the driving event did that lasts when the alert begins: an overspeed is an event by the initial limit
 * before it is an alert by a higher one.
 */
const withEventsBefore = (reported: readonly EventRow[]) => {
  const ofCode = new Map<string, EventRow[]>()
  for (const event of reported) {
    const own = ofCode.get(event.code)
    if (own) own.push(event)
    else ofCode.set(event.code, [event])
  }
  for (const events of ofCode.values()) events.sort((a, b) => a.time - b.time)
  return (alert: EventOrAlert): EventOrAlert => {
    const { code, period } = alert
    const events = ofCode.get(EVENT_OF_ALERT[code as keyof typeof EVENT_OF_ALERT] ?? '')
    if (period === null || events === undefined) return alert
    let { from } = period
    // Of one code two events last at a time only where a later day goes on with one.
    for (let i = countUpTo(events, period.from) - 1; i >= 0; i -= 1) {
      const event = events[i]
      if (event === undefined || endOf(event) < period.from) break
      from = Math.min(from, event.time)
      if (event.detail['continues'] !== true) break
    }
    return { ...alert, period: { ...period, from } }
  }
}

/** How many events, which are by time, begin by `time` (ms). */
const countUpTo = (events: readonly EventRow[], time: number): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

const readStored = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to, eventCodes }: EventQuery,
): Promise<EventRow[]> => {
  const rows = await db
    .selectFrom('vehicle_event')
    .select(['time', 'code', 'kind', 'lng', 'lat', 'value', 'duration_s as durationS', 'detail'])
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('time', '>=', new Date(from))
    .where('time', '<', new Date(to))
    .where('kind', '=', 'event')
    .where('code', 'in', eventCodes)
    .orderBy('time')
    .orderBy('code')
    .limit(MAX_RANGE_ALERTS)
    .execute()
  return rows.map(({ time, ...row }) => ({ ...row, time: time.getTime() }))
}

/** Alerts as events, with their periods: of a geofence with its name and the way of the passage. */
const readAlerts = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to, rules }: EventQuery,
): Promise<EventOrAlert[]> => {
  if (rules.length === 0) return []
  const rows = await db
    .selectFrom('alert')
    .leftJoin('latest_fix', (join) =>
      join
        .onRef('latest_fix.vehicle_id', '=', 'alert.vehicle_id')
        .onRef('latest_fix.company_id', '=', 'alert.company_id'),
    )
    .select(['alert.time', 'type', 'subject', 'alert.lng', 'alert.lat', 'value', 'duration_s', 'detail'])
    .select(['began', 'ended', 'latest_fix.time as seen'])
    .where('alert.company_id', '=', companyId)
    .where('alert.vehicle_id', '=', vehicleId)
    .where('alert.time', '>=', new Date(from))
    .where('alert.time', '<', new Date(to))
    .where('withdrawn_at', 'is', null)
    .where(wasRaisedBy(rules))
    .orderBy('alert.time')
    .orderBy('type')
    .limit(MAX_RANGE_ALERTS)
    .execute()
  return rows
    .map(untilLastFix)
    .map(({ time, type, subject, lng, lat, value, duration_s, detail, began, ended }): EventOrAlert => {
      const { fence } = detail as AlertEvidence
      const [geofenceId, way] = subject.split(' ')
      const isEntry = way === 'IN'
      return {
        ...{ code: type, kind: 'alert', lng, lat, value },
        time: time.getTime(),
        period: {
          from: began.getTime(),
          to: Math.max(time.getTime(), ended?.getTime() ?? began.getTime() + (duration_s ?? 0) * 1000),
        },
        durationS: isEntry ? null : duration_s,
        ...(ended === null && { isOpen: true }),
        detail: way === undefined ? {} : { geofenceId: Number(geofenceId), name: fence?.name ?? '', way },
      }
    })
}

/** The newest days of the range that have open fixes, with their events. */
const openDays = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to }: EventQuery,
  dayVehicle: DayVehicleInZone,
): Promise<Array<DayBounds & { events: EventRow[] }>> => {
  const { timeZone } = dayVehicle
  const owned = { companyId, vehicleId }
  const within = {
    from: dayBounds(dayOf(from, timeZone), timeZone).from,
    to: dayBounds(dayOf(to, timeZone), timeZone).to,
  }
  const { rows } = await sql<{ day: string }>`
    select distinct (time at time zone ${timeZone})::date::text as day from open_fix
    where company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4
      and time >= to_timestamp(${within.from}::float8 / 1000) and time < to_timestamp(${within.to}::float8 / 1000)
    order by day desc limit ${MAX_OPEN_DAYS}`.execute(db)
  const days: Array<DayBounds & { events: EventRow[] }> = []
  for (const { day } of rows) {
    const bounds = dayBounds(day, timeZone)
    const closed = await dayAsClosed(db, owned, day, dayVehicle, await readOpenRows(db, owned, bounds))
    days.push({ ...bounds, events: [...(closed?.events ?? [])] })
  }
  return days
}
