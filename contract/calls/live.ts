import * as z from 'zod/mini'
import { IdText } from '../records/ids.ts'
import { LiveMessage } from '../records/live.ts'
import { MAX_FOLLOWED_VEHICLES } from '../stream-timings.ts'
import { DICV, defineCall, OneVehicle, VEHICLE_VIEW } from './call.ts'

/** The latest position of one vehicle in the form of its stream (LIV-02, OPEN-39). */
export const liveTrack = defineCall({
  id: 'liveTrack',
  rows: ['API-108', 'LIV-02'],
  method: 'GET',
  path: `${DICV}/livetrack`,
  query: OneVehicle,
  reply: LiveMessage,
  ...VEHICLE_VIEW,
})

/**
 * The stream of a vehicle's positions (LIV-03): events `livePoint` and `reset`, resumed by `Last-Event-ID`. With `vehicleIds`,
 * one connection carries several vehicles (ST-16): the ids of a vehicle's events begin with `v<id>-` (contract/event-ids.ts),
 * `Last-Event-ID` lists the last of each, separated by commas, and a vehicle the caller may not see gets an ERROR of its own.
 */
export const liveStream = defineCall({
  id: 'liveStream',
  rows: ['LIV-03', 'OPEN-39'],
  method: 'GET',
  path: `${DICV}/livetrack/stream`,
  query: z.object({
    vehicleId: z.optional(IdText),
    vehicleIds: z.optional(z.array(IdText).check(z.minLength(1), z.maxLength(MAX_FOLLOWED_VEHICLES))),
  }),
  replyKind: 'stream',
  ...VEHICLE_VIEW,
})

/** Positions of the whole visible fleet in batches: events `snapshot`, `batch` and `reset`. */
export const fleetStream = defineCall({
  id: 'fleetStream',
  rows: ['MAP-01', 'OPEN-44'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/stream`,
  replyKind: 'stream',
  ...VEHICLE_VIEW,
})
