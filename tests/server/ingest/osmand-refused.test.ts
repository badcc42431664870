import Fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { ErrorReply } from '#contract/records/error-reply.ts'
import type { Fix } from '#domain/fix.ts'
import { UnreadableRequest } from '#server/ingest/device-report.ts'
import { IngestUnavailable } from '#server/ingest/ingest.service.ts'
import { INGEST } from '#server/ingest/limits.ts'
import { registerIngest } from '#server/ingest/osmand.routes.ts'
import { readForm } from '#server/ingest/osmand-form.ts'
import { readJson } from '#server/ingest/osmand-json.ts'
import { cpuGrowth, LINEAR } from '#tests/kit/server/cpu-growth.ts'
import { NOW, SECONDS, withIngest } from './osmand.fixture.ts'

const fixture = withIngest()

type Query = Record<string, string | number>

describe('refused requests', () => {
  const changed = (change: Query) => (good: Query) => ({ ...good, ...change })

  test('401 is the same for an unknown device, a wrong key and no key', async () => {
    const { get, truck } = fixture()
    const place = { timestamp: SECONDS, lat: 18.52, lon: 73.85 }
    const replies = [
      await get({ id: truck.imei, key: 'wrong', ...place }),
      await get({ id: 'unknown', key: truck.ingest_key, ...place }),
      await get({ id: truck.imei, ...place }),
      await get({ id: truck.imei, key: fixture().second.ingest_key, ...place }),
      await get({ id: 'x'.repeat(500), key: 'y'.repeat(5000), ...place }),
    ]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toEqual({
        ...{ status: 401, error: true, message: 'Unknown device or wrong key.' },
        code: 'deviceUnknown',
      })
    }
    expect(await fixture().stored()).toEqual([])
  })

  test.each([
    ['no position', () => ({}), 'There is no position'],
    ['no id', ({ id: _id, ...rest }: Query) => rest, "'id' or 'device_id' is missing"],
    ['words for a latitude', changed({ lat: 'north' }), 'the latitude is missing or not a number'],
    ['hexadecimal degrees', changed({ lat: '0x10' }), 'the latitude is missing or not a number'],
    ['a latitude of 91', changed({ lat: 91 }), 'the latitude is outside -90 to 90'],
    ['NaN', changed({ lat: 'NaN' }), 'the latitude is missing or not a number'],
    ['infinity', changed({ lon: 'Infinity' }), 'the longitude is missing or not a number'],
    ['(0, 0)', changed({ lat: 0, lon: 0 }), 'the position is (0, 0)'],
    ['1970', changed({ timestamp: 1 }), 'the time is before the year 2000'],
    ['a word for a time', changed({ timestamp: 'now' }), 'the time is missing or not readable'],
    ['30 February', changed({ timestamp: '2026-02-30T10:00:00Z' }), 'the time is missing or not readable'],
    ['not valid', changed({ valid: 'false' }), 'the device marks the position as not valid'],
    ['V for void', changed({ valid: 'V' }), 'the device marks the position as not valid'],
  ])('DI-06 400 gives the reason: %s', async (_name, queryOf, message) => {
    const { get, truck } = fixture()
    const reply = await get(
      queryOf({ id: truck.imei, key: truck.ingest_key, timestamp: SECONDS, lat: 18.52, lon: 73.85 }),
    )
    expect(reply.statusCode).toBe(400)
    expect(ErrorReply.parse(reply.json())).toMatchObject({
      ...{ status: 400, message: expect.stringContaining(message) },
    })
    expect(await fixture().stored()).toEqual([])
  })

  test.each<[name: string, part: object, message: string]>([
    ['a list for a latitude', { lat: [12] }, 'the latitude is missing or not a number'],
    ['an object for a longitude', { lon: { value: 73 } }, 'the longitude is missing or not a number'],
    ['hexadecimal degrees', { lat: '0b10010' }, 'the latitude is missing or not a number'],
    ['31 April', { timestamp: '2026-04-31 10:00:00' }, 'the time is missing or not readable'],
    ['a list for a time', { timestamp: [SECONDS] }, 'the time is missing or not readable'],
  ])('DI-06 400 for %s in JSON', async (_name, part, message) => {
    const { truck, post } = fixture()
    const own = { id: truck.imei, key: truck.ingest_key, lat: 18.1, lon: 73.1, timestamp: SECONDS }
    const reply = await post(JSON.stringify({ ...own, ...part }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain(message)
    expect(await fixture().stored()).toEqual([])
  })

  test('a list or an object for a number or a flag is left out, a list of trouble codes is read', async () => {
    const { truck, post, stored } = fixture()
    const own = { id: truck.imei, key: truck.ingest_key, lat: 18.1, lon: 73.1, timestamp: SECONDS }
    await post(
      JSON.stringify({
        ...own,
        speed: [40],
        ignition: [true],
        rpm: { value: 900 },
        dtcs: ['P0100', 'P0200'],
      }),
    )
    const [fix] = await stored()
    expect(fix).toMatchObject({ speed: null, ignition: null, rpm: null, dtcs: ['P0100', 'P0200'] })
  })

  test.each([
    ['broken JSON', '{"location":', 'not valid JSON'],
    ['a JSON text', '[1, 2', 'not valid JSON'],
    ['an empty array', '[]', 'There is no position'],
  ])('400 for %s', async (_name, body, message) => {
    const reply = await fixture().post(body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain(message)
  })

  test('AC-03 two ids in one form, and parameter lists of different lengths, are refused', async () => {
    const { truck, second, post } = fixture()
    const place = `lat=18&lon=73&timestamp=${SECONDS}`
    const twice = await post(`id=${truck.imei}&id=${second.imei}&key=${truck.ingest_key}&${place}`, {})
    expect(twice.json().message).toContain("'id' is given 2 times")
    const uneven = await post(`id=${truck.imei}&key=${truck.ingest_key}&${place}&lat=19`, {})
    expect(uneven.json().message).toContain('for 2 positions')
    expect(await fixture().stored()).toEqual([])
  })

  test('413 above 1 MiB, and deep nesting is harmless', async () => {
    const reply = await fixture().post(`[${'1,'.repeat(600_000)}1]`)
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ status: 413, error: true })
    expect((await fixture().post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).statusCode).toBe(400)
  })

  test('400 above the maximum number of positions in a request', async () => {
    const { truck } = fixture()
    const many = Array.from({ length: INGEST.requestFixes + 1 }, () => ({ id: truck.imei }))
    const reply = await fixture().post(many)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain(String(INGEST.requestFixes))
  })
})

describe('worst requests', () => {
  const PLACE = 'id=a&key=b&lat=18.5&lon=73.5'
  const repeated = (pair: string, count: number) => Array.from({ length: count }, () => pair).join('&')

  test.each([
    ['names', Array.from({ length: INGEST.formNames + 1 }, (_, i) => `n${i}=1`).join('&'), 'names'],
    ['values', repeated('a=1', INGEST.requestPairs + 1), 'values'],
    ['values on lines', `${repeated('a=1', 25)}\n`.repeat(INGEST.requestFixes - 1), 'values'],
    ['positions', repeated('lat=1', INGEST.requestFixes + 1), 'positions'],
    ['lines', `${PLACE}\n`.repeat(INGEST.requestFixes + 1), 'positions'],
    ['empty lines', ' \n&'.repeat(INGEST.requestFixes + 1), 'positions'],
    ['characters', `dtcs=${','.repeat(INGEST.pairLength)}`, 'characters'],
    ['locations', JSON.stringify({ location: Array(INGEST.requestFixes + 1).fill(1) }), 'positions'],
  ])('AC-22 400 for too many %s, before anybody is known', async (_name, body, what) => {
    const reply = await fixture().post(body, {})
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toMatch(new RegExp(`At most \\d+ ${what}`))
  })

  test('AC-22 a device that the address names is refused before its body is read', async () => {
    const { post, truck } = fixture()
    const own = `?id=${truck.imei}&key=${truck.ingest_key}`
    expect((await post('{"location":', undefined, own)).statusCode).toBe(400)
    expect((await post('{"location":', undefined, `${own}x`)).statusCode).toBe(401)
  })

  test('AC-22 all devices of a request are looked up together, whoever sends it', async () => {
    const { post, truck, db } = fixture()
    const queries = vi.spyOn(db.getExecutor(), 'executeQuery')
    const own = { id: truck.imei, key: truck.ingest_key, lat: 18.1, lon: 73.1, timestamp: SECONDS }
    const unknown = Array.from({ length: 1_000 }, (_, i) => ({ ...own, id: `unknown ${i}` }))
    expect((await post(unknown)).statusCode).toBe(401)
    expect(queries).toHaveBeenCalledTimes(1)
    expect((await post([{ ...own, id: truck.registration }, ...unknown])).json()).toMatchObject({
      stored: 1,
      rejected: unknown.length,
    })
  })

  test.each<[string, Record<string, string>, number]>([
    ['unknown devices', { id: 'unknown', key: 'x' }, 401],
    ['requests without an id', { key: 'x' }, 400],
  ])(
    'AC-22 429 after too many %s from an address, never for a known device behind it',
    async (_name, who, status) => {
      const { app, truck, get, post, pass } = fixture()
      const place = { timestamp: SECONDS, lat: 18.52, lon: 73.85 }
      for (let i = 0; i < INGEST.mostUnknown; i += 1)
        expect((await get({ ...who, ...place })).statusCode).toBe(status)
      const refused = await get({ ...who, ...place })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
      expect(refused.json()).toMatchObject({ code: 'tooManyUnknownDevices' })
      const own = { id: truck.imei, key: truck.ingest_key }
      expect((await get({ ...own, ...place })).statusCode).toBe(200)
      expect((await post([{ ...own, ...place }])).statusCode).toBe(200)
      expect((await get({ ...own, ...place, lat: 'north' })).statusCode).toBe(400)
      const query = { ...who, timestamp: `${SECONDS}`, lat: '18', lon: '73' }
      const elsewhere = await app.inject({ url: '/ingest/osmand', query, remoteAddress: '192.0.2.7' })
      expect(elsewhere.statusCode).toBe(status)
      pass(INGEST.unknownWindowMs)
      expect((await get({ ...who, ...place })).statusCode).toBe(status)
    },
  )

  test.each<[string, (count: number) => string]>([
    ['names', (count) => Array.from({ length: count * 4 }, (_, i) => `n${i}=1`).join('&')],
    ['repeated measures', (count) => `id=a&${repeated('lat=1', count)}&${repeated('lon=1', count)}`],
    [
      'a long list beside repeated measures',
      (count) => `${repeated('lat=1', count)}&${repeated('lon=1', count)}&dtcs=${','.repeat(count)}`,
    ],
    ['lines', (count) => `${PLACE}\n`.repeat(count)],
    ['elements', (count) => `[${Array(count).fill('{"id":"a","lat":1,"lon":2}').join()}]`],
  ])('AC-22 reading %s takes time in proportion to their number', async (_name, bodyOf) => {
    const defaults = { id: undefined, key: undefined, now: NOW }
    const growth = await cpuGrowth(INGEST.requestFixes, (count) => {
      const body = bodyOf(count)
      try {
        for (const { read } of body.startsWith('[') ? readJson(body, defaults) : readForm(body, defaults))
          read()
      } catch (failure) {
        expect(failure).toBeInstanceOf(UnreadableRequest)
      }
    })
    expect(growth).toBeLessThan(LINEAR)
  })

  test('AC-22 a value of any form makes no 5xx', async () => {
    const { post, truck } = fixture()
    const own = { id: truck.imei, key: truck.ingest_key, lat: 18.1, lon: 73.1, timestamp: SECONDS }
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    for (const value of [nested, '{"toString":1}', '[{"toString":1}]', '1e999', '"\\u0000"', 'null', '{}'])
      for (const name of [
        'lat',
        'speed',
        'dtcs',
        'valid',
        'timestamp',
        'extras',
        'coords',
        'location',
        'id',
      ]) {
        const { [name as 'lat']: _, ...rest } = own
        const { statusCode } = await post(`{"${name}":${value},${JSON.stringify(rest).slice(1)}`)
        expect(`${name} ${value.slice(0, 20)} ${statusCode < 500}`).toBe(`${name} ${value.slice(0, 20)} true`)
      }
  })
})

describe('a partly bad batch', () => {
  test('DI-06 the good positions are stored, and the answer lists the others', async () => {
    const { post, truck, stored } = fixture()
    const own = { id: truck.imei, key: truck.ingest_key }
    const reply = await post(
      [
        { ...own, lat: 18.1, lon: 73.1, timestamp: SECONDS },
        { ...own, lat: 95, lon: 73.1, timestamp: SECONDS },
        { ...own, key: 'wrong', lat: 18.2, lon: 73.1, timestamp: SECONDS + 1 },
        'nonsense',
        { ...own, lat: 18.3, lon: 73.1, timestamp: SECONDS + 2 },
      ].map((one) => (one === 'nonsense' ? { ...own, location: 7 } : one)),
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      stored: 2,
      rejected: 3,
      reasons: [
        { index: 1, reason: 'the latitude is outside -90 to 90' },
        { index: 2, reason: 'Unknown device or wrong key.' },
        { index: 3, reason: 'its location is not an object' },
      ],
    })
    expect(await stored()).toHaveLength(2)
    const [count] = await fixture()
      .db.selectFrom('ingest_count')
      .selectAll()
      .where('vehicle_id', '=', truck.id)
      .execute()
    expect(count).toMatchObject({ received: 4, stored: 2, rejected: 2 })
  })

  test('an entirely bad batch is 400 and names the first error', async () => {
    const { post, truck } = fixture()
    const own = { id: truck.imei, key: truck.ingest_key, lon: 73, timestamp: SECONDS }
    const reply = await post([
      { ...own, lat: 95 },
      { ...own, lat: 96 },
    ])
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe(
      'All 2 positions were refused; position 0: the latitude is outside -90 to 90.',
    )
  })
})

describe('when the database is away', () => {
  test('DI-09 503 with Retry-After, and never an acknowledgement', async () => {
    const { truck } = fixture()
    const app = Fastify()
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    registerIngest(app, {
      ingest: {
        accept: async () => {
          throw new IngestUnavailable('databaseAway', 5, gone)
        },
        counts: fixture().ingest.counts,
        close: fixture().ingest.close,
      },
      devices: fixture().devices,
      now: () => NOW,
    })
    const reply = await app.inject({
      url: '/ingest/osmand',
      query: { id: truck.imei, key: truck.ingest_key, lat: '18', lon: '73', timestamp: String(SECONDS) },
    })
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.json()).toMatchObject({ status: 503, error: true })
    await app.close()
  })

  test('DI-09 503 when the commit takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const app = Fastify()
    const never: { fixes: Fix[] } = { fixes: [] }
    registerIngest(app, {
      ingest: {
        accept: (fixes) => {
          never.fixes.push(...fixes.map(({ fix }) => fix))
          return new Promise(() => {})
        },
        counts: fixture().ingest.counts,
        close: fixture().ingest.close,
      },
      devices: { authenticate: async () => [{ companyId: 1, vehicleId: 1 }], forget: () => {} },
      now: () => NOW,
    })
    const reply = app.inject({ url: '/ingest/osmand', query: { id: 'a', key: 'b', lat: '18', lon: '73' } })
    void reply.then(() => {})
    await vi.waitFor(() => {
      if (never.fixes.length === 0) throw new Error('not yet')
      vi.advanceTimersByTime(INGEST.answerMs)
    })
    vi.advanceTimersByTime(INGEST.answerMs)
    expect((await reply).statusCode).toBe(503)
    vi.useRealTimers()
    await app.close()
  })
})
