import * as z from 'zod/mini'
import { Id } from './ids.ts'

/** What ends a live link before `endsAt`: nothing, the end of its trip, or the arrival of its vehicles in a geofence. */
export const SHARE_ENDS = ['time', 'trip', 'arrival'] as const
export type ShareEnd = (typeof SHARE_ENDS)[number]

/** Event names of the shared stream (SHR-12): `liveShareEvent` carries a `ShareMessage`, `liveShareTrail` a `ShareTrail`. */
export const SHARE_EVENT = { point: 'liveShareEvent', trail: 'liveShareTrail' } as const

/**
 * A shared vehicle and its latest fix (SHR-06); null without one. `imei` is CONFLICT-20; `time` (ms UTC) and `heading` (degrees)
 * are ours. Nothing else of a vehicle leaves the server by a link (AC-08).
 */
export const SharedVehicle = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  imei: z.string(),
  vehicleStatus: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  currentVehicleSpeed: z.nullable(z.number()),
  time: z.nullable(z.number()),
  heading: z.nullable(z.number()),
})
export type SharedVehicle = z.infer<typeof SharedVehicle>

/**
 * One message of the shared stream (SHR-12); one with `ERROR` ends it (SHR-10). `time` is ms UTC, `speed` km/h, `heading` degrees.
 */
export const ShareMessage = z.union([
  z.object({
    LAT: z.number(),
    LONG: z.number(),
    status: z.string(),
    RegNo: z.string(),
    UpdatedTime: z.string(),
    vehicleId: z.number(),
    time: z.number(),
    speed: z.nullable(z.number()),
    heading: z.nullable(z.number()),
  }),
  z.object({ ERROR: z.string() }),
])
export type ShareMessage = z.infer<typeof ShareMessage>

/** Where a shared vehicle has been since its link began, at most the last 24 hours, thinned, by time: columns of one length. `time` is ms UTC. */
export const ShareTrail = z.object({
  LAT: z.array(z.number()),
  LONG: z.array(z.number()),
  time: z.array(z.number()),
})
export type ShareTrail = z.infer<typeof ShareTrail>

/** Whether a link is open, and why not: revoked by somebody, past its `endsAt`, or its trip has ended or its trucks have arrived. */
export const SHARE_STATES = ['open', 'revoked', 'expired', 'ended'] as const

/** A live link as its owners list it, without its address. Times are ms UTC; `views` counts visits. */
export const LiveShare = z.object({
  shareId: Id,
  label: z.string(),
  vehicles: z.array(z.object({ vehicleId: Id, registrationId: z.string(), hasArrived: z.boolean() })),
  endsBy: z.enum(SHARE_ENDS),
  endsAt: z.number(),
  tripId: z.nullable(Id),
  geoFenceId: z.nullable(Id),
  /** The name of the fence in which it ends. */
  geoFenceName: z.nullable(z.string()),
  state: z.enum(SHARE_STATES),
  createdAt: z.number(),
  /** The first name of its creator. */
  createdBy: z.nullable(z.string()),
  views: z.number(),
  lastViewedAt: z.nullable(z.number()),
})
export type LiveShare = z.infer<typeof LiveShare>
