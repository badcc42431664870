import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { NONCE_PLACEHOLDER } from '#contract/constants.ts'
import { addressesOf } from '#server/http/mount.ts'
import { sharedLinkHeaders } from '#server/http/security.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { tokenEndpointOf } from '#tests/kit/server/token-endpoint.driver.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
type Request = { readonly method: Method; readonly url: string; readonly accept?: string }

const clientDir = mkdtempSync(join(tmpdir(), 'roadbook-client-'))
mkdirSync(join(clientDir, 'assets'))
mkdirSync(join(clientDir, 'basemap'))
writeFileSync(
  join(clientDir, 'index.html'),
  `<!doctype html><title>client</title><link nonce="${NONCE_PLACEHOLDER}"><style nonce="${NONCE_PLACEHOLDER}"></style>`,
)
writeFileSync(join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(clientDir, 'assets', 'index-Ab12Cd34.js'), 'export {}')
writeFileSync(join(clientDir, 'basemap', 'places.json'), '[]')
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

const PORTAL = 'https://portal.example'
const backend = withBackend({ clientDir, publicUrl: PORTAL })
const plain = withBackend()
const { refresh } = tokenEndpointOf(backend)
let token = ''

beforeAll(async () => {
  await backend.addUser('root', 'ROOTADMIN', null)
  token = (await backend.logIn('root')).token
})

const get = (url: string, accept?: string): Request => ({ method: 'GET', url, ...(accept ? { accept } : {}) })

/** Every address in the table of calls, with a value for each parameter. */
const CALLS: readonly Request[] = allCalls.flatMap((call) =>
  addressesOf(call).map((address) => ({ method: call.method, url: address.replaceAll(/:\w+/g, '1') })),
)
/** Everything else that is answered: pages, files, missing addresses, unreadable requests. */
const OTHERS: readonly Request[] = [
  get('/', 'text/html'),
  get('/track-trace', 'text/html'),
  get('/login?code=x&state=y', 'text/html'),
  get('/favicon.svg'),
  get('/assets/index-Ab12Cd34.js'),
  get('/assets/missing.js'),
  get('/basemap/places.json'),
  get('/env.json'),
  get('/openapi.json'),
  get('/healthz'),
  get('/readyz'),
  get('/nothing'),
  get('/api/v2/nothing'),
  get('/api/v2/files/playback/%E0%A4%A'),
  get('/identity/nothing'),
  get('/identity/authorize'),
  { method: 'POST', url: '/identity/logout' },
  get('/ingest/osmand'),
  { method: 'POST', url: '/ingest/osmand' },
  { method: 'DELETE', url: '/' },
  { method: 'OPTIONS', url: '/api/v2/login' },
]

const send = async ({ method, url, accept }: Request, headers: Record<string, string> = {}) => {
  const reply = await backend.app.inject({
    ...{ method, url },
    headers: { ...(accept ? { accept } : {}), ...headers },
  })
  return { status: reply.statusCode, headers: reply.headers }
}
const isStream = ({ url }: Request) =>
  allCalls.some(
    (call) => call.replyKind === 'stream' && addressesOf(call).some((each) => url.startsWith(each)),
  )
const isPublicFile = ({ url }: Request) => /^\/(assets|basemap|favicon)/.test(url)

const check = (headers: Record<string, unknown>, request: Request, isPrivate: boolean) => {
  const where = `${request.method} ${request.url}`
  expect(headers, where).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*payment=\(\)/),
    'strict-transport-security': 'max-age=31536000',
  })
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]),
  )
  for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(policy.get(name), `${where} ${name}`).toEqual(["'none'"])
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  expect([["'self'"], ["'none'"]], where).toContainEqual(scripts)
  expect(headers['content-security-policy'], where).not.toContain('unsafe-')
  const styles = policy.get('style-src')?.filter((source) => !source.startsWith("'nonce-"))
  expect([["'self'"], undefined], where).toContainEqual(styles)
  expect(policy.get('form-action'), where).toEqual(["'self'"])
  if (isPrivate) expect(headers['cache-control'], where).toBe('no-store')
}

describe('AC-19 the security headers', () => {
  test('AC-19 are on every address of the table, with and without a token', async () => {
    for (const request of CALLS) {
      check((await send(request)).headers, request, true)
      if (isStream(request)) continue
      const fresh = request.url.endsWith('/logout') ? (await backend.logIn('root')).token : token
      check((await send(request, { authorization: `Bearer ${fresh}` })).headers, request, true)
    }
    expect(CALLS.length).toBeGreaterThan(100)
  })

  test('AC-19 are on pages, files, errors and every missing address', async () => {
    const statuses = new Set<number>()
    for (const request of OTHERS) {
      const { status, headers } = await send(request)
      statuses.add(status)
      const isPage = request.accept === 'text/html' && status === 200
      check(headers, request, !isPage && !(isPublicFile(request) && status === 200))
    }
    for (const status of [200, 303, 400, 404]) expect(statuses).toContain(status)
  })

  test('AC-19 a page allows the style elements that carry its nonce, another one each time', async () => {
    const paths = ['/', '/index.html', '/track-trace', '/liveTrack?q=an-id', '/lab/screen']
    const nonces = new Set<string>()
    for (const url of [...paths, ...paths]) {
      const { body, headers } = await backend.app.inject({
        ...{ method: 'GET', url },
        headers: { accept: 'text/html', 'if-none-match': '*' },
      })
      const nonce = /style-src 'self' 'nonce-([\w+/=]{22,})'/.exec(
        String(headers['content-security-policy']),
      )?.[1]
      expect(body, url).toContain(`<link nonce="${nonce}"><style nonce="${nonce}"></style>`)
      nonces.add(nonce ?? '')
      // A 304 would bring the policy of another nonce.
      expect(headers, url).not.toHaveProperty('etag')
      expect(headers, url).not.toHaveProperty('last-modified')
      expect(headers['cache-control'], url).toBe('no-cache')
      expect(String(headers['content-security-policy']).includes("frame-ancestors 'self'"), url).toBe(
        url === '/lab/screen',
      )
    }
    expect(nonces.size).toBe(2 * paths.length)
    for (const url of ['/assets/index-Ab12Cd34.js', '/healthz'])
      expect((await send(get(url))).headers['content-security-policy'], url).not.toContain('nonce-')
  })

  test('AC-08 the page of a live link names no referrer and is not indexed; other pages may be', async () => {
    const { headers } = await send(get('/liveTrack?q=an-id', 'text/html'))
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect((await send(get('/login', 'text/html'))).headers).not.toHaveProperty('x-robots-tag')
    expect(sharedLinkHeaders('/base/liveTrack')).toEqual(sharedLinkHeaders('/liveTrack'))
  })

  test('AC-19 a portal not known to be reached by https does not require it', async () => {
    const { headers } = await plain.ask('GET', '/healthz')
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect((await plain.ask('GET', '/identity/authorize')).headers).not.toHaveProperty(
      'strict-transport-security',
    )
  })
})

/** Sends text as it is and returns all that comes back. */
const sendRaw = async (request: string) => {
  const { port } = backend.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return text(socket)
}

describe('AC-19 what Node refuses by itself', () => {
  beforeAll(async () => {
    await backend.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test.each([
    [400, 'no HTTP', 'trucks\r\n\r\n'],
    [400, 'no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [431, 'large headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [417, 'an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 7\r\nConnection: close\r\n\r\n'],
  ])('AC-19 the %i for %s has the security headers', async (status, name, request) => {
    const [head = '', body = ''] = (await sendRaw(request)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(' ') + 1)]),
    )
    check(headers, { method: 'GET', url: name }, true)
    if (status !== 417) {
      expect(JSON.parse(body)).toMatchObject({ status, error: true, code: 'unreadableRequest' })
      expect(headers['content-length']).toBe(String(body.length))
    }
  })
})

describe('AC-20 other origins', () => {
  const ORIGINS = [
    'https://evil.example',
    'null',
    'https://portal.example.evil',
    'https://evil-portal.example',
    'http://portal.example',
    'https://portal.example:444',
  ]
  const letIn = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'))

  test.each(ORIGINS)('AC-20 %s is allowed nowhere', async (origin) => {
    for (const request of [...CALLS, ...OTHERS])
      expect(letIn((await send(request, { origin })).headers), request.url).toEqual([])
  })

  test.each([...ORIGINS, PORTAL])('AC-20 %s may not send credentials or support headers', async (origin) => {
    for (const { method, url } of CALLS) {
      const { status, headers } = await send(
        { method: 'OPTIONS', url },
        {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,requesteduserid,requestedrole',
        },
      )
      expect(status, url).toBe(404)
      expect(letIn(headers), url).toEqual([])
    }
  })
})

describe('SE-15 logging out', () => {
  test('SE-15 tells the browser to drop its caches, and nothing the page still needs', async () => {
    const { token: leaving } = await backend.logIn('root')
    const { headers } = await backend.ask('POST', '/api/v2/logout', { token: leaving })
    expect(headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
  })
})

describe('SE-14 the log', () => {
  test('SE-14 contains no token, password, code, link or form of any login or logout', async () => {
    const { db } = backend.database
    const { id: companyId } = await addCompany(db)
    const id = await backend.addUser('meena', 'MANAGER', companyId)
    await db.updateTable('app_user').set({ email: 'meena@fleet.example' }).where('id', '=', id).execute()
    const secrets: string[] = [PASSWORD, 'a wrong secret', 'Another good passw0rd', 'meena@fleet.example']
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    const byPassword = await backend.logIn('meena')
    secrets.push(byPassword.token, byPassword.refreshToken)
    await backend.ask('POST', '/api/v2/login', { body: { userName: 'meena', password: 'a wrong secret' } })
    const login = await backend.logIn('meena')
    const next = (await refresh(login.refreshToken)).body as { refresh_token: string; access_token: string }
    await refresh('a wrong secret')
    backend.setLead(60_000)
    await refresh(login.refreshToken)
    backend.setLead(0)
    const fields = {
      id_token_hint: 'an id token',
      code: 'a code of the provider',
      code_verifier: 'a verifier',
    }
    const body = new URLSearchParams(fields).toString()
    await backend.ask('GET', `/identity/authorize?${body}`)
    for (const url of ['/identity/logout', '/identity/token'])
      await backend.ask('POST', url, { headers: form, body })
    secrets.push(...Object.values(fields), login.token, login.refreshToken)
    secrets.push(next.refresh_token, next.access_token)

    await backend.ask('POST', '/api/v2/forgotPassword', { body: { account: 'meena' } })
    await expect.poll(() => db.selectFrom('mail').selectAll().execute()).toHaveLength(1)
    const mail = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    const link = /https:\S+#([\w-]{43})/.exec(mail.body)
    secrets.push(link?.[0] ?? '', link?.[1] ?? '')
    await backend.ask('POST', '/api/v2/resetPassword', {
      body: { code: link?.[1], newPassword: 'Another good passw0rd' },
    })
    await backend.ask('POST', '/api/v2/logout', { token: byPassword.token })

    // Separators that a mail program has encoded.
    for (const url of [
      '/liveTrack%3Fq=an-encoded-token',
      '/reset-password%23an-encoded-code',
      '/x;y=a-third-token',
    ])
      await backend.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    secrets.push('an-encoded-token', 'an-encoded-code', 'a-third-token')

    const log = backend.logged.join('')
    for (const path of [
      '/liveTrack/…',
      '/login',
      '/token',
      '/authorize',
      '/identity/logout',
      'resetPassword',
      'forgotPassword',
    ])
      expect(log, 'the log was written').toContain(path)
    for (const secret of secrets) {
      expect(secret.length, 'every secret was caught').toBeGreaterThan(3)
      expect(log).not.toContain(secret)
    }
  })
})
