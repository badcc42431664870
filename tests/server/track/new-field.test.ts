import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as List from '#domain/fix-fields.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { FIRST_STORED_DAY } from './stored-days.fixture.ts'

/** What a developer adds to the list, by names that no real field will have. */
const NEW_FIELDS: Readonly<Record<string, List.FixField>> = {
  inventedHeat: {
    kind: 'number',
    unit: '°I',
    range: [-60, 200],
    steps: 10,
    column: 'invented_heat',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['inventedHeat', 'inventedHeatNow'] },
    csv: { names: ['inventedheat'] },
    gpx: { element: 'inventedheat' },
    point: { names: ['inventedHeatNow', 'inventedHeat'], decimals: 1 },
  },
  inventedSwitch: {
    kind: 'boolean',
    column: 'invented_switch',
    type: 'bool',
    ingest: { names: ['inventedSwitch'] },
    csv: { names: ['inventedswitch'] },
    point: { names: ['inventedSwitch'] },
  },
  inventedStage: {
    kind: 'uint8',
    range: [0, 16],
    column: 'invented_stage_now',
    type: 'int2',
    ingest: { names: ['inventedStage'] },
    csv: { names: ['inventedstage'] },
  },
}

/** And what the migration does. */
const MIGRATION = [
  sql`alter table open_fix add column invented_heat float8, add column invented_switch boolean, add column invented_stage_now int2`,
  sql`alter table latest_fix add column invented_heat float8`,
]

const load = async () => ({
  ...(await import('#contract/calls/playback.ts')),
  ...(await import('#domain/figures.ts')),
  ...(await import('#server/fleet/fleet.repository.ts')),
  ...(await import('#server/import/csv-fix.ts')),
  ...(await import('#server/ingest/devices.repository.ts')),
  ...(await import('#server/ingest/ingest.service.ts')),
  ...(await import('#server/live/bus.ts')),
  ...(await import('#server/live/live.repository.ts')),
  ...(await import('#server/track/track.repository.ts')),
  ...(await import('#server/ingest/osmand.routes.ts')),
  ...(await import('#server/playback/playback.service.ts')),
  ...(await import('#server/track/codec.ts')),
  ...(await import('#server/track/columns.ts')),
  ...(await import('#src/services/playback/parse-track.ts')),
  ...(await import('#tests/server/import/import.fixture.ts')),
})

const database = withDatabase()
const NOW = Date.UTC(2026, 10, 20, 6, 30)
/** Two days before, so that its day is closed. */
const START = NOW - 2 * 86_400_000
const MINUTE = 60_000
const caller = { userId: 1, role: 'CUSTOMER', companyId: 1 } as const

describe('a field that is added to the list and to the tables', () => {
  let app: Awaited<ReturnType<typeof load>>

  // Every module reads the list once, so all of them are loaded anew with the longer one.
  beforeAll(async () => {
    vi.resetModules()
    vi.doMock('#domain/fix-fields.ts', async (original) => {
      const list = await original<typeof List>()
      return { ...list, FIX_FIELDS: { ...list.FIX_FIELDS, ...NEW_FIELDS } }
    })
    app = await load()
    for (const statement of MIGRATION) await statement.execute(database.db)
  })
  afterAll(() => {
    vi.doUnmock('#domain/fix-fields.ts')
    vi.resetModules()
  })

  const setUp = async () => {
    const { db, pool } = database
    const company = await addCompany(db)
    const vehicle = await addVehicle(db, { company_id: company.id })
    const track = app.createTrackRepository({ db })
    const own = { companyId: company.id, vehicleId: vehicle.id }
    const now = () => NOW
    const playback = app.createPlaybackService({
      fleet: {
        vehicleOf: async () => ({
          ...own,
          fuelTankLitres: 300,
          adblueTankLitres: 40,
        }),
      } as unknown as Parameters<typeof app.createPlaybackService>[0]['fleet'],
      readTrack: track.readRange,
      readFigures: async () => app.NO_FIGURES,
      mac: () => Buffer.from('mac'),
      now,
    })
    const server = Fastify()
    app.registerIngest(server, {
      ingest: app.createIngest({ db, pool, bus: app.createBus(), now, track }),
      devices: app.createDevices({ db, now }),
      now,
    })
    /** What the browser makes of the file that is played. */
    const play = async () => {
      const { fileUrl } = await playback.prepare(
        caller,
        {
          vehicleId: vehicle.id,
          fromDate: toPayloadTime(START - MINUTE),
          toDate: toPayloadTime(START + 10 * MINUTE),
        },
        'login',
      )
      const file = await playback.file(caller, fileUrl.split('/').at(-1) ?? '', 'login')
      const text = gunzipSync(file).toString()
      const track = app.parseTrack(text) as unknown as Record<string, ArrayLike<number>>
      return { points: JSON.parse(text).data as unknown[], track }
    }
    return { db, vehicle, own, track, server, play }
  }
  const lists = (track: Record<string, ArrayLike<number>>) =>
    Object.fromEntries(Object.keys(NEW_FIELDS).map((name) => [name, Array.from(track[name] ?? [])]))

  test('comes from the device through tables, stored day and playback file into the columns of the browser', async () => {
    const { db, vehicle, own, track, server, play } = await setUp()
    const identity = { id: vehicle.imei, key: vehicle.ingest_key }
    const at = (minute: number) => ({
      timestamp: START + minute * MINUTE,
      lat: 18.5,
      lon: 73.8 + minute / 1e3,
    })
    const get = (minute: number, more: Readonly<Record<string, string>> = {}) => {
      const place = Object.entries(at(minute)).map(([name, value]) => [name, String(value)])
      const form = new URLSearchParams({ ...identity, ...Object.fromEntries(place), ...more })
      return server.inject({ method: 'GET', url: `/ingest/osmand?${form}` })
    }
    const answers = [
      await get(0, { inventedHeat: '87.54', inventedSwitch: 'true', inventedStage: '12' }),
      await server.inject({
        method: 'POST',
        url: '/ingest/osmand',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify([
          { ...identity, ...at(1), inventedHeatNow: 88, inventedSwitch: 'off', inventedStage: 99 },
          {
            ...identity,
            location: {
              timestamp: at(2).timestamp,
              coords: { latitude: at(2).lat, longitude: at(2).lon },
              extras: { inventedHeat: 89, inventedStage: 3 },
            },
          },
        ]),
      }),
      await get(3),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])

    const open = await db
      .selectFrom('open_fix')
      .selectAll()
      .where('vehicle_id', '=', vehicle.id)
      .orderBy('time')
      .execute()
    expect(open).toMatchObject([
      { invented_heat: 87.54, invented_switch: true, invented_stage_now: 12 },
      { invented_heat: 88, invented_switch: false, invented_stage_now: null },
      { invented_heat: 89, invented_switch: null, invented_stage_now: 3 },
      { invented_heat: null, invented_switch: null, invented_stage_now: null },
    ])
    expect(
      await db.selectFrom('latest_fix').selectAll().where('vehicle_id', '=', vehicle.id).execute(),
    ).toMatchObject([{ time: new Date(START + 3 * MINUTE), invented_heat: 89 }])
    const latest = { time: START + 3 * MINUTE, inventedHeat: 89 }
    const fixes = await app.loadLatestFixes(db, own.companyId, new Set([vehicle.id]))
    expect(fixes.get(vehicle.id)).toMatchObject(latest)
    expect(await app.createFleetRepository({ db }).list(own)).toMatchObject([{ latest }])

    const asRows = await play()
    expect(await track.closeFinishedDays({ now: NOW })).toBe(1)
    const stored = await track.readRange({ ...own, from: START - MINUTE, to: NOW })
    expect(lists(stored as unknown as Record<string, ArrayLike<number>>)).toEqual({
      inventedHeat: [87.5, 88, 89, Number.NaN],
      inventedSwitch: [1, 0, 255, 255],
      inventedStage: [12, 255, 3, 255],
    })
    expect(app.fixAt(stored, 2)).toMatchObject({ inventedHeat: 89, inventedStage: 3 })

    const { points, track: played } = await play()
    expect(points).toMatchObject([
      { inventedHeatNow: 87.5, inventedSwitch: 1 },
      { inventedHeatNow: 88, inventedSwitch: 0 },
      { inventedHeatNow: 89 },
      {},
    ])
    expect(points.map((point) => app.PlaybackPoint.parse(point))).toEqual(points)
    expect(lists(played)).toEqual({
      inventedHeat: [87.5, 88, 89, Number.NaN],
      inventedSwitch: [1, 0, 255, 255],
      inventedStage: [],
    })
    expect(lists(asRows.track)).toEqual(lists(played))
  })

  test('comes from files', async () => {
    const { db } = await setUp()
    const run = app.importer(database, 'Invention Carriers')
    const time = (minute: number) => new Date(START + minute * MINUTE).toISOString()
    const { stored } = await run.run({
      'drive.csv': `vehicle,time,lat,lon,Invented Heat [°I],inventedSwitch,inventedStage\nMH 1,${time(0)},18.5,73.8,"87,5",yes,4\n`,
      'drive.gpx': `<gpx version="1.1"><trk><name>MH 1</name><trkseg><trkpt lat="18.5" lon="73.81"><time>${time(1)}</time>
        <extensions><x:inventedheat xmlns:x="urn:x">88</x:inventedheat></extensions></trkpt></trkseg></trk></gpx>`,
    })
    expect(stored).toBe(2)
    const { id } = await db
      .selectFrom('vehicle')
      .select('id')
      .where('registration', '=', 'MH 1')
      .executeTakeFirstOrThrow()
    const { blob } = await db
      .selectFrom('vehicle_day')
      .select('blob')
      .where('vehicle_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(lists(app.decodeDay(blob) as unknown as Record<string, ArrayLike<number>>)).toEqual({
      inventedHeat: [87.5, 88],
      inventedSwitch: [1, 255],
      inventedStage: [4, 255],
    })
  })

  test('is missing from the days that were stored before', () => {
    const day = app.decodeDay(FIRST_STORED_DAY)
    expect(day).toHaveLength(4)
    expect(lists(day as unknown as Record<string, ArrayLike<number>>)).toEqual({
      inventedHeat: Array(4).fill(Number.NaN),
      inventedSwitch: Array(4).fill(255),
      inventedStage: Array(4).fill(255),
    })
  })
})

test('every field of the list has its column in the tables', async () => {
  const { fixFields } = await import('#domain/fix.ts')
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, udt_name as type from information_schema.columns where table_name = ${table}
      and column_name not in ('company_id', 'vehicle_id', 'seq', 'interval_s', ${sql.join(Object.values(NEW_FIELDS).map(({ column }) => column))})
    `.execute(database.db)
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  }
  const expected = (fields: typeof fixFields) =>
    Object.fromEntries(fields.map(({ column, type }) => [column, type === 'text[]' ? '_text' : type]))
  expect(await columnsOf('open_fix')).toEqual(expected(fixFields))
  expect(await columnsOf('latest_fix')).toEqual(expected(fixFields.filter(({ latest }) => latest)))
})
