import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { FENCE } from '#domain/fence-limits.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { WatchingFence } from '../track/fences.repository.ts'
import { type AlertContext, readContext } from './alert-context.repository.ts'

/** Everything is read again after this long, in case another process has changed it. */
const LIVE_MS = MINUTE_MS
/** What a company changes is read at once, but no more often than this many times in `LIVE_MS`; then with the next reading. */
const READ_AT_ONCE = 10
/** Fences that ended longer ago than this can matter to late fixes only. */
const LOOK_BACK_MS = FENCE.history.days * DAY_MS

const isSame = (a: AlertContext, b: AlertContext): boolean =>
  a.timeZone === b.timeZone &&
  isDeepStrictEqual(a.fences, b.fences) &&
  isDeepStrictEqual(a.rules.all, b.rules.all) &&
  a.rules.all.every((rule) => a.rules.sinceOf(rule) === b.rules.sinceOf(rule)) &&
  isDeepStrictEqual(a.vehicles, b.vehicles)

/** Keeps the contexts of companies. One that has not changed stays the same object. */
export const createContexts = ({ db, now }: { db: Kysely<Tables>; now: () => number }) => {
  const known = new Map<number, { context: AlertContext; readAt: number; revision: number }>()
  /** How often each company has changed. */
  const revisions = new Map<number, number>()
  /** When what each company had changed was read, ms. */
  const readings = new Map<number, readonly number[]>()
  /** Whether a change may be read now, which counts. */
  const mayRead = (companyId: number): boolean => {
    const recent = (readings.get(companyId) ?? []).filter((time) => now() - time < LIVE_MS)
    const may = recent.length < READ_AT_ONCE
    readings.set(companyId, may ? [...recent, now()] : recent)
    return may
  }
  /** What is being read of each company, and of which revision: all its vehicles wait for one reading. */
  const reading = new Map<
    number,
    { readonly revision: number; readonly done: Promise<AlertContext | undefined> }
  >()
  const read = async (companyId: number, revision: number): Promise<AlertContext | undefined> => {
    const before = known.get(companyId)
    const readAt = now()
    const found = await readContext(db, companyId, readAt - LOOK_BACK_MS)
    if (!found) return undefined
    const context = before && isSame(before.context, found) ? before.context : found
    known.set(companyId, { context, readAt, revision })
    return context
  }
  return {
    /** The context of a company for one of its vehicles; undefined if there is no such company. */
    of: async ({ companyId, vehicleId }: VehicleKey): Promise<AlertContext | undefined> => {
      const before = known.get(companyId)
      const revision = revisions.get(companyId) ?? 0
      const isLive = before && now() - before.readAt < LIVE_MS && before.context.vehicles.has(vehicleId)
      if (isLive && before.revision === revision) return before.context
      const running = reading.get(companyId)
      if (running?.revision === revision) return running.done
      if (isLive && !mayRead(companyId)) return before.context
      const done = read(companyId, revision).finally(() => {
        if (reading.get(companyId)?.done === done) reading.delete(companyId)
      })
      reading.set(companyId, { revision, done })
      return done
    },

    /** Makes a company's context be read again at its next use. */
    changed: (companyId: number): void => {
      revisions.set(companyId, (revisions.get(companyId) ?? 0) + 1)
    },
  }
}

export type Contexts = ReturnType<typeof createContexts>

const keyOf = ({ fence, vehicleIds }: WatchingFence): string => {
  const { validTo, name, ...rest } = fence
  return JSON.stringify([rest, vehicleIds === null ? null : [...vehicleIds].sort((a, b) => a - b)])
}

const changes = new WeakMap<AlertContext, WeakMap<AlertContext, number>>()

/** The time (ms) from which on the fences of two contexts differ, other than by name; Infinity where they do not. */
export const fencesDifferFrom = (before: AlertContext, after: AlertContext): number => {
  const memo = changes.get(before) ?? new WeakMap<AlertContext, number>()
  changes.set(before, memo)
  const known = memo.get(after)
  if (known !== undefined) return known
  const earlier = new Map(before.fences.map((one) => [keyOf(one), one.fence]))
  const later = new Map(after.fences.map((one) => [keyOf(one), one.fence]))
  let from = Number.POSITIVE_INFINITY
  for (const [key, fence] of later) {
    const former = earlier.get(key)
    if (former === undefined) from = Math.min(from, fence.validFrom)
    else if (former.validTo !== fence.validTo) from = Math.min(from, former.validTo, fence.validTo)
  }
  // A fence that ended before the later look-back is left out there.
  for (const [key, fence] of earlier)
    if (!later.has(key) && fence.validTo >= after.fencesSince) from = Math.min(from, fence.validFrom)
  memo.set(after, from)
  return from
}
