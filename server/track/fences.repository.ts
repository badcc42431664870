import type { Kysely, Selectable } from 'kysely'
import type { FenceVersionView, Tables } from '../db/tables.ts'
import type { DayFence } from './close-day.ts'

const dayFenceOf = (row: Selectable<FenceVersionView>): DayFence => ({
  id: row.geofence_id,
  name: row.name,
  shape: row.shape,
  points: row.points,
  radiusM: row.radius_m,
  validFrom: row.valid_from.getTime(),
  validTo: row.valid_to.getTime(),
  entryAlert: row.entry_alert,
  exitAlert: row.exit_alert,
})

/** A fence and whom it watches: null for every vehicle of the company. */
export type WatchingFence = { readonly fence: DayFence; readonly vehicleIds: ReadonlySet<number> | null }

/** All fences of a company that are valid at `since` (ms) or later, by id and time. */
export const readCompanyFences = async (
  db: Kysely<Tables>,
  companyId: number,
  since: number,
): Promise<WatchingFence[]> => {
  const rows = await db
    .selectFrom('fence_version')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('valid_to', '>=', new Date(since))
    .orderBy('geofence_id')
    .orderBy('valid_from')
    .execute()
  return rows.map((row) => ({
    fence: dayFenceOf(row),
    vehicleIds: row.all_vehicles ? null : new Set(row.vehicle_ids),
  }))
}
