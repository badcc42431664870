import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import { createDevices } from '#server/ingest/devices.repository.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { registerIngest } from '#server/ingest/osmand.routes.ts'
import { createBus } from '#server/live/bus.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { type TestDatabase, withDatabase } from '#tests/kit/server/test-database.ts'

/** The ingest clock, in ms. */
export const NOW = Date.UTC(2026, 10, 20, 6, 30)

const setUp = async ({ db, pool, url }: TestDatabase) => {
  const company = await addCompany(db)
  const truck = await addVehicle(db, { company_id: company.id })
  const second = await addVehicle(db, { company_id: company.id })
  let time = NOW
  const now = () => time
  const ingest = createIngest({ db, pool, bus: createBus(), now, track: createTrackRepository({ db }) })
  const devices = createDevices({ db, now })
  const app: FastifyInstance = Fastify()
  registerIngest(app, { ingest, devices, now })
  const stored = async (vehicleId = truck.id) => {
    const rows = await db
      .selectFrom('open_fix')
      .selectAll()
      .where('vehicle_id', '=', vehicleId)
      .orderBy('time')
      .execute()
    return rows.map(({ time: at, ...row }) => ({ ...row, time: at.getTime() }))
  }
  const get = (query: Record<string, string | number>) =>
    app.inject({ method: 'GET', url: '/ingest/osmand', query: query as Record<string, string> })
  const post = (
    payload: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    query = '',
  ) =>
    app.inject({
      method: 'POST',
      url: `/ingest/osmand${query}`,
      headers,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  return {
    app,
    db,
    url,
    now,
    ingest,
    devices,
    truck,
    second,
    stored,
    get,
    post,
    pass: (ms: number) => {
      time += ms
    },
  }
}

export type IngestFixture = Awaited<ReturnType<typeof setUp>>

/** The ingest server, two trucks and a database, fresh for each test of the file. */
export const withIngest = (): (() => IngestFixture) => {
  const database = withDatabase()
  let fixture: IngestFixture
  beforeEach(async () => {
    fixture = await setUp(database)
  })
  afterEach(() => fixture.app.close())
  return () => fixture
}

/** A minute before `NOW`, in seconds. */
export const SECONDS = NOW / 1000 - 60

/** What a newer phone app sends for the first truck. */
export const phone = ({ truck }: IngestFixture, more: Partial<Record<string, unknown>> = {}) => ({
  location: {
    timestamp: new Date(NOW - 60_000).toISOString(),
    coords: { latitude: 18.52, longitude: 73.85, accuracy: 5, speed: 10, heading: 90, altitude: 560 },
    is_moving: true,
    odometer: 123_456,
    event: 'motionchange',
    battery: { level: 0.8, is_charging: false },
    activity: { type: 'in_vehicle' },
    extras: {},
  },
  device_id: truck.imei,
  key: truck.ingest_key,
  ...more,
})
