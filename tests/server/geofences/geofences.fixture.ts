import { beforeAll, expect } from 'vitest'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

/** The calls of geofences. */
export const BASE = '/api/v2/onlinefleetmngmt/dicv/geofence'

/** The fields that a polygon leaves null. */
export const CIRCLE_OFF = {
  shapeType: 'polygon',
  geoFenceCircleLatitude: null,
  geoFenceCircleLongitude: null,
  geoFenceCircleRadiusInMeters: null,
}

/** A corner. */
export const at = (longitude: number, latitude: number) => ({ latitude, longitude })

type TestUser = { token: string; userId: number }

/** A backend with two companies, vehicles A, B (of a group) and C (of a region) of the one and X of the other, and users who save, read and may not see fences. */
export const withFences = () => {
  const backend = withBackend()
  const users: Record<string, TestUser> = {}
  const ids: Record<string, number> = {}
  const userOf = (name: string): TestUser => users[name] ?? { token: '', userId: 0 }
  const id = (name: string): number => ids[name] ?? 0

  beforeAll(async () => {
    const { db } = backend.database
    const [own, other] = [await addCompany(db), await addCompany(db)]
    for (const registration of ['A', 'B', 'C'])
      ids[registration] = (await addVehicle(db, { company_id: own.id, registration })).id
    ids['X'] = (await addVehicle(db, { company_id: other.id, registration: 'X' })).id
    const group = await db
      .insertInto('vehicle_group')
      .values({ company_id: own.id, name: 'North' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const region = await db
      .insertInto('region')
      .values({ company_id: own.id, name: 'West' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids['group'] = group.id
    ids['region'] = region.id
    await db
      .insertInto('group_vehicle')
      .values({ company_id: own.id, group_id: group.id, vehicle_id: id('B') })
      .execute()
    await db
      .insertInto('region_vehicle')
      .values({ company_id: own.id, region_id: region.id, vehicle_id: id('C') })
      .execute()
    for (const [name, role, company] of [
      ['owner', 'CUSTOMER', own.id],
      ['limited', 'MANAGER', own.id],
      ['reader', 'SUPPORT', null],
      ['staff', 'SUPERADMIN', null],
      ['stranger', 'CUSTOMER', other.id],
    ] as const) {
      const userId = await backend.addUser(name, role, company)
      if (name === 'limited')
        await db
          .insertInto('user_group')
          .values({ company_id: own.id, user_id: userId, group_id: group.id })
          .execute()
      users[name] = await backend.logIn(name)
    }
  })

  let count = 0
  const draft = (more: object = {}) => ({
    geoFenceId: null,
    shapeType: 'circle',
    geoFencePolygonCoordinates: null,
    geoFenceName: `Fence ${++count}`,
    geoFenceCircleLatitude: 18.5,
    geoFenceCircleLongitude: 73.8,
    geoFenceCircleRadiusInMeters: 500,
    applyToAllVehicles: true,
    typeId: 2,
    validFrom: '2026-01-01 00:00:00',
    validTo: '2027-01-01 00:00:00',
    entryAlert: true,
    exitAlert: false,
    skippedAlert: true,
    entryNotificationTime: '08:00',
    exitNotificationTime: null,
    vehicleDtoList: [],
    vehicleInfoList: [],
    vehicleList: [],
    ...more,
  })
  const save = (who: string, more: object = {}) => {
    const { token, userId } = userOf(who)
    return backend.ask('POST', BASE, { token, body: { dicvUserId: userId, ...draft(more) } })
  }
  const saved = async (who: string, more: object = {}): Promise<number> => {
    const { status, body } = await save(who, more)
    expect({ status, body }).toMatchObject({ status: 200 })
    return (body as { geoFenceId: number }).geoFenceId
  }
  const get = async (who: string, path: string) =>
    (await backend.ask('GET', `${BASE}/${path}`, userOf(who))).body
  const detail = (who: string, fence: number) =>
    get(who, `edit?userId=${userOf(who).userId}&geoFenceId=${fence}`) as Promise<Record<string, unknown>>
  const names = async (who: string, search: string) => {
    const list = (await get(
      who,
      `list?userId=${userOf(who).userId}&search=${encodeURIComponent(search)}`,
    )) as {
      geofences: Array<{ geoFenceShapeName: string }>
    }
    return list.geofences.map(({ geoFenceShapeName }) => geoFenceShapeName)
  }

  return { backend, userOf, id, draft, save, saved, get, detail, names }
}
