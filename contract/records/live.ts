import * as z from 'zod/mini'

/**
 * One message of a vehicle's live stream (LIV-03); a message with `ERROR` ends the stream (LIV-09).
 * The five names are the specification's; the rest is ours: `time` ms UTC, `speed` km/h, `heading` degrees, `odo` km, levels in percent,
 * `intervalS` the median seconds between the vehicle's recent fixes, null if unknown,
 * `clockAheadS` by how many seconds its device's clock is ahead; absent where it is not. `time` is right either way.
 */
export const LiveMessage = z.union([
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
    odo: z.nullable(z.number()),
    fuelPercent: z.nullable(z.number()),
    adbluePercent: z.nullable(z.number()),
    intervalS: z.nullable(z.number()),
    clockAheadS: z.optional(z.number()),
  }),
  z.object({ ERROR: z.string() }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Event names of our streams. `livePoint` carries a `LiveMessage`, `snapshot` and `batch` a `FleetBatch`; `reset` says that the resume id is unknown and a snapshot follows. */
export const STREAM_EVENT = {
  livePoint: 'livePoint',
  snapshot: 'snapshot',
  batch: 'batch',
  reset: 'reset',
} as const

/**
 * The latest fix of each vehicle that moved since the last batch, as columns of one length.
 * `status` is an index into VEHICLE_STATUSES; `time` ms UTC; absent speed and heading are -1.
 */
export const FleetBatch = z.object({
  vehicleId: z.array(z.number()),
  time: z.array(z.number()),
  lng: z.array(z.number()),
  lat: z.array(z.number()),
  speed: z.array(z.number()),
  heading: z.array(z.number()),
  status: z.array(z.number()),
})
export type FleetBatch = z.infer<typeof FleetBatch>
