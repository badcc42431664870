import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IDENTITY } from '#server/identity/limits.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { placeOf, proof, providerOf } from '#tests/kit/server/identity-provider.driver.ts'

const backend = withBackend()
const provider = providerOf(backend)
const { isAccepted } = provider

beforeAll(async () => {
  await backend.addUser('Asha', 'MANAGER', null)
})
beforeEach(() => backend.setLead(0))

describe('SE-13 PKCE and redirect addresses', () => {
  test.each([
    ['one character more', { redirect_uri: '/login1' }],
    ['a foreign host', { redirect_uri: 'https://evil.example/login' }],
    ['a host without a scheme', { redirect_uri: '//evil.example/login' }],
    ['none', { redirect_uri: undefined }],
    ['another client', { client_id: 'evil' }],
  ])(
    'SE-13 a redirect address other than the configured one (%s) gets a page and no redirection',
    async (_, change) => {
      const { status, headers, html } = await provider.open(provider.addressFor(proof().challenge, change))
      expect(status).toBe(400)
      expect(headers).not.toHaveProperty('location')
      expect(html).toContain('This does not work')
      expect(html).not.toContain('<form')
    },
  )

  test.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['an endless state', { state: 'x'.repeat(501) }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that is not configured', { scope: 'openid admin' }, 'invalid_scope'],
    ['no openid', { scope: 'offline_access' }, 'invalid_scope'],
  ])('SE-13 %s is refused, by page and by form', async (_name, change, error) => {
    const address = provider.addressFor(proof().challenge, change)
    for (const { status, headers } of [
      await backend.ask('GET', address),
      await provider.send(address, '', { userName: 'asha', password: PASSWORD }),
    ]) {
      expect(status).toBe(303)
      expect(placeOf(headers)).toMatchObject({ path: '/login', error, error_description: expect.any(String) })
      expect(placeOf(headers)).not.toHaveProperty('code')
    }
  })

  test.each([
    ['a wrong verifier', () => ({ code_verifier: proof().verifier })],
    ['a verifier that is too short', () => ({ code_verifier: 'short' })],
    ['no verifier', () => ({ code_verifier: '' })],
    ['another redirect address', () => ({ redirect_uri: '/login1' })],
    ['no redirect address', () => ({ redirect_uri: '' })],
    ['another client', () => ({ client_id: 'evil' })],
  ])('SE-13 a code with %s gives nothing, and still gives tokens to its owner', async (_name, change) => {
    const { verifier, challenge } = proof()
    const code = await provider.codeFor('asha', challenge)
    const refused = await provider.exchange(code, verifier, change())
    expect(refused.status).toBe(400)
    expect(refused.body).toHaveProperty('error', expect.stringMatching(/^invalid_(grant|request)$/))
    expect((await provider.exchange(code, verifier)).status).toBe(200)
  })

  test('SE-13 a code is valid for a minute', async () => {
    const { verifier, challenge } = proof()
    const [first, second] = [
      await provider.codeFor('asha', challenge),
      await provider.codeFor('asha', challenge),
    ]
    backend.setLead(IDENTITY.codeLifeMs - 5_000)
    expect((await provider.exchange(first, verifier)).status).toBe(200)
    backend.setLead(IDENTITY.codeLifeMs + 1)
    expect((await provider.exchange(second, verifier)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('SE-13 a code used twice is refused and ends the login it began, even days later', async () => {
    for (const later of [0, IDENTITY.codeLifeMs * 2, IDENTITY.familyLifeMs - 600_000]) {
      backend.setLead(0)
      const { verifier, challenge } = proof()
      const code = await provider.codeFor('asha', challenge)
      const { body } = await provider.exchange(code, verifier)
      const { access_token: token, refresh_token: refreshToken } = body as Record<string, string>
      expect(await isAccepted(token ?? '')).toBe(true)
      backend.setLead(later)
      expect((await provider.exchange(code, verifier)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await provider.refresh(refreshToken ?? '')).body).toMatchObject({ error: 'invalid_grant' })
      backend.setLead(later + 2_000)
      expect(await isAccepted(token ?? '')).toBe(false)
    }
  })

  test('SE-13 of twenty simultaneous exchanges of one code at most one gives tokens, and those are revoked', async () => {
    const { verifier, challenge } = proof()
    const code = await provider.codeFor('asha', challenge)
    const answers = await Promise.all(Array.from({ length: 20 }, () => provider.exchange(code, verifier)))
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    const [{ refresh_token: refreshToken }] = granted.map(({ body }) => body) as [{ refresh_token: string }]
    expect((await provider.refresh(refreshToken)).status).toBe(400)
  })

  test('a user disabled before the exchange gets no tokens', async () => {
    const id = await backend.addUser('leaver', 'MANAGER', null)
    const { verifier, challenge } = proof()
    const code = await provider.codeFor('leaver', challenge)
    const { db } = backend.database
    await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    expect((await provider.exchange(code, verifier)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('the database contains no code and no verifier', async () => {
    const { verifier, challenge } = proof()
    const code = await provider.codeFor('asha', challenge)
    await provider.exchange(code, verifier)
    const rows = await backend.database.db.selectFrom('authorization_code').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of [code, verifier]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
