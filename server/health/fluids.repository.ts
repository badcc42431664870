import { type Kysely, sql } from 'kysely'
import type { FluidName } from '#domain/fluids.ts'
import type { Spread } from '#domain/usual-band.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'

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
      .select(['vehicle.id', 'vehicle.registration', 'vehicle.model', 'company.time_zone'])
      .select(['vehicle.fuel_tank_litres', 'vehicle.adblue_tank_litres', 'latest_fix.time'])
      .select(['latest_fix.fuel', 'latest_fix.adblue', 'latest_fix.coolant'])
      .select(['latest_fix.oil_pressure', 'latest_fix.battery', 'latest_fix.ignition', 'latest_fix.rpm'])
      .execute(),

  /** How the daily lows and highs of each vehicle and fluid spread, from one day to another, both included. */
  usual: async (vehicleIds: readonly number[], fromDay: string, toDay: string) => {
    type Row = { vehicleId: number; fluid: FluidName; days: number; low: Spread; high: Spread }
    const spread = (column: string) =>
      sql.raw(`json_build_object('mean', avg(${column}), 'deviation', stddev_pop(${column})) as ${column}`)
    const { rows } = await sql<Row>`
      select vehicle_id as "vehicleId", fluid, count(*)::int4 as days, ${spread('low')}, ${spread('high')}
      from vehicle_day_fluid where vehicle_id = ${idsOf(vehicleIds)} and day >= ${fromDay}::date and day <= ${toDay}::date
      group by 1, 2`.execute(db)
    return rows
  },

  /** The daily levels of a vehicle from a day on. */
  days: (vehicleId: number, fromDay: string) =>
    db
      .selectFrom('vehicle_day_fluid')
      .select(['day', 'fluid', 'low', 'mean', 'high'])
      .where('vehicle_id', '=', vehicleId)
      .where('day', '>=', fromDay)
      .execute(),

  /** How many stored days of a vehicle from a day on have to be derived again. */
  pendingDays: async (vehicleId: number, fromDay: string): Promise<number> => {
    const { count } = await db
      .selectFrom('figures_pending as p')
      .innerJoin('vehicle_day as d', (join) =>
        join
          .onRef('d.vehicle_id', '=', 'p.vehicle_id')
          .onRef('d.company_id', '=', 'p.company_id')
          .onRef('d.day', '=', 'p.day'),
      )
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('p.vehicle_id', '=', vehicleId)
      .where('p.day', '>=', fromDay)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

export type FluidRepository = ReturnType<typeof createFluidRepository>
