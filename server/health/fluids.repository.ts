import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Reads what vehicles reported last of their fluids, with their tanks in litres. */
export const createFluidRepository = ({ db }: { db: Kysely<Tables> }) => ({
  latest: (vehicleIds: readonly number[]) =>
    db
      .selectFrom('vehicle')
      .leftJoin('latest_fix', 'latest_fix.vehicle_id', 'vehicle.id')
      .where('vehicle.id', '=', sql<number>`any(${[...vehicleIds]}::int4[])`)
      .orderBy('vehicle.registration')
      .select(['vehicle.id', 'vehicle.registration', 'vehicle.model'])
      .select(['vehicle.fuel_tank_litres', 'vehicle.adblue_tank_litres'])
      .select(['latest_fix.time', 'latest_fix.fuel', 'latest_fix.adblue'])
      .execute(),
})

export type FluidRepository = ReturnType<typeof createFluidRepository>
