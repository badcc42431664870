import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ALERT_SETTINGS, type AlertChoice, type AlertSetting } from '#contract/records/alert-settings.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertRule } from '../rules/types.ts'

/** The rules that a user has selected (ALR-09): one threshold for each alert type, 0 where it has none. */
export type AlertChoices = ReadonlyMap<AlertCode, AlertRule>

/** A rule that a user had selected for a time, ms UTC, `until` not included: an alert that began within it was raised for the user. */
export type HeldRule = AlertRule & { readonly since: number; readonly until: number }

/** What is stored of a user's choices now, by setting. */
export type StoredChoices = ReadonlyMap<string, AlertChoice>

/** A user's choice for a setting: it is selected with its initial threshold until the user chooses one of its options. */
export const choiceOf = ({ id, options, initial }: AlertSetting, stored: StoredChoices): AlertChoice => {
  const { selected = true, value = null } = stored.get(id) ?? {}
  return { selected, value: value !== null && options.includes(value) ? value : initial }
}

/** A choice as it was made, ms UTC; 0 is from the beginning on. */
type MadeChoice = AlertChoice & { readonly id: string; readonly since: number }

/** The rules of a user by all that he has chosen, oldest first: until the first choice of a setting, its initial threshold. */
const heldOf = (made: readonly MadeChoice[]): HeldRule[] =>
  ALERT_SETTINGS.flatMap((setting: AlertSetting) => {
    const own = made.filter(({ id }) => id === setting.id)
    const before = { ...choiceOf(setting, new Map()), since: Number.NEGATIVE_INFINITY }
    return [before, ...own].flatMap(({ selected, value, since }, index): HeldRule[] => {
      const until = own[index]?.since ?? Number.POSITIVE_INFINITY
      const { value: threshold } = choiceOf(setting, new Map([[setting.id, { selected, value }]]))
      const from = since <= 0 ? Number.NEGATIVE_INFINITY : since
      return selected && until > 0
        ? [{ type: setting.type, threshold: threshold ?? 0, since: from, until }]
        : []
    })
  })

/** The rules that are selected now (ALR-09): one threshold for each alert type, 0 where it has none. */
const choicesOf = (held: readonly HeldRule[]): AlertChoices =>
  new Map(
    held.flatMap(({ type, threshold, until }) =>
      until === Number.POSITIVE_INFINITY ? [[type, { type, threshold }] as const] : [],
    ),
  )

/** Whether an alert, which began at a time in ms, was raised for a user with these rules. */
export const isRaisedBy = (
  held: readonly HeldRule[],
  alert: { readonly type: string; readonly threshold: number; readonly began: number },
): boolean =>
  held.some(
    ({ type, threshold, since, until }) =>
      type === alert.type && threshold === alert.threshold && alert.began >= since && alert.began < until,
  )

const timestamp = (time: number): string => {
  if (Number.isFinite(time)) return new Date(time).toISOString()
  return time < 0 ? '-infinity' : 'infinity'
}

/** So many rules at most are conditions of their own, with which the database can read the newest alerts by an index. */
const MOST_CONDITIONS = 50

/** The same of rows of `alert`, for queries. */
export const wasRaisedBy = (held: readonly HeldRule[]): RawBuilder<boolean> => {
  if (held.length === 0) return sql`false`
  if (held.length <= MOST_CONDITIONS) {
    const each = held.map(
      ({ type, threshold, since, until }) =>
        sql`(alert.type = ${type} and alert.threshold = ${threshold}::float8
          and alert.began >= ${timestamp(since)}::timestamptz and alert.began < ${timestamp(until)}::timestamptz)`,
    )
    return sql`(${sql.join(each, sql` or `)})`
  }
  return sql`exists (
    select from unnest(${held.map(({ type }) => type)}::text[], ${held.map(({ threshold }) => threshold)}::float8[],
      ${held.map(({ since }) => timestamp(since))}::timestamptz[], ${held.map(({ until }) => timestamp(until))}::timestamptz[])
      as held(type, threshold, since, until)
    where held.type = alert.type and held.threshold = alert.threshold and alert.began >= held.since and alert.began < held.until)`
}

/** Reads which alerts users want to see and be told of. */
export const createAlertChoices = ({ db }: { db: Kysely<Tables> }) => {
  const madeOf = async (userIds: readonly number[]): Promise<ReadonlyMap<number, readonly MadeChoice[]>> => {
    const rows =
      userIds.length === 0
        ? []
        : await db
            .selectFrom('alert_setting')
            .selectAll()
            .where('user_id', 'in', userIds)
            .orderBy('since')
            .execute()
    const made = new Map(userIds.map((id): [number, MadeChoice[]] => [id, []]))
    for (const { user_id, since, ...choice } of rows)
      made.get(user_id)?.push({ ...choice, since: since.getTime() })
    return made
  }
  /** The rules of each of these users, those that held before too. */
  const heldOfUsers = async (userIds: readonly number[]): Promise<ReadonlyMap<number, readonly HeldRule[]>> =>
    new Map([...(await madeOf(userIds))].map(([userId, made]) => [userId, heldOf(made)]))
  return {
    /** What is stored for each of these users now. */
    storedOf: async (userIds: readonly number[]): Promise<ReadonlyMap<number, StoredChoices>> =>
      new Map(
        [...(await madeOf(userIds))].map(([userId, made]) => [
          userId,
          new Map(made.map(({ id, selected, value }) => [id, { selected, value }])),
        ]),
      ),
    heldOfUsers,
    /** The rules that each of these users has selected now. */
    ofUsers: async (userIds: readonly number[]): Promise<ReadonlyMap<number, AlertChoices>> =>
      new Map([...(await heldOfUsers(userIds))].map(([userId, held]) => [userId, choicesOf(held)])),
  }
}

export type AlertChoicesRepository = ReturnType<typeof createAlertChoices>
