import type { Kysely } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { degreeSteps } from '#domain/rounding.ts'
import type { Tables } from '../db/tables.ts'
import { type AlertRun, createAlertRun, ruleKey, type StoredRun } from '../rules/run.ts'
import type { AlertRule, FoundAlert } from '../rules/types.ts'
import type { DayVehicle } from '../track/close-day.ts'
import { readBlob, readOpenRows, type VehicleKey } from '../track/closing.repository.ts'
import { concatColumns, type FixColumns } from '../track/columns.ts'
import { createLoopTurns } from '../track/loop-turns.ts'
import { orderedWithin } from '../track/order.ts'
import { type AlertContext, readContext } from './alert-context.repository.ts'
import type { CompanyRules } from './alert-rules.repository.ts'
import { nextOpenFix } from './checkpoints.repository.ts'
import type { AlertStore, NewAlert } from './store-alerts.ts'

/** Fixes evaluated at a time: with many fences a fix takes a tenth of a millisecond. */
const FIXES_AT_ONCE = 100
/** Days whose fixes are remembered. */
const DAYS_KEPT = 3

/** The vehicle's run at the end of its fixes. */
export type LiveRun = {
  readonly run: AlertRun
  readonly rules: readonly AlertRule[]
  readonly context: AlertContext
  /** Of what was before this time, ms, the run may know nothing; null where it knows everything. */
  readonly knownSince: number | null
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

/** Thrown where an evaluation is stopped; its transaction is undone. */
export class Stopped extends Error {
  constructor() {
    super('The evaluation was stopped.')
    this.name = 'Stopped'
  }
}

/** The vehicle to evaluate, and how. */
export type Evaluation = VehicleKey & {
  /** Days, `YYYY-MM-DD`, that must be evaluated beside those that are put down. */
  readonly days: readonly string[]
  readonly context: AlertContext
  /** ms UTC. */
  readonly now: number
  readonly signal: AbortSignal
  readonly store: AlertStore
}

/** The state before the first fix of a day, as the database gives it back. */
export const stateOfNewDay = (run: AlertRun): StoredRun => {
  run.beginDay()
  return JSON.parse(JSON.stringify(run.state()))
}

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

/** Evaluates the fixes of a day, and lets other work have its turn in between. Throws `Stopped`. */
export const stepOverDay = async (run: AlertRun, columns: FixColumns, signal: AbortSignal): Promise<void> => {
  run.beginDay()
  const giveTurn = createLoopTurns()
  for (let from = 0; from < columns.length; from += FIXES_AT_ONCE) {
    if (signal.aborted) throw new Stopped()
    run.stepOver(columns, from, Math.min(columns.length, from + FIXES_AT_ONCE))
    await giveTurn()
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

/** Whether a fix is among the last days of these. */
export const isAmong =
  (days: readonly FixColumns[]) =>
  ({ time, lng, lat }: Fix): boolean =>
    days.slice(-DAYS_KEPT).some((columns) => {
      for (let i = insertionIndex(columns.time, time); columns.time[i] === time; i += 1)
        if (
          degreeSteps(columns.lng[i] ?? 0) === degreeSteps(lng) &&
          degreeSteps(columns.lat[i] ?? 0) === degreeSteps(lat)
        )
          return true
      return false
    })

/** A run that evaluates stored fixes, and what lasted at its beginning. */
export type BegunRun = {
  readonly run: AlertRun
  readonly rules: CompanyRules
  readonly vehicle: DayVehicle
  readonly carried: readonly FoundAlert[]
}

/** Begins a run at `begin` (ms) from a state, with the fences from then on; null if there is no such vehicle. */
export const beginRun = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId, context }: Evaluation,
  begin: number,
  state: StoredRun | null,
): Promise<BegunRun | null> => {
  const matching =
    begin >= context.fencesSince ? context : ((await readContext(trx, companyId, begin)) ?? context)
  const vehicle = matching.vehicles.get(vehicleId)
  if (vehicle === undefined) return null
  const { rules } = matching
  const fences = matching.index.ofVehicle(vehicleId)
  const run = createAlertRun({ rules: rules.all, vehicle, fences, state })
  return { run, rules, vehicle, carried: run.open() }
}

/** The live run that goes on from one that has reached the last fix. */
export const goLive = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId, context, now }: Evaluation,
  { run, rules: { all: rules }, vehicle }: BegunRun,
  knownSince: number | null,
): Promise<LiveRun> => {
  const fences = context.index.ofVehicle(vehicleId)
  const last = run.last()
  return {
    run: createAlertRun({ rules, vehicle, fences, state: run.state() }),
    ...{ rules, context, knownSince },
    dayEnd: last === null ? Number.NEGATIVE_INFINITY : dayBounds(context.dayOf(last), context.timeZone).to,
    postponed: await nextOpenFix(trx, { companyId, vehicleId }, now + FUTURE_LIMIT_MS),
  }
}
