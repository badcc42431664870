import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IDENTITY } from './limits.ts'
import type { Refresh, RefreshTokens } from './refresh-tokens.repository.ts'
import { storedHashOf } from './secrets.ts'

/** Codes of the identity provider, stored as hashes: each starts one login, and a second use ends that login (SE-13). */
export const createRedeemedCodes = ({
  db,
  refreshTokens,
  now,
}: {
  db: Kysely<Tables>
  refreshTokens: Pick<RefreshTokens, 'begin' | 'revoke'>
  now: () => number
}) => ({
  /** Whether the code comes for the first time. Otherwise the login that it started ends. Deletes codes of ended logins. */
  claim: async (code: string): Promise<boolean> => {
    const hash = storedHashOf(code)
    await db
      .deleteFrom('redeemed_code')
      .where('redeemed_at', '<', new Date(now() - IDENTITY.familyLifeMs))
      .execute()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('redeemed_code')
      .values({ hash, family: null, redeemed_at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return true
    const repeated = await db
      .updateTable('redeemed_code')
      .set({ repeated: true })
      .where('hash', '=', hash)
      .returning('family')
      .executeTakeFirst()
    if (repeated?.family) await refreshTokens.revoke(repeated.family)
    return false
  },
  /** Starts the login of a code; null if the code has come again since. */
  begin: (code: string, login: { userId: number; clientId: string }): Promise<Refresh | null> =>
    db.transaction().execute(async (tx) => {
      const hash = storedHashOf(code)
      const { repeated } = await tx
        .selectFrom('redeemed_code')
        .select('repeated')
        .where('hash', '=', hash)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (repeated) return null
      const refresh = await refreshTokens.begin(login, tx)
      await tx.updateTable('redeemed_code').set({ family: refresh.family }).where('hash', '=', hash).execute()
      return refresh
    }),
})

export type RedeemedCodes = ReturnType<typeof createRedeemedCodes>
