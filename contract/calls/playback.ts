import * as z from 'zod/mini'
import { AlertMarker, PlaybackPoint, PlaybackReply, PlaybackRequest } from '../records/playback.ts'
import { DICV, defineCall, VEHICLE_VIEW } from './call.ts'

/** Prepares a vehicle's route and returns the address of its file (PLB-34, PLB-35). */
export const routePlayback = defineCall({
  id: 'routePlayback',
  rows: ['API-109', 'PLB-09', 'PLB-35'],
  method: 'POST',
  path: `${DICV}/routeplayback`,
  body: PlaybackRequest,
  reply: PlaybackReply,
  ...VEHICLE_VIEW,
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
  ...VEHICLE_VIEW,
})

/** A vehicle's route in a range, thinned for drawing (PLT-01, PLT-04, OPEN-13). */
export const tripRoute = defineCall({
  id: 'tripRoute',
  rows: ['API-114', 'PLT-04'],
  method: 'POST',
  path: `${DICV}/triproute`,
  body: PlaybackRequest,
  reply: z.object({ data: z.array(PlaybackPoint) }),
  ...VEHICLE_VIEW,
})
