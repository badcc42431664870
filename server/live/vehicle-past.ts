import type { Kysely } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import type { Tables } from '../db/tables.ts'
import { follow, medianGap, type Newest, NOTHING_YET } from '../ingest/newest.ts'
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
      if (newest > begin && !columns.time.includes(newest)) return null
      if (columns.length > LIVE.tailFixes + LIVE.backfillFixes) return null
      // The walk of ingest, in order of time: what no truck can have driven is not sent now either.
      const gaps = last.intervalS === null ? [] : [last.intervalS]
      let walked: Newest = { ...NOTHING_YET, gaps }
      let before: Fix | undefined
      const fixes: ReportedFix[] = []
      for (let i = 0; i < columns.length; i += 1) {
        const fix = fixAt(columns, i)
        const step = follow(walked, fix)
        walked = step.newest
        if (fix.time <= begin) before = fix
        else if (step.moved) fixes.push({ fix, intervalS: medianGap(walked) })
      }
      const known = fixes.map(({ fix }) => fix).filter(({ time }) => time <= newest)
      if (sumOf(known.map(({ time }) => time)) === sum)
        return { before, known, fixes: fixes.slice(known.length) }
      // Some of what lies before the newest came late and was missed: all of it is sent again.
      return { before, known: [], fixes }
    },
  }
}
