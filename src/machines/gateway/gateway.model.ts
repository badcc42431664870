import type { Gateway } from '#contract/records/gateway.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { endingChange } from './gateway.logic.ts'
import type { GatewayContext, GatewayEvent } from './gateway.machine.ts'

const gateway = (madeAt: number | null): Gateway => ({
  madeAt,
  address: 'https://roadbook.example/ingest/traccar',
  pending: [],
  accepted: [],
  registrations: ['KA 01 AB 1234'],
})
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the gateway's tab. */
export const gatewayModel: Model<GatewayContext, GatewayEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'gateway.makePressed' },
    { type: 'gateway.replacePressed' },
    { type: 'gateway.revokePressed' },
    { type: 'gateway.keyHidden' },
    { type: 'gateway.devicePressed', deviceId: 'd', fromVehicleId: null },
    { type: 'gateway.devicePressed', deviceId: 'd', fromVehicleId: 7 },
    { type: 'gateway.vehicleChosen', registration: 'KA 01 AB 1234', addsVehicle: false },
    { type: 'gateway.releasePressed', deviceId: 'd', fromVehicleId: 7 },
    { type: 'gateway.confirmed' },
    { type: 'gateway.cancelled' },
    { type: 'gateway.retry' },
    afterOf('poll', 'gateway.shown.waiting'),
    doneOf('read', gateway(null)),
    doneOf('change', { gateway: gateway(1), gatewayKey: 'not a real one' }),
    doneOf('change', { gateway: gateway(1), gatewayKey: null }),
    doneOf('change', { gateway: gateway(null), gatewayKey: null }),
    errorOf('read', away),
    errorOf('change', away),
  ],
  key: ({ gateway: known, gatewayKey, device, change, failure }) => [
    known?.madeAt,
    gatewayKey,
    device?.fromVehicleId,
    change?.kind,
    endingChange(change) !== null,
    failure !== null,
  ],
  unreachable: {},
}
