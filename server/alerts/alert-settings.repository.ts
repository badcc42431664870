import { type Kysely, sql } from 'kysely'
import type { AlertChoice } from '#contract/records/alert-settings.ts'
import type { Tables } from '../db/tables.ts'

/** Named values, in one order, so that two writers of the same rows wait for each other and never in a circle. */
const inOrder = <TValue>(named: Readonly<Record<string, TValue | undefined>>): Array<[string, TValue]> =>
  Object.entries(named)
    .filter((entry): entry is [string, TValue] => entry[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Writes the alert settings and notification preferences of users; what a change does not name stays as it is. */
export const createAlertSettingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** Stores choices from a time, ms UTC, on, each where it differs from the one that holds; those before stay as they were. */
  save: async (
    userId: number,
    changed: Readonly<Record<string, AlertChoice | undefined>>,
    at: number,
  ): Promise<void> => {
    const rows = inOrder(changed).map(([id, choice]) => ({ id, ...choice }))
    if (rows.length === 0) return
    await sql`insert into alert_setting (user_id, id, selected, value, since)
      select ${userId}::int4, r.id, r.selected, r.value, ${new Date(at)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, selected boolean, value float8)
      where not exists (
        select from (select * from alert_setting where user_id = ${userId} and id = r.id order by since desc limit 1) held
        where held.selected = r.selected and held.value is not distinct from r.value)
      order by r.id
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
