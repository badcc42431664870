import { decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate, migrationsUpTo } from '#server/db/migrate.ts'
import { loadKeys, rotateKeys } from '#server/identity/keys.repository.ts'
import { IDENTITY } from '#server/identity/limits.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { tokenEndpointOf } from '#tests/kit/server/token-endpoint.driver.ts'

const MINUTE = 60_000

describe('signing keys', () => {
  const backend = withBackend()
  const { isAccepted, refresh } = tokenEndpointOf(backend)
  let lead = 0
  const moveTo = (ms: number) => {
    lead = ms
    backend.setLead(ms)
  }
  const rotate = () => rotateKeys(backend.database.db, Date.now() + lead)
  const kidOf = (token: string) => decodeProtectedHeader(token).kid
  const logIn = () => backend.logIn('asha')

  beforeAll(async () => {
    await backend.addUser('asha', 'MANAGER', null)
  })
  beforeEach(() => moveTo(lead + 10 * MINUTE))

  test('every token names its key, and a token that names none or another is refused', async () => {
    const { token } = await logIn()
    expect(kidOf(token)).toMatch(/^[\w-]{11}$/)
    const { privateKey } = await generateKeyPair('ES256')
    const [, payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    for (const kid of [{ kid: String(kidOf(token)) }, { kid: 'unknown' }, {}]) {
      const header = { alg: 'ES256', typ: 'at+jwt', ...kid }
      const forged = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
      expect(await isAccepted(forged)).toBe(false)
    }
    expect(await isAccepted(token)).toBe(true)
  })

  test('after a rotation elsewhere a running server signs with the new key within a minute, and tokens of the former key stay valid until they expire', async () => {
    const { token: before, refreshToken } = await logIn()
    await rotate()
    moveTo(lead + MINUTE)
    const { token: after } = await logIn()
    expect(kidOf(after)).not.toBe(kidOf(before))
    expect([await isAccepted(before), await isAccepted(after)]).toEqual([true, true])
    moveTo(lead + IDENTITY.accessTokenLifeS * 1000 - 2 * MINUTE)
    expect(await isAccepted(before)).toBe(true)
    moveTo(lead + 2 * MINUTE)
    expect(await isAccepted(before)).toBe(false)
    const renewed = (await refresh(refreshToken)).body as { access_token: string }
    expect(kidOf(renewed.access_token)).toBe(kidOf(after))
    expect(await isAccepted(renewed.access_token)).toBe(true)
  })

  test('after two rotations a key that leaked is trusted no longer, and nobody has to log in again', async () => {
    const { token, refreshToken } = await logIn()
    await rotate()
    await rotate()
    moveTo(lead + MINUTE)
    expect(await isAccepted(token)).toBe(false)
    const renewed = (await refresh(refreshToken)).body as { access_token: string }
    expect(await isAccepted(renewed.access_token)).toBe(true)
  })

  test('a token of another process’s new key is accepted at once', async () => {
    await logIn()
    await rotate()
    const now = () => Date.now() + lead
    const other = await (await loadKeys(backend.database.db, now)).signing()
    const { token } = await logIn()
    const [, payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const theirs = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: other.kid, typ: 'at+jwt' })
      .sign(other.privateKey)
    moveTo(lead + 1_000)
    expect(kidOf(token)).not.toBe(other.kid)
    expect(await isAccepted(theirs)).toBe(true)
  })

  test('a key that has signed for ninety days is replaced by the next login, once, by whoever comes first', async () => {
    await rotate()
    moveTo(lead + MINUTE)
    const { token } = await logIn()
    moveTo(lead + IDENTITY.signingKeyLifeMs - 2 * MINUTE)
    expect(kidOf((await logIn()).token)).toBe(kidOf(token))
    moveTo(lead + 3 * MINUTE)
    const now = () => Date.now() + lead
    const processes = await Promise.all([1, 2, 3].map(() => loadKeys(backend.database.db, now)))
    const signing = await Promise.all(processes.map((keys) => keys.signing()))
    const { token: next } = await logIn()
    expect(new Set(signing.map(({ kid }) => kid))).toEqual(new Set([kidOf(next)]))
    expect(kidOf(next)).not.toBe(kidOf(token))
    expect(await processes[0]?.verifying(kidOf(token) ?? '')).not.toBeNull()
  })

  test('the former key cannot sign any more: its private half is gone', async () => {
    await rotate()
    const { value } = await backend.database.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'identity.keys')
      .executeTakeFirstOrThrow()
    const { current, former } = value as Record<'current' | 'former', Record<string, object>>
    expect(current['privateJwk']).toHaveProperty('d')
    expect(JSON.stringify(former)).not.toContain('"d"')
  })

  test('npm run keys -- rotate', async () => {
    const before = (await loadKeys(backend.database.db, Date.now)).signing()
    const { code, out } = await runProgram('keys', ['rotate'], {
      env: { DATABASE_URL: backend.database.url },
    })
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('new key') })
    const after = (await loadKeys(backend.database.db, Date.now)).signing()
    expect((await after).kid).not.toBe((await before).kid)
  })
})

describe('the key of a release with one key', () => {
  const database = withDatabase()

  test('goes on signing, and what it has signed stays valid', async () => {
    const { db, pool } = database
    await pool.query('drop schema public cascade; create schema public')
    const earlier = ['0001-fleet-and-tracks', '0004-ticker', '0005-acting', '0006-passwords-and-mail']
    const names = [
      ...earlier,
      ...['0007-authorization-codes', '0008-geofence-versions', '0009-geofence-revision'],
      ...['0010-geofence-begun', '0011-geofence-edited', '0012-geofence-begun-once'],
    ]
    await migrate(db, migrationsUpTo(names))
    const pair = await generateKeyPair('ES256', { extractable: true })
    const privateJwk = await exportJWK(pair.privateKey)
    const value = {
      kid: 'the-first',
      privateJwk,
      publicJwk: await exportJWK(pair.publicKey),
      secret: 'c2VjcmV0',
    }
    await sql`insert into setting (key, value) values ('identity.keys', ${JSON.stringify(value)}::jsonb)`.execute(
      db,
    )
    await migrate(db)
    const keys = await loadKeys(db, Date.now)
    const { kid, privateKey } = await keys.signing()
    expect(kid).toBe('the-first')
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    const publicKey = await importJWK(value.publicJwk, 'ES256')
    expect((await jwtVerify(token, publicKey)).protectedHeader).toMatchObject({ kid })
    expect(await keys.verifying(kid)).not.toBeNull()
    expect(keys.mac('a', 'b')).toHaveLength(32)
  })
})
