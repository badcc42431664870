import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { englishProblemText } from '#contract/import-problems.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { Arrived, Bus } from '../live/bus.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import { arrivedOf, countsOf, judgeAll, planOf, receiptsOf, without } from './commit-plan.ts'
import { createCommitQueue } from './commit-queue.ts'
import { createDayCounts } from './day-counts.ts'
import { clockAfter, type DeviceClock, RIGHT_CLOCK, redated } from './device-clock.ts'
import { withHeartbeats } from './heartbeat.ts'
import { commitTo, createReceiptDays, readStates } from './ingest.repository.ts'
import { INGEST } from './limits.ts'
import type { Newest } from './newest-fix.ts'
import type { Ingest, IngestCounts, Receipt, SentFix } from './types.ts'

export type { Ingest, Receipt } from './types.ts'
export { IngestUnavailable } from './types.ts'

/** Why a position is refused that is one too many of its day. */
const DAY_FULL = englishProblemText({ code: 'dayFull', params: { most: INGEST.dayFixes } })

const redatedSending = ({ fix, sent, ...owned }: SentFix, aheadMs: number): SentFix => ({
  ...owned,
  fix: redated(fix, aheadMs),
  ...(sent && { sent: { ...sent, at: sent.at - aheadMs } }),
})

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
  onStored = () => {},
}: {
  db: Kysely<Tables>
  pool: Pool
  bus: Bus
  now: () => number
  track: Pick<TrackRepository, 'commitBesideDays' | 'completeFixes'>
  /** Gets every new fix after its commit, doubtful ones too, in the order of arrival, and stored ones of which more was sent. */
  onStored?: (stored: readonly OwnedFix[]) => void
}): Ingest => {
  const newest = new Map<number, Newest>()
  const receiptDays = createReceiptDays({ db })
  const dayCounts = createDayCounts()
  const totals = { received: 0, stored: 0, duplicate: 0, rejected: 0, flagged: 0 }

  const clocks = new Map<number, DeviceClock>()
  /** Knows the newest fix and the clock of these vehicles. */
  const recall = async (vehicleIds: Iterable<number>): Promise<void> => {
    const unknown = [...new Set(vehicleIds)].filter((id) => !newest.has(id))
    if (unknown.length === 0) return
    for (const [id, known] of await readStates(db, unknown)) {
      newest.set(id, known.newest)
      if (!clocks.has(id)) clocks.set(id, known.clock)
    }
  }

  const heardAt = new Map<number, number>()
  const heardOf = (vehicleId: number) => {
    const place = newest.get(vehicleId)?.latest
    return { place, at: heardAt.get(vehicleId) ?? place?.time ?? Number.NEGATIVE_INFINITY }
  }

  /** The clocks after these fixes, by the times that were sent. */
  const clocksAfter = (received: readonly OwnedFix[], at: number): Map<number, DeviceClock> => {
    const times = new Map<number, number[]>()
    for (const { vehicleId, fix } of received) {
      const own = times.get(vehicleId)
      if (own) own.push(fix.time)
      else times.set(vehicleId, [fix.time])
    }
    return new Map(
      [...times].map(([id, own]) => [id, clockAfter(clocks.get(id) ?? RIGHT_CLOCK, own, at)] as const),
    )
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

  const commit = async (received: readonly SentFix[]): Promise<readonly Receipt[]> => {
    await recall(received.map(({ vehicleId }) => vehicleId))
    const updated = clocksAfter(received, now())
    const { fixes, heard } = withHeartbeats(
      received.map((one) => redatedSending(one, updated.get(one.vehicleId)?.aheadMs ?? 0)),
      heardOf,
      now(),
    )
    const isOver = ({ vehicleId, fix }: OwnedFix) => dayCounts.isFull(vehicleId, fix.time)
    const judged = without(judgeAll(fixes, now()), isOver, { rejected: DAY_FULL })
    const dayOf = await receiptDays(new Set(received.map(({ companyId }) => companyId)), now())
    const { plan, written, completed } = await track.commitBesideDays(
      judged.candidates,
      now(),
      async (isStored, trx) => {
        const plan = planOf(without(judged, isStored, 'duplicate'), (id) => newest.get(id), dayOf)
        const written = await commitTo(trx ?? pool, plan.writing)
        const repeated = plan.candidates.filter(({ key, sentLater }) => !sentLater && !written.isNew(key))
        return { plan, written, completed: await track.completeFixes(trx ?? db, repeated) }
      },
    )
    for (const [id, known] of plan.newest) newest.set(id, known)
    for (const [id, clock] of updated) clocks.set(id, clock)
    for (const [id, { at }] of heard) heardAt.set(id, at)
    // Another process has stored a newer fix, so the cached one is stale.
    for (const { vehicleId } of plan.writing.latest)
      if (!written.moved.has(vehicleId)) newest.delete(vehicleId)
    const receipts = receiptsOf(plan, written)
    for (const [name, count] of Object.entries(countsOf(receipts)) as Array<[keyof IngestCounts, number]>)
      totals[name] += count
    const stored = plan.candidates.filter(({ key }) => written.isNew(key))
    for (const { vehicleId, fix } of stored) dayCounts.add(vehicleId, fix.time)
    onStored([...stored, ...completed])
    publish(arrivedOf(plan, written))
    return receipts
  }

  const commitQueue = createCommitQueue({ commit, now })
  return { accept: commitQueue.accept, counts: (): IngestCounts => ({ ...totals }), close: commitQueue.close }
}
