import * as z from 'zod/mini'
import { Id } from './ids.ts'

/** Characters of the id of a device behind a gateway. */
export const MAX_DEVICE_ID_LENGTH = 100

/** The id under which a gateway knows a device, usually its IMEI. */
export const DeviceId = z.string().check(z.minLength(1), z.maxLength(MAX_DEVICE_ID_LENGTH))

const named = { deviceId: z.string(), deviceName: z.nullable(z.string()), protocol: z.nullable(z.string()) }

/** A device that a gateway reports and no vehicle has. */
export const PendingDevice = z.object({
  ...named,
  /** Positions received since it was first seen. */
  positions: z.number(),
  /** ms UTC. */
  lastSeen: z.number(),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
})
export type PendingDevice = z.infer<typeof PendingDevice>

/** A device that was accepted for a vehicle. */
export const AcceptedDevice = z.object({
  ...named,
  vehicleId: Id,
  registration: z.string(),
  /** By how many seconds the clock of what the vehicle reports with is ahead; absent where it is not. */
  clockAheadS: z.optional(z.number()),
})
export type AcceptedDevice = z.infer<typeof AcceptedDevice>

/** The gateway of a company, as its admin sees it. The key itself is never told again. */
export const Gateway = z.object({
  /** When the key was made, ms UTC; null without one. */
  madeAt: z.nullable(z.number()),
  /** Where the gateway forwards positions to. */
  address: z.string(),
  /** The last seen first. */
  pending: z.array(PendingDevice),
  /** By registration. */
  accepted: z.array(AcceptedDevice),
  /** Registrations of the vehicles that a device can be accepted for. */
  registrations: z.array(z.string()),
})
export type Gateway = z.infer<typeof Gateway>
