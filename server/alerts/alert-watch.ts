import type { Kysely } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { createAlertRun } from '../rules/run.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import { createLoopTurns } from '../track/loop-turns.ts'
import type { AlertContext } from './alert-context.repository.ts'
import { type Contexts, fencesDifferFrom } from './alert-context.ts'
import { type Checkpoint, keepCheckpoints } from './checkpoints.repository.ts'
import { type LiveRun, Stopped, stateOfNewDay } from './day-run.ts'
import { evaluateAgain } from './evaluate.ts'
import type { AlertStore, Findings, NewAlert } from './store-alerts.ts'
import { createVehicleTurns } from './vehicle-turns.ts'

/** Fixes that share a transaction, and the alerts and checkpoints after which one begins anew. */
const FIXES_A_BATCH = 5_000
const MOST_KEPT = 1_000
/** Limit of waiting fixes. Above it they are dropped, and their vehicles are evaluated again. */
const MAX_WAITING_FIXES = 50_000
/** How long after a failure a vehicle is evaluated again, ms. */
const RETRY_MS = 5_000

type Waiting = VehicleKey & { readonly fixes: Fix[] }
/** A time in which a vehicle has to be evaluated again, ms. */
type Stretch = { readonly from: number; readonly until: number }
/** A vehicle that has to be evaluated again. */
type Outdated = VehicleKey & { readonly stretch: Stretch }

const stretchOf = (fixes: readonly Fix[]): Stretch =>
  fixes.reduce(
    ({ from, until }, { time }) => ({ from: Math.min(from, time), until: Math.max(until, time) }),
    { from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY },
  )

const hullOf = (a: Stretch, b: Stretch): Stretch => ({
  from: Math.min(a.from, b.from),
  until: Math.max(a.until, b.until),
})

type Options = {
  readonly db: Kysely<Tables>
  readonly contexts: Contexts
  readonly store: AlertStore
  /** ms UTC. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** Called when a rule (`ruleKey`) has reported so often of a vehicle that it rests until the next day. */
  readonly onResting?: ((vehicle: VehicleKey, rule: string) => void) | undefined
}

/**
 * Evaluates the alert rules as fixes are stored. A fix in order is one step of its vehicle's run in memory, and what many vehicles'
 * fixes raise is stored in one transaction. A fix out of order, the first one after a start, a change of fences in the past and
 * a failure have the vehicle evaluated again from its checkpoint. It runs after the commits.
 */
export const createAlertWatch = ({ db, contexts, store, now, onError, onResting }: Options) => {
  const live = new Map<number, LiveRun>()
  const waiting = new Map<number, Waiting>()
  const outdated = new Map<number, Outdated>()
  const turns = createVehicleTurns()
  const listeners = new Set<(alerts: readonly NewAlert[]) => void>()
  const ending = new AbortController()
  const retries = new Set<NodeJS.Timeout>()
  let count = 0
  let stepping: Promise<void> | null = null
  let evaluating: Promise<void> | null = null

  const publish = (news: readonly NewAlert[]): void => {
    if (news.length > 0) for (const listener of listeners) listener(news)
  }

  const outdate = ({ companyId, vehicleId }: VehicleKey, stretch: Stretch): void => {
    const before = outdated.get(vehicleId)?.stretch ?? stretch
    outdated.set(vehicleId, { companyId, vehicleId, stretch: hullOf(before, stretch) })
    if (!ending.signal.aborted) evaluating ??= Promise.resolve().then(evaluateAll)
  }

  /** Has vehicles evaluated again in a while; of failures in between the first is reported alone. */
  const fail = (vehicle: VehicleKey, stretch: Stretch, error: unknown): void => {
    live.delete(vehicle.vehicleId)
    if (ending.signal.aborted) return
    if (retries.size === 0) onError(error)
    const timer = setTimeout(() => {
      retries.delete(timer)
      outdate(vehicle, stretch)
    }, RETRY_MS)
    retries.add(timer.unref())
  }

  /** Brings a run to the present fences and vehicle. Those of the past make it necessary to evaluate it again, and it goes on meanwhile. */
  const inContext = (vehicle: VehicleKey, own: LiveRun, context: AlertContext): LiveRun => {
    if (own.context === context) return own
    const from = Math.max(fencesDifferFrom(own.context, context), context.fencesSince)
    if ((own.run.last() ?? from) >= from) {
      outdate(vehicle, { from, until: now() })
      return own
    }
    const known = context.vehicles.get(vehicle.vehicleId)
    if (known === undefined) return own
    const run = createAlertRun({
      rules: own.rules,
      vehicle: known,
      fences: context.index.ofVehicle(vehicle.vehicleId),
      state: own.run.state(),
    })
    const swapped = { ...own, run, context }
    live.set(vehicle.vehicleId, swapped)
    return swapped
  }

  /** Steps over a vehicle's next fix; false if the vehicle has to be evaluated again instead. */
  const step = (
    { companyId, vehicleId }: VehicleKey,
    own: LiveRun,
    fix: Fix,
    checkpoints: Checkpoint[],
  ): boolean => {
    if (fix.time > now() + FUTURE_LIMIT_MS) {
      own.postponed = Math.min(own.postponed ?? fix.time, fix.time)
      return true
    }
    const last = own.run.last()
    const isLate = last !== null && fix.time <= last
    if (isLate || fix.time >= (own.postponed ?? Number.POSITIVE_INFINITY)) return false
    if (fix.time >= own.dayEnd) {
      const day = own.context.dayOf(fix.time)
      checkpoints.push({ companyId, vehicleId, day, state: stateOfNewDay(own.run) })
      own.dayEnd = dayBounds(day, own.context.timeZone).to
    }
    own.run.step(fix)
    return true
  }

  /** Takes the waiting fixes of vehicles that nobody evaluates just now. */
  const nextBatch = (): Waiting[] => {
    const batch: Waiting[] = []
    let size = 0
    for (const own of waiting.values()) {
      if (size >= FIXES_A_BATCH) break
      if (!turns.take(own.vehicleId)) continue
      waiting.delete(own.vehicleId)
      size += own.fixes.length
      batch.push(own)
    }
    count -= size
    return batch
  }

  const stepBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const giveTurn = createLoopTurns()
    let findings: Findings[] = []
    let checkpoints: Checkpoint[] = []
    let size = 0

    const storeFound = async (): Promise<void> => {
      const [found, kept] = [findings, checkpoints]
      findings = []
      checkpoints = []
      size = 0
      if (found.length === 0 && kept.length === 0) return
      const news = await db.transaction().execute(async (trx) => {
        await keepCheckpoints(trx, kept)
        return store(trx, found)
      })
      publish(news)
    }

    /** Steps over a vehicle's fixes; false if it has to be evaluated again instead. */
    const stepOver = async (vehicle: Waiting, context: AlertContext): Promise<boolean> => {
      const { companyId, vehicleId } = vehicle
      const known = live.get(vehicleId)
      const own = known && inContext(vehicle, known, context)
      if (own === undefined) return false
      let made: Checkpoint[] = []
      const takeMade = (): void => {
        const found = own.run.take()
        if (found.length > 0)
          findings.push({
            ...{ companyId, vehicleId, found, rules: context.rules },
            ...{ evaluated: null, knownSince: own.knownSince },
          })
        checkpoints.push(...made)
        size += found.length + made.length
        made = []
      }
      for (const fix of vehicle.fixes) {
        if (ending.signal.aborted || !step(vehicle, own, fix, made)) return false
        if (size + own.run.count() + made.length > MOST_KEPT) {
          takeMade()
          await storeFound()
        }
        await giveTurn()
      }
      takeMade()
      for (const rule of own.run.takeResting()) onResting?.({ companyId, vehicleId }, rule)
      return true
    }

    try {
      for (const vehicle of batch) {
        vehicle.fixes.sort((a, b) => a.time - b.time)
        const context = await contexts.of(vehicle)
        if (context !== undefined && (await stepOver(vehicle, context))) continue
        live.delete(vehicle.vehicleId)
        outdate(vehicle, stretchOf(vehicle.fixes))
      }
      await storeFound()
    } catch (error) {
      for (const vehicle of batch) fail(vehicle, stretchOf(vehicle.fixes), error)
    }
  }

  const stepAll = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      await stepBatch(batch)
      for (const { vehicleId } of batch) turns.give(vehicleId)
    }
    stepping = null
  }

  const wake = (): void => {
    // Later, because it ends at once, and says so, where every vehicle that waits is taken.
    if (waiting.size > 0 && !ending.signal.aborted) stepping ??= Promise.resolve().then(stepAll)
  }

  /** Evaluates a vehicle again: the days of a stretch of time and what is put down. Answers whether more of it is. */
  const evaluate = async (
    { companyId, vehicleId }: VehicleKey,
    stretch: Stretch | null,
  ): Promise<boolean> => {
    await turns.wait(vehicleId)
    try {
      if (ending.signal.aborted) throw new Stopped()
      const context = await contexts.of({ companyId, vehicleId })
      if (!context) return false
      const outcome = await db.transaction().execute((trx) =>
        evaluateAgain(trx, {
          ...{ companyId, vehicleId, context, store },
          ...{ days: stretch === null ? [] : [stretch.from, stretch.until].map(context.dayOf) },
          ...{ now: now(), signal: ending.signal },
        }),
      )
      publish(outcome.news)
      if (outcome.live) live.set(vehicleId, outcome.live)
      const own = waiting.get(vehicleId)
      if (own) {
        const rest = own.fixes.filter((fix) => !outcome.hasSeen(fix))
        count -= own.fixes.length - rest.length
        if (rest.length > 0) waiting.set(vehicleId, { companyId, vehicleId, fixes: rest })
        else waiting.delete(vehicleId)
      }
      return outcome.isBehind
    } finally {
      turns.give(vehicleId)
      wake()
    }
  }

  const evaluateAll = async (): Promise<void> => {
    for (let next = outdated.values().next(); !next.done; next = outdated.values().next()) {
      const { value } = next
      outdated.delete(value.vehicleId)
      try {
        await evaluate(value, value.stretch)
      } catch (error) {
        if (error instanceof Stopped) break
        fail(value, value.stretch, error)
      }
    }
    evaluating = null
  }

  return {
    /** Queues stored fixes and returns at once. */
    take: (stored: readonly OwnedFix[]): void => {
      if (stored.length === 0 || ending.signal.aborted) return
      for (const { companyId, vehicleId, fix } of stored) {
        const own = waiting.get(vehicleId) ?? { companyId, vehicleId, fixes: [] }
        waiting.set(vehicleId, own)
        own.fixes.push(fix)
      }
      count += stored.length
      if (count > MAX_WAITING_FIXES) {
        for (const own of waiting.values()) {
          live.delete(own.vehicleId)
          outdate(own, stretchOf(own.fixes))
        }
        waiting.clear()
        count = 0
      }
      wake()
    },

    /** Evaluates what of a vehicle is put down, as far as one transaction takes it. Answers whether more is. */
    catchUp: (vehicle: VehicleKey): Promise<boolean> => evaluate(vehicle, null),

    /** Calls `listener` with new alerts after they are stored, unless nobody is to be told of them; returns the undo. */
    onStored: (listener: (alerts: readonly NewAlert[]) => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Settles when nothing waits; what failed is not waited for. */
    settled: async (): Promise<void> => {
      while (stepping ?? evaluating) await (stepping ?? evaluating)
    },

    /** Drops what waits and settles when nothing runs any more. The next start evaluates it. */
    stop: async (): Promise<void> => {
      ending.abort()
      for (const timer of retries) clearTimeout(timer)
      waiting.clear()
      outdated.clear()
      count = 0
      await stepping
      await evaluating
    },
  }
}

export type AlertWatch = ReturnType<typeof createAlertWatch>
