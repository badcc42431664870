import * as z from 'zod/mini'

/** An alert or driving event to be put on the map (PLT-06). `alertTime` is `DD-MM-YYYY HH:mm:ss` IST, `time` the same in ms UTC. */
export const AlertMarker = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** An event code (PLB-08) or an alert code (ALR-02). */
  label: z.string(),
  alertName: z.string(),
  desc: z.string(),
  alertTime: z.string(),
  time: z.number(),
  /** Speed in km/h of an OS label (PLT-08). */
  speedVal: z.optional(z.number()),
})
export type AlertMarker = z.infer<typeof AlertMarker>
