import { englishProblemText } from '#contract/import-problems.ts'
import { type Fix, latestFields } from '#domain/fix.ts'
import { mergedFix } from '#domain/merged-fix.ts'
import type { LatestRow } from '../db/fix-statements.ts'
import type { Arrived } from '../live/bus.ts'
import { keyOf, type Received, type Writing, type Written } from './ingest.repository.ts'
import { judgeFix } from './judge-fix.ts'
import { advanceNewest, isPlausible, medianIntervalS, type Newest, NO_FIX_YET } from './newest-fix.ts'
import type { CountedFix, IngestCounts, Receipt } from './types.ts'

/** A fix of a commit that may be stored: its index, its believable part, its key, and a doubt about it. */
export type Candidate = {
  readonly at: number
  readonly companyId: number
  readonly vehicleId: number
  readonly fix: Fix
  readonly key: string
  readonly doubt: string | undefined
  readonly sentLater?: true
}

/** The received fixes after judging them one by one. */
export type Judged = {
  readonly received: readonly CountedFix[]
  /** One receipt for each received fix; undefined as long as it is open. */
  readonly receipts: ReadonlyArray<Receipt | undefined>
  /** The fixes to store, ordered by vehicle and time, without duplicates. */
  readonly candidates: readonly Candidate[]
}

type BelievedFix = { readonly key: string; readonly arrived: Arrived; readonly moved: boolean }

/** What a commit writes, and what follows if it succeeds. */
export type Plan = Judged & {
  readonly writing: Writing
  /**
   * The believed fixes to publish, ordered by vehicle and time, without late ones that the vehicle cannot have reached.
   * `moved` means that the fix became its vehicle's latest.
   */
  readonly arriving: readonly BelievedFix[]
  readonly newest: ReadonlyMap<number, Newest>
}

const SECOND_PLACE = 'there is another place at this very time'

/** Judges each received fix and finds duplicates among them, of which the first one has what all say. `now` is ms UTC. */
export const judgeAll = (received: readonly CountedFix[], now: number): Judged => {
  const receipts: Array<Receipt | undefined> = new Array(received.length)
  const candidates: Candidate[] = []
  const rows = new Map<string, number>()
  received.forEach(({ companyId, vehicleId, fix: raw, sentLater }, at) => {
    const judgement = judgeFix(raw, now, 'device')
    if (judgement.fix === undefined) {
      receipts[at] = { rejected: englishProblemText(judgement.rejected) }
      return
    }
    const { fix, doubt } = judgement
    const key = keyOf(vehicleId, fix.time, fix.lng, fix.lat)
    const row = rows.get(key)
    const known = row === undefined ? undefined : candidates[row]
    if (row !== undefined && known !== undefined) {
      receipts[at] = 'duplicate'
      if (!sentLater) candidates[row] = { ...known, fix: mergedFix(known.fix, fix) }
    } else {
      rows.set(key, candidates.length)
      candidates.push({ at, companyId, vehicleId, fix, key, doubt, ...(sentLater && { sentLater }) })
    }
  })
  candidates.sort((a, b) => a.vehicleId - b.vehicleId || a.fix.time - b.fix.time || a.fix.lng - b.fix.lng)
  return { received, receipts, candidates }
}

/** Gives candidates that are not to be stored this receipt. */
export const without = (
  judged: Judged,
  isLeftOut: (candidate: Candidate) => boolean,
  receipt: Receipt,
): Judged => {
  const receipts = [...judged.receipts]
  const candidates = judged.candidates.filter((candidate) => {
    if (!isLeftOut(candidate)) return true
    receipts[candidate.at] = receipt
    return false
  })
  return { ...judged, receipts, candidates }
}

const receivedOf = ({ received, receipts }: Judged, dayOf: (companyId: number) => string): Received[] => {
  const rows = new Map<number, Received>()
  received.forEach(({ companyId, vehicleId }, at) => {
    let row = rows.get(vehicleId)
    if (row === undefined) {
      row = { companyId, vehicleId, day: dayOf(companyId), received: 0, rejected: 0 }
      rows.set(vehicleId, row)
    }
    row.received += 1
    if (typeof receipts[at] === 'object') row.rejected += 1
  })
  return [...rows.values()]
}

const LAST_KNOWN = latestFields.filter(({ latest }) => latest === 'lastKnown').map(({ name }) => name)

/** The fix, with what only one before it in the same commit says of fields whose last value is kept. */
const withLastKnown = (fix: Fix, before: Fix | undefined): Fix => {
  const missing = before ? LAST_KNOWN.filter((name) => fix[name] === undefined) : []
  return missing.length === 0
    ? fix
    : { ...fix, ...Object.fromEntries(missing.map((name) => [name, before?.[name]])) }
}

/** Decides what to write. `newestOf` gives the known state of a vehicle, `dayOf` the day of receipt at a company. */
export const planOf = (
  judged: Judged,
  newestOf: (vehicleId: number) => Newest | undefined,
  dayOf: (companyId: number) => string,
): Plan => {
  const newest = new Map<number, Newest>()
  const arriving: BelievedFix[] = []
  const latest = new Map<number, LatestRow>()
  let before: Candidate | undefined
  const candidates = judged.candidates.map((candidate): Candidate => {
    const { companyId, vehicleId, fix } = candidate
    const sameTime = before?.vehicleId === vehicleId && before.fix.time === fix.time
    before = candidate
    if (candidate.doubt !== undefined) return candidate
    if (sameTime) return { ...candidate, doubt: SECOND_PLACE }
    const known = newest.get(vehicleId) ?? newestOf(vehicleId) ?? NO_FIX_YET
    const step = advanceNewest(known, fix)
    newest.set(vehicleId, step.newest)
    if (step.doubt !== undefined) return { ...candidate, doubt: step.doubt }
    const row = { companyId, vehicleId, fix, intervalS: medianIntervalS(step.newest) }
    if (step.moved || isPlausible(known, fix))
      arriving.push({ key: candidate.key, arrived: row, moved: step.moved })
    if (step.moved) latest.set(vehicleId, { ...row, fix: withLastKnown(fix, latest.get(vehicleId)?.fix) })
    return candidate
  })
  return {
    ...judged,
    candidates,
    arriving,
    newest,
    writing: {
      fixes: candidates.filter(({ doubt }) => doubt === undefined),
      doubtful: candidates.filter(({ doubt }) => doubt !== undefined),
      received: receivedOf(judged, dayOf),
      latest: [...latest.values()],
    },
  }
}

/** The receipts, after the database has reported which fixes were new. */
export const receiptsOf = ({ candidates, receipts }: Plan, written: Written): Receipt[] => {
  const settled = receipts.map((receipt) => receipt ?? 'duplicate')
  for (const { at, key, doubt } of candidates) {
    if (!written.isNew(key)) continue
    const reason = doubt ?? (written.isBeside(key) ? SECOND_PLACE : undefined)
    settled[at] = reason === undefined ? 'stored' : { flagged: reason }
  }
  return settled
}

/** The fixes to publish after the commit: those that became their vehicle's latest, and new ones that arrived late. */
export const arrivedOf = ({ arriving }: Plan, written: Written): Arrived[] =>
  arriving.flatMap(({ key, arrived, moved }) =>
    (moved && written.moved.has(arrived.vehicleId)) || (written.isNew(key) && !written.isBeside(key))
      ? [arrived]
      : [],
  )

/** How many receipts of each kind there are. */
export const countsOf = (receipts: readonly Receipt[]): IngestCounts => {
  const counts = { received: receipts.length, stored: 0, duplicate: 0, rejected: 0, flagged: 0 }
  for (const receipt of receipts) {
    if (receipt === 'duplicate') counts.duplicate += 1
    else if (receipt === 'stored') counts.stored += 1
    else if ('rejected' in receipt) counts.rejected += 1
    else {
      counts.stored += 1
      counts.flagged += 1
    }
  }
  return counts
}
