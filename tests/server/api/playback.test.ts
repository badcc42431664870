import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { toPayloadTime } from '#contract/ist.ts'
import { LONGEST_PLAYBACK_DAYS, RANGE_TOO_LONG } from '#contract/playback-range.ts'
import type { AlertMarker } from '#contract/records/alert-marker.ts'
import { EVENT_BIT } from '#contract/records/fix.ts'
import type { PlaybackPoint } from '#contract/records/playback.ts'
import { createTrackRepository } from '#server/repositories/track-repository.ts'
import { columnsOf } from '#server/track/columns.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { withBackend } from './backend.ts'
import { storeFixes } from './tracks.ts'

const backend = withBackend()
const DICV = '/api/v2/onlinefleetmngmt/dicv'
const SECOND = 1000
/** Today, an hour ago, to the second. */
const start = Math.floor(Date.now() / SECOND - 3600) * SECOND
const yesterday = start - 26 * 3600 * SECOND

let token = ''
let vehicle = { company_id: 0, id: 0 }

const rangeFrom = (from: number, to: number) => ({ fromDate: toPayloadTime(from), toDate: toPayloadTime(to) })
const prepare = (body: object) =>
  backend.ask('POST', `${DICV}/routeplayback`, { token, body: { vehicleId: vehicle.id, ...body } })
const download = async (body: object): Promise<PlaybackPoint[]> => {
  const { fileUrl } = (await prepare(body)).body as { fileUrl: string }
  const file = await backend.ask('GET', fileUrl)
  return JSON.parse(gunzipSync(file.body as Buffer).toString()).data
}

beforeAll(async () => {
  const { db } = backend.database
  const { id: company_id } = await addCompany(db)
  vehicle = await addVehicle(db, { company_id, fuel_tank_litres: 300, adblue_tank_litres: 40 })
  await storeFixes(db, vehicle, [
    {
      time: start,
      lng: 79.1234567,
      lat: 21.1,
      speed: 62.456,
      heading: 91,
      odo: 1000.5,
      ignition: true,
      fuel: 150,
    },
    {
      time: start + 60_000,
      lng: 79.2,
      lat: 21.1,
      speed: 92.34,
      heading: 359,
      adblue: 10,
      events: EVENT_BIT.OS | EVENT_BIT.HB,
    },
    { time: start + 120_000, lng: 79.3, lat: 21.1, speed: 0.4, ignition: false },
    { time: start + 420_000, lng: 79.3, lat: 21.1, speed: 0 },
    { time: start + 480_000, lng: 79.31, lat: 21.1, speed: 30 },
    { time: start + 3_000_000, lng: 79.4, lat: 21.2 },
  ])
  await backend.addUser('mohan', 'MANAGER', company_id)
  token = (await backend.logIn('mohan')).token
})

describe('the playback file', () => {
  test('PLB-07 PLB-34 API-124 holds every point of the range in the named fields', async () => {
    expect(await download(rangeFrom(start, start + 3_600_000))).toEqual([
      {
        gpsLatitude: 21.1,
        gpsLongitude: 79.123457,
        gpsTime: start,
        gpsIgnition: 1,
        gpsSpkm: 62.46,
        gpsHead: 91,
        vehicleDirection: 'E',
        currentFuelLevel: 50,
        currentOdo: 1000.5,
      },
      {
        gpsLatitude: 21.1,
        gpsLongitude: 79.2,
        gpsTime: start + 60_000,
        gpsSpkm: 92.34,
        gpsHead: 359,
        vehicleDirection: 'N',
        label: ['HB', 'OS'],
        speedVal: 92.34,
        currentAdl: 25,
      },
      {
        gpsLatitude: 21.1,
        gpsLongitude: 79.3,
        gpsTime: start + 120_000,
        gpsIgnition: 0,
        gpsSpkm: 0,
        plotNextPoint: false,
        stopDuration: 360,
      },
      { gpsLatitude: 21.1, gpsLongitude: 79.3, gpsTime: start + 420_000, gpsSpkm: 0 },
      { gpsLatitude: 21.1, gpsLongitude: 79.31, gpsTime: start + 480_000, gpsSpkm: 30, plotNextPoint: false },
      { gpsLatitude: 21.2, gpsLongitude: 79.4, gpsTime: start + 3_000_000 },
    ])
  })

  test('CR-07 API-109 a range of 28 days is answered; a longer one is refused, with what to do', async () => {
    const days = (count: number) => rangeFrom(start - count * 86_400_000, start + 3_600_000)
    expect((await prepare(days(LONGEST_PLAYBACK_DAYS))).status).toBe(200)
    for (const path of ['routeplayback', 'triproute', 'alertsplot'])
      expect(
        await backend.ask('POST', `${DICV}/${path}`, {
          token,
          body: { vehicleId: vehicle.id, ...days(LONGEST_PLAYBACK_DAYS + 1) },
        }),
        path,
      ).toMatchObject({ status: 400, body: { error: true, message: RANGE_TOO_LONG } })
  })

  test('API-109 the reply names the number of points and an address of this origin; its end is not included', async () => {
    const { status, body } = await prepare(rangeFrom(start, start + 120_000))
    expect(status).toBe(200)
    expect(body).toEqual({
      points: 2,
      fileUrl: expect.stringMatching(/^\/api\/v2\/files\/playback\/[\w.-]+$/),
    })
  })

  test('CONFLICT-15 startDate and endDate are read as well', async () => {
    const { fromDate: startDate, toDate: endDate } = rangeFrom(start, start + 120_000)
    expect((await prepare({ startDate, endDate })).body).toMatchObject({ points: 2 })
  })

  test('days that are closed are part of it', async () => {
    const { db } = backend.database
    const other = await addVehicle(db, { company_id: vehicle.company_id })
    await storeFixes(db, other, [
      { time: yesterday, lng: 79, lat: 21 },
      { time: yesterday + 60_000, lng: 79.01, lat: 21 },
      { time: start, lng: 79.02, lat: 21 },
    ])
    expect(await backend.tracks.closeFinishedDays({ now: Date.now() })).toBeGreaterThan(0)
    const blobs = await db
      .selectFrom('vehicle_day')
      .select('fixes')
      .where('vehicle_id', '=', other.id)
      .execute()
    expect(blobs.map(({ fixes }) => fixes)).toContain(2)
    const points = await download({ vehicleId: other.id, ...rangeFrom(yesterday, start + 1000) })
    expect(points.map(({ gpsTime }) => gpsTime)).toEqual([yesterday, yesterday + 60_000, start])
  })

  test('a range without fixes is an empty list', async () => {
    const range = rangeFrom(start - 7_200_000, start - 3_600_000)
    expect((await prepare(range)).body).toMatchObject({ points: 0 })
    expect(await download(range)).toEqual([])
  })

  test('is gzip by itself, without a content encoding, and is not kept', async () => {
    const { fileUrl } = (await prepare(rangeFrom(start, start + 120_000))).body as { fileUrl: string }
    const { status, headers } = await backend.ask('GET', fileUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-store' })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test('OPEN-35 an address is good for five minutes, and not at all when a character is changed', async () => {
    const { fileUrl } = (await prepare(rangeFrom(start, start + 120_000))).body as { fileUrl: string }
    const [head = '', signature = ''] = fileUrl.split('.')
    const claims = JSON.parse(Buffer.from(head.split('/').at(-1) ?? '', 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, vehicleId: claims.vehicleId + 1 })).toString(
      'base64url',
    )
    for (const url of [
      `/api/v2/files/playback/${forged}.${signature}`,
      `${head}.${signature.slice(0, -2)}AA`,
      `${head}.`,
      '/api/v2/files/playback/x',
    ])
      expect((await backend.ask('GET', url)).status, url).toBe(404)
    backend.setLead(5 * 60_000 + 1000)
    const late = await backend.ask('GET', fileUrl)
    backend.setLead(0)
    expect(late.status).toBe(404)
  })

  test('a route of more than 250,000 positions is refused with the limit named', async () => {
    const { db } = backend.database
    const busy = await addVehicle(db, { company_id: vehicle.company_id })
    const day = 24 * 3600 * SECOND
    const midnight = Date.UTC(2026, 4, 3, 18, 30)
    const days = [midnight, midnight + day]
    await backend.tracks.writeDays(
      days.map((from) => ({
        companyId: vehicle.company_id,
        vehicleId: busy.id,
        day: toPayloadTime(from).slice(0, 10),
        timeZone: 'Asia/Kolkata',
        closed: {
          hours: [],
          events: [],
          columns: columnsOf(
            Array.from({ length: 125_001 }, (_, i) => ({ time: from + i * 500, lng: 79, lat: 21 })),
          ),
        },
      })),
    )
    const one = await prepare({ vehicleId: busy.id, ...rangeFrom(midnight, midnight + day) })
    expect(one.body).toMatchObject({ points: 125_001 })
    const { status, body } = await prepare({ vehicleId: busy.id, ...rangeFrom(midnight, midnight + 2 * day) })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('250000') })
  })

  test.each([
    [{}, 'fromDate'],
    [{ fromDate: '2026-05-04 10:00:00' }, 'toDate'],
    [{ fromDate: '2026-05-04T10:00:00', toDate: '2026-05-04 11:00:00' }, 'fromDate'],
    [{ fromDate: '2026-02-30 10:00:00', toDate: '2026-05-04 11:00:00' }, 'fromDate'],
    [{ fromDate: '2026-05-04 11:00:00', toDate: '2026-05-04 11:00:00' }, 'toDate'],
    [{ fromDate: '2026-05-04 12:00:00', toDate: '2026-05-04 11:00:00' }, 'toDate'],
    [{ vehicleId: '1' }, 'vehicleId'],
    [{ vehicleId: 1.5 }, 'vehicleId'],
    [{ vehicleId: null }, 'vehicleId'],
    [{ vehicleId: [7] }, 'vehicleId'],
  ])('PLB-09 %j is refused and the fault named, of the alerts too', async (said, named) => {
    for (const path of ['routeplayback', 'alertsplot']) {
      const body = { vehicleId: vehicle.id, ...said }
      expect(await backend.ask('POST', `${DICV}/${path}`, { token, body }), path).toMatchObject({
        status: 400,
        body: { status: 400, error: true, message: expect.stringContaining(named) },
      })
    }
  })
})

describe('other routes of the past', () => {
  test('PLT-04 API-114 OPEN-13 a trip route answers the points of the range', async () => {
    const { body } = await backend.ask('POST', `${DICV}/triproute`, {
      token,
      body: { vehicleId: vehicle.id, ...rangeFrom(start, start + 120_000) },
    })
    const { data } = body as { data: PlaybackPoint[] }
    expect(data.map(({ gpsTime }) => gpsTime)).toEqual([start, start + 60_000])
  })

  test('PLT-09 API-47 a trip track answers where the truck went while the trip ran', async () => {
    const { id: tripId } = await backend.database.db
      .insertInto('trip')
      .values({
        company_id: vehicle.company_id,
        vehicle_id: vehicle.id,
        from_city: 'Pune',
        to_city: 'Nagpur',
        scheduled_start: new Date(start),
        scheduled_end: new Date(start + 3_600_000),
        actual_start: new Date(start + 30_000),
        actual_end: new Date(start + 480_000),
        status: 'COMPLETED',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await backend.ask('GET', `${DICV}/getTripTrack?tripId=${tripId}`, { token })
    const { trip, data } = body as { trip: object; data: PlaybackPoint[] }
    expect(trip).toMatchObject({ tripId, fromCity: 'Pune', status: 'COMPLETED', driver: null, eta: null })
    expect(data.map(({ gpsTime }) => gpsTime - start)).toEqual([60_000, 120_000, 420_000, 480_000])
  })

  test('PLT-06 PLT-08 alerts and lone events of the range are markers with readable names', async () => {
    const at = { company_id: vehicle.company_id, vehicle_id: vehicle.id, lng: 79, lat: 21 }
    const time = Date.UTC(2026, 4, 4, 6, 30)
    await backend.database.db
      .insertInto('vehicle_event')
      .values([
        { ...at, time: new Date(time), code: 'OS', kind: 'event', value: 92.3, duration_s: 65, detail: '{}' },
        {
          ...at,
          time: new Date(time),
          code: 'OVERSPEED',
          kind: 'alert',
          value: 92.3,
          duration_s: 65,
          detail: '{}',
        },
        {
          ...at,
          time: new Date(time + 1000),
          code: 'HB',
          kind: 'event',
          value: null,
          duration_s: null,
          detail: '{}',
        },
        {
          ...at,
          time: new Date(time + 2000),
          code: 'FUELFILL',
          kind: 'alert',
          value: 120,
          duration_s: null,
          detail: '{}',
        },
        {
          ...at,
          time: new Date(time + 9e6),
          code: 'HB',
          kind: 'event',
          value: null,
          duration_s: null,
          detail: '{}',
        },
      ])
      .execute()
    const { body } = await backend.ask('POST', `${DICV}/alertsplot`, {
      token,
      body: { vehicleId: vehicle.id, ...rangeFrom(time, time + 60_000), telemetryEnabled: true },
    })
    const place = { latitude: 21, longitude: 79 }
    expect(body).toEqual({
      alerts: [
        {
          ...place,
          label: 'OS',
          alertName: 'Overspeeding',
          desc: '92.3 kmph for 00:01:05',
          alertTime: '04-05-2026 12:00:00',
          time,
          speedVal: 92.3,
        },
        {
          ...place,
          label: 'HB',
          alertName: 'Harsh braking',
          desc: '',
          alertTime: '04-05-2026 12:00:01',
          time: time + 1000,
        },
        {
          ...place,
          label: 'FUELFILL',
          alertName: 'Fuel Fill',
          desc: '120.0 ltrs',
          alertTime: '04-05-2026 12:00:02',
          time: time + 2000,
        },
      ],
    })
  })

  test('PLT-05 the limit of 5,000 counts what is shown: events that are on the route already cost no alert', async () => {
    const { db } = backend.database
    const { company_id, id: vehicle_id } = await addVehicle(db, { company_id: vehicle.company_id })
    const time = Date.UTC(2026, 4, 6, 6, 30)
    await sql`
      insert into vehicle_event (company_id, vehicle_id, time, code, kind, lng, lat, detail)
      select ${company_id}::int4, ${vehicle_id}::int4, to_timestamp(${time / 1000}::float8 + i), 'OS', 'event', 79, 21, '{}'
      from generate_series(1, 5000) as i`.execute(db)
    await db
      .insertInto('vehicle_event')
      .values({
        ...{ company_id, vehicle_id, lng: 79, lat: 21, value: 120, duration_s: null, detail: '{}' },
        ...{ time: new Date(time + 6000 * SECOND), code: 'FUELFILL', kind: 'alert' },
      })
      .execute()
    const { body } = await backend.ask('POST', `${DICV}/alertsplot`, {
      token,
      body: { vehicleId: vehicle_id, ...rangeFrom(time, time + 86_400_000) },
    })
    expect(body).toMatchObject({ alerts: [{ label: 'FUELFILL', time: time + 6000 * SECOND }] })
  })

  test('PLT-05 PLB-17 alerts of a day that goes on are there at once, the same as when it is closed', async () => {
    const ask = async () => {
      const { body } = await backend.ask('POST', `${DICV}/alertsplot`, {
        token,
        body: { vehicleId: vehicle.id, ...rangeFrom(start, start + 3_600_000) },
      })
      return (body as { alerts: readonly AlertMarker[] }).alerts
    }
    const open = await ask()
    expect(open.map(({ label, time, speedVal }) => [label, time, speedVal])).toEqual([
      ['HB', start + 60_000, undefined],
      ['OS', start + 60_000, 92.34],
    ])
    const tracks = createTrackRepository({ db: backend.database.db })
    expect(await tracks.closeFinishedDays({ now: Date.now() + 3 * 86_400_000 })).toBeGreaterThan(0)
    expect(await ask()).toEqual(open)
  })
})
