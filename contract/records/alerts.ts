import * as z from 'zod/mini'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'

/** The number of an alert. */
export const AlertId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))

/** One of the twelve codes (ALR-02). */
export const AlertType = z.enum(Object.keys(ALERT_NAME) as [AlertCode, ...AlertCode[]])

/** The column of each type in counts of alerts (ALR-32), in its order. */
export const COUNT_COLUMNS = {
  GeoFence: 'GEOFENCEINOUT',
  AdblueLow: 'ADBLUELOW',
  AdblueFault: 'ADBLUEFAULT',
  AdblueZone: 'ADBLUEZONE',
  FuelDrop: 'FUELDROP',
  FuelFill: 'FUELFILL',
  EngineOverrun: 'ENGINEOVERRUN',
  Stoppage: 'STOPPAGE',
  Overspeed: 'OVERSPEED',
  Idling: 'IDLING',
  NeutralDriving: 'NEUTRALDRIVING',
  DpfRegen: 'DPFREGEN',
} as const satisfies Readonly<Record<string, AlertCode>>

/** Who acknowledged an alert, and when (ms UTC); null as long as nobody has. */
export const Acknowledgement = z.nullable(z.object({ by: z.string(), at: z.number() }))

/**
 * What every list of alerts says of one. `time` is ms UTC, `crossing` is of a geofence alert alone. `threshold` is the limit that raised it,
 * in the unit of the setting, whatever is chosen now; 0 where the type has none.
 */
const AlertFacts = {
  alertId: AlertId,
  vehicleId: z.number(),
  type: AlertType,
  threshold: z.number(),
  time: z.number(),
  lat: z.number(),
  lng: z.number(),
  value: z.nullable(z.number()),
  durationS: z.nullable(z.number()),
  fence: z.nullable(z.object({ name: z.string(), crossing: z.enum(['IN', 'OUT']) })),
  /** Whether it lasts still, as far as is known. Its duration is then that until the vehicle's last fix, if it holds until the next one. */
  isOpen: z.boolean(),
  /** When the vehicle was last heard of, ms UTC, where that is too long ago to say whether the alert lasts; else null. */
  lastSeen: z.nullable(z.number()),
  acknowledgement: Acknowledgement,
}

const AlertDescription = {
  /** The trouble codes of an AdBlue fault. */
  codes: z.optional(z.array(z.string())),
  /** The state of a regeneration, a key of `REGENERATION`. */
  regeneration: z.optional(z.number()),
}

/** One detail of a notification (ALR-14): `Date` is `DD-MM-YYYY HH:mm:ss` in IST. */
export const AlertNotification = z.object({
  Date: z.string(),
  RegistrationNumber: z.string(),
  ...AlertFacts,
})
export type AlertNotification = z.infer<typeof AlertNotification>

/** A row of the live alert list (ALR-15): `IST_TIME` is `DD-MM-YYYY HH:mm:ss`, `latlng` is `lat,lng`. */
export const LiveAlert = z.object({
  registrationId: z.string(),
  ALERT_NAME: z.string(),
  IST_TIME: z.string(),
  latlng: z.string(),
  ...AlertDescription,
  ...AlertFacts,
})
export type LiveAlert = z.infer<typeof LiveAlert>

/** A row of an alert report: the columns of its type (`ALERT_COLUMNS`, ALR-16 to ALR-31) by name, and what leads to the map. */
export const AlertRow = z.object({
  columns: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  ...AlertDescription,
  ...AlertFacts,
})
export type AlertRow = z.infer<typeof AlertRow>

/**
 * Counts of a range: by type, and by vehicle with a column for each type (ALR-32) and, where `reportNames` names types, those that these
 * are viewed by (`VEHICLE_WISE_COLUMNS`, ALR-20, ALR-22, ALR-24). `readAt` is the server's time before they were counted, ms UTC.
 */
export const AlertCounts = z.object({
  byType: z.partialRecord(AlertType, z.object({ count: z.number(), unacknowledged: z.number() })),
  readAt: z.number(),
  byVehicle: z.array(
    z.object({
      vehicleId: z.number(),
      RegistrationNumber: z.string(),
      Vin: z.nullable(z.string()),
      Model: z.string(),
      counts: z.record(z.string(), z.number()),
      columns: z.record(z.string(), z.nullable(z.number())),
    }),
  ),
})
export type AlertCounts = z.infer<typeof AlertCounts>

/** "Why?": the rule with its numbers, and the fixes that an alert rests on. Times in ms UTC. */
export const AlertEvidence = z.object({
  alert: z.object({ RegistrationNumber: z.string(), ...AlertFacts }),
  began: z.number(),
  ended: z.nullable(z.number()),
  withdrawn: z.nullable(z.number()),
  rule: z.record(z.string(), z.number()),
  figures: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  fixes: z.array(
    z.object({
      shows: z.enum(['began', 'raised', 'peak', 'ended']),
      time: z.number(),
      lng: z.number(),
      lat: z.number(),
      value: z.nullable(z.number()),
    }),
  ),
})
export type AlertEvidence = z.infer<typeof AlertEvidence>

/** Most rows in one reply of an alert report or list; the newest are answered, and `total` counts all. */
export const MAX_ALERT_ROWS = 5000
