import type { Kysely, Selectable } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import type { LatestFixTable } from '../db/tables/tracks.ts'
import type { Tables } from '../db/tables.ts'

/** A row of the latest fixes as a fix. */
export const latestFixOf = (row: Selectable<LatestFixTable>): Fix => ({
  time: row.time.getTime(),
  lng: row.lng,
  lat: row.lat,
  ...(row.speed === null ? {} : { speed: row.speed }),
  ...(row.heading === null ? {} : { heading: row.heading }),
  ...(row.odo === null ? {} : { odo: row.odo }),
  ...(row.ignition === null ? {} : { ignition: row.ignition }),
  ...(row.rpm === null ? {} : { rpm: row.rpm }),
  ...(row.fuel === null ? {} : { fuel: row.fuel }),
  ...(row.adblue === null ? {} : { adblue: row.adblue }),
})

/** The latest fixes of some vehicles of a company. */
export const loadPlaces = async (
  db: Kysely<Tables>,
  companyId: number,
  vehicleIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Fix>> => {
  const rows = await db.selectFrom('latest_fix').selectAll().where('company_id', '=', companyId).execute()
  return new Map(
    rows
      .filter(({ vehicle_id }) => vehicleIds.has(vehicle_id))
      .map((row) => [row.vehicle_id, latestFixOf(row)]),
  )
}
