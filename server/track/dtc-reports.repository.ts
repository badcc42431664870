import { type Kysely, sql } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import type { FixColumns } from './columns.ts'
import { type DtcReport, dtcReadingsOf, dtcReportsOf } from './dtc-reports.ts'
import type { VehicleDay } from './put-down.repository.ts'

/** The reports of a vehicle-day. */
export type DtcDay = VehicleDay & { readonly reports: readonly DtcReport[] }

const keysOf = (days: readonly VehicleDay[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(days.map(({ companyId, vehicleId, day }) => ({ company_id: companyId, vehicle_id: vehicleId, day })))}::jsonb)
    as k(company_id int4, vehicle_id int4, day date)`

/** Adds reports, or lengthens those that are stored with the same beginning. The caller has locked their days. */
export const addDtcReports = async (trx: Kysely<Tables>, days: readonly DtcDay[]): Promise<void> => {
  const rows = days.flatMap(({ companyId, vehicleId, day, reports }) =>
    reports.map(({ began, lastSeen, codes, lng, lat, fixes }) => ({
      ...{ company_id: companyId, vehicle_id: vehicleId, day, began, last_seen: lastSeen },
      ...{ codes, lng, lat, fixes },
    })),
  )
  if (rows.length === 0) return
  await sql`insert into dtc_report (company_id, vehicle_id, day, began, last_seen, codes, lng, lat, fixes)
    select company_id, vehicle_id, day, to_timestamp(began / 1000), to_timestamp(last_seen / 1000), codes, lng, lat, fixes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(company_id int4, vehicle_id int4, day date,
      began float8, last_seen float8, codes text[], lng float8, lat float8, fixes int4)
    on conflict (company_id, vehicle_id, began) do update set last_seen = excluded.last_seen, fixes = excluded.fixes`.execute(
    trx,
  )
}

/** Replaces the reports of these days, each named once; the caller has locked them. */
export const replaceDtcReports = async (trx: Kysely<Tables>, days: readonly DtcDay[]): Promise<void> => {
  if (days.length === 0) return
  await sql`delete from dtc_report r using ${keysOf(days)}
    where r.company_id = k.company_id and r.vehicle_id = k.vehicle_id and r.day = k.day`.execute(trx)
  await addDtcReports(trx, days)
}

/** The last report of each of these days that has one, and how many there are, by vehicle and day. */
export const lastDtcReports = async (
  db: Kysely<Tables>,
  days: readonly VehicleDay[],
): Promise<ReadonlyMap<string, { readonly last: DtcReport; readonly count: number }>> => {
  const { rows } = await sql<DtcReport & { vehicleId: number; day: string; count: number }>`
    select k.vehicle_id as "vehicleId", to_char(k.day, 'YYYY-MM-DD') as day, last.*, (select count(*)::int4 from dtc_report r
      where r.company_id = k.company_id and r.vehicle_id = k.vehicle_id and r.day = k.day) as count from ${keysOf(days)}
    cross join lateral (
      select (extract(epoch from began) * 1000)::float8 as began, (extract(epoch from last_seen) * 1000)::float8 as "lastSeen",
        codes, lng, lat, fixes
      from dtc_report r where r.company_id = k.company_id and r.vehicle_id = k.vehicle_id and r.day = k.day
      order by r.began desc limit 1
    ) last`.execute(db)
  return new Map(
    rows.map(({ vehicleId, day, count, ...last }) => [dtcDayKey({ vehicleId, day }), { last, count }]),
  )
}

/** Tells vehicle-days apart. */
export const dtcDayKey = ({ vehicleId, day }: Pick<VehicleDay, 'vehicleId' | 'day'>): string =>
  `${vehicleId} ${day}`

/** The reports of a day whose fixes these columns are; fixes of other days among them are ignored. */
export const dtcDayOf = (
  { companyId, vehicleId, day }: VehicleDay,
  timeZone: string,
  columns: FixColumns,
): DtcDay => {
  const { from, to } = dayBounds(day, timeZone)
  const readings = dtcReadingsOf(columns).filter(({ time }) => time >= from && time < to)
  return { companyId, vehicleId, day, reports: dtcReportsOf(readings) }
}
