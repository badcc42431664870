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
  save: async (userId: number, changed: Readonly<Record<string, AlertChoice | undefined>>): Promise<void> => {
    const rows = inOrder(changed).map(([id, choice]) => ({ user_id: userId, id, ...choice }))
    if (rows.length === 0) return
    await db
      .insertInto('alert_setting')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet({
          selected: sql<boolean>`excluded.selected`,
          value: sql<number | null>`excluded.value`,
        }),
      )
      .execute()
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
