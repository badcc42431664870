import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createDayFinder, DAY_GRAIN_MS, dayBounds, dayOf } from '#domain/company-time.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'
import { countPending, deriveDay, pendingDays, pendOpenDays, timeZoneOf } from './pending.repository.ts'

/** A vehicle's open day is derived again no sooner than this, ms: it reads the whole day each time. Dashboards ask as often. */
const REST_MS = 5 * MINUTE_MS
/** The work rests this many times as long as it has taken, so that it leaves the processor to others. */
const REST_SHARE = 3
/** How long it waits where there is nothing to do or where it failed, ms. */
const IDLE_MS = 1000
/** A day that could not be derived is left out for so long, ms, so that others have their turn. */
const FAILED_MS = 10 * MINUTE_MS
/** Days that are put down are read so many at a time. */
const DAYS_A_READ = 100

type Options = {
  readonly db: Kysely<Tables>
  /** ms UTC. */
  readonly now: () => number
  /** Says how many days are left to derive, at times. */
  readonly onProgress?: (left: number) => void
  readonly onError: (error: unknown) => void
}

/** A vehicle with fixes that its figures do not have: since when (ms of `now`), and about when the fixes are of. */
type Stale = { readonly vehicle: VehicleKey; since: number; readonly grains: Set<number> }

/**
 * Derives figures in the background: of open days as their fixes arrive, and of days that are put down. It works on one vehicle at a time
 * and rests in between.
 */
export const createFiguresBacklog = ({ db, now, onProgress, onError }: Options) => {
  const ending = new AbortController()
  const stale = new Map<number, Stale>()
  const derivedAt = new Map<number, number>()
  /** The vehicles in work, which are stale until it is done. */
  const working = new Map<number, Stale>()
  let running: Promise<void> | null = null

  const noteStale = (vehicle: VehicleKey, grains: Iterable<number>, since: number): void => {
    const known = stale.get(vehicle.vehicleId)
    if (known === undefined) {
      stale.set(vehicle.vehicleId, { vehicle, since, grains: new Set(grains) })
      return
    }
    for (const grain of grains) known.grains.add(grain)
    known.since = Math.min(known.since, since)
  }

  const derive = async (one: Stale): Promise<void> => {
    const { vehicle, grains, since } = one
    stale.delete(vehicle.vehicleId)
    working.set(vehicle.vehicleId, one)
    derivedAt.set(vehicle.vehicleId, now())
    try {
      const timeZone = await timeZoneOf(db, vehicle)
      if (timeZone === null) return
      const days = new Set([...grains].map((grain) => dayOf(grain * DAY_GRAIN_MS, timeZone)))
      for (const day of [...days].sort()) await deriveDay(db, { ...vehicle, day }, true)
    } catch (error) {
      noteStale(vehicle, grains, since)
      throw error
    } finally {
      working.delete(vehicle.vehicleId)
    }
  }

  const nextStale = (): Stale | undefined => {
    for (const one of stale.values())
      if (now() - (derivedAt.get(one.vehicle.vehicleId) ?? Number.NEGATIVE_INFINITY) >= REST_MS) return one
    return undefined
  }

  const failedAt = new Map<string, number>()
  const keyOf = ({ vehicleId, day }: VehicleDay) => `${vehicleId} ${day}`
  const derivePending = async (day: VehicleDay): Promise<void> => {
    try {
      await deriveDay(db, day, false)
    } catch (error) {
      failedAt.set(keyOf(day), now())
      throw error
    }
  }

  let pending: VehicleDay[] = []
  let reportedAt = Number.NEGATIVE_INFINITY
  /** The next day that is put down. */
  const nextPending = async (): Promise<VehicleDay | undefined> => {
    if (pending.length === 0) {
      for (const [key, time] of failedAt) if (now() - time >= FAILED_MS) failedAt.delete(key)
      const read = await pendingDays(db, DAYS_A_READ + failedAt.size)
      pending = read.filter((day) => !failedAt.has(keyOf(day)))
      if (pending.length > 0 && performance.now() - reportedAt > REST_MS) {
        reportedAt = performance.now()
        onProgress?.(await countPending(db))
      }
    }
    return pending.shift()
  }

  const rest = (ms: number): Promise<void> =>
    delay(ms, undefined, { ref: false, signal: ending.signal }).catch(() => {})
  const rested = async (work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now()
    await work()
    await rest((performance.now() - start) * REST_SHARE)
  }

  const noteOpenDays = async (): Promise<void> => {
    for (const { day, ...vehicle } of await pendOpenDays(db)) {
      const timeZone = await timeZoneOf(db, vehicle)
      if (timeZone === null) continue
      const { from } = dayBounds(day, timeZone)
      noteStale(vehicle, [Math.ceil(from / DAY_GRAIN_MS)], from)
    }
  }

  const run = async (): Promise<void> => {
    await noteOpenDays().catch(onError)
    while (!ending.signal.aborted)
      try {
        // In turns, so that neither waits for all of the others.
        const due = nextStale()
        if (due) await rested(() => derive(due))
        if (ending.signal.aborted) return
        const day = await nextPending()
        if (day) await rested(() => derivePending(day))
        else if (!due) await rest(IDLE_MS)
      } catch (error) {
        onError(error)
        await rest(IDLE_MS)
      }
  }

  return {
    /** Notes fixes after they are stored and returns at once. */
    take: (stored: readonly OwnedFix[]): void => {
      const since = now()
      for (const { companyId, vehicleId, fix } of stored)
        noteStale({ companyId, vehicleId }, [Math.floor(fix.time / DAY_GRAIN_MS)], since)
    },

    /** The time (ms) up to which the figures of these vehicles have every fix that was stored. */
    asOf: (vehicleIds: Iterable<number>): number => {
      let time = now()
      for (const id of vehicleIds)
        time = Math.min(time, working.get(id)?.since ?? time, stale.get(id)?.since ?? time)
      return time
    },

    /** The days of a zone, `YYYY-MM-DD` from `first` to `last`, of which these vehicles have fixes that no figure has yet. */
    waitingDays: (
      vehicleIds: Iterable<number>,
      { first, last, timeZone }: { first: string; last: string; timeZone: string },
    ): ReadonlySet<string> => {
      const [from, to] = [dayBounds(first, timeZone).from, dayBounds(last, timeZone).to]
      const all = new Set<number>()
      for (const id of vehicleIds)
        for (const one of [working.get(id), stale.get(id)])
          for (const grain of one?.grains ?? []) {
            const time = grain * DAY_GRAIN_MS
            // Of the days before there may be thousands.
            if (time >= from && time < to) all.add(time)
          }
      return new Set([...all].sort((a, b) => a - b).map(createDayFinder(timeZone)))
    },

    /** Starts the work in the background. */
    start: (): void => {
      if (!ending.signal.aborted) running ??= run()
    },

    /** Settles when every figure is derived. */
    settled: async (): Promise<void> => {
      for (const one of [...stale.values()]) await derive(one)
      for (;;) {
        const days = await pendingDays(db, DAYS_A_READ)
        if (days.length === 0) return
        for (const day of days) await deriveDay(db, day, false)
      }
    },

    /** Stops after the day in work; what was not derived is after the next start. */
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}

export type FiguresBacklog = ReturnType<typeof createFiguresBacklog>
