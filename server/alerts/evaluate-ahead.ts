import type { Kysely } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import type { Tables } from '../db/tables.ts'
import { lockDays } from '../track/closing.repository.ts'
import type { FixColumns } from '../track/columns.ts'
import { putDown } from '../track/put-down.repository.ts'
import { checkpointUntil } from './checkpoints.repository.ts'
import {
  beginRun,
  type Evaluation,
  foundUntilEnd,
  goLive,
  isAmong,
  type Outcome,
  readDay,
  stepOverDay,
} from './day-run.ts'

/** Yesterday: alerts that users are told of now have begun since then, or are known to have begun before. */
const recentDay = ({ context, now }: Evaluation): string => shiftDay(context.dayOf(now), -1)

/** Whether recent days of a vehicle are to be evaluated while older ones are put down still (`pending`). */
export const isAheadOf = (pending: readonly string[], evaluation: Evaluation): boolean => {
  const recent = recentDay(evaluation)
  return evaluation.days.some((day) => day >= recent) && pending.some((day) => day < recent)
}

/**
 * Evaluates the last fixes of a vehicle in the transaction `trx` before its older days, so that users are told of the present in time:
 * from the checkpoint of the first recent day among `days`, or without a state from yesterday on. What it finds is not final. It
 * withdraws nothing, keeps no checkpoint and puts down `days`, so that the evaluation in order comes to them and has the last word.
 * The vehicle is locked. Throws `Stopped`.
 */
export const evaluateAhead = async (trx: Kysely<Tables>, evaluation: Evaluation): Promise<Outcome> => {
  const { companyId, vehicleId, days, context, now, signal, store } = evaluation
  const { timeZone, dayOf } = context
  const owned = { companyId, vehicleId }
  const recent = recentDay(evaluation)
  const until = now + FUTURE_LIMIT_MS
  const [first = recent] = days.filter((day) => day >= recent).sort()
  const kept = await checkpointUntil(trx, { ...owned, day: first })
  const base = kept !== null && kept.day >= recent ? kept : { day: recent, state: null }
  const begin = dayBounds(base.day, timeZone).from
  const begun = await beginRun(trx, evaluation, begin, base.state)
  if (begun === null) return { news: [], live: null, isBehind: true, hasSeen: () => false }
  const { run, rules, carried } = begun
  const read: string[] = []
  for (let day = base.day; day <= dayOf(until); day = shiftDay(day, 1)) read.push(day)
  const locked = [...new Set([...days, ...read])]
  await lockDays(
    trx,
    locked.map((day) => ({ vehicleId, day })),
  )
  await putDown(
    trx,
    days.map((day) => ({ ...owned, day })),
  )
  const parts: FixColumns[] = []
  for (const day of read) {
    const columns = await readDay(trx, owned, day, { timeZone, until })
    await stepOverDay(run, columns, signal)
    parts.push(columns)
  }
  const found = foundUntilEnd(run, carried)
  const evaluated = { from: begin, until, rest: 'end', withdraws: false } as const
  const news = await store(trx, [{ ...owned, found, rules, evaluated, knownSince: begin }])
  const live = await goLive(trx, evaluation, begun, begin)
  return { news, live, isBehind: true, hasSeen: isAmong(parts) }
}
