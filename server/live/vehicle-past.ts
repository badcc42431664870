import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { follow, medianGap, type Newest } from '../ingest/newest.ts'
import type { TrackRepository } from '../repositories/track-repository.ts'
import { fixAt } from '../track/columns.ts'
import type { ReportedFix } from './bus.ts'
import { latestFixOf } from './latest-places.ts'
import { LIVE } from './limits.ts'
import type { VehiclePast } from './vehicle-feed.ts'

/** Reads what a vehicle stream begins with from the database. `now` is ms UTC. */
export const createVehiclePast = ({
  db,
  track,
  now,
}: {
  db: Kysely<Tables>
  track: Pick<TrackRepository, 'readRange'>
  now: () => number
}): VehiclePast => {
  const latest: VehiclePast['latest'] = async (companyId, vehicleId) => {
    const row = await db
      .selectFrom('latest_fix')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirst()
    return row && { fix: latestFixOf(row), intervalS: row.interval_s }
  }

  return {
    latest,
    since: async (companyId, vehicleId, after) => {
      const known = await latest(companyId, vehicleId)
      if (known === undefined || after > known.fix.time || after < now() - LIVE.backfillMs) return null
      const to = known.fix.time + 1
      const columns = await track.readRange({ companyId, vehicleId, from: after, to })
      if (columns.time[0] !== after || columns.length > LIVE.backfillFixes) return null
      const first = fixAt(columns, 0)
      // The same walk as at ingest, so that what was too doubtful to be sent then is not sent now.
      const gaps = known.intervalS === null ? [] : [known.intervalS]
      let newest: Newest = { latest: first, suspect: undefined, gaps }
      const moved: ReportedFix[] = []
      for (let i = 1; i < columns.length; i += 1) {
        const fix = fixAt(columns, i)
        const step = follow(newest, fix)
        newest = step.newest
        if (step.moved) moved.push({ fix, intervalS: medianGap(newest) })
      }
      return moved
    },
  }
}
