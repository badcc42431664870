import * as z from 'zod/mini'
import { MOST_FOLLOWED } from '../constants.ts'
import { DICV, Id, IdText, ShortText } from '../parts.ts'
import { AlertMarker } from '../records/alert-marker.ts'
import { FleetFilter, FleetList, FleetVehicle } from '../records/fleet-vehicle.ts'
import { Group } from '../records/group.ts'
import { LiveMessage } from '../records/live.ts'
import { PlaybackPoint, PlaybackReply, PlaybackRequest } from '../records/playback.ts'
import { VIEWER_ROLES } from '../roles.ts'
import { defineCall } from './define.ts'

const MAP = { roles: VIEWER_ROLES, scope: 'vehicles' } as const
const OneVehicle = z.object({ vehicleId: IdText })

/** The fleet without a filter (MAP-36, OPEN-23). */
export const vehicleList = defineCall({
  id: 'vehicleList',
  rows: ['API-101', 'MAP-36'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/vehicles`,
  reply: FleetList,
  ...MAP,
})

/** The fleet under a filter (MAP-22, MAP-35). `all` arrives as every id (MAP-32). */
export const filterFleet = defineCall({
  id: 'filterFleet',
  rows: ['API-110', 'MAP-22', 'MAP-35'],
  method: 'POST',
  path: `${DICV}/fleetmaptracking/filter`,
  body: FleetFilter,
  reply: FleetList,
  ...MAP,
})

/** The groups of the fleet filter with their vehicles (MAP-23). */
export const fleetGroups = defineCall({
  id: 'fleetGroups',
  rows: ['API-111', 'MAP-23'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/groups`,
  query: z.object({ userId: IdText }),
  reply: z.object({ groups: z.array(Group) }),
  ...MAP,
})

/** Every truck the caller may see, whatever is filtered (MAP-07). */
export const showAllTrucks = defineCall({
  id: 'showAllTrucks',
  rows: ['API-112', 'MAP-07'],
  method: 'GET',
  path: `${DICV}/showalltrucks`,
  reply: z.object({ showAllTrucksList: z.array(FleetVehicle) }),
  ...MAP,
})

/** The latest position of one vehicle in the form of its stream (LIV-02, OPEN-39). */
export const liveTrack = defineCall({
  id: 'liveTrack',
  rows: ['API-108', 'LIV-02'],
  method: 'GET',
  path: `${DICV}/livetrack`,
  query: OneVehicle,
  reply: LiveMessage,
  ...MAP,
})

/**
 * Positions of one vehicle as they come (LIV-03): events `livePoint` and `reset`; resumed by `Last-Event-ID`. With
 * `vehicleIds` those of several come over one connection (ST-16): the ids of a vehicle's events begin with `v<id>-`,
 * `Last-Event-ID` lists the last of each, parted by commas, and one that may not be seen is answered by an ERROR of its own.
 */
export const liveStream = defineCall({
  id: 'liveStream',
  rows: ['LIV-03', 'OPEN-39'],
  method: 'GET',
  path: `${DICV}/livetrack/stream`,
  query: z.object({
    vehicleId: z.optional(IdText),
    vehicleIds: z.optional(z.array(IdText).check(z.minLength(1), z.maxLength(MOST_FOLLOWED))),
  }),
  replyKind: 'stream',
  ...MAP,
})

/** Positions of the whole visible fleet in batches: events `snapshot`, `batch` and `reset`. */
export const fleetStream = defineCall({
  id: 'fleetStream',
  rows: ['MAP-01', 'OPEN-44'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/stream`,
  replyKind: 'stream',
  ...MAP,
})

/** Prepares a vehicle's route and answers where its file is (PLB-34, PLB-35). */
export const routePlayback = defineCall({
  id: 'routePlayback',
  rows: ['API-109', 'PLB-09', 'PLB-35'],
  method: 'POST',
  path: `${DICV}/routeplayback`,
  body: PlaybackRequest,
  reply: PlaybackReply,
  ...MAP,
})

/** The compressed file itself: gzip of `{data: PlaybackPoint[]}`. The signed token in its address is the only credential (OPEN-35). */
export const playbackFile = defineCall({
  id: 'playbackFile',
  rows: ['API-124', 'PLB-34'],
  method: 'GET',
  path: 'files/playback/:token',
  params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  replyKind: 'blob',
  roles: 'public',
  scope: 'public',
})

/** A vehicle's alerts and driving events in a range (PLT-05, PLT-06). */
export const alertsPlot = defineCall({
  id: 'alertsPlot',
  rows: ['API-113', 'PLT-05', 'PLT-06'],
  method: 'POST',
  path: `${DICV}/alertsplot`,
  body: PlaybackRequest,
  reply: z.object({ alerts: z.array(AlertMarker) }),
  ...MAP,
})

/** A vehicle's route in a range, thinned for drawing (PLT-01, PLT-04, OPEN-13). */
export const tripRoute = defineCall({
  id: 'tripRoute',
  rows: ['API-114', 'PLT-04'],
  method: 'POST',
  path: `${DICV}/triproute`,
  body: PlaybackRequest,
  reply: z.object({ data: z.array(PlaybackPoint) }),
  ...MAP,
})

/** Ids of the vehicles whose registration or chassis number holds the text. */
export const vehicleSearchIds = defineCall({
  id: 'vehicleSearchIds',
  rows: ['API-119'],
  method: 'POST',
  path: `${DICV}/vehiclesearch/ids`,
  body: z.object({ search: ShortText }),
  reply: z.object({ vehicleIds: z.array(Id) }),
  ...MAP,
})
