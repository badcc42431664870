import { createDayFinder, dayBounds, shiftDay } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { EventRow } from '../track/close-day.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { FenceCrossings } from '../track/fence-crossings.repository.ts'
import { type FenceWalk, type WatchedFence, watched } from '../track/fence-walk.ts'
import { CLOSING_GRACE_MS } from '../track/track.repository.ts'

/** Fences are read again after this long, in case another process has changed them. */
const FENCES_LIVE_MS = MINUTE_MS
/** Fences that were valid up to this long ago are included, because a day is walked together with the day before. */
const LOOK_BACK_MS = 4 * DAY_MS
/** Limit of waiting fixes. Above it all are dropped, and each vehicle's days are walked again with its next fix. */
const MAX_WAITING_FIXES = 50_000

type Company = {
  readonly timeZone: string
  readonly dayOf: (time: number) => string
  readonly fences: ReadonlyMap<
    string,
    { readonly fence: WatchedFence; readonly vehicleIds: ReadonlySet<number> | null }
  >
  readonly readAt: number
}
type Known = { readonly fences: readonly WatchedFence[]; walk: FenceWalk }

const isSame = (a: readonly WatchedFence[], b: readonly WatchedFence[]): boolean =>
  a.length === b.length && a.every((fence, i) => fence === b[i])

/**
 * Finds entries and exits as fixes arrive, with the same result as closing the day. A fix in order is one step of its vehicle's
 * walk; a late fix, or the first one after a start or a change of fences, makes it walk the open days again. Finished days
 * are left to their closing. It runs after the commits, one vehicle at a time.
 */
export const createFenceWatch = ({
  crossings,
  now,
  onError,
}: {
  crossings: FenceCrossings
  now: () => number
  onError: (error: unknown) => void
}) => {
  const companies = new Map<number, Company>()
  const outdated = new Set<number>()
  const known = new Map<number, Known>()
  const waiting = new Map<number, VehicleKey & { readonly fixes: Fix[] }>()
  let count = 0
  let work: Promise<void> | null = null

  const companyOf = async (companyId: number): Promise<Company | undefined> => {
    const before = companies.get(companyId)
    if (before && !outdated.has(companyId) && now() - before.readAt < FENCES_LIVE_MS) return before
    outdated.delete(companyId)
    const read = await crossings.companyOf(companyId, now() - LOOK_BACK_MS)
    if (!read) return undefined
    const fences = new Map(
      read.fences.map(({ fence, vehicleIds }) => {
        const key = JSON.stringify(fence)
        return [key, { fence: before?.fences.get(key)?.fence ?? watched(fence), vehicleIds }]
      }),
    )
    const { timeZone } = read
    const company = { timeZone, dayOf: createDayFinder(timeZone), fences, readAt: now() }
    companies.set(companyId, company)
    return company
  }

  const follow = async ({ companyId, vehicleId, fixes }: VehicleKey & { fixes: Fix[] }): Promise<void> => {
    const company = await companyOf(companyId)
    if (!company) return
    const { timeZone, dayOf } = company
    const fences = [...company.fences.values()].flatMap(({ fence, vehicleIds }) =>
      (vehicleIds?.has(vehicleId) ?? true) ? [fence] : [],
    )
    const before = known.get(vehicleId)
    const walk = before && isSame(before.fences, fences) ? before.walk : null
    if (fences.length === 0) {
      known.delete(vehicleId)
      return
    }
    const isOpen = (day: string) => dayBounds(day, timeZone).to + CLOSING_GRACE_MS > now()
    const days = new Set(walk ? [] : [dayOf(now())])
    const events: EventRow[] = []
    for (const fix of fixes.toSorted((a, b) => a.time - b.time)) {
      if (fix.time > now() + FUTURE_LIMIT_MS) continue
      const day = dayOf(fix.time)
      const last = walk?.last() ?? null
      if (walk && last !== null && fix.time > last && isOpen(day)) {
        walk.forgetBefore(dayBounds(shiftDay(day, -1), timeZone).from)
        events.push(...walk.step({ ...fix, speed: fix.speed ?? null }))
        continue
      }
      for (const touched of [day, shiftDay(day, 1)])
        if (isOpen(touched) && (touched === day || dayBounds(touched, timeZone).from <= now()))
          days.add(touched)
    }
    const rest = events.filter(({ time }) => !days.has(dayOf(time)))
    if (rest.length > 0) await crossings.append({ companyId, vehicleId }, rest)
    for (const day of [...days].sort()) {
      const until = now() + FUTURE_LIMIT_MS
      const replayed = await crossings.replay({ companyId, vehicleId, day, timeZone, fences, until })
      known.set(vehicleId, { fences, walk: replayed })
    }
  }

  const drain = async (): Promise<void> => {
    for (let next = waiting.values().next(); !next.done; next = waiting.values().next()) {
      const { value } = next
      waiting.delete(value.vehicleId)
      count -= value.fixes.length
      try {
        await follow(value)
      } catch (error) {
        known.delete(value.vehicleId)
        onError(error)
      }
    }
    work = null
  }

  return {
    /** Queues stored fixes and returns at once. */
    take: (stored: readonly OwnedFix[]): void => {
      if (stored.length === 0) return
      if (count + stored.length > MAX_WAITING_FIXES) {
        waiting.clear()
        known.clear()
        count = 0
      }
      for (const { companyId, vehicleId, fix } of stored) {
        const own = waiting.get(vehicleId) ?? { companyId, vehicleId, fixes: [] }
        waiting.set(vehicleId, own)
        own.fixes.push(fix)
      }
      count += stored.length
      work ??= drain()
    },

    /** Call after fences of a company have changed. */
    changed: (companyId: number): void => {
      outdated.add(companyId)
    },

    /** Settles when the queue is empty. */
    settled: async (): Promise<void> => {
      while (work) await work
    },

    /** Drops the queue and settles when the current vehicle is done. */
    stop: async (): Promise<void> => {
      waiting.clear()
      count = 0
      await work
    },
  }
}

export type FenceWatch = ReturnType<typeof createFenceWatch>
