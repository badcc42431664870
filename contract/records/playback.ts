import * as z from 'zod/mini'

/**
 * A point of the playback file as our server writes it (PLB-07). `gpsTime` is ms since 1970 UTC, `gpsSpkm` km/h,
 * `currentOdo` km, levels in percent, `stopDuration` seconds standing. Readers accept the other spellings as well.
 */
export const PlaybackPoint = z.object({
  gpsLatitude: z.number(),
  gpsLongitude: z.number(),
  gpsIgnition: z.optional(z.number()),
  gpsSpkm: z.optional(z.number()),
  gpsTime: z.number(),
  gpsHead: z.optional(z.number()),
  vehicleDirection: z.optional(z.string()),
  plotNextPoint: z.optional(z.boolean()),
  label: z.optional(z.array(z.string())),
  speedVal: z.optional(z.number()),
  currentAdl: z.optional(z.number()),
  currentFuelLevel: z.optional(z.number()),
  currentOdo: z.optional(z.number()),
  stopDuration: z.optional(z.number()),
})
export type PlaybackPoint = z.infer<typeof PlaybackPoint>

/** A request for a route. Clients send both spellings of the range, the server accepts either (CONFLICT-15); IST, `YYYY-MM-DD HH:mm:ss`. */
export const PlaybackRequest = z.object({
  vehicleId: z.int(),
  fromDate: z.optional(z.string()),
  toDate: z.optional(z.string()),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  telemetryEnabled: z.optional(z.boolean()),
})
export type PlaybackRequest = z.infer<typeof PlaybackRequest>

/** The address of the compressed file (same origin, signed, short-lived; OPEN-35) and its number of points. */
export const PlaybackReply = z.object({ fileUrl: z.string(), points: z.number() })
export type PlaybackReply = z.infer<typeof PlaybackReply>

/** An alert or driving event to show on the map (PLT-06). `alertTime` is `DD-MM-YYYY HH:mm:ss` IST, `time` the same in ms UTC. */
export const AlertMarker = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** An event code (PLB-08) or an alert code (ALR-02). */
  label: z.string(),
  alertName: z.string(),
  desc: z.string(),
  alertTime: z.string(),
  time: z.number(),
  /** The speed in km/h of an overspeed event, label OS (PLT-08). */
  speedVal: z.optional(z.number()),
})
export type AlertMarker = z.infer<typeof AlertMarker>
