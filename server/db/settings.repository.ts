import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stores small facts about the installation. */
export const createSettingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The value of the key, undefined if there is none. */
  get: async (key: string): Promise<unknown> => {
    const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value
  },
  /** Stores a JSON value and replaces the previous one. */
  set: async (key: string, value: unknown): Promise<void> => {
    const row = { key, value: JSON.stringify(value) }
    await db
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
      .execute()
  },
})

export type SettingRepository = ReturnType<typeof createSettingRepository>
