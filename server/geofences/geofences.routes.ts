import {
  deleteGeofences,
  geofenceDetail,
  geofenceEditDetails,
  geofenceList,
  saveGeofence,
} from '#contract/calls/geofences.ts'
import { REPLIES } from '#contract/replies.ts'
import { listRoute, type Route, route } from '../http/handler.ts'
import type { GeofenceService } from './geofences.service.ts'

/** Geofences: list, read, save, delete (API-115 to API-118). */
export const geofenceRoutes = ({ fences }: { fences: GeofenceService }): Route[] => [
  listRoute(geofenceList, async ({ caller, query }) => ({
    geofences: await fences.list(caller, query.search?.trim() ?? '', query.shapes === 'true'),
  })),
  route(geofenceEditDetails, ({ caller, query }) => fences.detail(caller, query.geoFenceId)),
  route(geofenceDetail, ({ caller, params }) => fences.detail(caller, params.geoFenceId)),
  route(saveGeofence, async ({ caller, body }) => ({
    geoFenceId: await fences.save(caller, body),
    message: body.geoFenceId === null ? REPLIES.geofenceCreated : REPLIES.geofenceSaved,
  })),
  route(deleteGeofences, async ({ caller, body }) => {
    const geoFenceIdList = await fences.remove(caller, body.geoFenceIdList)
    // Fences that were deleted before count as deleted.
    const { length } = geoFenceIdList.length > 0 ? geoFenceIdList : body.geoFenceIdList
    return { geoFenceIdList, message: length === 1 ? REPLIES.geofenceDeleted : REPLIES.geofencesDeleted }
  }),
]
