import * as z from 'zod/mini'
import { DeviceId, Gateway } from '../records/gateway.ts'
import { Id } from '../records/ids.ts'
import { MAX_REGISTRATION_LENGTH } from '../records/position-import.ts'
import { GATEWAY_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const GATEWAY = { rows: ['OWN-03'], roles: GATEWAY_ROLES, scope: 'company' } as const

/** The company's gateway key, if any, and the devices behind its gateway. */
export const readGateway = defineCall({
  id: 'readGateway',
  method: 'GET',
  path: `${DICV}/gateway`,
  reply: Gateway,
  ...GATEWAY,
})

/** Makes the company's gateway key, which is told this once. Errors: 409 if there is one, unless it `replaces` it, which ends it. */
export const makeGatewayKey = defineCall({
  id: 'makeGatewayKey',
  method: 'POST',
  path: `${DICV}/gateway/key`,
  body: z.object({ replaces: z.boolean() }),
  reply: z.extend(Gateway, { gatewayKey: z.string() }),
  holdsSecret: true,
  acting: 'never',
  ...GATEWAY,
})

/** Ends the company's gateway key; without one nothing changes. */
export const revokeGatewayKey = defineCall({
  id: 'revokeGatewayKey',
  method: 'POST',
  path: `${DICV}/gateway/revoke`,
  reply: Gateway,
  acting: 'never',
  ...GATEWAY,
})

/**
 * Makes a device report for a vehicle, from now on: one that waits, or one that was accepted for the vehicle `fromVehicleId`, which
 * keeps what it has. Errors: 400 for a name that cannot be a registration or, without `addsVehicle`, is none; 409 if the device is
 * gone or another's by now.
 */
export const acceptGatewayDevice = defineCall({
  id: 'acceptGatewayDevice',
  method: 'POST',
  path: `${DICV}/gateway/accept`,
  body: z.object({
    deviceId: DeviceId,
    registration: z.string().check(z.minLength(1), z.maxLength(MAX_REGISTRATION_LENGTH)),
    addsVehicle: z.boolean(),
    fromVehicleId: z.nullable(Id),
  }),
  reply: Gateway,
  ...GATEWAY,
})

/** Makes an accepted device wait again; the vehicle keeps what it has. Errors: 409 if the device is another's by now. */
export const releaseGatewayDevice = defineCall({
  id: 'releaseGatewayDevice',
  method: 'POST',
  path: `${DICV}/gateway/release`,
  body: z.object({ deviceId: DeviceId, fromVehicleId: Id }),
  reply: Gateway,
  ...GATEWAY,
})
