import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { RefreshTokenTable, Tables } from '../db/tables.ts'
import type { IdentityKeys } from './keys.repository.ts'
import { IDENTITY } from './limits.ts'
import { storedHashOf } from './secrets.ts'

/** A refresh token in clear text, and its login. Times in ms. */
export type Refresh = {
  readonly token: string
  readonly family: string
  readonly userId: number
  readonly clientId: string
  readonly issuedAt: number
  readonly familyExpiresAt: number
}

export type RefreshTokens = {
  /** Starts a login of a client with its first token. Deletes expired ones. */
  begin(login: { userId: number; clientId: string }, into?: Kysely<Tables>): Promise<Refresh>
  /** The same for a user whose password was found right by this hash; null if it has been changed since, which ends the user's logins. */
  beginByPassword(login: { userId: number; clientId: string }, passwordHash: string): Promise<Refresh | null>
  /**
   * Exchanges a token for its successor. A token spent less than `graceMs` ago returns the same successor again, unless that
   * one is spent too. Any other spent token revokes its family. Null for an invalid token and for another client's.
   */
  rotate(token: string, clientId: string): Promise<Refresh | null>
  /** Ends a login by revoking all its tokens. */
  revoke(family: string): Promise<void>
  /** Whether the user's login is neither revoked nor expired. */
  isActive(family: string, userId: number): Promise<boolean>
}

type Row = Selectable<RefreshTokenTable>

/**
 * Opaque refresh tokens, stored as hashes. A successor is an HMAC of its predecessor, so it can be returned twice without
 * being stored in clear text.
 */
export const createRefreshTokens = ({
  db,
  keys,
  now,
  onReuse,
}: {
  db: Kysely<Tables>
  keys: Pick<IdentityKeys, 'mac'>
  now: () => number
  /** Called when a spent token was used again, which has ended the login of this user. */
  onReuse: (userId: number) => void
}): RefreshTokens => {
  const successorOf = (token: string) => keys.mac('refresh', token).toString('base64url')

  const insert = async (
    into: Kysely<Tables>,
    token: string,
    login: Omit<Refresh, 'token'>,
  ): Promise<Refresh> => {
    const idleEnd = login.issuedAt + IDENTITY.refreshIdleMs
    await into
      .insertInto('refresh_token')
      .values({
        hash: storedHashOf(token),
        family: login.family,
        user_id: login.userId,
        client_id: login.clientId,
        issued_at: new Date(login.issuedAt),
        expires_at: new Date(Math.min(idleEnd, login.familyExpiresAt)),
        family_expires_at: new Date(login.familyExpiresAt),
      })
      .execute()
    return { token, ...login }
  }

  const rowOf = (tx: Transaction<Tables>, hash: string): Promise<Row | undefined> =>
    tx.selectFrom('refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst()

  /** Locks the logins of a user: everybody who changes some does so first, or two would wait for each other. */
  const lockLogins = async (tx: Transaction<Tables>, userId: number): Promise<void> => {
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  }

  const revokeFamily = async (into: Kysely<Tables>, family: string): Promise<void> => {
    await into
      .updateTable('refresh_token')
      .set({ revoked_at: new Date(now()) })
      .where('family', '=', family)
      .where('revoked_at', 'is', null)
      .execute()
  }

  const spend = async (tx: Transaction<Tables>, row: Row, token: string): Promise<Refresh> => {
    const successor = successorOf(token)
    const at = now()
    await tx
      .updateTable('refresh_token')
      .set({ spent_at: new Date(at), successor: storedHashOf(successor) })
      .where('hash', '=', row.hash)
      .execute()
    return insert(tx, successor, {
      family: row.family,
      userId: row.user_id,
      clientId: row.client_id,
      issuedAt: at,
      familyExpiresAt: row.family_expires_at.getTime(),
    })
  }

  /** The successor of a token spent within `graceMs`, or null if that is longer ago or the successor is spent too. */
  const repeatedSuccessor = async (
    tx: Transaction<Tables>,
    row: Row,
    token: string,
  ): Promise<Refresh | null> => {
    if (row.spent_at === null || now() - row.spent_at.getTime() > IDENTITY.graceMs) return null
    const successor = successorOf(token)
    const next = await rowOf(tx, storedHashOf(successor))
    if (next === undefined || next.spent_at !== null) return null
    return {
      token: successor,
      family: next.family,
      userId: next.user_id,
      clientId: next.client_id,
      issuedAt: next.issued_at.getTime(),
      familyExpiresAt: next.family_expires_at.getTime(),
    }
  }

  const begin: RefreshTokens['begin'] = async ({ userId, clientId }, into = db) => {
    const issuedAt = now()
    await into.deleteFrom('refresh_token').where('family_expires_at', '<', new Date(issuedAt)).execute()
    return insert(into, randomBytes(32).toString('base64url'), {
      family: randomBytes(16).toString('base64url'),
      userId,
      clientId,
      issuedAt,
      familyExpiresAt: issuedAt + IDENTITY.familyLifeMs,
    })
  }

  return {
    begin,
    beginByPassword: (login, passwordHash) =>
      db.transaction().execute(async (tx) => {
        // A change of the password waits for this lock, and ends the login that begins here; or it came first.
        const user = await tx
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', login.userId)
          .forShare()
          .executeTakeFirst()
        return user?.password_hash === passwordHash ? begin(login, tx) : null
      }),
    rotate: (token, clientId) =>
      db.transaction().execute(async (tx) => {
        const hash = storedHashOf(token)
        const found = await rowOf(tx, hash)
        if (found === undefined) return null
        await lockLogins(tx, found.user_id)
        const row = await rowOf(tx, hash)
        if (row === undefined || row.client_id !== clientId) return null
        if (row.revoked_at !== null || row.expires_at.getTime() <= now()) return null
        if (row.spent_at === null) return spend(tx, row, token)
        const same = await repeatedSuccessor(tx, row, token)
        if (same === null) {
          await revokeFamily(tx, row.family)
          onReuse(row.user_id)
        }
        return same
      }),
    revoke: (family) =>
      db.transaction().execute(async (tx) => {
        const login = await tx
          .selectFrom('refresh_token')
          .select('user_id')
          .where('family', '=', family)
          .limit(1)
          .executeTakeFirst()
        if (login === undefined) return
        await lockLogins(tx, login.user_id)
        await revokeFamily(tx, family)
      }),
    isActive: async (family, userId) => {
      const rows = await db
        .selectFrom('refresh_token')
        .select(['revoked_at'])
        .where('family', '=', family)
        .where('user_id', '=', userId)
        .where('family_expires_at', '>', new Date(now()))
        .execute()
      return rows.length > 0 && rows.every(({ revoked_at }) => revoked_at === null)
    },
  }
}
