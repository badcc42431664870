import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { AlertEngine } from '../alerts/alert-engine.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { DtcWatch } from '../health/dtc-watch.ts'
import type { Arrived, Bus } from '../live/bus.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import { arrivedOf, countsOf, judgeAll, planOf, receiptsOf, withoutKnown } from './commit-plan.ts'
import { createCommitQueue } from './commit-queue.ts'
import { commitTo, createReceiptDays, readNewest } from './ingest.repository.ts'
import type { Newest } from './newest-fix.ts'
import type { Ingest, IngestCounts, Receipt } from './types.ts'

export type { Ingest, Receipt } from './types.ts'
export { IngestUnavailable } from './types.ts'

/**
 * Takes in all fixes. Those that arrive within a few milliseconds, or while a commit is running, share the next commit.
 * A fix is acknowledged and published on the bus only after its commit (DI-01, DI-02).
 * `now` is ms UTC; `track` finds fixes that are stored in closed days (DI-03).
 */
export const createIngest = ({
  db,
  pool,
  bus,
  now,
  track,
  alerts,
  dtcs,
}: {
  db: Kysely<Tables>
  pool: Pool
  bus: Bus
  now: () => number
  track: Pick<TrackRepository, 'storedInDays'>
  /** Gets every new fix after its commit, doubtful ones too: it judges them by time, whatever their order of arrival. */
  alerts?: Pick<AlertEngine, 'take'>
  /** Gets every new fix after its commit. */
  dtcs?: Pick<DtcWatch, 'take'>
}): Ingest => {
  const newest = new Map<number, Newest>()
  const receiptDays = createReceiptDays({ db })
  const totals = { received: 0, stored: 0, duplicate: 0, rejected: 0, flagged: 0 }

  const recallNewest = async (vehicleIds: Iterable<number>): Promise<void> => {
    const unknown = [...new Set(vehicleIds)].filter((id) => !newest.has(id))
    if (unknown.length === 0) return
    for (const [id, known] of await readNewest(db, unknown)) newest.set(id, known)
  }

  const publish = (arrived: readonly Arrived[]): void => {
    const byCompany = new Map<number, Arrived[]>()
    for (const one of arrived) {
      const list = byCompany.get(one.companyId)
      if (list) list.push(one)
      else byCompany.set(one.companyId, [one])
    }
    for (const [companyId, list] of byCompany) bus.publish(companyId, list)
  }

  const commit = async (received: readonly OwnedFix[]): Promise<readonly Receipt[]> => {
    const judged = judgeAll(received, now())
    const fresh = withoutKnown(judged, await track.storedInDays(judged.candidates, now()))
    await recallNewest(fresh.candidates.map(({ vehicleId }) => vehicleId))
    const dayOf = await receiptDays(new Set(received.map(({ companyId }) => companyId)), now())
    const plan = planOf(fresh, (id) => newest.get(id), dayOf)
    const written = await commitTo(pool, plan.writing)
    for (const [id, known] of plan.newest) newest.set(id, known)
    // Another process has stored a newer fix, so the cached one is stale.
    for (const { vehicleId } of plan.writing.latest)
      if (!written.moved.has(vehicleId)) newest.delete(vehicleId)
    const receipts = receiptsOf(plan, written)
    for (const [name, count] of Object.entries(countsOf(receipts)) as Array<[keyof IngestCounts, number]>)
      totals[name] += count
    const stored = plan.candidates.filter(({ key }) => written.isNew(key))
    alerts?.take(stored)
    dtcs?.take(stored)
    publish(arrivedOf(plan, written))
    return receipts
  }

  const commitQueue = createCommitQueue({ commit })
  return { accept: commitQueue.accept, counts: (): IngestCounts => ({ ...totals }), close: commitQueue.close }
}
