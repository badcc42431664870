import { describe, expect, test, vi } from 'vitest'
import { toPayloadTime } from '#domain/ist.ts'
import { at, BASE, CIRCLE_OFF, withFences } from './geofences.fixture.ts'

const { backend, userOf, id, save, saved, get, detail, names } = withFences()

describe('geofences', () => {
  test('GEO-01 API-116 GEO-15 API-115 a circle is read as it was saved', async () => {
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

  test('GEO-06 GEO-07 a closed polygon is read as an open ring', async () => {
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

  test('GEO-06 a self-intersecting polygon is refused with the reason', async () => {
    const corners = [at(73, 18), at(74, 19), at(74, 18), at(73, 19)]
    const { status, body } = await save('owner', { ...CIRCLE_OFF, geoFencePolygonCoordinates: corners })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: expect.stringContaining('crosses itself: the side from corner 1 to 2'),
    })
  })

  test('GEO-10 vehicles are the selected ones, else those of the groups, else those of the regions', async () => {
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

  test("GEO-10 AC-01 other users' vehicles are never watched, and what a user cannot see is unchanged", async () => {
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

  test('GEO-01 staff save a fence in the company of its vehicles', async () => {
    const fence = await saved('staff', { applyToAllVehicles: false, vehicleList: [id('X')] })
    expect((await detail('stranger', fence))['vehicleList']).toEqual([id('X')])
    expect((await save('staff', { applyToAllVehicles: false, vehicleList: [id('X'), id('A')] })).status).toBe(
      400,
    )
    expect((await save('staff')).status).toBe(400)
  })

  test("API-118 OPEN-14 the list is searched by name, within the caller's company", async () => {
    await saved('owner', { geoFenceName: 'Pune 100% depot' })
    await saved('owner', { geoFenceName: 'pune yard' })
    await saved('stranger', { geoFenceName: 'Pune elsewhere' })
    expect(await names('owner', 'PUNE')).toEqual(['Pune 100% depot', 'pune yard'])
    expect(await names('owner', '0%')).toEqual(['Pune 100% depot'])
    expect(await names('owner', '_')).toEqual([])
    const list = (await get('owner', `list?userId=${userOf('owner').userId}&shapes=true&search=yard`)) as {
      geofences: object[]
    }
    expect(list.geofences).toMatchObject([{ shapeType: 'circle', circleLatitude: 18.5, radius: 500 }])
  })

  test('GEO-13 AC-01 readers cannot save, and strangers find nothing', async () => {
    const fence = await saved('owner')
    expect((await save('reader', { vehicleList: [id('A')] })).status).toBe(403)
    expect((await save('stranger', { geoFenceId: fence })).status).toBe(404)
    expect(await detail('stranger', fence)).toEqual({
      status: 404,
      error: true,
      message: 'Not found',
      code: 'notFound',
    })
  })

  test('GEO-16 API-117 listed fences are deleted, those of others stay', async () => {
    const [mine, theirs] = [await saved('owner'), await saved('stranger')]
    const two = [await saved('owner'), await saved('owner')]
    const remove = (geoFenceIdList: number[]) =>
      backend.ask('POST', `${BASE}/delete`, { token: userOf('owner').token, body: { geoFenceIdList } })
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

  test('GEO-01 API-113 PLB-06 PLT-06 a truck that enters and leaves a new fence is on the alert map at once, with the fence and the direction', async () => {
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
          token: userOf('owner').token,
          body,
        })
        expect(plotted.body).toMatchObject({
          alerts: [
            {
              ...alert,
              longitude: 77,
              desc: 'Entered Plant 7',
              detail: { fence: { name: 'Plant 7', crossing: 'IN' } },
            },
            {
              ...{ ...alert, longitude: 77.02, desc: 'Left Plant 7 after 00:01:05' },
              detail: { durationS: 65, fence: { name: 'Plant 7', crossing: 'OUT' } },
            },
          ],
        })
      },
      { timeout: 10_000 },
    )
  })
})
