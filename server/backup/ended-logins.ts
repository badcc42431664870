import type pg from 'pg'

/** How many logins and password reset links a restore has ended. */
export type EndedLogins = { readonly logins: number; readonly resetLinks: number }

/**
 * Ends what a restored backup would let in again: every login, every password reset link, every period of acting. The signing
 * keys are removed; the next start makes new ones, so that a key that was replaced since the backup signs for nobody.
 * Expects the tables of this release.
 */
export const endLogins = async (client: pg.ClientBase, now: number): Promise<EndedLogins> => {
  const at = new Date(now)
  const open = await client.query<{ logins: number }>(
    `select count(distinct family)::int as logins from refresh_token
     where revoked_at is null and spent_at is null and expires_at > $1`,
    [at],
  )
  const links = await client.query<{ links: number }>(
    'select count(*)::int as links from password_reset where used_at is null and expires_at > $1',
    [at],
  )
  await client.query('delete from refresh_token')
  await client.query('delete from password_reset')
  await client.query('delete from reset_request')
  await client.query('update acting_period set ended_at = $1 where ended_at is null and ends_at > $1', [at])
  await client.query(`delete from setting where key = 'identity.keys'`)
  return { logins: Number(open.rows[0]?.logins), resetLinks: Number(links.rows[0]?.links) }
}
