import { assign, sendTo, setup } from 'xstate'
import type { Role } from '#contract/roles.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { actionPort, parent, promisePort } from '../kit/port.ts'
import { toggleAll, toggleVehicle } from './vehicle-selection.logic.ts'

/** Events of the vehicle selection. */
export type VehicleSelectionEvent =
  | { type: 'vehicleSelection.opened' }
  | { type: 'vehicleSelection.retry' }
  | { type: 'vehicleSelection.toggled'; vehicleId: number }
  | { type: 'vehicleSelection.allToggled'; vehicleIds: readonly number[] }
  | { type: 'vehicleSelection.applied' }
  | { type: 'vehicleSelection.cleared' }
  | { type: 'vehicleSelection.cancelled' }

/** Why a toast is shown: the limit of 250 is reached, or the vehicles could not be loaded. */
export type SelectionWarning = 'tooMany' | 'unreached'

/** The role of the user. */
export type VehicleSelectionInput = { readonly role: Role }

/** The selection's context; the vehicles to choose from are in a store of their own. */
export type VehicleSelectionContext = VehicleSelectionInput & {
  readonly picked: readonly number[]
  /** What was chosen last. */
  readonly chosen: readonly number[]
  /** Attempts to load the vehicles since the selection was opened. */
  readonly attempts: number
  readonly failure: Failure | null
}

/** Roles for which a failed load is retried more than once (MAP-54). */
const REPEATING_ROLES: readonly Role[] = ['CUSTOMER', 'CUSTOMERADMIN']
/** Retries after the first attempt, for those roles (OPEN-53) and for the others (SES-53), and ms between them. */
const MAX_REPEATS = 5
const OTHER_REPEATS = 1
const REPEAT_DELAY_MS = 5000

/** Selecting vehicles by checkboxes, 250 at most (MAP-51 to 54); the fleet map is notified of the choice. */
export const vehicleSelectionMachine = setup({
  types: {
    context: {} as VehicleSelectionContext,
    events: {} as VehicleSelectionEvent,
    input: {} as VehicleSelectionInput,
    tags: {} as 'open' | 'loading' | 'failed' | 'ready',
  },
  actors: { loadOptions: promisePort<void>('vehicleSelection.loadOptions') },
  actions: {
    warn: actionPort<{ why: SelectionWarning }>('vehicleSelection.warn'),
    beginAsking: assign({ attempts: 0, failure: null }),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    toggle: assign(({ context }, { vehicleId }: { vehicleId: number }) => ({
      picked: toggleVehicle(context.picked, vehicleId).picked,
    })),
    toggleAll: assign(({ context }, { vehicleIds }: { vehicleIds: readonly number[] }) => ({
      picked: toggleAll(context.picked, vehicleIds).picked,
    })),
    pickNothing: assign({ picked: [] }),
    pickAsBefore: assign(({ context }) => ({ picked: context.chosen })),
    setChosen: assign(({ context }) => ({ chosen: context.picked })),
    notifyParent: sendTo(parent, ({ context }) => ({
      type: 'vehicles.chosen' as const,
      vehicleIds: context.picked,
    })),
  },
  guards: {
    mayRepeat: ({ context: { role, attempts } }) =>
      attempts <= (REPEATING_ROLES.includes(role) ? MAX_REPEATS : OTHER_REPEATS),
    isPatient: ({ context }) => REPEATING_ROLES.includes(context.role),
    isOneTooMany: ({ context }, { vehicleId }: { vehicleId: number }) =>
      toggleVehicle(context.picked, vehicleId).isOverMost,
    areTooMany: ({ context }, { vehicleIds }: { vehicleIds: readonly number[] }) =>
      toggleAll(context.picked, vehicleIds).isOverMost,
  },
  delays: { repeatDelay: REPEAT_DELAY_MS },
}).createMachine({
  id: 'vehicleSelection',
  context: ({ input }) => ({ ...input, picked: [], chosen: [], attempts: 0, failure: null }),
  initial: 'closed',
  on: {
    'vehicleSelection.cleared': { target: '.closed', actions: ['pickNothing', 'setChosen', 'notifyParent'] },
  },
  states: {
    closed: { on: { 'vehicleSelection.opened': { target: 'open', actions: 'beginAsking' } } },
    open: {
      tags: 'open',
      initial: 'asking',
      on: {
        'vehicleSelection.cancelled': { target: 'closed', actions: 'pickAsBefore' },
        'vehicleSelection.applied': { target: 'closed', actions: ['setChosen', 'notifyParent'] },
      },
      states: {
        asking: {
          tags: 'loading',
          entry: 'countAttempt',
          invoke: {
            id: 'options',
            src: 'loadOptions',
            onDone: 'ready',
            onError: [
              { guard: 'mayRepeat', target: 'waiting' },
              {
                guard: 'isPatient',
                target: 'failed',
                actions: [
                  { type: 'setFailure', params: failureParams },
                  { type: 'warn', params: { why: 'unreached' } },
                ],
              },
              {
                target: 'failed',
                actions: { type: 'setFailure', params: failureParams },
              },
            ],
          },
        },
        waiting: { tags: 'loading', after: { repeatDelay: 'asking' } },
        failed: {
          tags: 'failed',
          on: { 'vehicleSelection.retry': { target: 'asking', actions: 'beginAsking' } },
        },
        ready: {
          tags: 'ready',
          on: {
            'vehicleSelection.toggled': [
              {
                guard: { type: 'isOneTooMany', params: ({ event }) => event },
                actions: { type: 'warn', params: { why: 'tooMany' } },
              },
              { actions: { type: 'toggle', params: ({ event }) => event } },
            ],
            'vehicleSelection.allToggled': [
              {
                guard: { type: 'areTooMany', params: ({ event }) => event },
                actions: [
                  { type: 'toggleAll', params: ({ event }) => event },
                  { type: 'warn', params: { why: 'tooMany' } },
                ],
              },
              { actions: { type: 'toggleAll', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
  },
})
