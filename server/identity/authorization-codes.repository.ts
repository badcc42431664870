import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IDENTITY } from './limits.ts'
import type { Refresh, RefreshTokens } from './refresh-tokens.repository.ts'
import { equalInConstantTime, sha256, storedHashOf } from './secrets.ts'

/** The request that a code belongs to. `challenge` is the S256 challenge of PKCE. */
export type CodeBinding = {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | null
}

/** What a client sends to exchange a code for tokens. */
export type CodeClaim = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
}

/** The login that a code has started; `authenticatedAt` is when the password was entered, in ms. */
export type Redeemed = {
  readonly refresh: Refresh
  readonly nonce: string | null
  readonly authenticatedAt: number
}

/** Whether the challenge was made from this verifier (RFC 7636, S256). */
const matchesChallenge = (verifier: string, challenge: string): boolean => {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  return equalInConstantTime(sha256(verifier), Buffer.from(challenge, 'base64url'))
}

/** Authorization codes: random, stored as hashes, usable once and for one minute (SE-13). */
export const createAuthorizationCodes = ({
  db,
  refreshTokens,
  now,
}: {
  db: Kysely<Tables>
  refreshTokens: Pick<RefreshTokens, 'begin' | 'revoke'>
  now: () => number
}) => ({
  /** Issues a code to a user who has just entered the password. Deletes codes whose logins have ended. */
  issue: async (
    userId: number,
    { clientId, redirectUri, challenge, nonce }: CodeBinding,
  ): Promise<string> => {
    const at = now()
    const code = randomBytes(32).toString('base64url')
    await db
      .deleteFrom('authorization_code')
      .where('expires_at', '<', new Date(at - IDENTITY.familyLifeMs))
      .execute()
    await db
      .insertInto('authorization_code')
      .values({
        hash: storedHashOf(code),
        client_id: clientId,
        redirect_uri: redirectUri,
        challenge,
        nonce,
        user_id: userId,
        issued_at: new Date(at),
        expires_at: new Date(at + IDENTITY.codeLifeMs),
        used_at: null,
        family: null,
      })
      .execute()
    return code
  },
  /** Starts the login of a code. A code used a second time ends that login. Null if no login starts. */
  redeem: ({ code, clientId, redirectUri, verifier }: CodeClaim): Promise<Redeemed | null> =>
    db.transaction().execute(async (tx) => {
      const hash = storedHashOf(code)
      const row = await tx
        .selectFrom('authorization_code')
        .selectAll()
        .where('hash', '=', hash)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return null
      if (row.used_at !== null) {
        if (row.family !== null) await refreshTokens.revoke(row.family, tx)
        return null
      }
      const isBound = row.client_id === clientId && row.redirect_uri === redirectUri
      if (!isBound || row.expires_at.getTime() <= now() || !matchesChallenge(verifier, row.challenge))
        return null
      const refresh = await refreshTokens.begin({ userId: row.user_id, clientId }, tx)
      await tx
        .updateTable('authorization_code')
        .set({ used_at: new Date(now()), family: refresh.family })
        .where('hash', '=', hash)
        .execute()
      return { refresh, nonce: row.nonce, authenticatedAt: row.issued_at.getTime() }
    }),
})
