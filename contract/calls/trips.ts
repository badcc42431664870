import * as z from 'zod/mini'
import { PUNCTUALITY } from '#domain/trips.ts'
import { Id, IdText, ShortText } from '../records/ids.ts'
import { TRIP_STATUSES, Trip } from '../records/trips.ts'
import { OPERATOR_ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'
import { PlaybackPoint } from './playback.ts'

const READ = { roles: VIEWER_ROLES, scope: 'vehicles' } as const
const CHANGE = { roles: OPERATOR_ROLES, scope: 'vehicles' } as const

/**
 * The newest trips of the caller's vehicles, running ones first, and of these the most delayed. `status` and `punctuality`
 * filter them (OPEN-78, TRP-04), and `search` keeps those whose truck or town contains the text, ignoring spaces and dashes;
 * `companyId` and `userIds` are chosen in the support view, as in the fleet's filter (OPEN-77). `total` counts all of them; at
 * most 500 are returned.
 */
export const getTripUpdate = defineCall({
  id: 'getTripUpdate',
  rows: ['API-38'],
  method: 'GET',
  path: `${DICV}/getTripUpdate`,
  query: z.object({
    status: z.optional(z.enum(TRIP_STATUSES)),
    punctuality: z.optional(z.enum(PUNCTUALITY)),
    vehicleId: z.optional(IdText),
    search: z.optional(ShortText),
    companyId: z.optional(IdText),
    userIds: z.optional(z.array(IdText).check(z.maxLength(20))),
  }),
  reply: z.object({ trips: z.array(Trip), total: z.number() }),
  ...READ,
})

/** The last position of a trip's vehicle. */
export const getLiveLocation = defineCall({
  id: 'getLiveLocation',
  rows: ['API-39'],
  method: 'GET',
  path: `${DICV}/getLiveLocation`,
  query: z.object({ tripId: IdText }),
  ...READ,
})

export const getTripRecordCount = defineCall({
  id: 'getTripRecordCount',
  rows: ['API-40'],
  method: 'GET',
  path: `${DICV}/getTripRecordCount`,
  ...READ,
})

export const getActiveVehiclesTrip = defineCall({
  id: 'getActiveVehiclesTrip',
  rows: ['API-41', 'TRP-11'],
  method: 'GET',
  path: `${DICV}/getActiveVehiclesTrip`,
  ...READ,
})

export const getActiveDriversForNewTrip = defineCall({
  id: 'getActiveDriversForNewTrip',
  rows: ['API-42', 'TRP-11'],
  method: 'GET',
  path: `${DICV}/getActiveDriversForNewTrip`,
  roles: VIEWER_ROLES,
  scope: 'company',
})

export const checkTruckDriverAvailability = defineCall({
  id: 'checkTruckDriverAvailability',
  rows: ['API-43', 'TRP-11'],
  method: 'POST',
  path: `${DICV}/checkTruckDriverAvailability`,
  ...CHANGE,
})

export const createNewTrip = defineCall({
  id: 'createNewTrip',
  rows: ['API-44', 'TRP-01'],
  method: 'POST',
  path: `${DICV}/createNewTrip`,
  ...CHANGE,
})

export const endTripManually = defineCall({
  id: 'endTripManually',
  rows: ['API-45', 'TRP-12'],
  method: 'POST',
  path: `${DICV}/endTripManually`,
  body: z.object({ tripId: Id }),
  ...CHANGE,
})

export const getTripDetail = defineCall({
  id: 'getTripDetail',
  rows: ['API-46'],
  method: 'GET',
  path: `${DICV}/getTripDetail`,
  query: z.object({ tripId: IdText }),
  ...READ,
})

/** Where a trip's vehicle went while the trip ran, thinned for drawing (PLT-09). */
export const getTripTrack = defineCall({
  id: 'getTripTrack',
  rows: ['API-47', 'PLT-09'],
  method: 'GET',
  path: `${DICV}/getTripTrack`,
  query: z.object({ tripId: IdText }),
  reply: z.object({ trip: Trip, data: z.array(PlaybackPoint) }),
  ...READ,
})

export const myFleetPlayback = defineCall({
  id: 'myFleetPlayback',
  rows: ['API-48', 'TRP-13'],
  method: 'POST',
  path: `${DICV}/myFleetPlayback`,
  body: z.object({ tripId: Id }),
  ...READ,
})

const TripFilter = z.object({ status: z.optional(z.enum(TRIP_STATUSES)), search: z.optional(ShortText) })

export const tripsXls = defineCall({
  id: 'tripsXls',
  rows: ['API-49', 'TRP-14'],
  method: 'POST',
  path: `${DICV}/generateXlsReportForTripManagement`,
  body: TripFilter,
  replyKind: 'blob',
  ...READ,
})

export const tripsPdf = defineCall({
  id: 'tripsPdf',
  rows: ['API-50', 'TRP-14'],
  method: 'POST',
  path: `${DICV}/generatePdfReportForTripManagement`,
  body: TripFilter,
  replyKind: 'blob',
  ...READ,
})
