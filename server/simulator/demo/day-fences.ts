import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { dayFenceOf } from '#server/repositories/day-fence.ts'
import type { DayFence } from '#server/track/closed-day.ts'

/** The fences that watch each vehicle, by its id. */
export const fencesByVehicle = async (db: Kysely<Tables>): Promise<ReadonlyMap<number, DayFence[]>> => {
  const rows = await db
    .selectFrom('geofence')
    .innerJoin('vehicle', 'vehicle.company_id', 'geofence.company_id')
    .leftJoin('geofence_vehicle', (join) =>
      join
        .onRef('geofence_vehicle.geofence_id', '=', 'geofence.id')
        .onRef('geofence_vehicle.vehicle_id', '=', 'vehicle.id'),
    )
    .selectAll('geofence')
    .select('vehicle.id as vehicle_id')
    .where((eb) =>
      eb.or([eb('geofence.all_vehicles', '=', true), eb('geofence_vehicle.geofence_id', 'is not', null)]),
    )
    .execute()
  const fences = new Map<number, DayFence[]>()
  for (const row of rows) {
    const own = fences.get(row.vehicle_id) ?? []
    fences.set(row.vehicle_id, own)
    own.push(dayFenceOf(row))
  }
  return fences
}
