import * as z from 'zod/mini'
import { GeofenceDetail, GeofenceDraft, GeofenceItem } from '../records/geofences.ts'
import { Id, IdText, ShortText } from '../records/ids.ts'
import { OPERATOR_ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const READ = { roles: VIEWER_ROLES, scope: 'company' } as const
const CHANGE = { roles: OPERATOR_ROLES, scope: 'company' } as const

/** The user's fences by name, narrowed by a search text (OPEN-14); `shapes=true` adds what the map draws. */
export const geofenceList = defineCall({
  id: 'geofenceList',
  rows: ['API-118', 'OPEN-14'],
  method: 'GET',
  path: `${DICV}/geofence/list`,
  query: z.object({
    userId: IdText,
    search: z.optional(ShortText),
    shapes: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.object({ geofences: z.array(GeofenceItem) }),
  ...READ,
})

/** The fence as the edit form opens it (GEO-15). */
export const geofenceEditDetails = defineCall({
  id: 'geofenceEditDetails',
  rows: ['API-115', 'GEO-15'],
  method: 'GET',
  path: `${DICV}/geofence/edit`,
  query: z.object({ userId: IdText, geoFenceId: IdText }),
  reply: GeofenceDetail,
  ...CHANGE,
})

/** One fence by its id (GEO-15). */
export const geofenceDetail = defineCall({
  id: 'geofenceDetail',
  rows: ['API-115', 'GEO-15'],
  method: 'GET',
  path: `${DICV}/geofence/:geoFenceId`,
  params: z.object({ geoFenceId: IdText }),
  reply: GeofenceDetail,
  ...READ,
})

/** Creates a fence if `geoFenceId` is null, otherwise changes that fence (GEO-06). */
export const saveGeofence = defineCall({
  id: 'saveGeofence',
  rows: ['API-116', 'GEO-06'],
  method: 'POST',
  path: `${DICV}/geofence`,
  body: GeofenceDraft,
  reply: z.object({ geoFenceId: z.number(), message: z.string() }),
  ...CHANGE,
})

/** Deletes fences and returns the deleted ids; unknown ids and those of other users are skipped (GEO-16). */
export const deleteGeofences = defineCall({
  id: 'deleteGeofences',
  rows: ['API-117', 'GEO-16'],
  method: 'POST',
  path: `${DICV}/geofence/delete`,
  body: z.object({ geoFenceIdList: z.array(Id).check(z.minLength(1), z.maxLength(1000)) }),
  reply: z.object({ geoFenceIdList: z.array(z.number()), message: z.string() }),
  ...CHANGE,
})
