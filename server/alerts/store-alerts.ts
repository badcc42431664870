import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertEvidence, AlertRule, FoundAlert } from '../rules/types.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { CompanyRules } from './alert-rules.repository.ts'
import {
  type AlertFigures,
  firstFixOf,
  insertAlerts,
  type OwnedAlert,
  readStored,
  type StoredAlert,
  type StoredQuery,
  updateAlerts,
  withdrawAlerts,
} from './alerts.repository.ts'
import { type Matched, matchAlerts, restsOf } from './match-alerts.ts'

/** An alert whose time is longer ago than this when it is found notifies nobody. */
const NOTIFIED_WITHIN_MS = 2 * HOUR_MS

/** Alerts of a vehicle that are found at once and may notify, the newest; a message that raises more is none of a truck in earnest. */
const MOST_NEWS = 200

/** An alert that was just stored for the first time and may be told of. `time` in ms, `value` in the unit of its figure. */
export type NewAlert = AlertRule &
  VehicleKey & {
    readonly id: string
    readonly subject: string
    readonly time: number
    readonly value: number | null
    readonly durationS: number | null
    readonly fence: AlertEvidence['fence']
    readonly lng: number
    readonly lat: number
  }

/** What of a vehicle was evaluated again: its fixes from `from` to `until`, ms. */
export type Evaluated = {
  readonly from: number
  readonly until: number
  /**
   * What comes after `until`: no fix (`end`), fixes that were evaluated before and give the same (`same`), or fixes that are evaluated
   * next (`more`).
   */
  readonly rest: 'end' | 'same' | 'more'
  /** Whether a stored alert that was not found again is withdrawn: not while older days may say that it was right. */
  readonly withdraws: boolean
}

/** What the rules found of a vehicle: in its next fixes, or by evaluating some again. */
export type Findings = VehicleKey & {
  readonly found: readonly FoundAlert[]
  readonly rules: CompanyRules
  readonly evaluated: Evaluated | null
  /** Of what was before this time, ms, the rules may know nothing; null where they know everything. */
  readonly knownSince: number | null
}

type Known = FoundAlert & { readonly from: number }

const isUnchanged = (found: FoundAlert, stored: StoredAlert): boolean =>
  !stored.isWithdrawn &&
  found.began === stored.began &&
  found.time === stored.time &&
  found.ended === stored.ended &&
  found.lng === stored.lng &&
  found.lat === stored.lat &&
  found.value === stored.value &&
  found.durationS === stored.durationS &&
  isDeepStrictEqual(JSON.parse(JSON.stringify(found.evidence)), stored.evidence)

const queriesOf = ({ companyId, vehicleId, found, evaluated }: Findings): StoredQuery[] => {
  const owned = { companyId, vehicleId }
  if (evaluated === null)
    return found.map((one) => ({
      ...{ ...owned, since: firstFixOf(one), until: Number.POSITIVE_INFINITY },
      rule: { ...one, subject: one.subject },
    }))
  const since = found.reduce((least, one) => Math.min(least, firstFixOf(one)), evaluated.from)
  // What began later has nothing to do with these fixes, but for what they may show to have begun earlier.
  const until = evaluated.rest === 'end' ? Number.POSITIVE_INFINITY : evaluated.until + DAY_MS
  return [{ ...owned, since, until, rule: null }]
}

/** Which stored alerts may turn out to have begun at another time. */
const isOpenTo =
  (evaluated: Evaluated | null) =>
  ({ isWithdrawn, time }: StoredAlert): boolean =>
    isWithdrawn ||
    (evaluated !== null && time >= evaluated.from && (evaluated.rest !== 'same' || time <= evaluated.until))

/** Whether more is known of a stored alert than that it lasts: it was evaluated beyond the fixes in which it was found now. */
const isStoredBeyond = (found: FoundAlert, stored: StoredAlert, evaluated: Evaluated | null): boolean =>
  evaluated !== null &&
  found.ended === null &&
  found.began === stored.began &&
  !stored.isWithdrawn &&
  (evaluated.rest !== 'end' || stored.ended === null)

/** These alerts, of which the newest `MOST_NEWS` of each vehicle at most are news. */
const newestAsNews = (added: readonly OwnedAlert[]): OwnedAlert[] => {
  const counts = new Map<number, number>()
  return added
    .toReversed()
    .map((alert) => {
      if (!alert.isNews) return alert
      const count = (counts.get(alert.vehicleId) ?? 0) + 1
      counts.set(alert.vehicleId, count)
      return { ...alert, isNews: count <= MOST_NEWS }
    })
    .reverse()
}

type Options = {
  /** ms UTC. */
  readonly now: () => number
  /** Called with new alerts in the transaction that stores them. */
  readonly onNew?: ((trx: Kysely<Tables>, alerts: readonly NewAlert[]) => Promise<void>) | undefined
}

/**
 * Stores what the rules have found, of many vehicles in a few statements, and returns the new alerts that may be told of: not those
 * of long ago, and none that takes up time of an alert of the same rule and subject that was stored before.
 */
export const createAlertStore =
  ({ now, onNew }: Options) =>
  async (trx: Kysely<Tables>, findings: readonly Findings[]): Promise<readonly NewAlert[]> => {
    const at = now()
    const stored = new Map<number, StoredAlert[]>()
    for (const one of await readStored(trx, findings.flatMap(queriesOf))) {
      const own = stored.get(one.vehicleId)
      if (own) own.push(one)
      else stored.set(one.vehicleId, [one])
    }
    const updated: Array<{ id: string; found: AlertFigures }> = []
    const added: OwnedAlert[] = []
    const withdrawn: Array<{ id: string; until: number }> = []
    for (const { companyId, vehicleId, found, rules, evaluated, knownSince } of findings) {
      const counts = ({ type, threshold, began }: { type: string; threshold: number; began: number }) =>
        began >= (rules.sinceOf({ type, threshold }) ?? Number.POSITIVE_INFINITY)
      const own = stored.get(vehicleId) ?? []
      const all = found.map((one) => ({ ...one, from: firstFixOf(one) }))
      // An entry into a fence is found only after a fix outside, so it is never the rest of one.
      const wholes = own.filter(({ type }) => type !== 'GEOFENCEINOUT')
      const rests: ReadonlyMap<Known, StoredAlert> = restsOf(all, wholes, knownSince)
      for (const [{ ended }, whole] of rests)
        if (ended !== null && ended !== whole.ended)
          updated.push({ id: whole.id, found: { ...whole, ended } })
      const { same, fresh, missing }: Matched<Known, StoredAlert> = matchAlerts(
        all.filter((one) => !rests.has(one)),
        own,
        isOpenTo(evaluated),
      )
      for (const { found: one, stored: known } of same)
        if (one.isUndone) {
          if (!known.isWithdrawn) withdrawn.push({ id: known.id, until: one.lastSeen })
        } else if (!isStoredBeyond(one, known, evaluated) && !isUnchanged(one, known))
          updated.push({ id: known.id, found: one })
      for (const { found: one, isKnown } of fresh)
        if (counts(one) && !one.isUndone) {
          const isNews = !isKnown && one.time >= at - NOTIFIED_WITHIN_MS
          added.push({ companyId, vehicleId, found: one, isNews })
        }
      if (!evaluated?.withdraws) continue
      const { from, until } = evaluated
      for (const one of missing)
        if (!one.isWithdrawn && one.time >= from && one.time <= until && counts(one))
          withdrawn.push({ id: one.id, until })
    }
    const toStore = newestAsNews(added)
    await withdrawAlerts(trx, withdrawn, at)
    await updateAlerts(trx, updated, at)
    const ids = await insertAlerts(trx, toStore, at)
    const news = toStore.flatMap(({ companyId, vehicleId, found, isNews }, i): NewAlert[] => {
      const id = ids[i] ?? null
      if (id === null || !isNews) return []
      const { type, threshold, subject, time, value, durationS, lng, lat, evidence } = found
      const fence = evidence.fence
      return [
        {
          ...{ id, companyId, vehicleId, type, threshold, subject },
          ...{ time, value, durationS, fence, lng, lat },
        },
      ]
    })
    if (news.length > 0) await onNew?.(trx, news)
    return news
  }

export type AlertStore = ReturnType<typeof createAlertStore>
