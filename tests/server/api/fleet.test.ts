import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { istClock, istDate, istDateTime } from '#contract/ist.ts'
import type { Fix } from '#contract/records/fix.ts'
import type { FleetFilter, FleetList } from '#contract/records/fleet-vehicle.ts'
import type { Trip } from '#contract/records/trip.ts'
import type { TripTable } from '#server/db/tables/fleet.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { withBackend } from './backend.ts'
import { storeFixes } from './tracks.ts'

const backend = withBackend()
const DICV = '/api/v2/onlinefleetmngmt/dicv'
const place = { lng: 79, lat: 21 }
const recent = Math.floor(Date.now() / 1000) * 1000 - 30_000

/** Each vehicle's latest fix; null where it has none. */
const FIXES: Readonly<Record<string, (Omit<Fix, 'time' | 'lng' | 'lat'> & { time?: number }) | null>> = {
  FAST: { speed: 92, heading: 270, odo: 1234.5, ignition: true, fuel: 75, adblue: 10 },
  SLOW: { speed: 40, ignition: true },
  IDLE: { speed: 0, ignition: true },
  STOPPED: { speed: 0, ignition: false },
  SILENT: { speed: 120, ignition: true, time: recent - 3_600_000 },
  NEW: null,
}
const ids: Record<string, number> = {}
let token = ''
let userId = 0
let groupId = 0
let regionId = 0

beforeAll(async () => {
  const { db } = backend.database
  const { id: company_id } = await addCompany(db, { name: 'Own' })
  const { id: foreignCompany } = await addCompany(db, { name: 'Foreign' })
  const foreign = await addVehicle(db, { company_id: foreignCompany, registration: 'FOREIGN' })
  ids['FOREIGN'] = foreign.id
  for (const [registration, fix] of Object.entries(FIXES)) {
    const vehicle = await addVehicle(db, {
      company_id,
      registration,
      fuel_tank_litres: 300,
      adblue_tank_litres: 40,
    })
    ids[registration] = vehicle.id
    if (fix) await storeFixes(db, vehicle, [{ ...place, time: recent, ...fix }])
  }
  const group = await db
    .insertInto('vehicle_group')
    .values([
      { company_id, name: 'North' },
      { company_id: foreignCompany, name: 'Foreign group' },
    ])
    .returning('id')
    .execute()
  groupId = group[0]?.id ?? 0
  const foreignGroup = group[1]?.id ?? 0
  const region = await db.insertInto('region').values({ company_id, name: 'West' }).returning('id').execute()
  regionId = region[0]?.id ?? 0
  await db
    .insertInto('group_vehicle')
    .values([
      { company_id, group_id: groupId, vehicle_id: ids['FAST'] ?? 0 },
      { company_id, group_id: groupId, vehicle_id: ids['IDLE'] ?? 0 },
      { company_id: foreignCompany, group_id: foreignGroup, vehicle_id: foreign.id },
    ])
    .execute()
  ids['foreign group'] = foreignGroup
  await db
    .insertInto('region_vehicle')
    .values({ company_id, region_id: regionId, vehicle_id: ids['SLOW'] ?? 0 })
    .execute()
  await db
    .insertInto('trip')
    .values({
      company_id,
      vehicle_id: ids['FAST'] ?? 0,
      from_city: 'Pune',
      to_city: 'Nagpur',
      scheduled_start: new Date(recent - 3_600_000),
      scheduled_end: new Date(recent + 3_600_000),
      actual_start: new Date(recent - 3_600_000),
      eta: new Date(recent + 7_200_000),
      status: 'RUNNING',
    })
    .execute()
  userId = await backend.addUser('Kamala', 'CUSTOMERADMIN', company_id)
  token = (await backend.logIn('kamala')).token
  ids['company'] = company_id
  ids['foreign company'] = foreignCompany
  ids['north'] = await backend.addUser('north', 'MANAGER', company_id)
  ids['settings'] = await backend.addUser('settings', 'CONFIG MANAGER', company_id)
  ids['gone'] = await backend.addUser('gone', 'MANAGER', company_id)
  ids['foreign user'] = await backend.addUser('foreigner', 'MANAGER', foreignCompany)
  await backend.addUser('analyst', 'ANALYTICSUSER', null)
  await db.insertInto('user_group').values({ company_id, group_id: groupId, user_id: ids['north'] }).execute()
  await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', ids['gone']).execute()
})

const get = async <T>(path: string): Promise<T> =>
  (await backend.ask('GET', `${DICV}/${path}`, { token })).body as T
const filtered = async (
  filter: Partial<FleetFilter['filter']> & { status?: string; vehicleIds?: number[] } = {},
): Promise<{ names: string[]; counts: FleetList['counts'] }> => {
  const { status = '', vehicleIds, ...rest } = filter
  const { body } = await backend.ask('POST', `${DICV}/fleetmaptracking/filter`, {
    token,
    body: {
      status,
      filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...rest },
      ...(vehicleIds ? { vehicleIds } : {}),
    },
  })
  const { vehicles, counts } = body as FleetList
  return { names: vehicles.map(({ registrationId }) => registrationId), counts }
}
const ALL = ['FAST', 'IDLE', 'NEW', 'SILENT', 'SLOW', 'STOPPED']
const COUNTS = { RUNNING: 2, IDLING: 1, STOPPED: 1, KEYON: 0, OFFLINE: 1 }

describe('the fleet list', () => {
  test('MAP-20 OPEN-76 API-101 a vehicle has every field, levels in percent and times in IST', async () => {
    const { vehicles, counts } = await get<FleetList>('fleetmaptracking/vehicles')
    expect(vehicles.map(({ registrationId }) => registrationId)).toEqual(ALL)
    expect(counts).toEqual(COUNTS)
    expect(vehicles[0]).toEqual({
      vehicleId: ids['FAST'],
      registrationId: 'FAST',
      imei: expect.any(String),
      latitude: 21,
      longitude: 79,
      vehicleStatus: 'RUNNING',
      tripDetail: {
        tripId: expect.any(Number),
        fromCity: 'Pune',
        toCity: 'Nagpur',
        eta: istDateTime(recent + 7_200_000),
      },
      lastUpdatedDate: istDate(recent),
      lastUpdatedTime: istClock(recent),
      currentVehicleSpeed: 92,
      fixTime: recent,
      heading: 270,
      odo: 1234.5,
      fuelPercent: 25,
      adbluePercent: 25,
      intervalS: 60,
      model: expect.any(String),
    })
    expect(vehicles[2]).toMatchObject({
      vehicleStatus: 'No Recent Data',
      tripDetail: null,
      latitude: null,
      longitude: null,
      lastUpdatedDate: '',
      fixTime: 0,
      fuelPercent: null,
    })
  })

  test('MAP-07 API-112 show all trucks answers showAllTrucksList', async () => {
    const { showAllTrucksList } = await get<{ showAllTrucksList: FleetList['vehicles'] }>('showalltrucks')
    expect(showAllTrucksList.map(({ registrationId }) => registrationId)).toEqual(ALL)
  })

  test.each([
    ['no filter', {}, ALL],
    ['OPEN-75 running', { status: 'RUNNING' }, ['FAST', 'SLOW']],
    ['OPEN-75 idle', { status: 'IDLE' }, ['IDLE']],
    ['CONFLICT-01 idling', { status: 'IDLING' }, ['IDLE']],
    ['OPEN-75 offline', { status: 'OFFLINE' }, ['SILENT']],
    ['MAP-24 overspeed 60', { overSpeed: 60 }, ['FAST']],
    ['MAP-24 overspeed 100: a silent truck has no speed now', { overSpeed: 100 }, []],
  ])('MAP-22 API-110 %s', async (_name, filter, names) => {
    expect((await filtered(filter)).names).toEqual(names)
  })

  test('MAP-22 groups, regions and vehicles narrow it, several groups add up', async () => {
    expect((await filtered({ groupIds: [groupId] })).names).toEqual(['FAST', 'IDLE'])
    expect((await filtered({ regionIds: [regionId] })).names).toEqual(['SLOW'])
    expect((await filtered({ vehicleIds: [ids['SLOW'] ?? 0, ids['NEW'] ?? 0] })).names).toEqual([
      'NEW',
      'SLOW',
    ])
    expect((await filtered({ groupIds: [groupId], status: 'IDLE' })).names).toEqual(['IDLE'])
  })

  test('a chip keeps its number while another one is chosen', async () => {
    expect((await filtered({ status: 'OFFLINE' })).counts).toEqual(COUNTS)
    expect((await filtered({ groupIds: [groupId] })).counts).toEqual({
      ...COUNTS,
      RUNNING: 1,
      STOPPED: 0,
      OFFLINE: 0,
    })
  })

  test('AC-01 another company’s group or vehicle adds nothing', async () => {
    expect((await filtered({ groupIds: [ids['foreign group'] ?? 0] })).names).toEqual([])
    expect((await filtered({ vehicleIds: [ids['FOREIGN'] ?? 0] })).names).toEqual([])
  })

  test('OPEN-77 a user of the company narrows the list to what that user sees', async () => {
    expect((await filtered({ userIds: [ids['north'] ?? 0] })).names).toEqual(['FAST', 'IDLE'])
    expect((await filtered({ userIds: [ids['north'] ?? 0, userId] })).names).toEqual(ALL)
    expect(
      (await filtered({ userIds: [ids['north'] ?? 0], groupIds: [groupId], status: 'IDLE' })).names,
    ).toEqual(['IDLE'])
  })

  test('OPEN-77 AC-01 another company’s user, one without vehicles, and nobody add nothing', async () => {
    for (const name of ['foreign user', 'settings', 'gone'])
      expect((await filtered({ userIds: [ids[name] ?? 0] })).names, name).toEqual([])
    expect((await filtered({ userIds: [2_000_000_000] })).names).toEqual([])
  })

  test('OPEN-77 staff see a company, or one of its users, and whoever may not list users names nobody', async () => {
    const asked = async (login: string, filter: Partial<FleetFilter['filter']>) => {
      const { body } = await backend.ask('POST', `${DICV}/fleetmaptracking/filter`, {
        token: (await backend.logIn(login)).token,
        body: {
          status: '',
          filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...filter },
        },
      })
      return (body as FleetList).vehicles.map(({ registrationId }) => registrationId)
    }
    expect(await asked('analyst', {})).toEqual(expect.arrayContaining([...ALL, 'FOREIGN']))
    expect(await asked('analyst', { companyIds: [ids['company'] ?? 0] })).toEqual(ALL)
    expect(await asked('analyst', { userIds: [ids['north'] ?? 0] })).toEqual(['FAST', 'IDLE'])
    expect(await asked('analyst', { userIds: [ids['foreign user'] ?? 0] })).toEqual(['FOREIGN'])
    expect(await asked('north', { userIds: [userId] })).toEqual([])
  })

  test('API-54 OPEN-77 the users of a company, without those who may not log in', async () => {
    const { token: analyst } = await backend.logIn('analyst')
    const { body } = await backend.ask('GET', `${DICV}/getCustomerByCompany?companyId=${ids['company']}`, {
      token: analyst,
    })
    const { users } = body as { users: Array<{ userName: string; companyName: string; role: string }> }
    expect(users.map(({ userName, companyName, role }) => [userName, companyName, role])).toEqual([
      ['kamala', 'Own', 'CUSTOMERADMIN'],
      ['north', 'Own', 'MANAGER'],
      ['settings', 'Own', 'CONFIG MANAGER'],
    ])
  })

  test('API-119 a search finds registrations and chassis numbers of the caller’s own vehicles, whatever case, blanks and dashes', async () => {
    const { db } = backend.database
    const vin = { vin: 'MEC2841-x77' }
    await db
      .updateTable('vehicle')
      .set(vin)
      .where('id', 'in', [ids['SLOW'] ?? 0, ids['FOREIGN'] ?? 0])
      .execute()
    const search = async (text: string) => {
      const { body } = await backend.ask('POST', `${DICV}/vehiclesearch/ids`, {
        token,
        body: { search: text },
      })
      return (body as { vehicleIds: number[] }).vehicleIds
    }
    expect(await search('2841 X-7')).toEqual([ids['SLOW']])
    expect(await search('fas')).toEqual([ids['FAST']])
    expect(await search('foreign')).toEqual([])
    expect([await search(''), await search('%'), await search(' _-')]).toEqual([[], [], []])
  })

  test('MAP-52 more vehicles than can be chosen are refused', async () => {
    const body = (count: number) => ({
      status: '',
      filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] },
      vehicleIds: Array.from({ length: count }, (_, i) => i + 1),
    })
    const ask = (count: number) =>
      backend.ask('POST', `${DICV}/fleetmaptracking/filter`, { token, body: body(count) })
    expect([(await ask(250)).status, (await ask(251)).status]).toEqual([200, 400])
  })

  test('a status that is none is refused', async () => {
    const { status, body } = await backend.ask('POST', `${DICV}/fleetmaptracking/filter`, {
      token,
      body: { status: 'FLYING', filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] } },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('FLYING') })
  })
})

describe('lists', () => {
  test('MAP-23 API-111 API-26 groups hold their vehicles', async () => {
    const groups = [
      {
        groupId,
        groupName: 'North',
        vehicles: [
          { vehicleId: ids['FAST'], registrationId: 'FAST' },
          { vehicleId: ids['IDLE'], registrationId: 'IDLE' },
        ],
      },
    ]
    expect(await get(`fleetmaptracking/groups?userId=${userId}`)).toEqual({ groups })
    expect(await get(`getGroups?userId=${userId}&subGroupId=${groupId}`)).toEqual({ groups })
    expect(await get(`getGroups?userId=${userId}&subGroupId=${ids['foreign group']}`)).toMatchObject({
      status: 404,
    })
  })

  test('MAP-23 API-28 regions hold regionId and vehicles', async () => {
    expect(await get(`getAllRegions?userId=${userId}`)).toEqual({
      regions: [
        { regionId, regionName: 'West', vehicles: [{ vehicleId: ids['SLOW'], registrationId: 'SLOW' }] },
      ],
    })
  })

  test('MAP-53 API-25 API-102 the dropdown answers with and without the user in it', async () => {
    const { vehicles } = await get<{ vehicles: object[] }>(`getActiveVehicles/${userId}`)
    expect(vehicles[3]).toEqual({
      vehicleId: ids['SILENT'],
      registrationId: 'SILENT',
      vehicleStatus: 'OFFLINE',
      lastUpdatedDate: istDate(recent - 3_600_000),
      lastUpdatedTime: istClock(recent - 3_600_000),
      tripDetail: null,
    })
    expect(await get('getActiveVehicles')).toEqual({ vehicles })
    expect(await get(`getActiveVehicles?userId=${userId}`)).toEqual({ vehicles })
  })

  test('API-24 the ids of the caller’s vehicles come with their registrations', async () => {
    expect(await get('getVehicleIds')).toEqual({
      vehicles: ALL.map((registrationId) => ({ vehicleId: ids[registrationId], registrationId })),
    })
  })

  test('LIV-02 API-108 live track answers in the form of the stream', async () => {
    expect(await get(`livetrack?vehicleId=${ids['FAST']}`)).toEqual({
      LAT: 21,
      LONG: 79,
      status: 'RUNNING',
      RegNo: 'FAST',
      UpdatedTime: istDateTime(recent),
      vehicleId: ids['FAST'],
      time: recent,
      speed: 92,
      heading: 270,
      odo: 1234.5,
      fuelPercent: 25,
      adbluePercent: 25,
      intervalS: 60,
    })
    expect(await get(`livetrack?vehicleId=${ids['NEW']}`)).toHaveProperty('ERROR')
  })

  describe('trips', () => {
    type Answer = { trips: Trip[]; total: number }
    const NAGPUR = { to_lng: 79.09, to_lat: 21.15 }
    const tripOf = async (registration: string, said: Partial<Insertable<TripTable>>) => {
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
          ...said,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }

    test('API-38 OPEN-25 name their truck and cities, and are found by status, vehicle, truck and town', async () => {
      const { trips, total } = await get<Answer>('getTripUpdate?status=RUNNING')
      expect(trips).toMatchObject([
        { truck: 'FAST', vehicleId: ids['FAST'], fromCity: 'Pune', status: 'RUNNING', progressPercent: null },
      ])
      expect(total).toBe(1)
      const found = async (search: string) =>
        (await get<Answer>(`getTripUpdate?status=RUNNING&search=${encodeURIComponent(search)}`)).total
      expect([await found('f-a st'), await found('nagp'), await found('pUNE'), await found('slow')]).toEqual([
        1, 1, 1, 0,
      ])
      expect(await found("%' or 1=1 --")).toBe(0)
      expect(await get('getTripUpdate?status=COMPLETED')).toEqual({ trips: [], total: 0 })
      expect(await get(`getTripUpdate?vehicleId=${ids['SLOW']}`)).toEqual({ trips: [], total: 0 })
    })

    test('TRP-04 a trip is early, on time or delayed, and says how much of its way lies behind the truck', async () => {
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
        ['Early', 92],
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

    test('API-38 OPEN-77 follow the support view’s choice of a company and a user', async () => {
      const slow = await tripOf('SLOW', {})
      const foreign = await tripOf('FOREIGN', { company_id: ids['foreign company'] ?? 0 })
      const asked = async (login: string, query: string) => {
        const { token: own } = await backend.logIn(login)
        const { status, body } = await backend.ask('GET', `${DICV}/getTripUpdate?${query}`, { token: own })
        return status === 200 ? (body as Answer).trips.map(({ truck }) => truck).sort() : status
      }
      expect(await asked('analyst', '')).toEqual(['FAST', 'FOREIGN', 'SLOW'])
      expect(await asked('analyst', `companyId=${ids['company']}`)).toEqual(['FAST', 'SLOW'])
      expect(await asked('analyst', `companyId=${ids['company']}&userIds[0]=${ids['north']}`)).toEqual([
        'FAST',
      ])
      expect(await asked('analyst', `userIds[0]=${ids['foreign user']}`)).toEqual(['FOREIGN'])
      expect(await asked('north', `userIds[0]=${userId}`)).toEqual([])
      expect(await asked('north', `companyId=${ids['foreign company']}`)).toBe(404)
      await backend.database.db.deleteFrom('trip').where('id', 'in', [slow, foreign]).execute()
    })

    test('API-38 a user of one group sees the trips of its trucks, however many trips others have', async () => {
      const others = await Promise.all(Array.from({ length: 501 }, () => tripOf('SLOW', {})))
      const { token: ofNorth } = await backend.logIn('north')
      const { body } = await backend.ask('GET', `${DICV}/getTripUpdate?status=RUNNING`, { token: ofNorth })
      expect((body as Answer).trips.map(({ truck }) => truck)).toEqual(['FAST'])
      expect((body as Answer).total).toBe(1)
      const all = await get<Answer>('getTripUpdate?status=RUNNING')
      expect([all.trips.length, all.total]).toEqual([500, 502])
      await backend.database.db.deleteFrom('trip').where('id', 'in', others).execute()
    })
  })

  test('SHL-31 API-52 a user detail has the first name', async () => {
    expect(await get(`getUserDetail?userId=${userId}`)).toEqual({
      userId,
      userName: 'kamala',
      firstName: 'Kamala',
      mobileNumber: '',
      emailId: '',
      companyName: 'Own',
      roles: ['CUSTOMERADMIN'],
    })
  })

  test('TCK-12 API-36 the maintenance switch is off until it is set', async () => {
    expect(await get('maintenancestatus')).toEqual({ maintenance: false })
    await backend.database.db.insertInto('setting').values({ key: 'maintenance', value: 'true' }).execute()
    expect(await get('maintenancestatus')).toEqual({ maintenance: true })
  })
})
