import { type Kysely, sql } from 'kysely'
import type { AlertCode } from '#domain/alerts.ts'
import { dayBounds } from '#domain/company-time.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { DayVehicle } from '../track/close-day.ts'
import { readBlob, readOpenRows, type VehicleKey } from '../track/closing.repository.ts'
import { concatColumns, type FixColumns } from '../track/columns.ts'
import { orderedWithin } from '../track/order.ts'

/** A vehicle that reported, with the number of its fixes. */
export type ReportedVehicle = VehicleKey & {
  readonly vehicle: DayVehicle
  readonly timeZone: string
  readonly fixes: number
}

/** From a time to before another, ms UTC. */
export type Range = { readonly from: number; readonly to: number }

const idsOf = (vehicleIds: ReadonlySet<number>): string => arrayOf([...vehicleIds], (id) => id)

/** Reads the stored fixes of vehicles, and counts their stored alerts. */
export const createBackTestRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** Those of the vehicles that reported in the range, by id. Fixes are counted by whole days where these are closed. */
  reported: async (vehicleIds: ReadonlySet<number>, { from, to }: Range): Promise<ReportedVehicle[]> => {
    const since = new Date(from)
    const until = new Date(to)
    const { rows } = await sql<{
      id: number
      company_id: number
      segment: DayVehicle['segment']
      fuel_tank_litres: number | null
      adblue_tank_litres: number | null
      time_zone: string
      fixes: number
    }>`
      select * from (
        select vehicle.id, company_id, segment, fuel_tank_litres, adblue_tank_litres, time_zone, (
          (select coalesce(sum(fixes), 0) from vehicle_day
            where vehicle_day.company_id = vehicle.company_id and vehicle_id = vehicle.id
            and day >= (${since}::timestamptz at time zone time_zone)::date
            and day <= (${until}::timestamptz at time zone time_zone)::date)
          + (select count(*) from open_fix
            where open_fix.company_id = vehicle.company_id and vehicle_id = vehicle.id
            and time >= ${since} and time < ${until})
        )::float8 as fixes
        from vehicle join company on company.id = vehicle.company_id
        where vehicle.id = any(${idsOf(vehicleIds)}::int4[])
      ) counted where fixes > 0 order by id`.execute(db)
    return rows.map((row) => ({
      companyId: row.company_id,
      vehicleId: row.id,
      vehicle: {
        segment: row.segment,
        fuelTankLitres: row.fuel_tank_litres,
        adblueTankLitres: row.adblue_tank_litres,
      },
      timeZone: row.time_zone,
      fixes: row.fixes,
    }))
  },

  /** The days in the range on which a vehicle reported, `YYYY-MM-DD`, ascending. */
  daysOf: async (
    { companyId, vehicleId, timeZone }: ReportedVehicle,
    { from, to }: Range,
  ): Promise<string[]> => {
    const since = new Date(from)
    const until = new Date(to)
    const { rows } = await sql<{ day: string }>`
      select day::text from vehicle_day
        where company_id = ${companyId} and vehicle_id = ${vehicleId}
        and day >= (${since}::timestamptz at time zone ${timeZone})::date
        and day <= (${until}::timestamptz at time zone ${timeZone})::date
      union
      select distinct (time at time zone ${timeZone})::date::text from open_fix
        where company_id = ${companyId} and vehicle_id = ${vehicleId} and time >= ${since} and time < ${until}
      order by 1`.execute(db)
    return rows.map(({ day }) => day)
  },

  /** A vehicle's fixes on a day and within the range, by time. */
  fixesOf: async (vehicle: ReportedVehicle, day: string, { from, to }: Range): Promise<FixColumns> => {
    const bounds = dayBounds(day, vehicle.timeZone)
    // A day that is closed in between is in both, and each of its fixes counts once.
    const open = await readOpenRows(db, vehicle, bounds)
    const blob = await readBlob(db, vehicle, day)
    const all = concatColumns(blob === null ? [open] : [blob, open])
    return orderedWithin(all, Math.max(from, bounds.from), Math.min(to, bounds.to))
  },

  /**
   * How many alerts of a type the vehicles have had in the range, by threshold: of the initial one, 0 where the type has none, and of those
   * that have been rules of the company for all of it.
   */
  alertCounts: async (
    vehicleIds: ReadonlySet<number>,
    { companyId, type, initial }: { companyId: number | null; type: AlertCode; initial: number },
    { from, to }: Range,
  ): Promise<ReadonlyMap<number, number>> => {
    const rules = await db
      .selectFrom('alert_rule')
      .select('threshold')
      .where('company_id', '=', companyId ?? 0)
      .where('type', '=', type)
      .where('since', '<=', new Date(from))
      .execute()
    const rows = await db
      .selectFrom('alert')
      .select(({ fn }) => ['threshold', fn.countAll<string>().as('count')])
      .where(sql<boolean>`vehicle_id = any(${idsOf(vehicleIds)}::int4[])`)
      .where('type', '=', type)
      .where('time', '>=', new Date(from))
      .where('time', '<', new Date(to))
      .where('withdrawn_at', 'is', null)
      .groupBy('threshold')
      .execute()
    const counts = new Map(rows.map(({ threshold, count }) => [threshold, Number(count)]))
    return new Map(
      [initial, ...rules.map(({ threshold }) => threshold)].map((threshold) => [
        threshold,
        counts.get(threshold) ?? 0,
      ]),
    )
  },
})
export type BackTestRepository = ReturnType<typeof createBackTestRepository>
