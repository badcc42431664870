import type { Kysely } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import type { Tables } from '../db/tables.ts'
import { isSameState } from '../rules/run.ts'
import { lockDay } from '../track/closing.repository.ts'
import type { FixColumns } from '../track/columns.ts'
import { putDown } from '../track/put-down.repository.ts'
import {
  type Checkpoint,
  checkpointUntil,
  keepCheckpoints,
  lockVehicle,
  nextDayWithFixes,
  pendingDays,
  takeOff,
} from './checkpoints.repository.ts'
import {
  beginRun,
  type Evaluation,
  foundUntilEnd,
  goLive,
  isAmong,
  type Outcome,
  readDay,
  Stopped,
  stateOfNewDay,
  stepOverDay,
} from './day-run.ts'
import { evaluateAhead, isAheadOf } from './evaluate-ahead.ts'

/** Short, so that closings of days do not wait for long. */
const TRANSACTION_MS = 300
/** Alerts of one transaction, but for those of its last day. */
const MOST_FOUND = 5_000

const NOTHING: Outcome = { news: [], live: null, isBehind: false, hasSeen: () => false }

/**
 * Evaluates a vehicle again in the transaction `trx`: from the checkpoint of the first day that is put down or among `days` to its
 * last fix, or to a day behind them all before which its state is the one that was kept there already. Stores what it finds, keeps a
 * checkpoint for each day on its way, and takes the days off. After `transactionMs` it puts the rest down. Recent `days` go ahead of
 * older ones that are put down. Throws `Stopped`.
 */
export const evaluateAgain = async (
  trx: Kysely<Tables>,
  evaluation: Evaluation,
  transactionMs = TRANSACTION_MS,
): Promise<Outcome> => {
  const { companyId, vehicleId, days, context, now, signal, store } = evaluation
  const owned = { companyId, vehicleId }
  await lockVehicle(trx, vehicleId)
  const pending = await pendingDays(trx, owned)
  if (isAheadOf(pending, evaluation)) return evaluateAhead(trx, evaluation)
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
  const begun = await beginRun(trx, evaluation, begin, base?.state ?? null)
  if (begun === null) {
    for (const one of pending) await takeOff(trx, { ...owned, day: one })
    return NOTHING
  }
  const { run, rules, carried } = begun
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
      const state = stateOfNewDay(run)
      const kept = await checkpointUntil(trx, { ...owned, day })
      const isKept = kept?.day === day && isSameState(kept.state, state)
      const isOver =
        parts.length > 0 && (performance.now() - began > transactionMs || run.count() > MOST_FOUND)
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
    await stepOverDay(run, columns, signal)
    parts.push(columns)
    day = await nextDayWithFixes(trx, owned, { from: shiftDay(day, 1), until, timeZone })
  }
  if (signal.aborted) throw new Stopped()
  await keepCheckpoints(trx, keeping)
  const news = await store(trx, [
    {
      ...owned,
      found: foundUntilEnd(run, carried),
      ...{ rules, knownSince: null },
      evaluated: {
        from: base === null ? Number.NEGATIVE_INFINITY : begin,
        until: end === null ? (run.last() ?? begin) : end - 1,
        rest: end === null ? 'end' : isBehind ? 'more' : 'same',
        withdraws: true,
      },
    },
  ])
  const live = end === null ? await goLive(trx, evaluation, begun, null) : null
  return { news, live, isBehind, hasSeen: isAmong(parts) }
}
