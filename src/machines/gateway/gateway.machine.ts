import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Gateway } from '#contract/records/gateway.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import { endingChange, keyAfterRead } from './gateway.logic.ts'
import type { ChangedGateway, ChosenDevice, GatewayChange } from './gateway.ports.ts'

/** Events of the gateway's tab. */
export type GatewayEvent =
  | { type: 'gateway.makePressed' }
  | { type: 'gateway.replacePressed' }
  | { type: 'gateway.revokePressed' }
  | { type: 'gateway.keyHidden' }
  | ({ type: 'gateway.devicePressed' } & ChosenDevice)
  | { type: 'gateway.vehicleChosen'; registration: string; addsVehicle: boolean }
  | { type: 'gateway.releasePressed'; deviceId: string; fromVehicleId: number }
  | { type: 'gateway.confirmed' }
  | { type: 'gateway.cancelled' }
  | { type: 'gateway.retry' }

export type GatewayContext = {
  /** null until it is loaded. */
  readonly gateway: Gateway | null
  /** The key that was just made, until it is hidden. Never recorded. */
  readonly gatewayKey: string | null
  /** The device for which a vehicle is chosen. */
  readonly device: ChosenDevice | null
  /** What the user is to confirm, or under way. */
  readonly change: GatewayChange | null
  readonly failure: Failure | null
}

/** ms between two reads of the devices: whoever connects one waits here until it shows. */
const POLL_MS = 15_000

/** The gateway of the company: its key, shown once, and the devices behind it (OWN-03). */
export const gatewayMachine = setup({
  types: {
    context: {} as GatewayContext,
    events: {} as GatewayEvent,
    children: {} as { read: 'readGateway'; change: 'changeGateway' },
    tags: {} as 'busy',
  },
  actors: {
    readGateway: promisePort<Gateway, { readonly isPolled: boolean }>('gateway.read'),
    changeGateway: promisePort<ChangedGateway, GatewayChange>('gateway.change'),
  },
  delays: { poll: POLL_MS },
  actions: {
    setGateway: assign(({ context }, { gateway }: { gateway: Gateway }) => ({
      gateway,
      gatewayKey: keyAfterRead(context, gateway),
      failure: null,
    })),
    // A change that failed meanwhile stays said; that nothing could be read does not.
    setPolled: assign(({ context }, { gateway }: { gateway: Gateway }) => ({
      gateway,
      gatewayKey: keyAfterRead(context, gateway),
      failure: context.gateway === null ? null : context.failure,
    })),
    setChanged: assign(({ context }, { gateway, gatewayKey }: ChangedGateway) => ({
      gateway,
      // An accepted device must not hide a key that was not yet copied; a revoked one is of no use.
      gatewayKey: gateway.madeAt === null ? null : (gatewayKey ?? context.gatewayKey),
      device: null,
      change: null,
      failure: null,
    })),
    setChange: assign((_, { change }: { change: GatewayChange }) => ({ change, failure: null })),
    setDevice: assign((_, { deviceId, fromVehicleId }: ChosenDevice) => ({
      device: { deviceId, fromVehicleId },
      failure: null,
    })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    hideKey: assign({ gatewayKey: null }),
    clear: assign({ device: null, change: null, failure: null }),
  },
  guards: {
    isChoosing: ({ context }) => context.device !== null,
    isEnding: ({ context }) => endingChange(context.change) !== null,
  },
}).createMachine({
  id: 'gateway',
  context: { gateway: null, gatewayKey: null, device: null, change: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'readGateway',
        input: { isPolled: false },
        onDone: {
          target: 'shown',
          actions: { type: 'setGateway', params: ({ event }) => ({ gateway: event.output }) },
        },
        onError: { target: 'shown', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    shown: {
      initial: 'waiting',
      states: {
        waiting: { after: { poll: 'polling' } },
        polling: {
          invoke: {
            id: 'read',
            src: 'readGateway',
            input: { isPolled: true },
            onDone: {
              target: 'waiting',
              actions: { type: 'setPolled', params: ({ event }) => ({ gateway: event.output }) },
            },
            onError: 'waiting',
          },
        },
      },
      on: {
        'gateway.retry': 'loading',
        'gateway.keyHidden': { actions: 'hideKey' },
        'gateway.makePressed': {
          target: 'changing',
          actions: { type: 'setChange', params: { change: { kind: 'makeKey', replaces: false } } },
        },
        'gateway.replacePressed': {
          target: 'asking',
          actions: { type: 'setChange', params: { change: { kind: 'makeKey', replaces: true } } },
        },
        'gateway.revokePressed': {
          target: 'asking',
          actions: { type: 'setChange', params: { change: { kind: 'revokeKey' } } },
        },
        'gateway.releasePressed': {
          target: 'asking',
          actions: {
            type: 'setChange',
            params: ({ event: { deviceId, fromVehicleId } }) => ({
              change: { kind: 'release', deviceId, fromVehicleId },
            }),
          },
        },
        'gateway.devicePressed': {
          target: 'choosing',
          actions: { type: 'setDevice', params: ({ event }) => event },
        },
      },
    },
    asking: {
      on: { 'gateway.confirmed': 'changing', 'gateway.cancelled': { target: 'shown', actions: 'clear' } },
    },
    choosing: {
      on: {
        'gateway.vehicleChosen': {
          target: 'changing',
          actions: {
            type: 'setChange',
            params: ({ context: { device }, event: { registration, addsVehicle } }) => ({
              change: {
                kind: 'accept',
                deviceId: device?.deviceId ?? '',
                fromVehicleId: device?.fromVehicleId ?? null,
                registration,
                addsVehicle,
              },
            }),
          },
        },
        'gateway.cancelled': { target: 'shown', actions: 'clear' },
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'changeGateway',
        input: ({ context: { change } }) => {
          if (change === null) throw new Error('Nothing is to be changed.')
          return change
        },
        onDone: { target: 'shown', actions: { type: 'setChanged', params: ({ event }) => event.output } },
        onError: [
          {
            guard: 'isChoosing',
            target: 'choosing',
            actions: { type: 'setFailure', params: failureParams },
          },
          { guard: 'isEnding', target: 'asking', actions: { type: 'setFailure', params: failureParams } },
          { target: 'shown', actions: { type: 'setFailure', params: failureParams } },
        ],
      },
    },
  },
})

/** The running machine, to read and send to. */
export type GatewayActor = ActorRefFrom<typeof gatewayMachine>
