import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorMessage, fieldErrorOf } from '#contract/errors.ts'
import { draftErrors, fenceVehicles, GeofenceDetail, GeofenceDraft } from '#contract/records/geofences.ts'

const CIRCLE = {
  geoFenceId: null,
  shapeType: 'circle',
  geoFencePolygonCoordinates: null,
  geoFenceName: 'Depot',
  dicvUserId: 1,
  geoFenceCircleLatitude: 18.5,
  geoFenceCircleLongitude: 73.8,
  geoFenceCircleRadiusInMeters: 500,
  applyToAllVehicles: true,
  typeId: 1,
  validFrom: '2026-01-01 00:00:00',
  validTo: '2027-01-01 00:00:00',
  entryAlert: true,
  exitAlert: true,
  skippedAlert: false,
  entryNotificationTime: null,
  exitNotificationTime: null,
  vehicleDtoList: [],
  vehicleInfoList: [],
  vehicleList: [],
}
const at = (longitude: number, latitude: number) => ({ latitude, longitude })
const POLYGON = {
  ...CIRCLE,
  shapeType: 'polygon',
  geoFencePolygonCoordinates: [at(73, 18), at(74, 18), at(74, 19)],
  geoFenceCircleLatitude: null,
  geoFenceCircleLongitude: null,
  geoFenceCircleRadiusInMeters: null,
}
const polygon = (...corners: object[]) => ({ ...POLYGON, geoFencePolygonCoordinates: corners })

const errorsOf = (draft: object): string[] => {
  const result = z.safeParse(GeofenceDraft, draft)
  return result.success
    ? []
    : result.error.issues.map(fieldErrorOf).map((each) => `${each.field}: ${errorMessage(each)}`)
}

describe('a saved geofence', () => {
  test('GEO-06 has the fields of the payload, as circle and as polygon', () => {
    expect(z.parse(GeofenceDraft, CIRCLE)).toEqual(CIRCLE)
    expect(z.parse(GeofenceDraft, POLYGON)).toEqual(POLYGON)
  })

  test.each([
    ['GEO-08 no name', { ...CIRCLE, geoFenceName: '  ' }, 'geoFenceName: Give the fence a name.'],
    ['GEO-08 a long name', { ...CIRCLE, geoFenceName: 'x'.repeat(101) }, /geoFenceName: .*100/],
    ['GEO-09 no date', { ...CIRCLE, validFrom: '' }, /validFrom: .*YYYY-MM-DD/],
    ['GEO-09 a day that is none', { ...CIRCLE, validTo: '2026-02-30 00:00:00' }, /validTo: .*YYYY-MM-DD/],
    ['GEO-09 an end at the beginning', { ...CIRCLE, validTo: CIRCLE.validFrom }, /validTo: .*end after/],
    ['GEO-09 a century', { ...CIRCLE, validTo: '2126-01-01 00:00:00' }, /validTo: .*20 years/],
    ['GEO-06 a small radius', { ...CIRCLE, geoFenceCircleRadiusInMeters: 49 }, /Radius.*: .*50 to 50000/],
    ['GEO-06 a large radius', { ...CIRCLE, geoFenceCircleRadiusInMeters: 50_001 }, /50 to 50000/],
    ['GEO-06 no radius', { ...CIRCLE, geoFenceCircleRadiusInMeters: null }, /50 to 50000/],
    ['GEO-06 no centre', { ...CIRCLE, geoFenceCircleLatitude: null }, /geoFenceCircleLatitude: .*centre/],
    ['GEO-06 a centre off the earth', { ...CIRCLE, geoFenceCircleLatitude: 91 }, /between -90 and 90/],
    ['GEO-06 a circle over a pole', { ...CIRCLE, geoFenceCircleLatitude: 89.999 }, /pole/],
    ['GEO-06 a circle over the meridian', { ...CIRCLE, geoFenceCircleLongitude: -179.999 }, /180° meridian/],
    ['GEO-06 an unknown type', { ...CIRCLE, typeId: 99 }, /typeId: Choose a type/],
    ['GEO-06 a type of every object', { ...CIRCLE, typeId: 'toString' }, /typeId/],
    ['GEO-11 a polygon with a radius', { ...POLYGON, geoFenceCircleRadiusInMeters: 100 }, /neither centre/],
    [
      'GEO-12 a circle with corners',
      { ...polygon(at(1, 1), at(2, 1), at(2, 2)), shapeType: 'circle' },
      /no corners/,
    ],
    ['GEO-06 no corners', { ...POLYGON, geoFencePolygonCoordinates: null }, /at least 3/],
    ['GEO-06 three corners, two places', polygon(at(1, 1), at(2, 2), at(1, 1)), /at least 3 different/],
    [
      'GEO-06 too many corners',
      polygon(...Array.from({ length: 1002 }, (_, i) => at(i / 1000, 1))),
      /at most 1000/,
    ],
    ['GEO-06 a corner off the earth', polygon(at(181, 1), at(2, 2), at(1, 3)), /between -180 and 180/],
    ['GEO-06 a polygon over the meridian', polygon(at(179, 1), at(-179, 1), at(180, 2)), /180° meridian/],
    ['GEO-06 half a continent', polygon(at(10, 1), at(80, 1), at(40, 30)), /40 degrees/],
    ['GEO-06 a line', polygon(at(1, 1), at(2, 2), at(3, 3)), /one line/],
    [
      'GEO-06 a bow tie',
      polygon(at(0, 0), at(1, 1), at(1, 0), at(0, 1)),
      /crosses itself: the side from corner 1 to 2 meets the side from corner 3 to 4/,
    ],
  ])('is refused: %s', (_, draft, expected) => {
    const faults = errorsOf(draft)
    expect(faults.join('\n')).toMatch(expected)
  })

  test('GEO-06 a closed ring of 1000 corners is accepted', () => {
    const corners = Array.from({ length: 1000 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 1000
      return at(73 + Math.cos(angle), 18 + Math.sin(angle))
    })
    expect(errorsOf(polygon(...corners, at(74, 18)))).toEqual([])
  })

  test('GEO-06 the outline is not searched where something else is wrong; its form says all that is', () => {
    const bowTie = polygon(at(73, 18), at(74, 19), at(74, 18), at(73, 19))
    expect(errorsOf(bowTie)).toEqual([expect.stringContaining('crosses itself')])
    for (const more of [{ validTo: CIRCLE.validFrom }, { geoFenceName: '' }, { geoFenceCircleLatitude: 1 }]) {
      const [field] = Object.keys(more)
      expect(errorsOf({ ...bowTie, ...more })).toEqual([expect.stringMatching(`^${field}: `)])
      const faults = draftErrors({ ...bowTie, ...more } as Parameters<typeof draftErrors>[0])
      expect(faults.map(({ code }) => code)).toContain('fenceCrossing')
      expect(faults.map((fault) => fault.field)).toContain(field)
    }
  })

  test('GEO-10 vehicles are taken from the selection, else from groups, else from regions', () => {
    expect(fenceVehicles({ chosen: [1], ofGroups: [2], ofRegions: [3] })).toEqual([1])
    expect(fenceVehicles({ chosen: [], ofGroups: [2], ofRegions: [3] })).toEqual([2])
    expect(fenceVehicles({ chosen: [], ofGroups: [], ofRegions: [3] })).toEqual([3])
  })
})

test('GEO-07 both spellings of a circle are parsed', () => {
  const record = {
    ...{ geoFenceId: 7, geoFenceShapeName: 'Depot', shapeType: 'circle', radius: 500, typeId: 1 },
    ...{ validFrom: CIRCLE.validFrom, validTo: CIRCLE.validTo, entryAlert: true, exitAlert: false },
    ...{ skippedAlert: false, entryNotificationTime: null, exitNotificationTime: null },
    ...{ applyToAllVehicles: true, revision: 1, vehicleList: [], vehicleInfoList: [] },
  }
  const read = z.parse(GeofenceDetail, { ...record, circleLatitude: 18.5, circleLongitude: 73.8 })
  expect(read).toMatchObject({ circleLatitude: 18.5, circleLongitude: 73.8, radius: 500 })
  expect(
    z.parse(GeofenceDetail, { ...record, geoFenceCircleLatitude: 18.5, geoFenceCircleLongitude: 73.8 }),
  ).toEqual(read)
  expect(read.geoFencePolygonCoordinatesList).toBeNull()
})
