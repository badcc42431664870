import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { degreeSteps } from '#domain/rounding.ts'
import type { Tables } from '../db/tables.ts'
import { lockDay, readBlob, readOpenRows, type VehicleKey } from '../track/closing.repository.ts'
import { concatColumns, type FixColumns } from '../track/columns.ts'
import { orderedWithin } from '../track/order.ts'
import { putDown } from '../track/put-down.repository.ts'
import { type AlertContext, readContext } from './alert-context.repository.ts'
import {
  type Checkpoint,
  checkpointUntil,
  keepCheckpoints,
  lockVehicle,
  nextDayWithFixes,
  nextOpenFix,
  pendingDays,
  takeOff,
} from './checkpoints.repository.ts'
import { type AlertRun, createAlertRun, isSameState, ruleKey, type StoredRun } from './engine/run.ts'
import type { AlertRule, FoundAlert } from './engine/types.ts'
import type { AlertStore, NewAlert } from './store-alerts.ts'

/** Short, so that closings of days do not wait for long. */
const TRANSACTION_MS = 300
/** Fixes evaluated before other work gets its turn. */
const FIXES_A_TURN = 2_000
/** Days whose fixes are remembered. */
const DAYS_KEPT = 3

/** The vehicle's run at the end of its fixes. */
export type LiveRun = {
  readonly run: AlertRun
  readonly rules: readonly AlertRule[]
  readonly context: AlertContext
  /** The first ms after the day of the last fix. */
  dayEnd: number
  /** The first fix that is dated too far ahead to be evaluated yet, ms. */
  postponed: number | null
}

/** What came out of evaluating a vehicle again. */
export type Outcome = {
  readonly news: readonly NewAlert[]
  /** Null if the evaluation ended before the last fix: the rest is put down, or was evaluated before. */
  readonly live: LiveRun | null
  /** Whether more of the vehicle is put down. */
  readonly isBehind: boolean
  /** Whether a fix was among those evaluated. */
  readonly hasSeen: (fix: Fix) => boolean
}

const NOTHING: Outcome = { news: [], live: null, isBehind: false, hasSeen: () => false }

/** Thrown where an evaluation is stopped; its transaction is undone. */
export class Stopped extends Error {
  constructor() {
    super('The evaluation was stopped.')
    this.name = 'Stopped'
  }
}

type Wanted = VehicleKey & {
  /** Days, `YYYY-MM-DD`, that must be evaluated beside those that are put down. */
  readonly days: readonly string[]
  readonly context: AlertContext
  /** ms UTC. */
  readonly now: number
  readonly signal: AbortSignal
  readonly store: AlertStore
  /** After this long, ms, the transaction ends and the rest is put down. */
  readonly transactionMs?: number
}

/** The state as the database gives it back. */
export const asStored = (run: AlertRun): StoredRun => JSON.parse(JSON.stringify(run.state()))

const keyOf = ({ type, threshold, subject, began }: FoundAlert): string =>
  `${ruleKey({ type, threshold })} ${subject} ${began}`

/** What was found from `carried`, which lasted at the beginning, to the end: each alert as it is last known. */
export const foundUntilEnd = (run: AlertRun, carried: readonly FoundAlert[]): FoundAlert[] => {
  const found = new Map(run.take().map((one) => [keyOf(one), one]))
  const open = new Map(run.open().map((one) => [keyOf(one), one]))
  for (const one of carried) {
    const last = open.get(keyOf(one))
    if (last !== undefined && !found.has(keyOf(one))) found.set(keyOf(one), last)
  }
  return [...found.values()]
}

/** Evaluates rows of columns, and lets other work have its turn in between. Throws `Stopped`. */
export const stepOver = async (run: AlertRun, columns: FixColumns, signal: AbortSignal): Promise<void> => {
  for (let from = 0; from < columns.length; from += FIXES_A_TURN) {
    if (signal.aborted) throw new Stopped()
    run.stepOver(columns, from, Math.min(columns.length, from + FIXES_A_TURN))
    await nextTurn()
  }
}

/** The fixes of a day before `until` (ms). The caller has locked the day, so none moves between open rows and blob. */
export const readDay = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  { timeZone, until }: { timeZone: string; until: number },
): Promise<FixColumns> => {
  const { from, to } = dayBounds(day, timeZone)
  const blob = await readBlob(trx, owned, day)
  const open = await readOpenRows(trx, owned, { from, to: Math.min(to, until) })
  return orderedWithin(concatColumns([...(blob ? [blob] : []), open]), from, Math.min(to, until))
}

const isAmong =
  (parts: readonly FixColumns[]) =>
  ({ time, lng, lat }: Fix): boolean =>
    parts.some((columns) => {
      for (let i = insertionIndex(columns.time, time); columns.time[i] === time; i += 1)
        if (
          degreeSteps(columns.lng[i] ?? 0) === degreeSteps(lng) &&
          degreeSteps(columns.lat[i] ?? 0) === degreeSteps(lat)
        )
          return true
      return false
    })

/**
 * Evaluates a vehicle again in the transaction `trx`: from the checkpoint of the first day that is put down or among `days` to its
 * last fix, or to a day behind them all before which its state is the one that was kept there already. Stores what it finds, keeps a
 * checkpoint for each day on its way, and takes the days off. Throws `Stopped`.
 */
export const evaluateAgain = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId, days, context, now, signal, store, transactionMs = TRANSACTION_MS }: Wanted,
): Promise<Outcome> => {
  const owned = { companyId, vehicleId }
  await lockVehicle(trx, vehicleId)
  const pending = await pendingDays(trx, owned)
  const marked = [...pending, ...days].sort()
  const [first] = marked
  const last = marked.at(-1)
  if (first === undefined || last === undefined) return NOTHING
  const { timeZone } = context
  const until = now + FUTURE_LIMIT_MS
  const base = await checkpointUntil(trx, { ...owned, day: first })
  let day = await nextDayWithFixes(trx, owned, { from: base?.day ?? null, until, timeZone })
  const start = base?.day ?? (day !== null && day < first ? day : first)
  const begin = dayBounds(start, timeZone).from
  const matching =
    begin >= context.fencesSince ? context : ((await readContext(trx, companyId, begin)) ?? context)
  const vehicle = matching.vehicles.get(vehicleId)
  if (vehicle === undefined) {
    for (const one of pending) await takeOff(trx, { ...owned, day: one })
    return NOTHING
  }
  const subject = { rules: matching.rules.all, vehicle, fences: matching.index.ofVehicle(vehicleId) }
  const run = createAlertRun({ ...subject, state: base?.state ?? null })
  const carried = run.open()
  const parts: FixColumns[] = []
  const keeping: Checkpoint[] = []
  const began = performance.now()
  let end: number | null = null
  let isBehind = false
  let waiting = pending
  for (;;) {
    const [put] = waiting
    const next = day === null || (put !== undefined && put < day) ? put : day
    if (next === undefined) break
    await lockDay(trx, vehicleId, next)
    if (next === day) {
      const state = asStored(run)
      const kept = await checkpointUntil(trx, { ...owned, day })
      const isKept = kept?.day === day && isSameState(kept.state, state)
      const isOver = parts.length > 0 && performance.now() - began > transactionMs
      if (!isKept) keeping.push({ ...owned, day, state })
      if ((isKept && day > last) || isOver) {
        isBehind = !(isKept && day > last)
        if (isBehind)
          await putDown(
            trx,
            [day, ...(last > day ? [last] : [])].map((one) => ({ ...owned, day: one })),
          )
        end = dayBounds(day, timeZone).from
        break
      }
    }
    if (next === put) {
      await takeOff(trx, { ...owned, day: next })
      waiting = waiting.slice(1)
    }
    if (next !== day) continue
    const columns = await readDay(trx, owned, day, { timeZone, until })
    await stepOver(run, columns, signal)
    parts.push(columns)
    day = await nextDayWithFixes(trx, owned, { from: shiftDay(day, 1), until, timeZone })
  }
  if (signal.aborted) throw new Stopped()
  await keepCheckpoints(trx, keeping)
  const news = await store(trx, [
    {
      ...owned,
      found: foundUntilEnd(run, carried),
      rules: matching.rules,
      evaluated: {
        from: base === null ? Number.NEGATIVE_INFINITY : begin,
        until: end === null ? (run.last() ?? begin) : end - 1,
        rest: end === null ? 'end' : isBehind ? 'more' : 'same',
      },
    },
  ])
  const lastFix = run.last()
  const live =
    end === null
      ? {
          run: createAlertRun({ ...subject, fences: context.index.ofVehicle(vehicleId), state: run.state() }),
          ...{ rules: subject.rules, context },
          dayEnd:
            lastFix === null ? Number.NEGATIVE_INFINITY : dayBounds(context.dayOf(lastFix), timeZone).to,
          postponed: await nextOpenFix(trx, owned, until),
        }
      : null
  return { news, live, isBehind, hasSeen: isAmong(parts.slice(-DAYS_KEPT)) }
}
