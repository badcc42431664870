import * as z from 'zod/mini'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const Text = z.string().check(z.maxLength(200))
const Ids = z.array(z.int()).check(z.maxLength(20_000))
const Corner = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
})

/** What saving a geofence sends (GEO-06). Circles send null corners, polygons null circle fields (GEO-11, GEO-12). */
export const GeofenceDraft = z.object({
  geoFenceId: z.nullable(z.int()),
  shapeType: z.enum(['circle', 'polygon']),
  geoFencePolygonCoordinates: z.nullable(z.array(Corner).check(z.minLength(3), z.maxLength(1000))),
  geoFenceName: Name,
  dicvUserId: z.int(),
  geoFenceCircleLatitude: z.nullable(z.number()),
  geoFenceCircleLongitude: z.nullable(z.number()),
  geoFenceCircleRadiusInMeters: z.nullable(z.number().check(z.minimum(50), z.maximum(50_000))),
  applyToAllVehicles: z.boolean(),
  typeId: z.int(),
  validFrom: Text,
  validTo: Text,
  entryAlert: z.boolean(),
  exitAlert: z.boolean(),
  skippedAlert: z.boolean(),
  entryNotificationTime: z.nullable(Text),
  exitNotificationTime: z.nullable(Text),
  vehicleDtoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleInfoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleList: Ids,
})
export type GeofenceDraft = z.infer<typeof GeofenceDraft>
