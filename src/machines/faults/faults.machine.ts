import { type ActorRefFrom, assign, setup } from 'xstate'
import type { FaultSettings } from '#contract/records/faults.ts'
import { failureNotice } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'

/** Events of the faults on demand. */
export type FaultsEvent =
  | { type: 'faults.turnOn'; settings: FaultSettings }
  | { type: 'faults.turnOff' }
  | { type: 'faults.dropStream' }

/** Whether the environment allows faults. */
export type FaultsInput = { readonly isAvailable: boolean }

/** Context of the faults. `settings` are the last ones that were turned on; null before that. */
export type FaultsContext = FaultsInput & { readonly settings: FaultSettings | null }

/** Faults in this tab's own traffic, on demand, where the environment sets `lab`. What happens to a request is drawn outside. */
export const faultsMachine = setup({
  types: {
    context: {} as FaultsContext,
    input: {} as FaultsInput,
    events: {} as FaultsEvent,
    children: {} as { restore: 'restore'; apply: 'apply' },
    tags: {} as 'unavailable' | 'ready' | 'on' | 'busy',
  },
  actors: {
    /** The settings of this tab before it was loaded again; null if its faults were off. */
    restore: promisePort<FaultSettings | null>('faults.restore'),
    apply: promisePort<void, FaultSettings>('faults.apply'),
  },
  actions: {
    notify: actionPort<Notice>('faults.notify'),
    turnOff: actionPort<undefined>('faults.turnOff'),
    dropStream: actionPort<undefined>('faults.dropStream'),
    setSettings: assign((_, { settings }: { settings: FaultSettings | null }) => ({ settings })),
  },
  guards: {
    isAvailable: ({ context }) => context.isAvailable,
    hasSettings: (_, { settings }: { settings: FaultSettings | null }) => settings !== null,
  },
}).createMachine({
  id: 'faults',
  context: ({ input }) => ({ isAvailable: input.isAvailable, settings: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isAvailable', target: 'available' }, { target: 'unavailable' }] },
    unavailable: { tags: 'unavailable' },
    available: {
      initial: 'restoring',
      states: {
        restoring: {
          invoke: {
            id: 'restore',
            src: 'restore',
            onDone: [
              {
                guard: { type: 'hasSettings', params: ({ event }) => ({ settings: event.output }) },
                target: 'on',
                actions: { type: 'setSettings', params: ({ event }) => ({ settings: event.output }) },
              },
              { target: 'off' },
            ],
            onError: { target: 'off', actions: { type: 'notify', params: failureNotice } },
          },
        },
        off: {
          tags: 'ready',
          on: {
            'faults.turnOn': {
              target: 'applying',
              actions: { type: 'setSettings', params: ({ event }) => event },
            },
          },
        },
        applying: {
          tags: ['ready', 'busy'],
          invoke: {
            id: 'apply',
            src: 'apply',
            input: ({ context }) => {
              if (context.settings === null) throw new Error('There are no settings to apply.')
              return context.settings
            },
            onDone: 'on',
            onError: { target: 'off', actions: ['turnOff', { type: 'notify', params: failureNotice }] },
          },
        },
        on: {
          tags: ['ready', 'on'],
          on: {
            'faults.turnOn': {
              target: 'applying',
              actions: { type: 'setSettings', params: ({ event }) => event },
            },
            'faults.turnOff': { target: 'off', actions: 'turnOff' },
            'faults.dropStream': { actions: 'dropStream' },
          },
        },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type FaultsActor = ActorRefFrom<typeof faultsMachine>
