import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { ErrorReply } from '#contract/records/error-reply.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

const clientDir = mkdtempSync(join(tmpdir(), 'roadbook-client-'))
const tiles = Buffer.alloc(5000, 7)
mkdirSync(join(clientDir, 'assets'))
mkdirSync(join(clientDir, '.vite'))
writeFileSync(join(clientDir, '.vite', 'manifest.json'), '{"dependencies":1}')
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>client</title>')
writeFileSync(join(clientDir, 'env.json'), '{"stale":true}')
writeFileSync(join(clientDir, 'assets', 'index-Ab12Cd34.js'), 'export {}')
writeFileSync(join(clientDir, 'assets', 'india-Ab12Cd34.pmtiles'), tiles)
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

const backend = withBackend({ clientDir })
let token = ''
beforeAll(async () => {
  await backend.addUser('ravi', 'ROOTADMIN', null)
  token = (await backend.logIn('ravi')).token
})

const html = { headers: { accept: 'text/html,application/xhtml+xml' } }

describe('calls not built yet', () => {
  test('answer 501 in the common format', async () => {
    const { status, body } = await backend.ask('GET', '/api/v2/onlinefleetmngmt/dicv/getAllCountry', {
      token,
    })
    expect({ status, body }).toEqual({
      status: 501,
      body: { status: 501, error: true, message: expect.any(String), code: 'notBuilt' },
    })
  })

  test('answer the same under their aliases', async () => {
    const url = '/api/v3/onlinefleetmngmt/dicv/userManagementIAM/tk3/users'
    expect((await backend.ask('GET', url, { token })).status).toBe(501)
  })
})

describe('GET /openapi.json', () => {
  test('lists every call with its method, roles and state', async () => {
    const { status, body } = await backend.ask('GET', '/openapi.json')
    expect(status).toBe(200)
    const { openapi, paths } = body as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; responses: object }>>
    }
    expect(openapi).toBe('3.1.0')
    expect(body).toMatchObject({
      components: { schemas: { ErrorReply: { required: ['status', 'error', 'message', 'code'] } } },
    })
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      allCalls.map(({ id }) => id).sort(),
    )
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses)).toContain(NOT_BUILT.includes(operationId) ? '501' : '200')
    expect(paths['/api/v2/onlinefleetmngmt/dicv/livetrack']?.['get']).toMatchObject({
      'x-roles': expect.arrayContaining(['MANAGER']),
      'x-scope': 'vehicles',
      parameters: [{ name: 'vehicleId', in: 'query', required: true }],
    })
  })
})

describe('bad requests', () => {
  const LOGIN = '/api/v2/login'
  const json = { 'content-type': 'application/json' }

  test.each([
    ['no body', undefined, 400],
    ['broken JSON', '{"userName":', 400],
    ['a list', '[]', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['wrong types', '{"userName":{"$ne":1},"password":["x"]}', 400],
    ['an empty name', '{"userName":"  ","password":"x"}', 400],
    ['a prototype', '{"__proto__":{"x":1},"userName":"a","password":"b"}', 400],
    ['too much', JSON.stringify({ userName: 'a', password: 'x'.repeat(1024 * 1024) }), 413],
  ])('a login with %s is answered in the common format', async (_name, body, status) => {
    const answer = await backend.ask('POST', LOGIN, { headers: json, body })
    expect(answer.status).toBe(status)
    expect(ErrorReply.parse(answer.body)).toMatchObject({ status, message: expect.stringMatching(/\w/) })
  })

  test('the message names the wrong field', async () => {
    const { body } = await backend.ask('POST', LOGIN, { body: { userName: 'a', password: 7 } })
    expect(body).toMatchObject({ message: expect.stringContaining('password') })
  })

  test('a body of another type is 415', async () => {
    const answer = await backend.ask('POST', LOGIN, { headers: { 'content-type': 'text/xml' }, body: '<a/>' })
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject({ error: true })
  })

  test('fields outside the schema are dropped', async () => {
    const { status } = await backend.ask('POST', LOGIN, {
      body: { userName: 'ravi', password: PASSWORD, roles: ['ROOTADMIN'], inputErrors: {} },
    })
    expect(status).toBe(200)
  })

  test.each([
    ['GET', '/api/v2/nothing/here'],
    ['GET', '/api/v2/ONLINEFLEETMNGMT/dicv/livetrack?vehicleId=1'],
    ['DELETE', '/api/v2/login'],
    ['GET', '/identity/nothing'],
    ['POST', '/nothing'],
  ] as const)('AC-05 %s %s is not found, as JSON', async (method, url) => {
    const { status, body } = await backend.ask(method, url, { token, ...html })
    expect(status).toBe(404)
    expect(body).toHaveProperty('error')
  })

  test('an address that cannot be decoded is 400', async () => {
    expect((await backend.ask('GET', '/api/v2/files/playback/%E0%A4%A')).status).toBe(400)
    const url = '/api/v2/onlinefleetmngmt/dicv/livetrack?vehicleId=%E0%A4%A'
    expect((await backend.ask('GET', url, { token })).status).toBe(400)
  })

  test('an internal error carries an id that is also in the log, and no inner text', async () => {
    await backend.database.pool.query('alter table region rename to region_gone')
    try {
      const url = '/api/v2/onlinefleetmngmt/dicv/getAllRegions'
      const { status, body } = await backend.ask('GET', url, { token })
      expect(status).toBe(500)
      const { id, message } = body as { id: string; message: string }
      expect(message).toContain(id)
      expect(message).not.toContain('region')
      expect(backend.logged.some((line) => line.includes(id) && line.includes('region'))).toBe(true)
    } finally {
      await backend.database.pool.query('alter table region_gone rename to region')
    }
  })
})

describe('headers', () => {
  test.each([
    ['/healthz', 200],
    ['/openapi.json', 200],
    ['/env.json', 200],
    ['/', 200],
    ['/assets/index-Ab12Cd34.js', 200],
    ['/assets/gone.js', 404],
    ['/api/v2/nothing', 404],
    ['/api/v2/onlinefleetmngmt/dicv/showalltrucks', 401],
    ['/api/v2/files/playback/%E0%A4%A', 400],
  ])('AC-19 guard %s', async (url, status) => {
    const answer = await backend.ask('GET', url)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9A-F]{12}$/),
    })
    const policy = String(answer.headers['content-security-policy'])
    for (const part of [
      "default-src 'self'",
      "script-src 'self';",
      "worker-src 'self' blob:",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part)
  })

  test('AC-19 only the page of a recorded screen may be framed, by the portal alone', async () => {
    const ancestors = async (url: string) => {
      const { headers } = await backend.ask('GET', url, { headers: { accept: 'text/html' } })
      return /frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))?.[0]
    }
    expect(await ancestors('/lab/screen')).toBe("frame-ancestors 'self'")
    expect(await ancestors('/fleet/lab/screen')).toBe("frame-ancestors 'self'")
    for (const url of ['/', '/lab', '/lab/replay', '/lab/screen/more', '/track-trace?to=/lab/screen'])
      expect(await ancestors(url), url).toBe("frame-ancestors 'none'")
  })

  test('AC-20 other origins are not allowed', async () => {
    const { headers } = await backend.ask('GET', '/env.json', { headers: { origin: 'https://evil.example' } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('SES-44 replies to calls are not cached', async () => {
    const { headers } = await backend.ask('GET', '/api/v2/onlinefleetmngmt/dicv/showalltrucks', { token })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('logs', () => {
  test('SE-14 AC-24 contain request ids and paths, no tokens, queries or bodies', async () => {
    const { headers } = await backend.ask('GET', '/api/v2/onlinefleetmngmt/dicv/livetrack?vehicleId=424242', {
      token,
    })
    await backend.ask('GET', '/api/v2/files/playback/a-secret-address')
    await backend.ask('POST', '/api/v2/login', { body: { userName: 'ravi', password: 'a wrong secret' } })
    const text = backend.logged.join('')
    expect(text).toContain(String(headers['x-request-id']))
    expect(text).toContain('/api/v2/onlinefleetmngmt/dicv/livetrack')
    for (const secret of [token, '424242', 'a-secret-address', 'a wrong secret', PASSWORD])
      expect(text).not.toContain(secret)
  })
})

describe('the id of a request', () => {
  const URL_OF_CALL = '/api/v2/onlinefleetmngmt/dicv/showalltrucks'
  const idOf = async (sent?: string) =>
    (await backend.ask('GET', URL_OF_CALL, { headers: sent === undefined ? {} : { 'x-request-id': sent } }))
      .headers['x-request-id']

  test.each(['/liveTrack/a-secret-id', '/api/v2/dicvlivelocation/validateurl/a-secret-id/'])(
    'SE-14 of an address that is no route, the log has the first part alone: %s',
    async (url) => {
      await backend.ask('POST', url, { headers: { 'x-request-id': '0123456789CD' } })
      const line = backend.logged.filter((each) => each.includes('0123456789CD')).join('')
      expect(line).toContain(`/${url.split('/')[1]}/…`)
      expect(line).not.toContain('a-secret-id')
    },
  )

  test('a client may choose it, and finds it in the reply and in the log', async () => {
    expect(await idOf('0123456789AB')).toBe('0123456789AB')
    expect(backend.logged.filter((line) => line.includes('0123456789AB')).join('')).toContain('showalltrucks')
  })

  /** The lines that a server logs by default (LOG_LEVEL=warn) of a request. */
  const defaultLinesOf = (id: string) =>
    backend.logged
      .filter((line) => line.includes(`"reqId":"${id}"`))
      .map((line) => JSON.parse(line) as { level: number })
      .filter(({ level }) => level >= 40)

  test.each([
    ['POST', '/identity/token', '00000000A001', { status: 400, code: 'refreshTokenInvalid' }],
    ['GET', '/api/v2/onlinefleetmngmt/dicv/getAllCountry', '00000000A501', { status: 501, code: 'notBuilt' }],
  ] as const)(
    'finds a refusal that is shown by it in one line of the default log: %s %s',
    async (method, url, id, message) => {
      const headers = { 'x-request-id': id, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await (method === 'POST'
        ? backend.app.inject({
            method,
            url,
            headers,
            payload: 'grant_type=refresh_token&client_id=roadbook&refresh_token=private-token',
          })
        : backend.app.inject({
            method,
            url,
            headers: { authorization: `Bearer ${token}`, 'x-request-id': id },
          }))
      expect(answer.statusCode).toBe(message.status)
      expect(defaultLinesOf(id)).toMatchObject([{ ...message, path: url }])
      expect(JSON.stringify(defaultLinesOf(id))).not.toContain('private-token')
    },
  )

  test('of a refusal that explains itself is not in the default log', async () => {
    expect(await idOf('00000000A401')).toBe('00000000A401')
    expect(defaultLinesOf('00000000A401')).toEqual([])
  })

  test.each(['0123456789ab', '0123456789ABC', '1', '"}{"level":60', '../../etc', 'x'.repeat(500)])(
    'of no other form is taken: %s',
    async (sent) => {
      expect(await idOf(sent)).toMatch(/^[0-9A-F]{12}$/)
      expect(backend.logged.join('')).not.toContain(sent.length < 12 ? `"reqId":"${sent}"` : sent)
    },
  )

  test('is random where the client names none', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => idOf()))
    expect(new Set(ids).size).toBe(20)
  })
})

describe('the client', () => {
  test('API-123 SES-48 env.json is the environment document, not the copy in the build', async () => {
    const { body, headers } = await backend.ask('GET', '/env.json')
    expect(body).toMatchObject({
      productName: 'Roadbook',
      v2BaseUrl: '/api/v2/',
      identityBaseUrl: '/identity',
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each(['/', '/track-trace', '/profiles/driver', '/liveTrack?q=1'])('%s opens the page', async (url) => {
    const { status, headers, body } = await backend.ask('GET', url, html)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(String(body)).toContain('<title>client</title>')
  })

  test('files with a hash in their name are cached for good', async () => {
    const { headers } = await backend.ask('GET', '/assets/index-Ab12Cd34.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await backend.ask('GET', '/assets/gone-Ab12Cd34.js', html)).status).toBe(404)
  })

  test('tiles are read by ranges and never encoded', async () => {
    const { status, headers, body } = await backend.ask('GET', '/assets/india-Ab12Cd34.pmtiles', {
      headers: { range: 'bytes=100-199', 'accept-encoding': 'gzip, br' },
    })
    expect(status).toBe(206)
    expect(headers).toMatchObject({
      ...{ 'content-range': 'bytes 100-199/5000', 'content-length': '100' },
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body).toEqual(tiles.subarray(100, 200))
  })

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/.env',
    '/.vite/manifest.json',
  ])('AC-23 %s does not escape the folder', async (url) => {
    const { status, body } = await backend.ask('GET', url)
    expect([400, 403, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toMatch(/dependencies|root:/)
  })
})

describe('health', () => {
  test('GET /healthz reports alive, GET /readyz reports ready', async () => {
    expect(await backend.ask('GET', '/healthz')).toMatchObject({ status: 200, body: { alive: true } })
    expect(await backend.ask('GET', '/readyz')).toMatchObject({ status: 200, body: { ready: true } })
  })
})
