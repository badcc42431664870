import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FleetList } from '#contract/records/fleet.ts'
import { FLEET_API, PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { precompress } from '../../../scripts/lib/precompress.mjs'

const script = 'export const trucks = 312\n'.repeat(500)
const clientDir = mkdtempSync(join(tmpdir(), 'roadbook-client-'))
const SCRIPT = '/assets/index-Ab12Cd34.js'
const FONT = '/assets/barlow-Ab12Cd34.woff2'
const VEHICLES = `${FLEET_API}/fleetmaptracking/vehicles`
const VEHICLE_COUNT = 400

mkdirSync(join(clientDir, 'assets'))
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>client</title>')
writeFileSync(join(clientDir, 'start.js'), script)
for (const path of [SCRIPT, FONT]) writeFileSync(join(clientDir, path), script)
await precompress(clientDir)
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

const backend = withBackend({ clientDir })
let token = ''

beforeAll(async () => {
  const { db } = backend.database
  const { id: company_id } = await addCompany(db)
  for (let nth = 0; nth < VEHICLE_COUNT; nth++)
    await addVehicle(db, { company_id, registration: `KA ${nth}` })
  const id = await backend.addUser('kamala', 'CUSTOMERADMIN', company_id)
  // The reply to a login is then large enough to be compressed.
  await db
    .updateTable('app_user')
    .set({ first_name: 'kamala'.repeat(200) })
    .where('id', '=', id)
    .execute()
  token = (await backend.logIn('kamala')).token
})

const get = (url: string, encoding?: string, headers: Record<string, string> = {}) =>
  backend.app.inject({
    ...{ method: 'GET', url },
    headers: { ...(encoding === undefined ? {} : { 'accept-encoding': encoding }), ...headers },
  })
const asUser = (url: string, encoding?: string) => get(url, encoding, { authorization: `Bearer ${token}` })

describe('files of the client', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('to a browser that accepts %s go as %s', async (accepted, encoding, decompress) => {
    const { statusCode, headers, rawPayload } = await get(SCRIPT, accepted)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(rawPayload.length),
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(rawPayload.length).toBeLessThan(script.length / 10)
    expect(String(decompress(rawPayload))).toBe(script)
  })

  test.each([undefined, 'identity', 'br;q=0'])('to a browser that accepts %s go plain', async (accepted) => {
    const { headers, body } = await get(SCRIPT, accepted)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers['vary']).toMatch(/accept-encoding/i)
    expect(body).toBe(script)
  })

  test.each(['Mon, 01 Jan 2024 00:00:00 GMT', '"of another deployment"'])(
    'with a hash in their name answer a part that a browser holds from an earlier deployment (%s)',
    async (held) => {
      const range = { range: 'bytes=10-19', 'if-range': held }
      const { statusCode, headers, body } = await get(FONT, undefined, range)
      expect(statusCode).toBe(206)
      expect(headers['content-range']).toBe(`bytes 10-19/${script.length}`)
      expect(body).toBe(script.slice(10, 20))
      expect((await get('/start.js', undefined, range)).statusCode).toBe(200)
    },
  )

  test('each encoding has its own tag, and a browser that has it gets 304', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const { headers } = await get(SCRIPT, encoding)
        const again = await get(SCRIPT, encoding, { 'if-none-match': String(headers['etag']) })
        expect([again.statusCode, again.body]).toEqual([304, ''])
        return headers['etag']
      }),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('a HEAD tells the length of what a GET would send', async () => {
    const { rawPayload } = await get(SCRIPT, 'br')
    const { headers, body } = await backend.app.inject({
      ...{ method: 'HEAD', url: SCRIPT },
      headers: { 'accept-encoding': 'br' },
    })
    expect(body).toBe('')
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(rawPayload.length),
    })
  })

  test('a range is one of the bytes that are sent', async () => {
    const { rawPayload } = await get(SCRIPT, 'br')
    const part = await get(SCRIPT, 'br', { range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-encoding': 'br',
      'content-range': `bytes 10-19/${rawPayload.length}`,
    })
    expect(part.rawPayload).toEqual(rawPayload.subarray(10, 20))
  })

  test('what is compressed by itself is sent as it is', async () => {
    const { headers, body } = await get(FONT, 'br, gzip')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body).toBe(script)
  })
})

describe('replies of calls', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('large JSON to a browser that accepts %s goes as %s', async (accepted, encoding, decompress) => {
    const { statusCode, headers, rawPayload } = await asUser(VEHICLES, accepted)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'content-encoding': encoding, 'content-type': 'application/json; charset=utf-8' },
      ...{ vary: 'accept-encoding', 'cache-control': 'no-store' },
    })
    expect(headers).not.toHaveProperty('content-length')
    const plain = (await asUser(VEHICLES)).rawPayload
    expect(rawPayload.length).toBeLessThan(plain.length / 5)
    const { vehicles } = JSON.parse(String(decompress(rawPayload))) as FleetList
    expect(vehicles).toHaveLength(VEHICLE_COUNT)
  })

  test('small replies and errors stay plain', async () => {
    for (const url of [
      '/api/v2/onlinefleetmngmt/dicv/maintenancestatus',
      `${FLEET_API}/livetrack?vehicleId=2000000000`,
      '/api/v2/nothing',
    ]) {
      const { headers, rawPayload } = await asUser(url, 'br, gzip')
      expect(headers, url).not.toHaveProperty('content-encoding')
      expect(headers['content-length']).toBe(String(rawPayload.length))
    }
  })

  test('a compressed request is refused, never inflated', async () => {
    const { statusCode } = await backend.app.inject({
      ...{ method: 'POST', url: '/api/v2/login' },
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ userName: 'kamala', password: PASSWORD })),
    })
    expect(statusCode).toBe(400)
  })
})

describe('AC-19 secrets', () => {
  const isPlain = ({ headers, rawPayload }: { headers: object; rawPayload: Buffer }) => {
    expect(rawPayload.length).toBeGreaterThan(1024)
    expect(headers).not.toHaveProperty('content-encoding')
  }

  test('a login is never compressed', async () => {
    isPlain(
      await backend.app.inject({
        ...{ method: 'POST', url: '/api/v2/login', headers: { 'accept-encoding': 'br, gzip' } },
        payload: { userName: 'kamala', password: PASSWORD },
      }),
    )
  })
})
