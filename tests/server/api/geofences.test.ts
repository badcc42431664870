import { beforeAll, describe, expect, test, vi } from 'vitest'
import { toPayloadTime } from '#contract/ist.ts'
import { FENCE_FAULT } from '#contract/records/geofence.text.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { withBackend } from './backend.ts'

const backend = withBackend()
const BASE = '/api/v2/onlinefleetmngmt/dicv/geofence'

type Person = { token: string; userId: number }
const people: Record<string, Person> = {}
const ids: Record<string, number> = {}
const person = (name: string): Person => people[name] ?? { token: '', userId: 0 }
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
    ['staff', 'CSSUPPORT', null],
    ['stranger', 'CUSTOMER', other.id],
  ] as const) {
    const userId = await backend.addUser(name, role, company)
    if (name === 'limited')
      await db
        .insertInto('user_group')
        .values({ company_id: own.id, user_id: userId, group_id: group.id })
        .execute()
    people[name] = await backend.logIn(name)
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
const CIRCLE_OFF = {
  shapeType: 'polygon',
  geoFenceCircleLatitude: null,
  geoFenceCircleLongitude: null,
  geoFenceCircleRadiusInMeters: null,
}
const at = (longitude: number, latitude: number) => ({ latitude, longitude })

const save = (who: string, more: object = {}) => {
  const { token, userId } = person(who)
  return backend.ask('POST', BASE, { token, body: { dicvUserId: userId, ...draft(more) } })
}
const saved = async (who: string, more: object = {}): Promise<number> => {
  const { status, body } = await save(who, more)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { geoFenceId: number }).geoFenceId
}
const get = async (who: string, path: string) =>
  (await backend.ask('GET', `${BASE}/${path}`, person(who))).body
const detail = (who: string, fence: number) =>
  get(who, `edit?userId=${person(who).userId}&geoFenceId=${fence}`) as Promise<Record<string, unknown>>
const names = async (who: string, search: string) => {
  const list = (await get(who, `list?userId=${person(who).userId}&search=${encodeURIComponent(search)}`)) as {
    geofences: Array<{ geoFenceShapeName: string }>
  }
  return list.geofences.map(({ geoFenceShapeName }) => geoFenceShapeName)
}

describe('geofences', () => {
  test('GEO-01 API-116 GEO-15 API-115 a circle comes back as it was saved', async () => {
    const fence = await saved('owner', { geoFenceName: ' Circle ' })
    const read = await detail('owner', fence)
    expect(read).toMatchObject({
      ...{ geoFenceId: fence, geoFenceShapeName: 'Circle', shapeType: 'circle', typeId: 2 },
      ...{ circleLatitude: 18.5, circleLongitude: 73.8, radius: 500, geoFencePolygonCoordinatesList: null },
      ...{ validFrom: '2026-01-01 00:00:00', validTo: '2027-01-01 00:00:00', entryAlert: true },
      ...{ exitAlert: false, skippedAlert: true, entryNotificationTime: '08:00', exitNotificationTime: null },
      ...{ applyToAllVehicles: true, vehicleList: [id('A'), id('B'), id('C')] },
    })
    expect(await get('owner', String(fence))).toEqual(read)
  })

  test('GEO-06 GEO-07 a closed polygon comes back as an open ring', async () => {
    const corners = [at(73, 18), at(74, 18), at(74, 19)]
    const fence = await saved('owner', {
      ...CIRCLE_OFF,
      geoFencePolygonCoordinates: [...corners, at(73, 18)],
    })
    expect(await detail('owner', fence)).toMatchObject({
      ...{ shapeType: 'polygon', circleLatitude: null, circleLongitude: null, radius: null },
      geoFencePolygonCoordinatesList: corners,
    })
  })

  test('GEO-06 a polygon that crosses itself is refused with the reason', async () => {
    const corners = [at(73, 18), at(74, 19), at(74, 18), at(73, 19)]
    const { status, body } = await save('owner', { ...CIRCLE_OFF, geoFencePolygonCoordinates: corners })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: expect.stringContaining('crosses itself: the side from corner 1 to 2'),
    })
  })

  test('GEO-10 vehicles are the chosen, else those of the groups, else those of the regions', async () => {
    const watched = async (more: object) =>
      (await detail('owner', await saved('owner', { applyToAllVehicles: false, ...more })))['vehicleList']
    const groups = { groupIdList: [id('group')], regionIdList: [id('region')] }
    expect(await watched({ vehicleList: [id('A')], ...groups })).toEqual([id('A')])
    expect(await watched(groups)).toEqual([id('B')])
    expect(await watched({ regionIdList: [id('region')] })).toEqual([id('C')])
    const refused = await save('owner', { applyToAllVehicles: false })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Choose vehicles') },
    })
  })

  test('GEO-10 AC-01 vehicles of others are never watched, and what a user cannot see stays as it was', async () => {
    const foreign = { applyToAllVehicles: false, vehicleList: [id('X')] }
    expect((await save('owner', foreign)).status).toBe(400)
    const some = { applyToAllVehicles: false, vehicleList: [id('A'), id('B')] }
    const fence = await saved('owner', some)
    expect((await detail('limited', fence))['vehicleList']).toEqual([id('B')])
    await saved('limited', { geoFenceId: fence, applyToAllVehicles: true })
    expect(await detail('owner', fence)).toMatchObject({
      applyToAllVehicles: false,
      vehicleList: [id('A'), id('B')],
    })
    const own = await saved('limited', {})
    expect(await detail('owner', own)).toMatchObject({ applyToAllVehicles: false, vehicleList: [id('B')] })
  })

  test('GEO-01 staff save a fence where its vehicles are', async () => {
    const fence = await saved('staff', { applyToAllVehicles: false, vehicleList: [id('X')] })
    expect((await detail('stranger', fence))['vehicleList']).toEqual([id('X')])
    expect((await save('staff', { applyToAllVehicles: false, vehicleList: [id('X'), id('A')] })).status).toBe(
      400,
    )
    expect((await save('staff')).status).toBe(400)
  })

  test('API-118 OPEN-14 the list is searched by name, each company its own', async () => {
    await saved('owner', { geoFenceName: 'Pune 100% depot' })
    await saved('owner', { geoFenceName: 'pune yard' })
    await saved('stranger', { geoFenceName: 'Pune elsewhere' })
    expect(await names('owner', 'PUNE')).toEqual(['Pune 100% depot', 'pune yard'])
    expect(await names('owner', '0%')).toEqual(['Pune 100% depot'])
    expect(await names('owner', '_')).toEqual([])
    const list = (await get('owner', `list?userId=${person('owner').userId}&shapes=true&search=yard`)) as {
      geofences: object[]
    }
    expect(list.geofences).toMatchObject([{ shapeType: 'circle', circleLatitude: 18.5, radius: 500 }])
  })

  test('GEO-01 a name is taken once in a company, an edit keeps its own', async () => {
    const fence = await saved('owner', { geoFenceName: 'Once' })
    const twice = await save('owner', { geoFenceName: 'Once' })
    expect(twice).toMatchObject({ status: 409, body: { message: expect.stringContaining('another name') } })
    await saved('stranger', { geoFenceName: 'Once' })
    expect(await saved('owner', { geoFenceId: fence, geoFenceName: 'Once', typeId: 3 })).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({ typeId: 3 })
    const other = await saved('owner', { geoFenceName: 'Other' })
    expect((await save('owner', { geoFenceId: other, geoFenceName: 'Once' })).status).toBe(409)
  })

  test('GEO-06 a save that another one came before is refused and says what to do; without a revision the last one counts', async () => {
    const fence = await saved('owner')
    const { revision } = await detail('owner', fence)
    await saved('limited', { geoFenceId: fence, revision, typeId: 3 })
    const late = await save('owner', { geoFenceId: fence, revision, typeId: 4 })
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('Reload it') } })
    const now = await detail('owner', fence)
    expect(now).toMatchObject({ typeId: 3 })
    await saved('owner', { geoFenceId: fence, revision: now['revision'], typeId: 5 })
    await saved('owner', { geoFenceId: fence, typeId: 6 })
    expect(await detail('owner', fence)).toMatchObject({ typeId: 6 })
  })

  test('GEO-06 a save that is sent again because its answer was lost is not taken for somebody else’s', async () => {
    for (const [of, watching] of [
      [{}, { vehicleList: [id('C'), id('A')], applyToAllVehicles: false }],
      [CIRCLE_OFF, { geoFencePolygonCoordinates: [at(73, 18), at(74, 18), at(74, 19)] }],
    ]) {
      const fence = await saved('owner')
      const { revision } = await detail('owner', fence)
      const write = {
        ...{ geoFenceId: fence, revision, geoFenceName: `Lost ${fence}`, typeId: 3 },
        ...{ exitNotificationTime: '09:30', ...of, ...watching },
      }
      await saved('owner', write)
      const first = await detail('owner', fence)
      expect(await saved('owner', write)).toBe(fence)
      expect(await detail('owner', fence)).toEqual(first)
      expect(first).toMatchObject({ revision: Number(revision) + 1 })
      for (const other of [
        { geoFenceName: `Other ${fence}` },
        { skippedAlert: false },
        { exitNotificationTime: null },
        { validTo: '2027-01-02 00:00:00' },
        { applyToAllVehicles: false, vehicleList: [id('A')] },
      ])
        expect((await save('owner', { ...write, ...other })).status).toBe(409)
    }
  })

  test('GEO-06 DI-12 a creation that is sent again because its answer was lost is the same fence, as it is meant now', async () => {
    const lost = draft({ geoFenceName: 'Lost creation', begunAt: 1_790_000_000_123 })
    const fence = await saved('owner', lost)
    const first = await detail('owner', fence)
    expect(await saved('owner', lost)).toBe(fence)
    expect(await detail('owner', fence)).toEqual(first)

    const renamed = {
      ...lost,
      geoFenceName: 'Found creation',
      vehicleList: [id('A')],
      applyToAllVehicles: false,
    }
    expect(await saved('owner', renamed)).toBe(fence)
    expect(await saved('owner', renamed)).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({
      ...{ geoFenceShapeName: 'Found creation', vehicleList: [id('A')], revision: 2 },
    })
    expect(await names('owner', 'creation')).toEqual(['Found creation'])

    expect(await saved('owner', { ...renamed, geoFenceName: 'Last creation', typeId: 4 })).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({ typeId: 4, revision: 3 })
    expect(await names('owner', 'creation')).toEqual(['Last creation'])
    await saved('owner', { ...lost, begunAt: undefined, geoFenceId: fence, revision: 3 })
    expect((await save('owner', { ...renamed, geoFenceName: 'Late creation' })).status).toBe(409)
    expect(await names('owner', 'creation')).toEqual(['Lost creation'])
  })

  test('GEO-06 DI-12 a creation sent twice at once makes one fence', async () => {
    const twice = draft({ geoFenceName: 'Twice at once', begunAt: 1_790_000_000_124 })
    const [one, other] = await Promise.all([saved('owner', twice), saved('owner', twice)])
    expect(one).toBe(other)
    expect(await names('owner', 'Twice at once')).toHaveLength(1)
  })

  test('GEO-06 what others made of a fence meanwhile is kept, and another form or another user makes another fence', async () => {
    const begunAt = 1_790_000_000_125
    const lost = draft({ geoFenceName: 'Touched', begunAt })
    const fence = await saved('owner', lost)
    await saved('limited', { ...lost, begunAt: undefined, geoFenceId: fence, typeId: 3 })
    expect(await save('owner', { ...lost, typeId: 4 })).toMatchObject({
      status: 409,
      body: { message: FENCE_FAULT.createdBefore },
    })
    expect(await detail('owner', fence)).toMatchObject({ typeId: 3 })
    expect((await save('owner', { ...lost, begunAt: begunAt + 1 })).status).toBe(409)
    expect(await saved('limited', draft({ begunAt }))).not.toBe(fence)
    expect(await saved('owner', draft({ begunAt: begunAt + 1 }))).not.toBe(fence)
  })

  test('GEO-06 DI-12 staff who name vehicles of another company as a lost creation is sent again make no second fence', async () => {
    const lost = draft({ geoFenceName: 'Of staff', begunAt: 1_790_000_000_127, applyToAllVehicles: false })
    const fence = await saved('staff', { ...lost, vehicleList: [id('A')] })
    expect(await saved('staff', { ...lost, vehicleList: [id('B')] })).toBe(fence)
    expect(await save('staff', { ...lost, vehicleList: [id('X')] })).toMatchObject({
      status: 409,
      body: { message: FENCE_FAULT.createdBefore },
    })
    expect([await names('owner', 'Of staff'), await names('stranger', 'Of staff')]).toEqual([
      ['Of staff'],
      [],
    ])
    const twice = { ...lost, begunAt: 1_790_000_000_128, geoFenceName: 'Of two' }
    const both = await Promise.all(
      ['A', 'X'].map((each) => save('staff', { ...twice, vehicleList: [id(each)] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    // One that watches all vehicles names none, so it is the same in both companies.
    const ofAll = draft({ geoFenceName: 'Of all', begunAt: 1_790_000_000_129, applyToAllVehicles: true })
    const everywhere = await saved('staff', { ...ofAll, vehicleList: [id('A')] })
    expect(await save('staff', { ...ofAll, vehicleList: [id('X')] })).toMatchObject({
      status: 409,
      body: { message: FENCE_FAULT.createdBefore },
    })
    expect(await saved('staff', { ...ofAll, vehicleList: [id('B')] })).toBe(everywhere)
  })

  test('GEO-13 AC-01 who only reads cannot save, and a stranger meets nothing', async () => {
    const fence = await saved('owner')
    expect((await save('reader', { vehicleList: [id('A')] })).status).toBe(403)
    expect((await save('stranger', { geoFenceId: fence })).status).toBe(404)
    expect(await detail('stranger', fence)).toEqual({ status: 404, error: true, message: 'Not found' })
  })

  test('GEO-16 API-117 fences of the list are deleted, those of others stay', async () => {
    const [mine, theirs] = [await saved('owner'), await saved('stranger')]
    const two = [await saved('owner'), await saved('owner')]
    const remove = (geoFenceIdList: number[]) =>
      backend.ask('POST', `${BASE}/delete`, { token: person('owner').token, body: { geoFenceIdList } })
    expect((await remove([mine, theirs, 2_000_000_000])).body).toEqual({
      geoFenceIdList: [mine],
      message: 'Geofence deleted',
    })
    expect((await remove(two)).body).toEqual({ geoFenceIdList: two, message: 'Geofences deleted' })
    expect((await remove([mine])).body).toEqual({ geoFenceIdList: [], message: 'Geofence deleted' })
    expect(await detail('owner', mine)).toMatchObject({ status: 404 })
    expect(await detail('stranger', theirs)).toMatchObject({ geoFenceId: theirs })
    expect((await remove([])).status).toBe(400)
  })

  test('GEO-01 API-113 PLB-06 PLT-06 a truck that drives into a new fence and out is on the map of alerts at once, which says the fence and the way', async () => {
    const now = Date.now()
    const around = (before: number, after: number, from: string, to: string) => ({
      [from]: toPayloadTime(now - before),
      [to]: toPayloadTime(now + after),
    })
    const place = { geoFenceCircleLatitude: 12, geoFenceCircleLongitude: 77 }
    await saved('owner', {
      ...{ ...place, geoFenceName: 'Plant 7', exitAlert: true },
      ...around(86_400_000, 86_400_000, 'validFrom', 'validTo'),
    })
    const { imei, ingest_key: key } = await backend.database.db
      .selectFrom('vehicle')
      .select(['imei', 'ingest_key'])
      .where('id', '=', id('A'))
      .executeTakeFirstOrThrow()
    const begin = Math.floor(Date.now() / 1000) + 1
    for (const [timestamp, lon] of [
      [begin, 77.02],
      [begin + 60, 77],
      [begin + 125, 77.02],
    ]) {
      const query = `id=${imei}&key=${key}&timestamp=${timestamp}&lat=12&lon=${lon}`
      expect((await backend.ask('GET', `/ingest/osmand?${query}`)).status).toBe(200)
    }
    const alert = { label: 'GEOFENCEINOUT', alertName: 'Geofence', latitude: 12 }
    const body = { vehicleId: id('A'), ...around(60_000, 240_000, 'fromDate', 'toDate') }
    await vi.waitFor(
      async () => {
        const plotted = await backend.ask('POST', BASE.replace('geofence', 'alertsplot'), {
          token: person('owner').token,
          body,
        })
        expect(plotted.body).toMatchObject({
          alerts: [
            { ...alert, longitude: 77, desc: 'Entered Plant 7' },
            { ...alert, longitude: 77.02, desc: 'Left Plant 7 after 00:01:05' },
          ],
        })
      },
      { timeout: 10_000 },
    )
  })
})
