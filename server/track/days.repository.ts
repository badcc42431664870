import type { Insertable } from 'kysely'
import { type Kysely, sql } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import { COLUMNS_TOGETHER, FIGURE_COLUMNS, FIGURES } from '../db/figure-columns.ts'
import type { Tables } from '../db/tables.ts'
import type { AfterDay, ClosedDay, HourRow } from './close-day.ts'
import { DAY_VERSION, encodeDay } from './codec.ts'
import { dtcDayOf, replaceDtcReports } from './dtc-reports.repository.ts'
import { createLoopTurns } from './loop-turns.ts'
import { putDown } from './put-down.repository.ts'

/** A vehicle-day to store; `day` is `YYYY-MM-DD` in the company's zone. */
export type DayToWrite = {
  readonly companyId: number
  readonly vehicleId: number
  readonly day: string
  readonly timeZone: string
  readonly closed: ClosedDay
}

/** Blobs sent in one statement, about a megabyte. */
const BLOBS_A_STATEMENT = 100

/** Writes an array literal as one text, which is faster than the driver's escaping of each element. */
const numbers = (values: readonly number[]): string => `{${values.join(',')}}`
const texts = (values: readonly string[]): string => `{${values.join(',')}}`
const orNull = (values: ReadonlyArray<number | null>): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/**
 * Replaces everything that is stored of these days: blob, hourly rows, events and reports of trouble codes, and puts them down for the
 * alert rules. Call it in a transaction, with each vehicle-day at most once. Storing the same day again changes nothing.
 */
export const storeDays = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  await storeDerivedDays(trx, days)
  await putDown(trx, days)
}

/** The same for days whose fixes are stored already, which the alert rules know. */
export const storeDerivedDays = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  for (let at = 0; at < days.length; at += BLOBS_A_STATEMENT)
    await storeBlobs(trx, days.slice(at, at + BLOBS_A_STATEMENT))
  await storeFigures(trx, days)
}

/** Replaces the hourly rows, the figures, the fluids and the events of these days, without their fixes. */
export const storeFigures = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  if (days.length === 0) return
  await removeDerived(trx, days)
  await storeHours(trx, days)
  await storeDayFigures(trx, days)
  await storeFluids(trx, days)
  await storeEvents(
    trx,
    days.map(({ companyId, vehicleId, closed }) => ({ companyId, vehicleId, events: closed.events })),
  )
  await replaceDtcReports(
    trx,
    days.map((one) => dtcDayOf(one, one.timeZone, one.closed.columns)),
  )
}

const storeBlobs = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  const giveTurn = createLoopTurns()
  const rows: Array<Insertable<Tables['vehicle_day']>> = []
  for (const { companyId, vehicleId, day, closed } of days) {
    rows.push({
      ...{ company_id: companyId, vehicle_id: vehicleId, day, version: DAY_VERSION },
      ...{ fixes: closed.columns.length, blob: encodeDay(closed.columns) },
    })
    await giveTurn()
  }
  await trx
    .insertInto('vehicle_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'vehicle_id', 'day']).doUpdateSet(({ ref }) => ({
        fixes: ref('excluded.fixes'),
        version: ref('excluded.version'),
        blob: ref('excluded.blob'),
      })),
    )
    .execute()
}

const removeDerived = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  const bounds = days.map(({ day, timeZone }) => dayBounds(day, timeZone))
  const keys = sql`unnest(
    ${numbers(days.map(({ companyId }) => companyId))}::int4[], ${numbers(days.map(({ vehicleId }) => vehicleId))}::int4[],
    ${numbers(bounds.map(({ from }) => from))}::float8[], ${numbers(bounds.map(({ to }) => to))}::float8[],
    ${texts(days.map(({ day }) => day))}::date[]
  ) as k(company_id, vehicle_id, since, until, day)`
  await sql`delete from vehicle_hour h using ${keys}
    where h.company_id = k.company_id and h.vehicle_id = k.vehicle_id
      and h.hour >= to_timestamp(k.since / 1000) and h.hour < to_timestamp(k.until / 1000)`.execute(trx)
  await sql`delete from vehicle_event e using ${keys}
    where e.company_id = k.company_id and e.vehicle_id = k.vehicle_id
      and e.time >= to_timestamp(k.since / 1000) and e.time < to_timestamp(k.until / 1000)`.execute(trx)
  for (const table of ['vehicle_day_figures', 'vehicle_day_fluid', 'figures_pending'] as const)
    await sql`delete from ${sql.table(table)} d using ${keys}
      where d.company_id = k.company_id and d.vehicle_id = k.vehicle_id and d.day = k.day`.execute(trx)
}

const TYPE = { sum: 'float8', greatest: 'float8', count: 'int4' } as const

const storeHours = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  const hours = days.flatMap(({ closed }) => closed.hours)
  const owners = days.flatMap((owner) => owner.closed.hours.map(() => owner))
  const column = (name: keyof HourRow) => numbers(hours.map((row) => row[name]))
  const figures = sql.join(
    FIGURES.map(({ name, of }) => sql`${column(name)}::${sql.raw(TYPE[of])}[]`),
    sql`, `,
  )
  await sql`insert into vehicle_hour (company_id, vehicle_id, hour, day, driver_id, ${FIGURE_COLUMNS})
    select company_id, vehicle_id, to_timestamp(hour / 1000), day, driver_id, ${FIGURE_COLUMNS}
    from unnest(${numbers(owners.map(({ companyId }) => companyId))}::int4[],
      ${numbers(owners.map(({ vehicleId }) => vehicleId))}::int4[], ${column('hour')}::float8[],
      ${texts(owners.map(({ day }) => day))}::date[], ${column('driverId')}::int4[], ${figures})
      as row(company_id, vehicle_id, hour, day, driver_id, ${FIGURE_COLUMNS})`.execute(trx)
}

/** The rows of hours that were just stored, together for each driver. */
const storeDayFigures = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  const bounds = days.map(({ day, timeZone }) => dayBounds(day, timeZone))
  const next = days.map(({ closed }) => closed.next)
  await sql`insert into vehicle_day_figures (company_id, vehicle_id, day, driver_id, next_fixes, next_until, ${FIGURE_COLUMNS})
    select h.company_id, h.vehicle_id, h.day, h.driver_id, k.next_fixes, to_timestamp(k.next_until / 1000), ${COLUMNS_TOGETHER}
    from unnest(${numbers(days.map(({ companyId }) => companyId))}::int4[],
        ${numbers(days.map(({ vehicleId }) => vehicleId))}::int4[],
        ${numbers(bounds.map(({ from }) => from))}::float8[], ${numbers(bounds.map(({ to }) => to))}::float8[],
        ${numbers(next.map(({ fixes }) => fixes))}::int4[], ${orNull(next.map(({ until }) => until))}::float8[]
      ) as k(company_id, vehicle_id, since, until, next_fixes, next_until)
      join vehicle_hour h on h.company_id = k.company_id and h.vehicle_id = k.vehicle_id
        and h.hour >= to_timestamp(k.since / 1000) and h.hour < to_timestamp(k.until / 1000)
    group by 1, 2, 3, 4, 5, 6`.execute(trx)
}

/** With which fixes after it a day was derived; null if it has no figures, or is put down to be derived again. */
export const readAfterDay = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: { readonly companyId: number; readonly vehicleId: number },
  day: string,
): Promise<AfterDay | null> => {
  const { rows } = await sql<AfterDay>`
    select next_fixes as fixes, (extract(epoch from next_until) * 1000)::float8 as until from vehicle_day_figures f
    where company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4 and day = ${day}::date
      and not exists (select from figures_pending p
        where (p.company_id, p.vehicle_id, p.day) = (f.company_id, f.vehicle_id, f.day))
    limit 1`.execute(db)
  return rows[0] ?? null
}

const storeFluids = async (trx: Kysely<Tables>, days: readonly DayToWrite[]): Promise<void> => {
  const rows = days.flatMap(({ companyId, vehicleId, day, closed }) =>
    closed.fluids.map((level) => ({ companyId, vehicleId, day, ...level })),
  )
  const column = (name: Exclude<keyof (typeof rows)[number], 'day' | 'fluid'>) =>
    numbers(rows.map((row) => row[name]))
  await sql`insert into vehicle_day_fluid (company_id, vehicle_id, day, fluid, low, mean, high, fixes)
    select * from unnest(${column('companyId')}::int4[], ${column('vehicleId')}::int4[],
      ${texts(rows.map(({ day }) => day))}::date[], ${texts(rows.map(({ fluid }) => fluid))}::text[],
      ${column('low')}::float8[], ${column('mean')}::float8[], ${column('high')}::float8[], ${column('fixes')}::int4[])`.execute(
    trx,
  )
}

/** Events of one vehicle, in order of time and code. */
type VehicleEvents = Pick<DayToWrite, 'companyId' | 'vehicleId'> & Pick<ClosedDay, 'events'>

const storeEvents = async (trx: Kysely<Tables>, days: readonly VehicleEvents[]): Promise<void> => {
  const rows = days.flatMap(({ companyId, vehicleId, events }) =>
    events.map((event, i) => {
      let seq = 0
      for (let k = i - 1; k >= 0 && isSameEvent(events[k], event); k -= 1) seq += 1
      return { companyId, vehicleId, seq, ...event }
    }),
  )
  if (rows.length === 0) return
  const column = (name: 'companyId' | 'vehicleId' | 'seq' | 'time' | 'lng' | 'lat' | 'value' | 'durationS') =>
    orNull(rows.map((row) => row[name]))
  await sql`insert into vehicle_event (company_id, vehicle_id, time, code, seq, kind, lng, lat, value, duration_s, detail)
    select company_id, vehicle_id, to_timestamp(time / 1000), code, seq, kind, lng, lat, value, duration_s, detail
    from unnest(${column('companyId')}::int4[], ${column('vehicleId')}::int4[], ${column('time')}::float8[],
      ${rows.map(({ code }) => code)}::text[], ${column('seq')}::int2[], ${rows.map(({ kind }) => kind)}::text[],
      ${column('lng')}::float8[], ${column('lat')}::float8[], ${column('value')}::float8[],
      ${column('durationS')}::float8[], ${rows.map(({ detail }) => JSON.stringify(detail))}::jsonb[])
      as row(company_id, vehicle_id, time, code, seq, kind, lng, lat, value, duration_s, detail)
    on conflict do nothing`.execute(trx)
}

const isSameEvent = (a: ClosedDay['events'][number] | undefined, b: ClosedDay['events'][number]): boolean =>
  a !== undefined && a.time === b.time && a.code === b.code
