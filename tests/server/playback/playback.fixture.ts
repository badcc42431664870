import { beforeAll } from 'vitest'
import { EVENT_BIT } from '#domain/fix.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { storeFixes } from '#tests/kit/server/stored-fixes.ts'

/** The calls of the fleet. */

/** In ms. */
export const SECOND = 1000

/** The range of a request, its ends in ms UTC. */
export const rangeFrom = (from: number, to: number) => ({
  fromDate: toPayloadTime(from),
  toDate: toPayloadTime(to),
})

/** A backend with a vehicle that drove an hour ago, and a user who sees it. */
export const withPlayback = () => {
  const backend = withBackend()
  /** When the vehicle began, to the second, ms UTC. */
  const start = Math.floor(Date.now() / SECOND - 3600) * SECOND
  const own = { token: '', vehicle: { company_id: 0, id: 0 } }

  beforeAll(async () => {
    const { db } = backend.database
    const { id: company_id } = await addCompany(db)
    own.vehicle = await addVehicle(db, { company_id, fuel_tank_litres: 300, adblue_tank_litres: 40 })
    await storeFixes(db, own.vehicle, [
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
    own.token = (await backend.logIn('mohan')).token
  })

  const get = (path: string) => backend.ask('GET', `${FLEET_API}/${path}`, { token: own.token })
  /** Requests the playback of the vehicle, or of the one named. */
  const post = (path: string, body: object) =>
    backend.ask('POST', `${FLEET_API}/${path}`, {
      token: own.token,
      body: { vehicleId: own.vehicle.id, ...body },
    })
  return { backend, start, own, get, post }
}
