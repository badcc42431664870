import { expect, test } from 'vitest'
import { istClock, istDate, istDateTime } from '#domain/ist.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { ALL, withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, get, ids, own, recent } = withFleet()

test('MAP-23 API-111 API-26 groups list their vehicles', async () => {
  const groups = [
    {
      groupId: own.groupId,
      groupName: 'North',
      vehicles: [
        { vehicleId: ids['FAST'], registrationId: 'FAST' },
        { vehicleId: ids['IDLE'], registrationId: 'IDLE' },
      ],
    },
  ]
  expect(await get(`fleetmaptracking/groups?userId=${own.userId}`)).toEqual({ groups })
  expect(await get(`getGroups?userId=${own.userId}&subGroupId=${own.groupId}`)).toEqual({ groups })
  expect(await get(`getGroups?userId=${own.userId}&subGroupId=${ids['foreign group']}`)).toMatchObject({
    status: 404,
  })
})

test('MAP-23 API-28 regions have regionId and vehicles', async () => {
  expect(await get(`getAllRegions?userId=${own.userId}`)).toEqual({
    regions: [
      {
        regionId: own.regionId,
        regionName: 'West',
        vehicles: [{ vehicleId: ids['SLOW'], registrationId: 'SLOW' }],
      },
    ],
  })
})

test('MAP-53 API-25 API-102 the dropdown answers with and without the user in it', async () => {
  const { vehicles } = await get<{ vehicles: object[] }>(`getActiveVehicles/${own.userId}`)
  expect(vehicles[3]).toEqual({
    vehicleId: ids['SILENT'],
    registrationId: 'SILENT',
    vehicleStatus: 'OFFLINE',
    lastUpdatedDate: istDate(recent - 3_600_000),
    lastUpdatedTime: istClock(recent - 3_600_000),
    tripDetail: null,
  })
  expect(await get('getActiveVehicles')).toEqual({ vehicles })
  expect(await get(`getActiveVehicles?userId=${own.userId}`)).toEqual({ vehicles })
})

test("API-24 the ids of the caller's vehicles are listed with their registrations", async () => {
  expect(await get('getVehicleIds')).toEqual({
    vehicles: ALL.map((registrationId) => ({ vehicleId: ids[registrationId], registrationId })),
  })
})

test('LIV-02 API-108 live track answers in the format of the stream', async () => {
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

test('SHL-31 API-52 a user detail has the first name', async () => {
  expect(await get(`getUserDetail?userId=${own.userId}`)).toEqual({
    userId: own.userId,
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

test('MAP-23 staff, who sees groups and regions of every company, reads whose each is', async () => {
  const { token, userId } = await backend.logIn('analyst')
  const named = async (path: string, key: string) => {
    const { body } = await backend.ask('GET', `${FLEET_API}/${path}?userId=${userId}`, { token })
    return Object.values((body as Record<string, Array<Record<string, unknown>>>)[key] ?? []).map((each) =>
      JSON.stringify(each),
    )
  }
  for (const [path, key] of [
    ['fleetmaptracking/groups', 'groups'],
    ['getAllRegions', 'regions'],
  ] as const) {
    const all = await named(path, key)
    expect(all.length).toBeGreaterThan(0)
    for (const each of all) expect(each).toMatch(/Name":"[^"]+ · [^"]+"/)
  }
})
