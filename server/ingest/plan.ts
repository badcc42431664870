import type { Fix } from '#contract/records/fix.ts'
import type { LatestMoved } from '../live/bus.ts'
import { type CountRow, keyOf, type LatestRow, type Stored } from './commit.ts'
import { follow, medianGap, type Newest, NOTHING_YET } from './newest.ts'
import { judge } from './rules.ts'
import type { DeviceFix, Receipt } from './types.ts'

/** A fix of a commit: where it stands in it, what of it is believed, and its key. */
type Candidate = {
  readonly at: number
  readonly companyId: number
  readonly vehicleId: number
  readonly fix: Fix
  readonly key: string
  readonly doubt: string | undefined
}

/** What a commit is to do, worked out before the database is asked. */
export type Plan = {
  readonly received: readonly DeviceFix[]
  /** One receipt for each received fix as far as it is known already. */
  readonly receipts: ReadonlyArray<Receipt | undefined>
  /** To be stored, in order of vehicle and time, none twice. */
  readonly candidates: readonly Candidate[]
}

const SECOND_PLACE = 'there is another place at this very time'

/**
 * Judges what was received and drops what came twice.
 */
export const planOf = (received: readonly DeviceFix[], now: number): Plan => {
  const receipts: Array<Receipt | undefined> = new Array(received.length)
  const candidates: Candidate[] = []
  const keys = new Set<string>()
  received.forEach(({ companyId, vehicleId, fix: raw }, at) => {
    const judgement = judge(raw, now, 'device')
    if (judgement.fix === undefined) {
      receipts[at] = { rejected: judgement.rejected }
      return
    }
    const { fix, doubt } = judgement
    const key = keyOf(vehicleId, fix.time, fix.lng, fix.lat)
    if (keys.has(key)) receipts[at] = 'duplicate'
    else {
      keys.add(key)
      candidates.push({ at, companyId, vehicleId, fix, key, doubt })
    }
  })
  candidates.sort((a, b) => a.vehicleId - b.vehicleId || a.fix.time - b.fix.time || a.fix.lng - b.fix.lng)
  return { received, receipts, candidates }
}

/** The plan without the candidates that `isKnown` finds stored already. */
export const withoutKnown = (plan: Plan, isKnown: (candidate: Candidate) => boolean): Plan => {
  const receipts = [...plan.receipts]
  const candidates = plan.candidates.filter((candidate) => {
    if (!isKnown(candidate)) return true
    receipts[candidate.at] = 'duplicate'
    return false
  })
  return { ...plan, receipts, candidates }
}

/** What follows from a commit once the database has said which fixes were new. */
export type Outcome = {
  readonly receipts: readonly Receipt[]
  readonly counts: readonly CountRow[]
  readonly latest: readonly LatestRow[]
  /** Every fix that was its vehicle's latest for a moment, in order of vehicle and time. */
  readonly moved: readonly LatestMoved[]
  readonly newest: ReadonlyMap<number, Newest>
}

/** Works out receipts, counts and latest positions. `dayOf` is the day of receipt at a company. */
export const outcomeOf = (
  plan: Plan,
  stored: Stored,
  newestOf: (vehicleId: number) => Newest | undefined,
  dayOf: (companyId: number) => string,
): Outcome => {
  const receipts = [...plan.receipts]
  const newest = new Map<number, Newest>()
  const moved: LatestMoved[] = []
  const latest = new Map<number, LatestRow>()
  let before: Candidate | undefined
  for (const candidate of plan.candidates) {
    const { at, companyId, vehicleId, fix, key } = candidate
    const isNew = stored.isNew(key)
    const sameTime = before?.vehicleId === vehicleId && before.fix.time === fix.time
    before = candidate
    let doubt = candidate.doubt ?? (isNew && (sameTime || stored.isBeside(key)) ? SECOND_PLACE : undefined)
    if (doubt === undefined) {
      const step = follow(newest.get(vehicleId) ?? newestOf(vehicleId) ?? NOTHING_YET, fix)
      newest.set(vehicleId, step.newest)
      doubt = step.doubt
      if (step.moved) {
        moved.push({ companyId, vehicleId, fix })
        latest.set(vehicleId, { companyId, vehicleId, fix, intervalS: medianGap(step.newest) })
      }
    }
    if (!isNew) receipts[at] = 'duplicate'
    else receipts[at] = doubt === undefined ? 'stored' : { flagged: doubt }
  }
  const settled = receipts.map((receipt) => receipt ?? 'duplicate')
  return {
    receipts: settled,
    counts: countsOf(plan.received, settled, dayOf),
    latest: [...latest.values()],
    moved,
    newest,
  }
}

const countsOf = (
  received: readonly DeviceFix[],
  receipts: readonly Receipt[],
  dayOf: (companyId: number) => string,
): CountRow[] => {
  const rows = new Map<number, CountRow>()
  received.forEach(({ companyId, vehicleId }, at) => {
    let row = rows.get(vehicleId)
    if (row === undefined) {
      row = {
        companyId,
        vehicleId,
        day: dayOf(companyId),
        received: 0,
        stored: 0,
        duplicate: 0,
        rejected: 0,
        flagged: 0,
      }
      rows.set(vehicleId, row)
    }
    const receipt = receipts[at]
    row.received += 1
    if (receipt === 'duplicate') row.duplicate += 1
    else if (typeof receipt === 'object' && 'rejected' in receipt) row.rejected += 1
    else {
      row.stored += 1
      if (receipt !== 'stored') row.flagged += 1
    }
  })
  return [...rows.values()].sort((a, b) => a.vehicleId - b.vehicleId)
}
