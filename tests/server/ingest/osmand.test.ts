import { describe, expect, test } from 'vitest'
import { NOW, phone, SECONDS, withIngest } from './osmand.fixture.ts'

const fixture = withIngest()

describe('the three dialects', () => {
  test('query: knots, degrees, metres', async () => {
    const { get, truck, stored } = fixture()
    const reply = await get({
      id: truck.imei,
      key: truck.ingest_key,
      timestamp: SECONDS,
      lat: 18.52,
      lon: 73.85,
      speed: 10,
      bearing: 90,
      altitude: 560,
      batt: 80,
      ignition: 'true',
      odometer: 123_456,
      fuel: 120.5,
      adblue: 20,
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      status: 200,
      stored: 1,
      duplicate: 0,
      flagged: 0,
      rejected: 0,
      reasons: [],
    })
    expect(await stored()).toMatchObject([
      {
        time: NOW - 60_000,
        lat: 18.52,
        lng: 73.85,
        speed: 18.52,
        heading: 90,
        odo: 123.456,
        ignition: true,
        fuel: 120.5,
        adblue: 20,
      },
    ])
  })

  test('what beside time and place cannot be read or believed is named in the answer', async () => {
    const { get, post, truck, stored } = fixture()
    const position = { id: truck.imei, key: truck.ingest_key, timestamp: SECONDS, lat: 18.52, lon: 73.85 }
    const reply = await get({ ...position, speed: '21,6', odometer: '145.210.000', rpm: 99_999, fuel: 120 })
    expect(reply.json()).toMatchObject({
      stored: 1,
      dropped: [{ index: 0, names: ['speed', 'odometer', 'rpm'] }],
    })
    expect(await stored()).toMatchObject([{ fuel: 120 }])
    expect(await stored()).toMatchObject([{ speed: null, odo: null, rpm: null }])
    const { timestamp, ...flat } = position
    const more = await post(JSON.stringify([{ ...flat, timestamp: timestamp + 1, speed: 'fast' }]))
    expect(more.json()).toMatchObject({ stored: 1, dropped: [{ index: 0, names: ['speed'] }] })
  })

  test.each([
    ['seconds', String(SECONDS)],
    ['milliseconds', String(SECONDS * 1000)],
    ['ISO', new Date(SECONDS * 1000).toISOString()],
    ['ISO with an offset', new Date(SECONDS * 1000 + 19_800_000).toISOString().replace('Z', '+05:30')],
    ['a space and no zone', new Date(SECONDS * 1000).toISOString().replace('T', ' ').replace('.000Z', '')],
  ])('the time as %s', async (_name, timestamp) => {
    const { get, truck, stored } = fixture()
    await get({ deviceid: truck.imei, key: truck.ingest_key, timestamp, lat: 18.52, lon: 73.85 })
    expect((await stored())[0]?.time).toBe(SECONDS * 1000)
  })

  test('a form, with the registration as id, and location in one field', async () => {
    const { post, truck, stored } = fixture()
    const form = new URLSearchParams({
      id: truck.registration,
      key: truck.ingest_key,
      timestamp: String(SECONDS),
      location: '18.52,73.85',
      heading: '12',
    })
    const reply = await post(form.toString(), { 'content-type': 'application/x-www-form-urlencoded' })
    expect(reply.statusCode).toBe(200)
    expect(await stored()).toMatchObject([{ lat: 18.52, lng: 73.85, heading: 12 }])
  })

  test.each([
    ['decimal commas', '18,52,73,85'],
    ['decimal commas and a blank', '18,52, 73,85'],
    ['hemispheres', '18.52N,73.85E'],
  ])('location in one field with %s', async (_name, location) => {
    const { post, truck, stored } = fixture()
    const form = new URLSearchParams({ id: truck.imei, key: truck.ingest_key, location })
    form.set('timestamp', String(SECONDS))
    const reply = await post(form.toString(), { 'content-type': 'application/x-www-form-urlencoded' })
    expect(reply.statusCode).toBe(200)
    expect(await stored()).toMatchObject([{ lat: 18.52, lng: 73.85 }])
  })

  test('a POST with everything in the query and no body or content type', async () => {
    const { post, truck, stored } = fixture()
    const query = `?id=${truck.imei}&key=${truck.ingest_key}&timestamp=${SECONDS}&lat=18.52&lon=73.85`
    expect((await post('', {}, query)).statusCode).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test('a form with repeated parameters or lines', async () => {
    const { post, truck, stored } = fixture()
    const own = `id=${encodeURIComponent(truck.imei)}&key=${truck.ingest_key}`
    const repeated = `${own}&lat=18.1&lat=18.2&lon=73.1&lon=73.2&timestamp=${SECONDS}&timestamp=${SECONDS + 10}`
    expect((await post(repeated, {})).json()).toMatchObject({ stored: 2 })
    const lines = [20, 30].map((s) => `${own}&lat=18.${s}&lon=73.2&timestamp=${SECONDS + s}`).join('\n')
    expect((await post(lines, {})).json()).toMatchObject({ stored: 2 })
    expect((await stored()).map(({ lat }) => lat)).toEqual([18.1, 18.2, 18.2, 18.3])
  })

  test('the JSON of newer phone apps: m/s, metres, unknown as -1', async () => {
    const { post, stored } = fixture()
    expect((await post(phone(fixture()))).statusCode).toBe(200)
    expect(await stored()).toMatchObject([
      { time: NOW - 60_000, lat: 18.52, lng: 73.85, speed: 36, heading: 90, odo: 123.456 },
    ])
    const unknown = phone(fixture())
    Object.assign(unknown.location, { timestamp: new Date(NOW).toISOString(), odometer: 0 })
    Object.assign(unknown.location.coords, { speed: -1, heading: -1 })
    await post(unknown)
    expect((await stored())[1]).toMatchObject({ time: NOW, speed: null, heading: null, odo: null })
  })

  test('an array is a batch, also of several devices and as plain fields; the key may be in the address', async () => {
    const { post, truck, second, stored } = fixture()
    const flat = {
      id: second.imei,
      key: second.ingest_key,
      lat: 18.6,
      lon: 73.9,
      timestamp: SECONDS,
      speed: 10,
    }
    expect((await post([phone(fixture()), flat, flat])).json()).toMatchObject({ stored: 2, duplicate: 1 })
    expect(await stored(second.id)).toMatchObject([{ lat: 18.6, speed: 18.52 }])
    const { key: _key, ...keyless } = phone(fixture())
    const locations = {
      ...keyless,
      location: [
        { ...keyless.location, timestamp: NOW },
        { ...keyless.location, timestamp: NOW - 1000 },
      ],
    }
    expect(
      (await post(locations, { 'content-type': 'application/json' }, `?key=${truck.ingest_key}`)).json(),
    ).toMatchObject({ stored: 2 })
  })
})

describe('devices', () => {
  test('a key changed in the database is valid at once after forget, otherwise within half a minute', async () => {
    const { get, truck, db, devices } = fixture()
    const send = async (key: string) =>
      (await get({ id: truck.imei, key, timestamp: SECONDS, lat: 18.52, lon: 73.85 })).statusCode
    expect(await send(truck.ingest_key)).toBe(200)
    await db.updateTable('vehicle').set({ ingest_key: 'fresh' }).where('id', '=', truck.id).execute()
    expect(await send('fresh')).toBe(401)
    devices.forget()
    expect(await send('fresh')).toBe(200)
    await db.updateTable('vehicle').set({ ingest_key: 'fresher' }).where('id', '=', truck.id).execute()
    fixture().pass(30_000)
    expect(await send('fresher')).toBe(200)
  })
})
