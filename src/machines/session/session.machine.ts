import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import { failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { parent } from '../kit/parent.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import {
  begun,
  type LogInFailure,
  NOBODY,
  prolonged,
  restored,
  type SessionContext,
} from './session.context.ts'
import {
  type EndReason,
  type IdentityReturn,
  type LogInResult,
  type RefreshResult,
  refreshRetryMs,
  type SessionFacts,
} from './session.logic.ts'

export type { LogInFailure, SessionContext } from './session.context.ts'

/** What the session can hear. `request.refused` is a 401 to a call that carried the current token; `session.lost` is the server's word that it is over (SES-27, SES-28). */
export type SessionEvent =
  | { type: 'session.logIn'; userName: string; password: string }
  | { type: 'session.identityChosen' }
  | { type: 'session.logOut' }
  | { type: 'session.lost' }
  | { type: 'session.replaced' }
  | { type: 'request.refused' }

/** What the session tells its parent. */
export type SessionFact =
  | { type: 'session.began'; user: SessionUser; how: 'loggedIn' | 'restored' }
  | { type: 'session.ended'; why: EndReason }
  | { type: 'session.missing' }

const beginning = (how: 'loggedIn' | 'restored', facts: SessionFacts | null): SessionFact =>
  facts === null ? { type: 'session.missing' } : { type: 'session.began', user: facts.user, how }

const logInOf = (result: LogInResult | IdentityReturn): SessionFact =>
  beginning('loggedIn', result.kind === 'accepted' ? result : null)

const startSignedOut = {
  target: 'signedOut',
  actions: { type: 'tell', params: { type: 'session.missing' } },
} as const

const endElsewhere = {
  target: '#session.loggingOut',
  actions: { type: 'keepReason', params: { why: 'elsewhere' } },
} as const

/** Whether the page was opened by a return from the identity provider; absent means no. */
export type SessionInput = { readonly isReturning: boolean } | undefined

type Stored = { readonly facts: SessionFacts | null }

/** Who is logged in, and for how long. Restores, logs in by password or by an identity provider, refreshes once for all, logs out (SES-13 to 28, SES-61). */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'deciding' | 'signedIn' | 'busy' | 'holding' | 'reconnecting',
  },
  actors: {
    readStoredSession: promisePort<SessionFacts | null>('session.readStoredSession'),
    logIn: promisePort<LogInResult, { userName: string; password: string }>('session.logIn'),
    /** Leaves for the identity provider; ends only where that fails. */
    goToIdentity: promisePort<void>('session.goToIdentity'),
    /** Changes what the identity provider sent along for a session. */
    finishIdentityLogIn: promisePort<IdentityReturn>('session.finishIdentityLogIn'),
    refreshGrant: promisePort<RefreshResult>('session.refreshGrant'),
    forget: promisePort<void, { why: EndReason }>('session.forget'),
  },
  actions: {
    notify: actionPort<Notice>('session.notify'),
    tell: sendTo(parent, (_, fact: SessionFact) => fact),
    restore: assign((_, { facts }: Stored) => restored(facts)),
    begin: assign((_, result: LogInResult | IdentityReturn) => begun(result)),
    prolong: assign((_, result: RefreshResult) => prolonged(result)),
    countAway: assign(({ context }, { retryAfterMs }: { retryAfterMs: number | null }) => ({
      attempts: context.attempts + 1,
      retryAfterMs,
    })),
    keepFailure: assign((_, { failure }: { failure: LogInFailure | null }) => ({ failure })),
    keepReason: assign((_, { why }: { why: EndReason }) => ({ why })),
    forgetUser: assign(({ context }) => ({ ...NOBODY, why: context.why })),
  },
  guards: {
    hasSession: (_, { facts }: Stored) => facts !== null,
    isSameUser: ({ context }, { facts }: Stored) => facts !== null && facts.user.id === context.user?.id,
    isAccepted: (_, result: LogInResult | IdentityReturn) => result.kind === 'accepted',
    isReturning: ({ context }) => context.isReturning,
    isRefreshed: (_, result: RefreshResult) => result.kind === 'refreshed',
    isRefused: (_, result: RefreshResult) => result.kind === 'refused',
    isGone: (_, result: RefreshResult) => result.kind === 'gone',
    endedElsewhere: ({ context }) => context.why === 'elsewhere',
  },
  delays: {
    beforeExpiry: ({ context }) => context.refreshInMs,
    beforeRetry: ({ context }) => refreshRetryMs(context),
    forgetTimeout: 3000,
    leaveTimeout: 10_000,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...NOBODY, isReturning: input?.isReturning ?? false }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isReturning', target: 'returning' }, { target: 'restoring' }] },
    returning: {
      tags: 'deciding',
      invoke: {
        id: 'finishIdentityLogIn',
        src: 'finishIdentityLogIn',
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: [
              { type: 'begin', params: ({ event }) => event.output },
              { type: 'tell', params: ({ event }) => logInOf(event.output) },
            ],
          },
          {
            target: 'restoring',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({
                failure: event.output.kind === 'failed' ? { identity: event.output.why } : null,
              }),
            },
          },
        ],
        onError: {
          target: 'restoring',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ failure: { failure: failureOf(event.error) } }),
          },
        },
      },
    },
    restoring: {
      tags: 'deciding',
      invoke: {
        id: 'restore',
        src: 'readStoredSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ facts: event.output }) },
            target: 'signedIn',
            actions: [
              { type: 'restore', params: ({ event }) => ({ facts: event.output }) },
              { type: 'tell', params: ({ event }) => beginning('restored', event.output) },
            ],
          },
          startSignedOut,
        ],
        onError: startSignedOut,
      },
    },
    signedOut: {
      initial: 'idle',
      on: { 'session.replaced': 'restoring' },
      states: {
        idle: { on: { 'session.logIn': 'loggingIn', 'session.identityChosen': 'leaving' } },
        leaving: {
          tags: 'busy',
          entry: { type: 'keepFailure', params: { failure: null } },
          invoke: {
            id: 'goToIdentity',
            src: 'goToIdentity',
            onError: {
              target: 'idle',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ failure: { failure: failureOf(event.error) } }),
              },
            },
          },
          after: { leaveTimeout: 'idle' },
        },
        loggingIn: {
          tags: 'busy',
          entry: { type: 'keepFailure', params: { failure: null } },
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ event }) => {
              assertEvent(event, 'session.logIn')
              return { userName: event.userName, password: event.password }
            },
            onDone: [
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: '#session.signedIn',
                actions: [
                  { type: 'begin', params: ({ event }) => event.output },
                  { type: 'tell', params: ({ event }) => logInOf(event.output) },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'keepFailure', params: { failure: { text: 'enterValidCredentials' } } },
              },
            ],
            onError: {
              target: 'idle',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ failure: { failure: failureOf(event.error) } }),
              },
            },
          },
        },
      },
    },
    signedIn: {
      tags: 'signedIn',
      initial: 'fresh',
      on: {
        'session.logOut': { target: 'loggingOut', actions: { type: 'keepReason', params: { why: 'asked' } } },
        'session.lost': 'expired',
        'session.replaced': '.rereading',
      },
      states: {
        fresh: { after: { beforeExpiry: 'refreshing' }, on: { 'request.refused': 'refreshing' } },
        refreshing: {
          tags: 'holding',
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'refreshGrant',
                src: 'refreshGrant',
                onDone: [
                  {
                    guard: { type: 'isRefreshed', params: ({ event }) => event.output },
                    target: '#session.signedIn.fresh',
                    actions: { type: 'prolong', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isRefused', params: ({ event }) => event.output },
                    target: '#session.expired',
                  },
                  { guard: { type: 'isGone', params: ({ event }) => event.output }, ...endElsewhere },
                  {
                    target: 'waiting',
                    actions: {
                      type: 'countAway',
                      params: ({ event }) => ({
                        retryAfterMs: event.output.kind === 'away' ? event.output.retryAfterMs : null,
                      }),
                    },
                  },
                ],
                onError: {
                  target: 'waiting',
                  actions: { type: 'countAway', params: ({ event }) => failureOf(event.error) },
                },
              },
            },
            waiting: { tags: 'reconnecting', after: { beforeRetry: 'asking' } },
          },
        },
        rereading: {
          on: { 'request.refused': 'refreshing' },
          invoke: {
            id: 'reread',
            src: 'readStoredSession',
            onDone: [
              {
                guard: { type: 'isSameUser', params: ({ event }) => ({ facts: event.output }) },
                target: 'fresh',
                actions: { type: 'restore', params: ({ event }) => ({ facts: event.output }) },
              },
              endElsewhere,
            ],
            onError: endElsewhere,
          },
        },
      },
    },
    expired: {
      always: {
        target: 'loggingOut',
        actions: [
          { type: 'keepReason', params: { why: 'expired' } },
          { type: 'notify', params: { kind: 'error', text: 'sessionExpired' } },
        ],
      },
    },
    loggingOut: {
      tags: 'busy',
      invoke: {
        id: 'forget',
        src: 'forget',
        input: ({ context }) => ({ why: context.why }),
        onDone: 'ended',
        onError: 'ended',
      },
      after: { forgetTimeout: 'ended' },
    },
    ended: {
      entry: [
        'forgetUser',
        { type: 'tell', params: ({ context }) => ({ type: 'session.ended', why: context.why }) },
      ],
      always: [{ guard: 'endedElsewhere', target: 'restoring' }, { target: 'signedOut' }],
    },
  },
})
