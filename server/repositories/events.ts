import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { EventRow } from '../track/closed-day.ts'
import { type DayBounds, dayBounds, dayOf } from '../track/days.ts'
import {
  type DayVehicleInZone,
  dayAsClosed,
  type Owned,
  readDayVehicle,
  readOpenRows,
} from './track-closing.ts'

/** Most events that one range answers. */
const MAX_EVENTS = 5_000
/** Most days that are looked through at a call; those that are older close by themselves within minutes. */
const MAX_OPEN_DAYS = 7

/** A driving event or an alert; `time` in ms. */
export type PlottedEvent = Omit<EventRow, 'detail'>

type Range = Owned & DayBounds

/** Reads driving events and alerts. */
export const createEventRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * A vehicle's events from `from` to before `to` (ms), oldest first; at most 5,000. Of a day that still has open fixes, such
   * as today, they are what closing it now would store.
   */
  ofVehicle: (range: Range): Promise<PlottedEvent[]> =>
    // One view of the data: a day being closed is seen as open or as closed, never as neither.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const dayVehicle = await readDayVehicle(trx, range)
        if (!dayVehicle) return []
        const stored = await readStored(trx, range)
        const open = await openDays(trx, range, dayVehicle)
        const isOpen = ({ time }: PlottedEvent) => open.some(({ from, to }) => time >= from && time < to)
        return [...stored.filter((event) => !isOpen(event)), ...open.flatMap(({ events }) => events)]
          .filter(({ time }) => time >= range.from && time < range.to)
          .sort(byTime)
          .slice(0, MAX_EVENTS)
      }),
})

export type EventRepository = ReturnType<typeof createEventRepository>

const byTime = (a: PlottedEvent, b: PlottedEvent): number =>
  a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)

const readStored = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to }: Range,
): Promise<PlottedEvent[]> => {
  const rows = await db
    .selectFrom('vehicle_event')
    .select(['time', 'code', 'kind', 'lng', 'lat', 'value', 'duration_s as durationS'])
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('time', '>=', new Date(from))
    .where('time', '<', new Date(to))
    .orderBy('time')
    .orderBy('code')
    .limit(MAX_EVENTS)
    .execute()
  return rows.map(({ time, ...row }) => ({ ...row, time: time.getTime() }))
}

/** The newest days within the range that have open fixes, each with its events. */
const openDays = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to }: Range,
  dayVehicle: DayVehicleInZone,
): Promise<Array<DayBounds & { events: PlottedEvent[] }>> => {
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
  const days: Array<DayBounds & { events: PlottedEvent[] }> = []
  for (const { day } of rows) {
    const bounds = dayBounds(day, timeZone)
    const closed = await dayAsClosed(db, owned, day, dayVehicle, await readOpenRows(db, owned, bounds))
    days.push({ ...bounds, events: [...(closed?.events ?? [])] })
  }
  return days
}
