import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { follow, medianGap, type Newest } from '../ingest/newest.ts'
import type { TrackRepository } from '../repositories/track-repository.ts'
import { fixAt } from '../track/columns.ts'
import type { ReportedFix } from './bus.ts'
import { latestFixOf } from './latest-places.ts'
import { LIVE } from './limits.ts'
import { sumOf } from './sent-tail.ts'
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
    since: async (companyId, vehicleId, { begin, newest, sum }) => {
      const last = await latest(companyId, vehicleId)
      if (last === undefined || newest > last.fix.time || newest < now() - LIVE.backfillMs) return null
      if (begin < newest - LIVE.tailMs) return null
      const columns = await track.readRange({ companyId, vehicleId, from: begin, to: last.fix.time + 1 })
      const first = columns.time[0] === begin ? fixAt(columns, 0) : undefined
      if (first === undefined || !columns.time.includes(newest)) return null
      if (columns.length > LIVE.tailFixes + LIVE.backfillFixes) return null
      // The same walk as at ingest, so that what was too doubtful to be sent then is not sent now.
      const gaps = last.intervalS === null ? [] : [last.intervalS]
      let walked: Newest = { latest: first, suspect: undefined, gaps }
      const fixes: ReportedFix[] = []
      for (let i = 1; i < columns.length; i += 1) {
        const fix = fixAt(columns, i)
        const step = follow(walked, fix)
        walked = step.newest
        if (step.moved) fixes.push({ fix, intervalS: medianGap(walked) })
      }
      const known = [begin, ...fixes.map(({ fix }) => fix.time).filter((time) => time <= newest)]
      if (sumOf(known) === sum) return { known, fixes: fixes.slice(known.length - 1) }
      // Some of what lies before the newest came late and was missed: all of it is sent again.
      return { known: [begin], fixes }
    },
  }
}
