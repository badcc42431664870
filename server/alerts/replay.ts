import type { Kysely } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { createAlertRun, ruleKey } from '../rules/run.ts'
import type { AlertRule, FoundAlert } from '../rules/types.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import { type AlertContext, readContext } from './alert-context.repository.ts'
import { readStored, type StoredAlert } from './alerts.repository.ts'
import { checkpointUntil, nextDayWithFixes } from './checkpoints.repository.ts'
import { foundUntilEnd, readDay, stepOverDay } from './day-run.ts'

/** Alerts that began or ended this shortly ago, ms, are not compared: a server may be about to store them. */
const SETTLED_AFTER_MS = MINUTE_MS

/** A stretch of history: from a day (`YYYY-MM-DD`), or from the first fix, to `now` (ms). */
export type History = { readonly since: string | null; readonly now: number }

type Subject = {
  readonly context: AlertContext
  readonly rules: readonly AlertRule[]
  readonly since: string | null
  readonly now: number
  /** Whether it goes on from the checkpoint that is kept of the first day. */
  readonly fromCheckpoint: boolean
}

const NEVER = new AbortController().signal

/** What rules find in the stored fixes of a vehicle. */
const foundIn = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  { context, rules, since, now, fromCheckpoint }: Subject,
): Promise<FoundAlert[]> => {
  const vehicle = context.vehicles.get(owned.vehicleId)
  if (vehicle === undefined) return []
  const { timeZone } = context
  const until = now + FUTURE_LIMIT_MS
  const base = fromCheckpoint && since !== null ? await checkpointUntil(trx, { ...owned, day: since }) : null
  const run = createAlertRun({
    ...{ rules, vehicle, fences: context.index.ofVehicle(owned.vehicleId), state: base?.state ?? null },
  })
  const carried = run.open()
  const first = fromCheckpoint ? (base?.day ?? null) : since
  let day = await nextDayWithFixes(trx, owned, { from: first, until, timeZone })
  while (day !== null) {
    await stepOverDay(run, await readDay(trx, owned, day, { timeZone, until }), NEVER)
    day = await nextDayWithFixes(trx, owned, { from: shiftDay(day, 1), until, timeZone })
  }
  return foundUntilEnd(run, carried).filter(({ isUndone }) => !isUndone)
}

const startOf = ({ since }: History, { timeZone }: AlertContext): number =>
  since === null ? Number.NEGATIVE_INFINITY : dayBounds(since, timeZone).from

/** How the alerts of a type in history compare with those that are stored. */
export type Comparison = {
  readonly found: number
  readonly stored: number
  /** Found and not stored, stored and not found, and stored with other figures. */
  readonly missing: number
  readonly surplus: number
  readonly different: number
}

type Alert = Omit<FoundAlert, 'lastSeen' | 'type'> & { readonly type: string }
const keyOf = ({ type, threshold, subject, began }: Alert): string =>
  `${type} ${threshold} ${subject} ${began}`

const figuresOf = ({ time, ended, lng, lat, value, durationS, evidence }: Alert): string =>
  JSON.stringify(ended === null ? [time, null] : [time, ended, lng, lat, value, durationS, sorted(evidence)])

/** A text of plain data that does not depend on the order of keys. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** Compares alerts by type. Neither list has an alert twice. */
export const compareAlerts = (
  found: readonly Alert[],
  stored: readonly Alert[],
): ReadonlyMap<string, Comparison> => {
  const byType = new Map<string, { -readonly [Name in keyof Comparison]: number }>()
  const of = (type: string) => {
    const own = byType.get(type) ?? { found: 0, stored: 0, missing: 0, surplus: 0, different: 0 }
    byType.set(type, own)
    return own
  }
  const known = new Map(stored.map((one) => [keyOf(one), one]))
  for (const one of found) {
    const own = of(one.type)
    own.found += 1
    const same = known.get(keyOf(one))
    if (same === undefined) own.missing += 1
    else if (figuresOf(one) !== figuresOf(same)) own.different += 1
    known.delete(keyOf(one))
  }
  for (const { type } of stored) of(type).stored += 1
  for (const { type } of known.values()) of(type).surplus += 1
  return byType
}

/** Folds the stored fixes of a vehicle again and compares what is found with what is stored. Changes nothing. */
export const replayVehicle = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  history: History,
): Promise<ReadonlyMap<string, Comparison>> =>
  // One view of the data: a day that is being closed is seen as rows or as a blob.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const context = await readContext(trx, owned.companyId, 0)
      if (context === undefined) return new Map()
      const { rules } = context
      const subject = { context, rules: rules.all, ...history, fromCheckpoint: true }
      const found: readonly Alert[] = await foundIn(trx, owned, subject)
      const stored: readonly StoredAlert[] = await readStored(trx, [
        { ...owned, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, rule: null },
      ])
      const settled = history.now - SETTLED_AFTER_MS
      const recent = new Set(
        [...found, ...stored].filter(({ time, ended }) => Math.max(time, ended ?? time) > settled).map(keyOf),
      )
      const counts = (one: Alert): boolean =>
        one.time >= startOf(history, context) &&
        one.began >= (rules.sinceOf(one) ?? Number.POSITIVE_INFINITY) &&
        !recent.has(keyOf(one))
      return compareAlerts(
        found.filter(counts),
        stored.filter((one) => !one.isWithdrawn && counts(one)),
      )
    })

/**
 * How many alerts a rule would have raised for a vehicle since a day: the back-test of a threshold. It begins a day earlier, so
 * that what lasts over midnight is whole.
 */
export const countAlerts = (
  db: Kysely<Tables>,
  owned: VehicleKey,
  rule: AlertRule,
  { since, now }: { readonly since: string; readonly now: number },
): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const begin = shiftDay(since, -1)
      // A day earlier: midnight of the company may be before that of UTC.
      const context = await readContext(trx, owned.companyId, Date.parse(shiftDay(begin, -1)))
      if (context === undefined) return 0
      const subject = { context, rules: [rule], since: begin, now, fromCheckpoint: false }
      const found = await foundIn(trx, owned, subject)
      return found.filter(
        (one) => ruleKey(one) === ruleKey(rule) && one.time >= startOf({ since, now }, context),
      ).length
    })
