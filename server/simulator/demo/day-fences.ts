import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { readCompanyFences } from '#server/repositories/day-fence.ts'
import type { DayFence } from '#server/track/closed-day.ts'

/** The fences that watch each of the vehicles, by its id. */
export const fencesByVehicle = async (
  db: Kysely<Tables>,
  vehicles: ReadonlyArray<{ readonly companyId: number; readonly vehicleId: number }>,
): Promise<ReadonlyMap<number, DayFence[]>> => {
  const fences = new Map<number, DayFence[]>()
  for (const companyId of new Set(vehicles.map((vehicle) => vehicle.companyId))) {
    const watching = await readCompanyFences(db, companyId, 0)
    for (const { vehicleId } of vehicles.filter((vehicle) => vehicle.companyId === companyId))
      fences.set(
        vehicleId,
        watching.filter(({ vehicleIds }) => vehicleIds?.has(vehicleId) ?? true).map(({ fence }) => fence),
      )
  }
  return fences
}
