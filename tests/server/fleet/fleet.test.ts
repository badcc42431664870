import { expect, test } from 'vitest'
import type { FleetFilter, FleetList } from '#contract/records/fleet.ts'
import { istClock, istDate, istDateTime } from '#domain/ist.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { ALL, withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, filtered, get, ids, own, recent } = withFleet()
const COUNTS = { RUNNING: 2, IDLING: 1, STOPPED: 1, KEYON: 0, OFFLINE: 1 }

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
  ['MAP-24 overspeed 100: a silent truck has no current speed', { overSpeed: 100 }, []],
])('MAP-22 API-110 %s', async (_name, filter, names) => {
  expect((await filtered(filter)).names).toEqual(names)
})

test('MAP-22 groups, regions and vehicles narrow the list, several groups add up', async () => {
  expect((await filtered({ groupIds: [own.groupId] })).names).toEqual(['FAST', 'IDLE'])
  expect((await filtered({ regionIds: [own.regionId] })).names).toEqual(['SLOW'])
  expect((await filtered({ vehicleIds: [ids['SLOW'] ?? 0, ids['NEW'] ?? 0] })).names).toEqual(['NEW', 'SLOW'])
  expect((await filtered({ groupIds: [own.groupId], status: 'IDLE' })).names).toEqual(['IDLE'])
})

test('a chip keeps its count while another one is chosen', async () => {
  expect((await filtered({ status: 'OFFLINE' })).counts).toEqual(COUNTS)
  expect((await filtered({ groupIds: [own.groupId] })).counts).toEqual({
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
  expect((await filtered({ userIds: [ids['north'] ?? 0, own.userId] })).names).toEqual(ALL)
  expect(
    (await filtered({ userIds: [ids['north'] ?? 0], groupIds: [own.groupId], status: 'IDLE' })).names,
  ).toEqual(['IDLE'])
})

test("OPEN-77 AC-01 another company's user, one without vehicles, and an unknown one add nothing", async () => {
  for (const name of ['foreign user', 'settings', 'gone'])
    expect((await filtered({ userIds: [ids[name] ?? 0] })).names, name).toEqual([])
  expect((await filtered({ userIds: [2_000_000_000] })).names).toEqual([])
})

test('OPEN-77 staff see a company, or one of its users; roles that may not list users cannot name one', async () => {
  const listOf = async (login: string, filter: Partial<FleetFilter['filter']>) => {
    const { body } = await backend.ask('POST', `${FLEET_API}/fleetmaptracking/filter`, {
      token: (await backend.logIn(login)).token,
      body: {
        status: '',
        filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...filter },
      },
    })
    return (body as FleetList).vehicles.map(({ registrationId }) => registrationId)
  }
  expect(await listOf('analyst', {})).toEqual(expect.arrayContaining([...ALL, 'FOREIGN']))
  expect(await listOf('analyst', { companyIds: [ids['company'] ?? 0] })).toEqual(ALL)
  expect(await listOf('analyst', { userIds: [ids['north'] ?? 0] })).toEqual(['FAST', 'IDLE'])
  expect(await listOf('analyst', { userIds: [ids['foreign user'] ?? 0] })).toEqual(['FOREIGN'])
  expect(await listOf('north', { userIds: [own.userId] })).toEqual([])
})

test('API-54 OPEN-77 the users of a company are listed, without those who may not log in', async () => {
  const { token: analyst } = await backend.logIn('analyst')
  const { body } = await backend.ask('GET', `${FLEET_API}/getCustomerByCompany?companyId=${ids['company']}`, {
    token: analyst,
  })
  const { users } = body as { users: Array<{ userName: string; companyName: string; role: string }> }
  expect(users.map(({ userName, companyName, role }) => [userName, companyName, role])).toEqual([
    ['kamala', 'Own', 'CUSTOMERADMIN'],
    ['north', 'Own', 'MANAGER'],
    ['settings', 'Own', 'CONFIG MANAGER'],
  ])
})

test("API-119 a search finds registrations and chassis numbers of the caller's own vehicles, ignoring case, blanks and dashes", async () => {
  const { db } = backend.database
  const vin = { vin: 'MEC2841-x77' }
  await db
    .updateTable('vehicle')
    .set(vin)
    .where('id', 'in', [ids['SLOW'] ?? 0, ids['FOREIGN'] ?? 0])
    .execute()
  const search = async (text: string) => {
    const { body } = await backend.ask('POST', `${FLEET_API}/vehiclesearch/ids`, {
      token: own.token,
      body: { search: text },
    })
    return (body as { vehicleIds: number[] }).vehicleIds
  }
  expect(await search('2841 X-7')).toEqual([ids['SLOW']])
  expect(await search('fas')).toEqual([ids['FAST']])
  expect(await search('foreign')).toEqual([])
  expect([await search(''), await search('%'), await search(' _-')]).toEqual([[], [], []])
})

test('MAP-52 more vehicles than the limit are refused', async () => {
  const body = (count: number) => ({
    status: '',
    filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] },
    vehicleIds: Array.from({ length: count }, (_, i) => i + 1),
  })
  const ask = (count: number) =>
    backend.ask('POST', `${FLEET_API}/fleetmaptracking/filter`, { token: own.token, body: body(count) })
  expect([(await ask(250)).status, (await ask(251)).status]).toEqual([200, 400])
})

test('an unknown status is refused', async () => {
  const { status, body } = await backend.ask('POST', `${FLEET_API}/fleetmaptracking/filter`, {
    token: own.token,
    body: { status: 'FLYING', filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] } },
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: expect.stringContaining('FLYING') })
})
