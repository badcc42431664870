import type { Kysely } from 'kysely'
import type { Fix } from '#contract/records/fix.ts'
import type { Tables } from '../db/tables.ts'
import { follow, type Newest } from '../ingest/newest.ts'
import { latestFixOf } from './latest-places.ts'
import { LIVE } from './limits.ts'
import type { VehiclePast } from './vehicle-feed.ts'

/** Reads a vehicle's fixes of a range, both ends included, in order of time; open and closed days alike. ms UTC. */
export type FixesBetween = (
  companyId: number,
  vehicleId: number,
  from: number,
  to: number,
) => Promise<readonly Fix[]>

/** Reads what a vehicle stream begins with from the database. `now` is ms UTC. */
export const createVehiclePast = ({
  db,
  fixesBetween,
  now,
}: {
  db: Kysely<Tables>
  fixesBetween: FixesBetween
  now: () => number
}): VehiclePast => {
  const latest: VehiclePast['latest'] = async (companyId, vehicleId) => {
    const row = await db
      .selectFrom('latest_fix')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirst()
    return row === undefined ? undefined : latestFixOf(row)
  }

  return {
    latest,
    since: async (companyId, vehicleId, after) => {
      const newestFix = await latest(companyId, vehicleId)
      if (newestFix === undefined || after > newestFix.time || after < now() - LIVE.backfillMs) return null
      const fixes = await fixesBetween(companyId, vehicleId, after, newestFix.time)
      const first = fixes[0]
      if (first?.time !== after || fixes.length > LIVE.backfillFixes) return null
      // The same walk as at ingest, so that what was too doubtful to be sent then is not sent now.
      let newest: Newest = { latest: first, suspect: undefined, gaps: [] }
      return fixes.filter((fix) => {
        const step = follow(newest, fix)
        newest = step.newest
        return step.moved
      })
    },
  }
}
