import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { PlaybackPoint } from '#contract/calls/playback.ts'
import { ERRORS } from '#contract/errors.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { columnsOf } from '#server/track/columns.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { addVehicle, limitUser } from '#tests/kit/server/fleet-records.ts'
import { storeFixes } from '#tests/kit/server/stored-fixes.ts'
import { rangeFrom, SECOND, withPlayback } from './playback.fixture.ts'

const { backend, start, own, post } = withPlayback()
const yesterday = start - 26 * 3600 * SECOND

const get = (url: string, headers = {}) => backend.ask('GET', url, { token: own.token, headers })
const prepare = (body: object) => post('routeplayback', body)
const download = async (body: object): Promise<PlaybackPoint[]> => {
  const { fileUrl } = (await prepare(body)).body as { fileUrl: string }
  const file = await get(fileUrl)
  return JSON.parse(gunzipSync(file.body as Buffer).toString()).data
}

describe('the playback file', () => {
  test('PLB-07 PLB-34 API-124 contains every point of the range in the named fields', async () => {
    expect(await download(rangeFrom(start, start + 3_600_000))).toEqual([
      {
        gpsLatitude: 21.1,
        gpsLongitude: 79.123457,
        gpsTime: start,
        gpsIgnition: 1,
        gpsSpkm: 62.5,
        gpsHead: 91,
        vehicleDirection: 'E',
        currentFuelLevel: 50,
        currentOdo: 1000.5,
      },
      {
        gpsLatitude: 21.1,
        gpsLongitude: 79.2,
        gpsTime: start + 60_000,
        gpsSpkm: 92.3,
        gpsHead: 359,
        vehicleDirection: 'N',
        label: ['HB', 'OS'],
        speedVal: 92.3,
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
      expect(await post(path, days(LONGEST_PLAYBACK_DAYS + 1)), path).toMatchObject({
        status: 400,
        body: { error: true, message: ERRORS.rangeTooLong.message, code: 'rangeTooLong' },
      })
  })

  test('API-109 the reply has the number of points and an address of this origin; the end is exclusive', async () => {
    const { status, body } = await prepare(rangeFrom(start, start + 120_000))
    expect(status).toBe(200)
    expect(body).toEqual({
      points: 2,
      fuelTankLitres: 300,
      figures: expect.objectContaining({ fixes: 2, distanceKm: expect.any(Number) }),
      fileUrl: expect.stringMatching(/^\/api\/v2\/files\/playback\/[\w.-]+$/),
    })
  })

  test('CONFLICT-15 startDate and endDate are accepted as well', async () => {
    const { fromDate: startDate, toDate: endDate } = rangeFrom(start, start + 120_000)
    expect((await prepare({ startDate, endDate })).body).toMatchObject({ points: 2 })
  })

  test('closed days are part of it', async () => {
    const { db } = backend.database
    const other = await addVehicle(db, { company_id: own.vehicle.company_id })
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

  test('is gzip itself, without a content encoding, and is not cached', async () => {
    const { fileUrl } = (await prepare(rangeFrom(start, start + 120_000))).body as { fileUrl: string }
    const { status, headers } = await get(fileUrl, { 'accept-encoding': 'br, gzip' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-store' })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  /** A login of the user with an address of its own. */
  const withAddress = async (userName: string) => {
    const login = await backend.logIn(userName)
    const body = { vehicleId: own.vehicle.id, ...rangeFrom(start, start + 120_000) }
    const answer = await backend.ask('POST', `${FLEET_API}/routeplayback`, { token: login.token, body })
    return { login, fileUrl: (answer.body as { fileUrl: string }).fileUrl }
  }
  /** The login's next access token. */
  const renewed = async ({ refreshToken }: { refreshToken: string }): Promise<string> => {
    const { body } = await backend.ask('POST', '/identity/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&client_id=roadbook&refresh_token=${refreshToken}`,
    })
    return (body as { access_token: string }).access_token
  }

  test('OPEN-35 an address answers the login that asked for it, with a renewed token too, and nobody else', async () => {
    await backend.addUser('colleague', 'MANAGER', own.vehicle.company_id)
    const original = await withAddress('mohan')
    const statusFor = async (fileUrl: string, token?: string) =>
      (await backend.ask('GET', fileUrl, token === undefined ? {} : { token })).status
    expect([await statusFor(original.fileUrl), await statusFor(original.fileUrl, 'x')]).toEqual([401, 401])
    for (const name of ['colleague', 'mohan']) {
      const other = await withAddress(name)
      expect(await statusFor(other.fileUrl, other.login.token), name).toBe(200)
      expect(await statusFor(original.fileUrl, other.login.token), name).toBe(404)
    }
    expect(await statusFor(original.fileUrl, await renewed(original.login))).toBe(200)
  })

  test('AC-02 a file is refused once the vehicle has been taken away from the user', async () => {
    const { db } = backend.database
    const { company_id } = own.vehicle
    const user_id = await backend.addUser('moved', 'MANAGER', company_id)
    const { fileUrl, login } = await withAddress('moved')
    await limitUser(db, { company_id, user_id }, [])
    expect((await backend.ask('GET', fileUrl, { token: login.token })).status).toBe(404)
  })

  test('OPEN-35 an address is valid for five minutes, and not at all if a character is changed', async () => {
    const { fileUrl, login } = await withAddress('mohan')
    const [head = '', signature = ''] = fileUrl.split('.')
    const claims = JSON.parse(Buffer.from(head.split('/').at(-1) ?? '', 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, vehicleId: claims.vehicleId + 1 })).toString(
      'base64url',
    )
    for (const url of [
      `/api/v2/files/playback/${forged}.${signature}`,
      `${head}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${head}.`,
      '/api/v2/files/playback/x',
    ])
      expect((await backend.ask('GET', url, { token: login.token })).status, url).toBe(404)
    expect((await backend.ask('GET', fileUrl, { token: login.token })).status).toBe(200)
    backend.setLead(5 * 60_000 + 1000)
    const token = await renewed(login)
    const late = await backend.ask('GET', fileUrl, { token })
    const session = await backend.ask('GET', '/api/v2/session', { token })
    backend.setLead(0)
    expect([late.status, session.status]).toEqual([404, 200])
  })

  test('a route of more than 250,000 positions is refused, naming the limit', async () => {
    const { db } = backend.database
    const busy = await addVehicle(db, { company_id: own.vehicle.company_id })
    const day = 24 * 3600 * SECOND
    const midnight = Date.UTC(2026, 4, 3, 18, 30)
    const days = [midnight, midnight + day]
    await backend.tracks.writeDays(
      days.map((from) => ({
        companyId: own.vehicle.company_id,
        vehicleId: busy.id,
        day: toPayloadTime(from).slice(0, 10),
        timeZone: 'Asia/Kolkata',
        closed: {
          hours: [],
          events: [],
          fluids: [],
          next: { fixes: 0, until: null },
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
    [{ fromDate: '2026-05-04 11:00:00', toDate: '2026-05-04 11:00:00' }, 'ends before it begins'],
    [{ fromDate: '2026-05-04 12:00:00', toDate: '2026-05-04 11:00:00' }, 'ends before it begins'],
    [{ vehicleId: '1' }, 'vehicleId'],
    [{ vehicleId: 1.5 }, 'vehicleId'],
    [{ vehicleId: null }, 'vehicleId'],
    [{ vehicleId: [7] }, 'vehicleId'],
  ])('PLB-09 %j is refused, naming the fault, for alerts too', async (invalid, named) => {
    for (const path of ['routeplayback', 'alertsplot']) {
      expect(await post(path, invalid), path).toMatchObject({
        status: 400,
        body: { status: 400, error: true, message: expect.stringContaining(named) },
      })
    }
  })
})
