import { type Kysely, sql } from 'kysely'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { DriverSince } from './close-day.ts'

/** A driver who has a vehicle from a time on (ms); null leaves it without one. */
export type DriverAssignment = {
  readonly companyId: number
  readonly vehicleId: number
  readonly since: number
  readonly driverId: number | null
}

/**
 * Keeps who drives which vehicle since when; what is assigned again at the same ms is replaced. Days from then on that have figures are put
 * down to be derived again.
 */
export const assignDrivers = async (
  trx: Kysely<Tables>,
  assignments: readonly DriverAssignment[],
): Promise<void> => {
  if (assignments.length === 0) return
  await trx
    .insertInto('driver_assignment')
    .values(
      assignments.map(({ companyId, vehicleId, since, driverId }) => ({
        company_id: companyId,
        vehicle_id: vehicleId,
        since: new Date(since),
        driver_id: driverId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'vehicle_id', 'since'])
        .doUpdateSet(({ ref }) => ({ driver_id: ref('excluded.driver_id') })),
    )
    .execute()
  await sql`insert into figures_pending (company_id, vehicle_id, day)
    select distinct f.company_id, f.vehicle_id, f.day
    from unnest(${arrayOf(assignments, ({ companyId }) => companyId)}::int4[],
        ${arrayOf(assignments, ({ vehicleId }) => vehicleId)}::int4[],
        ${arrayOf(assignments, ({ since }) => since)}::float8[]) as a(company_id, vehicle_id, since)
      join company c on c.id = a.company_id
      join vehicle_day_figures f on f.company_id = a.company_id and f.vehicle_id = a.vehicle_id
        and f.day >= (to_timestamp(a.since / 1000) at time zone c.time_zone)::date
    order by 1, 2, 3
    on conflict (company_id, vehicle_id, day) do update set day = excluded.day`.execute(trx)
}

/** The drivers that each of a company's vehicles has had, oldest first. */
export const readDrivers = async (
  db: Kysely<Tables>,
  companyId: number,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DriverSince[]>> => {
  const { rows } = await sql<{ vehicle: number; since: number; driver: number | null }>`
    select vehicle_id as vehicle, (extract(epoch from since) * 1000)::float8 as since, driver_id as driver
    from driver_assignment
    where company_id = ${companyId}::int4 and vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])
    order by vehicle_id, since`.execute(db)
  const drivers = new Map<number, DriverSince[]>()
  for (const { vehicle, since, driver } of rows) {
    const own = drivers.get(vehicle)
    const assigned = { from: since, driverId: driver ?? 0 }
    if (own) own.push(assigned)
    else drivers.set(vehicle, [assigned])
  }
  return drivers
}
