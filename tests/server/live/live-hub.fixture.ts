import type { Kysely } from 'kysely'
import { afterEach, beforeEach, vi } from 'vitest'
import type { FleetBatch } from '#contract/records/live.ts'
import type { Fix } from '#domain/fix.ts'
import type { Tables } from '#server/db/tables.ts'
import { createBus } from '#server/live/bus.ts'
import { createLiveHub } from '#server/live/hub.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { type Received, serveStreams } from './event-stream-reader.ts'

/** The hub's clock at the start of every test. */
export const NOW = Date.UTC(2026, 10, 20, 6, 30)

/** A fix this many seconds after ten minutes before now. */
export const at = (seconds: number, more: Partial<Fix> = {}): Fix => ({
  time: NOW - 600_000 + seconds * 1000,
  lng: 73.85 + seconds * 1e-5,
  lat: 18.52,
  speed: 40,
  heading: 90,
  ...more,
})

/** The vehicle and the fix named by the id of a vehicle's event, without what its reader knows besides. */
export const pointOf = (id: string | undefined) => /^v\d+-\d+/.exec(id ?? '')?.[0]

/** The batch of an event of the fleet stream. */
export const batchOf = (received: Received): FleetBatch => JSON.parse(received.data ?? '{}')

const setUp = async ({ db }: { readonly db: Kysely<Tables> }) => {
  const [company, otherCompany] = [await addCompany(db), await addCompany(db)]
  const truck = await addVehicle(db, { company_id: company.id, fuel_tank_litres: 200 })
  const second = await addVehicle(db, { company_id: company.id })
  const foreign = await addVehicle(db, { company_id: otherCompany.id })
  const bus = createBus()
  let time = NOW
  const store = async (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) => {
    const ids = { company_id: vehicle.company_id, vehicle_id: vehicle.id }
    for (const fix of fixes) {
      const row = {
        ...ids,
        time: new Date(fix.time),
        lng: fix.lng,
        lat: fix.lat,
        speed: fix.speed ?? null,
        heading: fix.heading ?? null,
      }
      await db.insertInto('open_fix').values(row).execute()
      await db
        .insertInto('latest_fix')
        .values({ ...row, fuel: fix.fuel ?? null, interval_s: 60 })
        .onConflict((on) =>
          on.columns(['company_id', 'vehicle_id']).doUpdateSet({ ...row, fuel: fix.fuel ?? null }),
        )
        .execute()
    }
    return fixes
  }
  const publish = (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) =>
    bus.publish(
      vehicle.company_id,
      fixes.map((fix) => ({ companyId: vehicle.company_id, vehicleId: vehicle.id, fix, intervalS: 60 })),
    )
  const move = async (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) => {
    await store(vehicle, ...fixes)
    publish(vehicle, ...fixes)
  }
  const now = () => time
  const hub = createLiveHub({ db, bus, now, track: createTrackRepository({ db }), onError: console.error })
  // `/fleet/1,2?id` opens a fleet stream of those vehicles, `/vehicle/1?id` one of a vehicle.
  const server = await serveStreams((raw, url) => {
    const [path = '', id] = url.split('?')
    const [, kind, ids = ''] = path.split('/')
    const lastEventId = id === undefined ? undefined : decodeURIComponent(id)
    const opened =
      kind === 'fleet'
        ? hub.openFleetStream({ raw, vehicleIds: new Set(ids.split(',').map(Number)), lastEventId })
        : hub.openVehicleStream({
            raw,
            owner: { companyId: 1, userId: 1 },
            vehicleIds: ids.split(',').map(Number),
            lastEventId,
          })
    void opened.filled.catch(() => {})
  })
  return {
    db,
    hub,
    server,
    truck,
    second,
    foreign,
    store,
    publish,
    move,
    pass: (ms: number) => {
      time += ms
    },
  }
}

/** A hub on a database of the file's own, served on a port, with two trucks of a company and one of another; a new one for each test. */
export const withHub = () => {
  const database = withDatabase()
  let fixture: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => {
    fixture = await setUp(database)
  })
  afterEach(async () => {
    vi.useRealTimers()
    fixture.hub.close()
    await fixture.server.close()
  })
  return () => fixture
}
