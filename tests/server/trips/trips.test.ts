import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FleetList } from '#contract/records/fleet.ts'
import type { Trip } from '#contract/records/trips.ts'
import { fromShownTime, istDateTime } from '#domain/ist.ts'
import type { TripTable } from '#server/db/tables.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, get, ids, own, recent } = withFleet()

describe('trips', () => {
  type Answer = { trips: Trip[]; total: number }
  const NAGPUR = { to_lng: 79.09, to_lat: 21.15 }
  const tripOf = async (registration: string, overrides: Partial<Insertable<TripTable>>) => {
    const { id } = await backend.database.db
      .insertInto('trip')
      .values({
        company_id: ids['company'] ?? 0,
        vehicle_id: ids[registration] ?? 0,
        from_city: 'Akola',
        to_city: 'Nagpur',
        scheduled_start: new Date(recent - 7_200_000),
        scheduled_end: new Date(recent + 3_600_000),
        status: 'RUNNING',
        ...overrides,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('API-38 OPEN-25 have their truck and cities, and are found by status, vehicle, truck and town', async () => {
    const { trips, total } = await get<Answer>('getTripUpdate?status=RUNNING')
    expect(trips).toMatchObject([
      { truck: 'FAST', vehicleId: ids['FAST'], fromCity: 'Pune', status: 'RUNNING', progressPercent: null },
    ])
    expect(total).toBe(1)
    const found = async (search: string) =>
      (await get<Answer>(`getTripUpdate?status=RUNNING&search=${encodeURIComponent(search)}`)).total
    expect([await found('nagp'), await found('pUNE'), await found('slow')]).toEqual([1, 1, 0])
    for (const spelling of ['f-a st', 'F.A_S.T', 'fa\u2013st', 'f\u00a0ast', 'f\u2212ast'])
      expect(await found(spelling), spelling).toBe(1)
    const spelled = await tripOf('SLOW', { from_city: 'Navi\u00a0Mum\u2011bai_W.' })
    expect(await found('navi mumbai w')).toBe(1)
    await backend.database.db.deleteFrom('trip').where('id', '=', spelled).execute()
    expect(await found("%' or 1=1 --")).toBe(0)
    expect(await get('getTripUpdate?status=COMPLETED')).toEqual({ trips: [], total: 0 })
    expect(await get(`getTripUpdate?vehicleId=${ids['SLOW']}`)).toEqual({ trips: [], total: 0 })
  })

  test('TRP-04 a trip is early, on time or delayed, and has the share of its route already driven', async () => {
    const eta = (late: number) => ({ eta: new Date(recent + 3_600_000 + late * 60_000) })
    const places = { from_lng: 77, from_lat: 20.7, ...NAGPUR }
    const made = [
      await tripOf('SLOW', { ...eta(-16), ...places }),
      await tripOf('IDLE', { ...eta(15), ...places, from_lng: 79, from_lat: 21 }),
      await tripOf('STOPPED', { ...eta(16) }),
      await tripOf('NEW', { ...places, status: 'PLANNED' }),
      await tripOf('NEW', { ...places, status: 'COMPLETED', actual_end: new Date(recent) }),
    ]
    const { trips } = await get<Answer>('getTripUpdate')
    const shown = made.map((id) => trips.find(({ tripId }) => tripId === id))
    expect(shown.map((trip) => [trip?.punctuality, trip?.progressPercent])).toEqual([
      ['Early', expect.closeTo(92, 0)],
      ['Ontime', 0],
      ['Delayed', null],
      [null, 0],
      ['Early', 100],
    ])
    expect(shown[0]).toMatchObject({
      fromPlace: { latitude: 20.7, longitude: 77 },
      toPlace: { latitude: 21.15, longitude: 79.09 },
    })
    await backend.database.db.deleteFrom('trip').where('id', 'in', made).execute()
  })

  test('TRP-04 the most delayed trips stand first and are found by their punctuality; a trip under way arrives in the future', async () => {
    const at = (minutes: number) => new Date(recent + minutes * 60_000)
    const { token } = await backend.logIn('north')
    const before = (await get<Answer>('getTripUpdate?status=RUNNING')).trips.map(({ tripId }) => tripId)
    // To arrive at `end`; the forecast is that of `eta`.
    const made = {
      early: await tripOf('SLOW', { scheduled_end: at(120), eta: at(60) }),
      onTime: await tripOf('SLOW', { scheduled_end: at(120), eta: at(125) }),
      late: await tripOf('SLOW', { scheduled_end: at(120), eta: at(180) }),
      // The forecast said it would be early, and has passed: the truck is still on its way.
      passed: await tripOf('SLOW', { scheduled_end: at(-200), eta: at(-240) }),
      overdue: await tripOf('SLOW', { scheduled_end: at(-90), eta: null }),
      unknown: await tripOf('SLOW', { scheduled_end: at(90), eta: null, actual_start: at(-5) }),
    }
    const nameOf = (id: number) => Object.entries(made).find(([, each]) => each === id)?.[0]
    const found = async (query: string) => {
      const { trips } = await get<Answer>(`getTripUpdate?status=RUNNING${query}`)
      return trips.filter(({ tripId }) => !before.includes(tripId))
    }
    const all = await found('')
    expect(all.map(({ tripId }) => nameOf(tripId))).toEqual([
      ...['passed', 'overdue', 'late', 'onTime', 'early', 'unknown'],
    ])
    expect(all.map(({ punctuality }) => punctuality)).toEqual([
      ...['Delayed', 'Delayed', 'Delayed', 'Ontime', 'Early', null],
    ])
    for (const { eta } of all.slice(0, 5))
      expect(fromShownTime(eta ?? '')).toBeGreaterThanOrEqual(Math.floor(recent / 1000) * 1000)
    for (const [punctuality, names] of [
      ['Delayed', ['passed', 'overdue', 'late']],
      ['Ontime', ['onTime']],
      ['Early', ['early']],
    ] as const)
      expect((await found(`&punctuality=${punctuality}`)).map(({ tripId }) => nameOf(tripId))).toEqual(names)
    const url = `${FLEET_API}/getTripUpdate?punctuality=Late`
    expect((await backend.ask('GET', url, { token })).status).toBe(400)
    await backend.database.db.deleteFrom('trip').where('id', 'in', Object.values(made)).execute()
  })

  test('TRP-04 of a trip whose truck is offline nobody knows when it arrives: it has no bucket, and says since when', async () => {
    const at = (minutes: number) => new Date(recent + minutes * 60_000)
    const made = [
      await tripOf('SILENT', { scheduled_end: at(120), eta: at(-50) }),
      await tripOf('SILENT', { scheduled_end: at(120), eta: at(180) }),
      await tripOf('SILENT', { scheduled_end: at(-30), eta: null }),
      await tripOf('NEW', { scheduled_end: at(120), eta: at(180) }),
    ]
    const found = async (query: string) =>
      (await get<Answer>(`getTripUpdate?status=RUNNING${query}`)).trips.filter(({ tripId }) =>
        made.includes(tripId),
      )
    const all = await found('')
    const since = istDateTime(recent - 3_600_000)
    expect(
      made
        .map((id) => all.find(({ tripId }) => tripId === id))
        .map((trip) => [trip?.eta, trip?.punctuality, trip?.silentSince]),
    ).toEqual([...[0, 1, 2].map(() => [null, null, since]), [null, null, null]])
    for (const punctuality of ['Early', 'Ontime', 'Delayed'])
      expect(await found(`&punctuality=${punctuality}`)).toEqual([])
    const { vehicles } = await get<FleetList>('fleetmaptracking/vehicles')
    const detailOf = (name: string) => vehicles.find(({ vehicleId }) => vehicleId === ids[name])?.tripDetail
    expect([detailOf('SILENT')?.eta, detailOf('NEW')?.eta]).toEqual([null, null])
    await backend.database.db.deleteFrom('trip').where('id', 'in', made).execute()
  })

  test("API-38 OPEN-77 follow the support view's choice of a company and a user", async () => {
    const slow = await tripOf('SLOW', {})
    const foreign = await tripOf('FOREIGN', { company_id: ids['foreign company'] ?? 0 })
    const tripsOf = async (login: string, query: string) => {
      const { token: own } = await backend.logIn(login)
      const { status, body } = await backend.ask('GET', `${FLEET_API}/getTripUpdate?${query}`, { token: own })
      return status === 200 ? (body as Answer).trips.map(({ truck }) => truck).sort() : status
    }
    expect(await tripsOf('analyst', '')).toEqual(['FAST', 'FOREIGN', 'SLOW'])
    expect(await tripsOf('analyst', `companyId=${ids['company']}`)).toEqual(['FAST', 'SLOW'])
    expect(await tripsOf('analyst', `companyId=${ids['company']}&userIds[0]=${ids['north']}`)).toEqual([
      'FAST',
    ])
    expect(await tripsOf('analyst', `userIds[0]=${ids['foreign user']}`)).toEqual(['FOREIGN'])
    expect(await tripsOf('north', `userIds[0]=${own.userId}`)).toEqual([])
    expect(await tripsOf('north', `companyId=${ids['foreign company']}`)).toBe(404)
    await backend.database.db.deleteFrom('trip').where('id', 'in', [slow, foreign]).execute()
  })

  test('API-38 a user of one group sees the trips of its trucks, however many trips others have', async () => {
    const others = await Promise.all(Array.from({ length: 501 }, () => tripOf('SLOW', {})))
    const { token: ofNorth } = await backend.logIn('north')
    const { body } = await backend.ask('GET', `${FLEET_API}/getTripUpdate?status=RUNNING`, { token: ofNorth })
    expect((body as Answer).trips.map(({ truck }) => truck)).toEqual(['FAST'])
    expect((body as Answer).total).toBe(1)
    const all = await get<Answer>('getTripUpdate?status=RUNNING')
    expect([all.trips.length, all.total]).toEqual([500, 502])
    await backend.database.db.deleteFrom('trip').where('id', 'in', others).execute()
  })
})
