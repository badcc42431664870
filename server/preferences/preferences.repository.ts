import type { Kysely } from 'kysely'
import { DEFAULT_PREFERENCES, LanguageTag, Preferences } from '#contract/records/preferences.ts'
import type { Tables } from '../db/tables.ts'

/** Reads and replaces the preferences of a user. */
export const createPreferencesRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The defaults where a user has chosen none, or what an older or newer release knows and this one does not. */
  of: async (userId: number): Promise<Preferences> => {
    const row = await db
      .selectFrom('user_preference')
      .select(['language', 'distance', 'volume', 'economy', 'dashboard'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const language = LanguageTag.safeParse(row?.language).data ?? null
    // A widget that only another release knows costs the layout, not the units; so does a language.
    for (const dashboard of [row?.dashboard, null]) {
      const known = Preferences.safeParse({ ...row, language, dashboard })
      if (known.success) return known.data
    }
    return DEFAULT_PREFERENCES
  },
  replace: async (userId: number, preferences: Preferences): Promise<void> => {
    const { dashboard } = preferences
    const values = { ...preferences, dashboard: dashboard === null ? null : JSON.stringify(dashboard) }
    await db
      .insertInto('user_preference')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
  },
})
export type PreferencesRepository = ReturnType<typeof createPreferencesRepository>
