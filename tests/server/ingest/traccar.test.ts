import Fastify from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGatewayRepository } from '#server/ingest/gateway.repository.ts'
import { createGateways } from '#server/ingest/gateway.service.ts'
import { INGEST } from '#server/ingest/limits.ts'
import { registerTraccar } from '#server/ingest/traccar.routes.ts'
import { readTraccar } from '#server/ingest/traccar-json.ts'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { NOW, withIngest } from './osmand.fixture.ts'

const fixture = withIngest()
const gateways = () => createGatewayRepository({ db: fixture().db, now: fixture().now })
let key = ''

beforeEach(async () => {
  registerTraccar(fixture().app, {
    ingest: fixture().ingest,
    gateways: createGateways({ gateways: gateways(), now: fixture().now }),
    now: fixture().now,
  })
  key = (await gateways().makeKey(fixture().truck.company_id, true)) ?? ''
})

const TIME = NOW - 60_000
const iso = (time: number) => new Date(time).toISOString().replace('Z', '+00:00')

/** What Traccar sends, of a Teltonika in a truck. */
const forwarded = (uniqueId: string, position: object = {}, attributes: object = {}) => ({
  position: {
    id: 4711,
    attributes: {
      priority: 0,
      sat: 14,
      event: 0,
      ignition: true,
      motion: true,
      rssi: 4,
      io200: 0,
      power: 27.1,
      battery: 4.0,
      distance: 12.5,
      totalDistance: 99_000_000,
      odometer: 123_456_000,
      hours: 7_200_000,
      ...attributes,
    },
    deviceId: 12,
    protocol: 'teltonika',
    serverTime: iso(NOW),
    deviceTime: iso(TIME),
    fixTime: iso(TIME),
    outdated: false,
    valid: true,
    latitude: 18.52,
    longitude: 73.85,
    altitude: 560,
    speed: 21.598272138229,
    course: 271,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
    ...position,
  },
  device: {
    id: 12,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    name: 'Truck 12',
    uniqueId,
    status: 'online',
    lastUpdate: iso(NOW),
    positionId: 0,
    phone: '',
    model: '',
    contact: '',
    category: 'truck',
    disabled: false,
    expirationTime: null,
  },
})

const send = (
  body: unknown,
  authorization: string | undefined = `Bearer ${key}`,
  remoteAddress = '10.0.0.1',
) =>
  fixture().app.inject({
    method: 'POST',
    url: '/ingest/traccar',
    remoteAddress,
    headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('positions that Traccar forwards', () => {
  test('are stored with what its attributes say, in our units, once', async () => {
    const { truck, stored } = fixture()
    const body = forwarded(truck.imei, {}, { fuelLevel: 50, rpm: 1200, dtcs: 'P0420 P0171' })
    expect((await send(body)).json()).toMatchObject({
      status: 200,
      stored: 1,
      duplicate: 0,
      rejected: 0,
      pending: 0,
    })
    expect((await send(body)).json()).toMatchObject({ stored: 0, duplicate: 1 })
    const [fix, ...others] = await stored()
    expect(others).toEqual([])
    expect(fix).toMatchObject({
      time: TIME,
      lng: 73.85,
      lat: 18.52,
      heading: 271,
      odo: 123_456,
      ignition: true,
      fuel: 150,
      rpm: 1200,
      dtcs: ['P0420', 'P0171'],
    })
    expect(fix?.speed).toBeCloseTo(40, 6)
    expect(fix?.engine_hours).toBeCloseTo(2, 6)
  })

  describe('a heartbeat, which tells no new position,', () => {
    const MINUTE = 60_000
    const heartbeat = (minute: number, position: object = {}, attributes: object = {}) =>
      forwarded(
        fixture().truck.imei,
        { deviceTime: iso(TIME + minute * MINUTE), serverTime: iso(TIME + minute * MINUTE), ...position },
        { odometer: undefined, ...attributes },
      )

    test.each([
      ['says so', { outdated: true }],
      ['says so and calls the old place invalid', { outdated: true, valid: false }],
      ['has the same fix time', {}],
      ['says so, without a place', { outdated: true, latitude: null, longitude: null, fixTime: null }],
      [
        'says so, with 0 and 0 in 1970',
        { outdated: true, valid: false, latitude: 0, longitude: 0, fixTime: iso(0) },
      ],
    ])('is stored at the time of the device where it %s, once', async (_how, position) => {
      const { truck, stored, pass } = fixture()
      await send(forwarded(truck.imei))
      pass(8 * MINUTE)
      const body = heartbeat(4, position, { ignition: false, power: 24.4 })
      expect((await send(body)).json()).toMatchObject({ stored: 1, duplicate: 0, flagged: 0 })
      expect((await send(body)).json()).toMatchObject({ stored: 0, duplicate: 1 })
      const [first, second, ...others] = await stored()
      expect(others).toEqual([])
      expect(first).toMatchObject({ time: TIME, ignition: true, battery: 27.1 })
      expect(second).toMatchObject({
        ...{ time: TIME + 4 * MINUTE, lng: 73.85, lat: 18.52, ignition: false, battery: 24.4 },
        ...{ speed: null, heading: null },
      })
      expect(second?.accuracy).toBeCloseTo(13_333, 0)
      const latest = await fixture()
        .db.selectFrom('latest_fix')
        .selectAll()
        .where('vehicle_id', '=', truck.id)
        .executeTakeFirst()
      expect(latest).toMatchObject({ time: new Date(TIME + 4 * MINUTE), ignition: false, battery: 24.4 })
    })

    test('goes on with the speed of a fix that holds, as a derived one', async () => {
      const { truck, stored, pass } = fixture()
      await send([forwarded(truck.imei), heartbeat(1), heartbeat(20)])
      pass(20 * MINUTE)
      await send(heartbeat(20, { outdated: true }))
      const rows = await stored()
      expect(rows.map(({ time, derived }) => [(time - TIME) / MINUTE, derived])).toEqual([
        [0, 0],
        [1, 3],
        [20, 0],
      ])
      expect(rows.map(({ speed }) => speed && Math.round(speed))).toEqual([40, 40, null])
    })

    test('is never later than its receipt, and an old position that comes late is none', async () => {
      const { truck, stored, pass } = fixture()
      await send(forwarded(truck.imei))
      pass(2 * MINUTE)
      await send(heartbeat(600))
      await send(
        forwarded(truck.imei, { fixTime: iso(TIME - 9 * MINUTE), deviceTime: iso(TIME - 9 * MINUTE + 1000) }),
      )
      expect((await stored()).map(({ time }) => (time - TIME) / MINUTE)).toEqual([-9, 0, 3])
    })
  })

  test('of which values cannot be read or believed name them in the answer', async () => {
    const { truck, stored } = fixture()
    const reply = await send(forwarded(truck.imei, {}, { fuel: 'full', rpm: 99_999, adblue: 20 }))
    expect(reply.json()).toMatchObject({ stored: 1, dropped: [{ index: 0, names: ['fuel', 'rpm'] }] })
    expect(await stored()).toMatchObject([{ fuel: null, adblue: 20 }])
  })

  test('come one by one or as an array, and litres stand before percent', async () => {
    const { truck, second, stored } = fixture()
    const reply = await send([
      forwarded(truck.imei, {}, { fuel: 80, fuelLevel: 50 }),
      forwarded(second.registration, { latitude: 91 }),
      forwarded(second.registration, { fixTime: undefined }),
    ])
    expect(reply.json()).toMatchObject({
      stored: 2,
      rejected: 1,
      reasons: [{ index: 1, reason: expect.stringContaining('latitude') }],
    })
    expect((await stored())[0]?.fuel).toBe(80)
    expect(await stored(second.id)).toHaveLength(1)
  })

  test.each([
    ['no JSON', '{"position":', 'not valid JSON'],
    ['nothing', '', 'not valid JSON'],
    ['no position', '[]', 'There is no position'],
    ['a form', 'id=1&lat=2', 'not valid JSON'],
    ['a null', 'null', "'position' or 'device'"],
    ['a bare position', JSON.stringify(forwarded('x').position), "'position' or 'device'"],
    ['no id', JSON.stringify({ ...forwarded('x'), device: {} }), "'uniqueId'"],
    ['a long id', JSON.stringify(forwarded('x'.repeat(200))), "'uniqueId'"],
    ['a NUL in the id', JSON.stringify(forwarded('a\0b')), "'uniqueId'"],
  ])('DI-06 400 for %s', async (_name, body, message) => {
    const reply = await send(body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      status: 400,
      error: true,
      message: expect.stringContaining(message),
    })
  })

  test.each([
    ['not valid', { valid: false }, 'not valid'],
    ['not valid, of now', { valid: false, outdated: true }, 'not valid'],
    ['not valid, sent later', { valid: false, deviceTime: iso(TIME + 60_000), outdated: false }, 'not valid'],
    [
      'not valid, without a place',
      { valid: false, outdated: true, deviceTime: iso(TIME + 60_000), latitude: null },
      'not valid',
    ],
    ['(0, 0)', { latitude: 0, longitude: 0 }, '(0, 0)'],
    ['no time', { fixTime: null, deviceTime: null }, 'time is missing'],
    ['objects for numbers', { latitude: {}, longitude: [[1]] }, 'latitude is missing'],
  ])('DI-06 400 gives the reason: %s', async (_name, position, message) => {
    const reply = await send(forwarded(fixture().truck.imei, position))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain(message)
    expect(await fixture().stored()).toEqual([])
  })

  test('413 above the limit, as the error body of all calls', async () => {
    const reply = await send(`"${'x'.repeat(INGEST.gatewayBytes)}"`)
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ status: 413, code: 'positionsTooLarge' })
  })
})

describe('the gateway key', () => {
  test('401 without it, with a wrong one and a revoked one, before the body is read', async () => {
    const { truck, pass } = fixture()
    expect((await send(forwarded(truck.imei))).statusCode).toBe(200)
    await gateways().revokeKey(truck.company_id)
    pass(31_000)
    for (const header of [
      '',
      'Bearer ',
      `Bearer ${key}`,
      `Basic ${key}`,
      'Bearer wrong',
      `Bearer ${'x'.repeat(9000)}`,
    ]) {
      const reply = await send('{not read', header)
      expect(reply.statusCode, header.slice(0, 20)).toBe(401)
      expect(reply.json().code).toBe('gatewayKeyWrong')
    }
  })

  test('AC-03 opens its company alone', async () => {
    const { db, stored } = fixture()
    const other = await addCompany(db)
    const foreign = await addVehicle(db, { company_id: other.id })
    expect((await send(forwarded(foreign.imei))).json()).toMatchObject({ stored: 0, pending: 1 })
    expect(await stored(foreign.id)).toEqual([])
    const otherKey = await gateways().makeKey(other.id, false)
    expect((await send(forwarded(fixture().truck.imei), `Bearer ${otherKey}`)).json()).toMatchObject({
      stored: 0,
      pending: 1,
    })
    expect((await gateways().pending(other.id)).map(({ deviceId }) => deviceId)).toEqual([
      fixture().truck.imei,
    ])
  })

  test('an address that sends wrong keys too often is answered 429, a gateway behind it is heard', async () => {
    const { imei } = fixture().truck
    for (let i = 0; i < INGEST.mostUnknown; i += 1) expect((await send('', 'Bearer x')).statusCode).toBe(401)
    const refused = await send(forwarded(imei), 'Bearer x')
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('tooManyGatewayKeys')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(forwarded(imei))).statusCode).toBe(200)
    expect((await send('{not read')).statusCode).toBe(400)
    expect((await send('', 'Bearer x', '10.0.0.2')).statusCode).toBe(401)
  })

  test('is stored as a hash only', async () => {
    const rows = await fixture().db.selectFrom('gateway_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows.some(({ company_id }) => company_id === fixture().truck.company_id)).toBe(true)
  })
})

describe('devices that no vehicle has', () => {
  test('wait with count and last place, and report once they are accepted', async () => {
    const { truck, pass, stored } = fixture()
    await send([forwarded('867000000000001'), forwarded('867000000000001', { latitude: 19 })])
    await send(forwarded('867000000000001', { latitude: 200 }))
    const waiting = {
      deviceId: '867000000000001',
      deviceName: 'Truck 12',
      protocol: 'teltonika',
      positions: 3,
      lastSeen: NOW,
      lng: 73.85,
      lat: 19,
    }
    expect(await gateways().pending(truck.company_id)).toEqual([waiting])
    expect(await gateways().accept(truck.company_id, '867000000000001', truck.id)).toBe(true)
    pass(6_000)
    expect((await send(forwarded('867000000000001'))).json()).toMatchObject({ stored: 1, pending: 0 })
    expect(await stored()).toHaveLength(1)
    expect(await gateways().pending(truck.company_id)).toEqual([])
  })

  test('leave the list once a vehicle has their id', async () => {
    const { truck, db } = fixture()
    const ids = ['867000000000002', 'KA 05 C 1', '867000000000003'] as const
    await send(ids.map((id) => forwarded(id)))
    await addVehicle(db, { company_id: truck.company_id, imei: ids[0] })
    await addVehicle(db, { company_id: truck.company_id, registration: ids[1] })
    await addVehicle(db, { company_id: (await addCompany(db)).id, registration: ids[2] })
    expect((await gateways().pending(truck.company_id)).map(({ deviceId }) => deviceId)).toEqual([ids[2]])
  })

  test('are listed after the fixes of the same request are stored, and no failure of that repeats it', async () => {
    const { truck, stored, ingest, now } = fixture()
    const app = Fastify()
    let storedByThen = -1
    registerTraccar(app, {
      ingest,
      gateways: createGateways({
        gateways: {
          ...gateways(),
          addPending: async () => {
            storedByThen = (await stored()).length
            throw new Error('the list is away')
          },
        },
        now,
      }),
      now,
    })
    const reply = await app.inject({
      method: 'POST',
      url: '/ingest/traccar',
      headers: { authorization: `Bearer ${key}` },
      payload: JSON.stringify([forwarded(truck.imei), forwarded('waits')]),
    })
    await app.close()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ stored: 1, pending: 1 })
    expect(storedByThen).toBe(1)
  })

  test('of one request are listed by one statement, in whatever order two requests name them', async () => {
    const { truck, db } = fixture()
    const many = Array.from({ length: 40 }, (_, i) => forwarded(`d${i}`))
    let inserts = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        inserts += 1
        return result
      },
    })
    const seen = many.map(({ device }) => ({
      ...{ deviceId: device.uniqueId, deviceName: null, protocol: null, positions: 2, lng: null, lat: null },
    }))
    const repository = createGatewayRepository({ db: counting, now: fixture().now })
    await repository.addPending(truck.company_id, seen)
    expect(inserts).toBe(2)
    await Promise.all([send(many), send(many.toReversed())])
    const counts = (await gateways().pending(truck.company_id)).map(({ positions }) => positions)
    expect(counts).toEqual(Array.from({ length: 40 }, () => 4))
  })

  test('move to another vehicle and are released; what was sent stays', async () => {
    const { truck, second, pass, stored, db } = fixture()
    const company = truck.company_id
    await send(forwarded('moves'))
    expect(await gateways().accept(company, 'moves', truck.id)).toBe(true)
    expect(await gateways().accept(company, 'moves', second.id)).toBe(false)
    expect(await gateways().accept(company, 'moves', second.id, second.id)).toBe(false)
    pass(6_000)
    await send(forwarded('moves'))
    const foreign = await addVehicle(db, { company_id: (await addCompany(db)).id })
    expect(await gateways().accept(company, 'moves', foreign.id, truck.id)).toBe(false)
    expect(await gateways().accept(company, 'moves', second.id, truck.id)).toBe(true)
    expect(await gateways().accepted(company)).toMatchObject([
      { deviceId: 'moves', vehicleId: second.id, registration: second.registration },
    ])
    pass(31_000)
    await send(forwarded('moves', { fixTime: iso(TIME + 1_000) }))
    expect([(await stored()).length, (await stored(second.id)).length]).toEqual([1, 1])
    expect(await gateways().release(company, 'moves', truck.id)).toBe(false)
    expect(await gateways().release(company, 'moves', second.id)).toBe(true)
    pass(31_000)
    expect((await send(forwarded('moves'))).json()).toMatchObject({ stored: 0, pending: 1 })
    expect(await gateways().pending(company)).toMatchObject([{ deviceId: 'moves', positions: 1 }])
    expect([(await stored()).length, (await stored(second.id)).length]).toEqual([1, 1])
  })

  test('move and are released by the command line, which names the present vehicle first', async () => {
    const { truck, second, db, url } = fixture()
    const { name } = await db
      .selectFrom('company')
      .select('name')
      .where('id', '=', truck.company_id)
      .executeTakeFirstOrThrow()
    const run = (...args: string[]) =>
      runProgram('vehicle', [...args, '--company', name], { env: { DATABASE_URL: url } })
    await send(forwarded('moves'))
    await run(truck.registration, '--accept', 'moves')
    const refused = await run('KA 9', '--accept', 'moves')
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`reports for ${truck.registration}`),
    })
    expect(refused.err).toContain('--move')
    const added = db.selectFrom('vehicle').select('id').where('registration', '=', 'KA 9')
    expect(await added.execute()).toEqual([])
    expect((await run(second.registration, '--accept', 'moves', '--move')).out).toContain(
      `reports for ${second.registration}, no longer for ${truck.registration}`,
    )
    expect((await run('--release', 'moves')).out).toContain(`no longer reports for ${second.registration}`)
    expect((await run('--pending')).out).toContain('moves\t')
    expect(await run('--release', 'moves')).toMatchObject({
      code: 1,
      err: expect.stringContaining("has accepted a device 'moves'"),
    })
    expect((await run('KA 9', '--move')).code).toBe(2)
    expect((await run('KA 9', '--release', 'moves')).code).toBe(2)
  })

  test('are limited: the one that was silent for longest is forgotten', async () => {
    const { truck, pass } = fixture()
    const seen = (deviceId: string) => ({
      deviceId,
      deviceName: null,
      protocol: null,
      positions: 1,
      lng: null,
      lat: null,
    })
    await gateways().addPending(truck.company_id, [seen('first')])
    pass(1000)
    await gateways().addPending(
      truck.company_id,
      Array.from({ length: INGEST.pendingDevices - 1 }, (_, i) => seen(`d${i}`)),
    )
    expect(await gateways().pending(truck.company_id)).toHaveLength(INGEST.pendingDevices)
    pass(1000)
    await send(forwarded('last'))
    const left = (await gateways().pending(truck.company_id)).map(({ deviceId }) => deviceId)
    expect(left).toHaveLength(INGEST.pendingDevices)
    expect(left[0]).toBe('last')
    expect(left).not.toContain('first')
  })

  test('are listed, accepted and keyed by the command line', async () => {
    const { truck, db, url } = fixture()
    const { name } = await db
      .selectFrom('company')
      .select('name')
      .where('id', '=', truck.company_id)
      .executeTakeFirstOrThrow()
    const run = (program: string, ...args: string[]) =>
      runProgram(program, args, { env: { DATABASE_URL: url } })
    await send(forwarded('waits'))
    expect((await run('vehicle', '--pending', '--company', name)).out).toMatch(
      /^waits\tTruck 12\tteltonika\t1 positions\t.*\t18\.52000,73\.85000\n/,
    )
    const none = await run('vehicle', 'KA 1', '--accept', 'nobody', '--company', name)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("No device 'nobody' waits") })
    expect(await db.selectFrom('vehicle').select('id').where('registration', '=', 'KA 1').execute()).toEqual(
      [],
    )
    expect((await run('vehicle', 'KA 1', '--accept', 'waits', '--company', name)).out).toContain(
      'waits reports for KA 1',
    )
    expect(await run('company', 'gateway-key', name)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--rotate'),
    })
    const made = await run('company', 'gateway-key', name, '--rotate')
    const next = /Authorization: Bearer ([\w-]+)<\/entry>/.exec(made.out)?.[1] ?? ''
    expect((await send(forwarded('waits'), `Bearer ${next}`)).json()).toMatchObject({ pending: 1 })
    fixture().pass(31_000)
    expect((await send(forwarded('waits'), `Bearer ${next}`)).json()).toMatchObject({ stored: 1 })
    expect((await send(forwarded('waits'))).statusCode).toBe(401)
    expect((await run('company', 'gateway-key', name, '--revoke')).code).toBe(0)
    expect((await run('company', 'gateway-key', name, '--revoke')).code).toBe(1)
    expect((await run('company', 'list', '--revoke')).code).toBe(2)
  })
})

test('names that are not known are ignored, and nothing of a prototype is taken for a field', () => {
  const body = JSON.stringify(forwarded('x')).replace('"sat":14', '"__proto__":{"rpm":900},"toString":1')
  const [position] = readTraccar(body)
  expect(position?.read({ fuelTankLitres: null }).fix).not.toHaveProperty('rpm')
})
