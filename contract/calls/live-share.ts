import * as z from 'zod/mini'
import { ShortText } from '../records/ids.ts'
import { defineCall } from './call.ts'

/** A vehicle of a shared link (SHR-06, CONFLICT-20). */
const SharedVehicle = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  imei: z.string(),
  vehicleStatus: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  currentVehicleSpeed: z.nullable(z.number()),
})

/** Whether a shared link is valid, and its vehicles (SHR-05). A stored token is sent and ignored (CONFLICT-19). */
export const validateShare = defineCall({
  id: 'validateShare',
  rows: ['API-120', 'SHR-11'],
  method: 'GET',
  path: 'dicvlivelocation/validateurl/:q',
  params: z.object({ q: ShortText }),
  reply: z.object({
    message: z.optional(z.string()),
    liveShareVehicleDetails: z.optional(z.array(SharedVehicle)),
  }),
  roles: 'public',
  scope: 'public',
})

/** Positions of one shared vehicle: events `liveShareEvent` (SHR-12). The share id is the only credential (OPEN-41). */
export const shareStream = defineCall({
  id: 'shareStream',
  rows: ['API-121', 'SHR-12'],
  method: 'GET',
  path: 'dicvlivelocation/stream',
  query: z.object({ path: ShortText, imei: ShortText }),
  replyKind: 'stream',
  roles: 'public',
  scope: 'public',
})
