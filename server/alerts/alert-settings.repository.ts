import { type Kysely, sql } from 'kysely'
import type { AlertChoice } from '#contract/records/alert-settings.ts'
import type { Tables } from '../db/tables.ts'

/** Named values, in one order, so that two writers of the same rows wait for each other and never in a circle. */
const inOrder = <TValue>(named: Readonly<Record<string, TValue | undefined>>): Array<[string, TValue]> =>
  Object.entries(named)
    .filter((entry): entry is [string, TValue] => entry[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Changes of one setting by one user that are kept one by one: the list of alerts reads them all. */
const MANY_CHANGES = 100

/** Writes the alert settings and notification preferences of users; what a change does not name stays as it is. */
export const createAlertSettingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * Stores choices from a time, ms UTC, on, each where it differs from the one that holds; those before stay as they were. One that has
   * held for less than a minute, or for less than a day after many changes, is replaced as if it had never been.
   */
  save: async (
    userId: number,
    changed: Readonly<Record<string, AlertChoice | undefined>>,
    at: number,
  ): Promise<void> => {
    const rows = inOrder(changed).map(([id, choice]) => ({ id, ...choice }))
    if (rows.length === 0) return
    const time = sql`${new Date(at)}::timestamptz`
    await sql`with r as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, selected boolean, value float8)),
      held as (
        select distinct on (s.id) s.id, s.since, s.selected, s.value, count(*) over (partition by s.id) as changes
        from alert_setting s join r on r.id = s.id where s.user_id = ${userId} order by s.id, s.since desc),
      changed as (
        select r.*, held.since,
          held.since > ${time} - case when held.changes < ${MANY_CHANGES}::int4 then interval '1 minute' else interval '1 day' end as replaces
        from r left join held on held.id = r.id
        where held.id is null or held.selected <> r.selected or held.value is distinct from r.value),
      replaced as (
        update alert_setting s set selected = c.selected, value = c.value from changed c
        where s.user_id = ${userId} and s.id = c.id and s.since = c.since and c.replaces)
      insert into alert_setting (user_id, id, selected, value, since)
      select ${userId}::int4, id, selected, value, ${time} from changed where replaces is not true
      order by id
      on conflict (user_id, id, since) do update set selected = excluded.selected, value = excluded.value`.execute(
      db,
    )
  },

  /** The names of the preferences that are on. */
  preferencesOf: async (userId: number): Promise<ReadonlySet<string>> => {
    const rows = await db
      .selectFrom('alert_preference')
      .select('name')
      .where('user_id', '=', userId)
      .execute()
    return new Set(rows.map(({ name }) => name))
  },

  savePreferences: (userId: number, changed: Readonly<Record<string, boolean | undefined>>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      for (const [name, isOn] of inOrder(changed)) {
        if (isOn)
          await trx
            .insertInto('alert_preference')
            .values({ user_id: userId, name })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else
          await trx
            .deleteFrom('alert_preference')
            .where('user_id', '=', userId)
            .where('name', '=', name)
            .execute()
      }
    }),
})
export type AlertSettingRepository = ReturnType<typeof createAlertSettingRepository>
