import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { ListedUser } from '#contract/calls/users.ts'
import { isReason } from '#contract/records/support-changes.ts'
import type { Role } from '#contract/roles.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { actingHome } from '../kit/landing.logic.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import { createRequestMachine } from '../request/request.machine.ts'
import type { ActingRequest, ActingTime } from './support.ports.ts'

/** Events of support's picker and banner (OPEN-04, SHL-41). */
export type SupportEvent =
  | { type: 'support.roleChosen'; role: Role }
  | { type: 'support.userChosen'; userId: number; reason: string }
  | { type: 'support.retry' }
  | { type: 'support.switched' }
/** Context of support acting for a user. */
export type SupportContext = {
  readonly role: Role | null
  readonly failure: Failure | null
  readonly time: ActingTime | null
  /** Whether the page was opened as another user, so that it must reload when that ends. */
  readonly wasActing: boolean
}

export type SupportInput = Pick<SupportContext, 'wasActing'>

/** ms between SWITCH PROFILE and the picker (SHL-41). */
export const SWITCH_DELAY_MS = 1000

/** ms before the page asks again whom it acts for, as often as it takes (AC-14). */
const ASK_AGAIN_MS = 5000

/** The users of a role; a stored list is not fetched again (SES-34). */
export const usersRequest = createRequestMachine<readonly ListedUser[], { role: Role }>('support.loadUsers')

const setFailure = {
  type: 'setFailure',
  params: failureParams,
} as const

/** CSSUPPORT choosing for whom to act, and acting until the time is over or the profile is switched (SES-46, OPEN-04). */
export const supportMachine = setup({
  types: {
    context: {} as SupportContext,
    events: {} as SupportEvent,
    input: {} as SupportInput,
    tags: {} as 'busy' | 'acting',
    children: {} as { users: 'users'; restore: 'restore'; begin: 'begin'; end: 'end' },
  },
  actors: {
    restore: promisePort<ActingTime | null>('support.restore'),
    users: usersRequest,
    begin: promisePort<ActingTime, ActingRequest>('support.begin'),
    end: promisePort<void>('support.end'),
  },
  actions: {
    /** Reloads the page at a path, so that nothing of the former user is left. */
    startAnew: actionPort<{ path: string }>('support.startAnew'),
    setRole: assign((_, { role }: { role: Role }) => ({ role, failure: null })),
    askUsers: sendTo('users', ({ context }) => ({
      type: 'request.load',
      input: { role: context.role ?? 'CUSTOMER' },
    })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setTime: assign((_, { time }: { time: ActingTime | null }) => ({ time, failure: null })),
  },
  guards: {
    isActing: (_, { time }: { time: ActingTime | null }) => time !== null,
    wasActing: ({ context }) => context.wasActing,
    hasReason: (_, { reason }: { reason: string }) => isReason(reason),
  },
  delays: {
    timeLeft: ({ context }) => context.time?.leftMs ?? 0,
    switchDelay: SWITCH_DELAY_MS,
    askAgain: ASK_AGAIN_MS,
  },
}).createMachine({
  id: 'support',
  context: ({ input }) => ({ role: null, failure: null, time: null, ...input }),
  invoke: { id: 'users', src: 'users' },
  initial: 'restoring',
  states: {
    restoring: {
      on: { 'support.switched': 'leaving' },
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isActing', params: ({ event }) => ({ time: event.output }) },
            target: 'acting',
            actions: { type: 'setTime', params: ({ event }) => ({ time: event.output }) },
          },
          {
            guard: 'wasActing',
            target: 'choosing',
            actions: { type: 'startAnew', params: { path: '/cssupport' } },
          },
          { target: 'choosing' },
        ],
        onError: [
          { guard: 'wasActing', target: 'unknown', actions: setFailure },
          { target: 'choosing', actions: setFailure },
        ],
      },
    },
    // The page already runs as the other user, so it asks until it knows whom and how long (AC-14).
    unknown: { on: { 'support.switched': 'leaving' }, after: { askAgain: 'restoring' } },
    choosing: {
      initial: 'role',
      on: {
        'support.switched': 'leaving',
        'support.roleChosen': {
          target: '.user',
          actions: [{ type: 'setRole', params: ({ event }) => event }, 'askUsers'],
        },
      },
      states: {
        role: {},
        user: {
          on: {
            'support.userChosen': {
              guard: { type: 'hasReason', params: ({ event }) => event },
              target: 'beginning',
            },
            'support.retry': { actions: 'askUsers' },
          },
        },
        beginning: {
          tags: 'busy',
          invoke: {
            id: 'begin',
            src: 'begin',
            input: ({ context, event }) => {
              assertEvent(event, 'support.userChosen')
              return { userId: event.userId, role: context.role ?? 'CUSTOMER', reason: event.reason }
            },
            onDone: {
              target: '#support.acting',
              actions: [
                { type: 'setTime', params: ({ event }) => ({ time: event.output }) },
                {
                  type: 'startAnew',
                  params: ({ event }) => ({ path: actingHome(event.output.acting.role) }),
                },
              ],
            },
            onError: { target: 'user', actions: setFailure },
          },
        },
      },
    },
    acting: {
      tags: 'acting',
      on: { 'support.switched': 'leaving' },
      after: {
        timeLeft: 'leaving',
      },
    },
    leaving: {
      tags: ['acting', 'busy'],
      // A failure does no harm: the server ends the acting by itself when its time is over.
      invoke: { id: 'end', src: 'end', onError: {} },
      after: {
        switchDelay: {
          target: 'choosing',
          actions: { type: 'startAnew', params: { path: '/cssupport' } },
        },
      },
    },
  },
})
