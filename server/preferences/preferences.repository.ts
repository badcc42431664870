import type { Kysely } from 'kysely'
import { DEFAULT_PREFERENCES, Preferences } from '#contract/records/preferences.ts'
import type { Tables } from '../db/tables.ts'

/** Reads and replaces the preferences of a user. */
export const createPreferencesRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The defaults where a user has chosen none, or what an older or newer release knows and this one does not. */
  of: async (userId: number): Promise<Preferences> => {
    const row = await db
      .selectFrom('user_preference')
      .select(['language', 'distance', 'volume', 'economy'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const known = Preferences.safeParse(row)
    return known.success ? known.data : DEFAULT_PREFERENCES
  },
  replace: async (userId: number, preferences: Preferences): Promise<void> => {
    await db
      .insertInto('user_preference')
      .values({ user_id: userId, ...preferences })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preferences))
      .execute()
  },
})
export type PreferencesRepository = ReturnType<typeof createPreferencesRepository>
