import { type Kysely, sql } from 'kysely'
import type { FluidName } from '#domain/fluids.ts'
import { type Spread, USUAL_DAYS } from '#domain/usual-band.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'

const idsOf = (vehicleIds: readonly number[]) => sql<number>`any(${arrayOf(vehicleIds, (id) => id)}::int4[])`

/** Reads what vehicles reported of their fluids (HLT-05). */
export const createFluidRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** What each reported last, with its tanks in litres, by registration. */
  latest: (vehicleIds: readonly number[]) =>
    db
      .selectFrom('vehicle')
      .innerJoin('company', 'company.id', 'vehicle.company_id')
      .leftJoin('latest_fix', (join) =>
        join
          .onRef('latest_fix.vehicle_id', '=', 'vehicle.id')
          .onRef('latest_fix.company_id', '=', 'vehicle.company_id'),
      )
      .where('vehicle.id', '=', idsOf(vehicleIds))
      .orderBy('vehicle.registration')
      .select(['vehicle.id', 'vehicle.company_id', 'vehicle.registration', 'vehicle.model'])
      .select('company.time_zone')
      .select(['vehicle.fuel_tank_litres', 'vehicle.adblue_tank_litres', 'latest_fix.time'])
      .select(['latest_fix.fuel', 'latest_fix.adblue', 'latest_fix.coolant'])
      .select(['latest_fix.oil_pressure', 'latest_fix.battery', 'latest_fix.ignition', 'latest_fix.rpm'])
      .execute(),

  /**
   * How the daily lows and highs of each vehicle and fluid spread in the thirty days before the day of `now` (ms) at its company, and the
   * lowest and the highest value of that day, null without one.
   */
  usual: async (vehicleIds: readonly number[], now: number) => {
    type Row = { vehicleId: number; fluid: FluidName; days: number; low: Spread; high: Spread }
    type Today = { lowToday: number | null; highToday: number | null }
    const before = sql.raw('filter (where f.day < v.today)')
    const spread = (column: 'low' | 'high') => {
      const of = sql.raw(column)
      return sql`json_build_object('mean', avg(${of}) ${before}, 'deviation', stddev_pop(${of}) ${before}) as ${of},
        max(${of}) filter (where f.day = v.today) as ${sql.raw(`"${column}Today"`)}`
    }
    const { rows } = await sql<Row & Today>`
      select f.vehicle_id as "vehicleId", f.fluid, (count(*) ${before})::int4 as days, ${spread('low')}, ${spread('high')}
      from (
        select vehicle.id, company_id, (to_timestamp(${now}::float8 / 1000) at time zone time_zone)::date as today
        from vehicle join company on company.id = company_id where vehicle.id = ${idsOf(vehicleIds)}
      ) v
      join vehicle_day_fluid f on f.company_id = v.company_id and f.vehicle_id = v.id
        and f.day >= v.today - ${USUAL_DAYS}::int4 and f.day <= v.today
      group by 1, 2`.execute(db)
    return rows
  },

  /** The daily levels of a vehicle from a day on. */
  days: ({ companyId, vehicleId }: VehicleKey, fromDay: string) =>
    db
      .selectFrom('vehicle_day_fluid')
      .select(['day', 'fluid', 'low', 'mean', 'high'])
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .where('day', '>=', fromDay)
      .execute(),

  /** How many stored days of a vehicle from a day on have to be derived again. */
  pendingDays: async ({ companyId, vehicleId }: VehicleKey, fromDay: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count
      from figures_pending join vehicle_day using (company_id, vehicle_id, day)
      where company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4 and day >= ${fromDay}::date`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  },
})

export type FluidRepository = ReturnType<typeof createFluidRepository>
