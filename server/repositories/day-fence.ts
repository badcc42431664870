import type { Selectable } from 'kysely'
import type { GeofenceTable } from '../db/tables/fleet.ts'
import type { DayFence } from '../track/closed-day.ts'

/** A stored fence as the closing of a day needs it. */
export const dayFenceOf = (row: Selectable<GeofenceTable>): DayFence => ({
  id: row.id,
  name: row.name,
  shape: row.shape,
  points: row.points,
  radiusM: row.radius_m,
  validFrom: row.valid_from.getTime(),
  validTo: row.valid_to.getTime(),
  entryAlert: row.entry_alert,
  exitAlert: row.exit_alert,
})
