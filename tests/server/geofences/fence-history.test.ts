import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteGeofences } from '#contract/calls/geofences.ts'
import { FENCE } from '#domain/fence-limits.ts'
import { addressesOf } from '#server/http/mount.ts'
import { at, CIRCLE_OFF, withFences } from './geofences.fixture.ts'

const { backend, id, save, saved, userOf } = withFences()
const remove = (who: string, geoFenceIdList: readonly number[]) =>
  backend.ask('POST', addressesOf(deleteGeofences)[0] ?? '', {
    token: userOf(who).token,
    body: { geoFenceIdList },
  })

const round = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return at(73 + Math.cos(angle), 18 + Math.sin(angle))
  })
const outline = (count: number) => ({ ...CIRCLE_OFF, geoFencePolygonCoordinates: round(count) })

test('GEO-06 a fence that is changed again and again has one former version a minute', async () => {
  const { db } = backend.database
  const fence = await saved('owner', outline(30))
  const versions = async () =>
    (await db.selectFrom('geofence_past').select('points').where('geofence_id', '=', fence).execute()).map(
      ({ points }) => points.length,
    )
  const age = () =>
    sql`update geofence set in_force_from = in_force_from - interval '61 seconds' where id = ${fence}`.execute(
      db,
    )
  for (const corners of [31, 32, 33]) await saved('owner', { geoFenceId: fence, ...outline(corners) })
  expect(await versions()).toEqual([])
  await age()
  for (const corners of [34, 35]) await saved('owner', { geoFenceId: fence, ...outline(corners) })
  expect(await versions()).toEqual([33])
  await age()
  expect((await remove('owner', [fence])).status).toBe(200)
  expect(await versions()).toEqual([33, 35])
  const brief = await saved('owner', outline(30))
  await remove('owner', [brief])
  const left = await db.selectFrom('geofence_past').select('id').where('geofence_id', '=', brief).execute()
  expect(left).toEqual([])
})

test('GEO-06 where former versions of four days have too many corners, fences can be deleted, and neither added nor changed', async () => {
  const { db } = backend.database
  const fence = await saved('owner', outline(30))
  const { company_id } = await db
    .selectFrom('geofence')
    .select('company_id')
    .where('id', '=', fence)
    .executeTakeFirstOrThrow()
  const { corners, ofVersion } = FENCE.history
  await sql`insert into geofence_past (company_id, geofence_id, name, shape, points, radius_m, valid_from, valid_to,
      entry_alert, exit_alert, all_vehicles, vehicle_ids)
    select ${company_id}::int4, 0, 'former', 'polygon', points, null, now() - interval '1 day', now(), true, true, true, '{}'
    from geofence, generate_series(0, ${Math.floor(corners / (30 + ofVersion))}::int4) where id = ${fence}`.execute(
    db,
  )
  await sql`update geofence set in_force_from = in_force_from - interval '61 seconds' where id = ${fence}`.execute(
    db,
  )
  const full = { status: 409, body: { code: 'fenceHistoryFull', params: { days: 4 } } }
  expect(await save('owner', outline(30))).toMatchObject(full)
  expect(await save('owner', { geoFenceId: fence, ...outline(31) })).toMatchObject(full)
  expect(
    (await save('stranger', { vehicleList: [id('X')], applyToAllVehicles: false, ...outline(30) })).status,
  ).toBe(200)
  expect((await remove('owner', [fence])).status).toBe(200)
  await sql`update geofence_past set valid_to = valid_to - interval '4 days'`.execute(db)
  await saved('owner', outline(30))
})
