import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Reads small facts of the installation. */
export const createSettingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The value stored under the key, undefined where there is none. */
  get: async (key: string): Promise<unknown> => {
    const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value
  },
})

export type SettingRepository = ReturnType<typeof createSettingRepository>
