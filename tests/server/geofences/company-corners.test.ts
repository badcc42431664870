import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { FENCE } from '#domain/fence-limits.ts'
import { at, CIRCLE_OFF, withFences } from './geofences.fixture.ts'

const { backend, id, save, saved } = withFences()

const round = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return at(73 + Math.cos(angle), 18 + Math.sin(angle))
  })
const outline = (count: number) => ({ ...CIRCLE_OFF, geoFencePolygonCoordinates: round(count) })

test('GEO-06 all fences of a company have so many corners together; the save of more says how many are free', async () => {
  const { db } = backend.database
  const fence = await saved('owner', outline(50))
  const left = await saved('owner', outline(20))
  // As many fences of 50 corners as a company may have, less the last.
  await sql`insert into geofence (company_id, name, shape, points, type_id, valid_from, valid_to, entry_alert, exit_alert,
      skipped_alert, all_vehicles, in_force_from)
    select company_id, 'copy ' || n, shape, points, type_id, valid_from, valid_to, entry_alert, exit_alert,
      skipped_alert, all_vehicles, in_force_from
    from geofence, generate_series(1, ${FENCE.maxCornersPerCompany / 50 - 2}::int) n where id = ${fence}`.execute(
    db,
  )
  const full = (free: number) => ({
    status: 409,
    body: {
      ...{ code: 'fenceCornersFull', params: { most: FENCE.maxCornersPerCompany, free } },
      fields: [expect.objectContaining({ field: 'geoFencePolygonCoordinates', code: 'fenceCornersFull' })],
    },
  })
  expect(await save('owner', { geoFenceId: left, ...outline(51) })).toMatchObject(full(50))
  await saved('owner', { geoFenceId: left, ...outline(50) })
  await saved('owner', { geoFenceId: fence, ...outline(40) })
  await sql`delete from geofence where name = 'copy 1'`.execute(db)
  expect(await save('owner', outline(61))).toMatchObject(full(60))
  const both = await Promise.all([
    save('owner', outline(40)),
    save('owner', { geoFenceId: left, ...outline(90) }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(
    (await save('staff', { vehicleList: [id('X')], applyToAllVehicles: false, ...outline(61) })).status,
  ).toBe(200)
})
