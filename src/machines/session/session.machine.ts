import { type ActorRefFrom, assertEvent } from 'xstate'
import { failureOf } from '../kit/failure.ts'
import { SIGNED_OUT } from './session.context.ts'
import type { IdentityReturn, LogInResult, SessionInfo } from './session.ports.ts'
import { type SessionStatusEvent, sessionSetup } from './session.setup.ts'

const beginning = (how: 'loggedIn' | 'restored', info: SessionInfo | null): SessionStatusEvent =>
  info === null ? { type: 'session.missing' } : { type: 'session.began', user: info.user, how }

const logInOf = (result: LogInResult | IdentityReturn): SessionStatusEvent =>
  beginning('loggedIn', result.kind === 'accepted' ? result : null)

const startSignedOut = {
  target: 'signedOut',
  actions: { type: 'notifyParent', params: { type: 'session.missing' } },
} as const

const endElsewhere = {
  target: '#session.loggingOut',
  actions: { type: 'setEndReason', params: { why: 'elsewhere' } },
} as const

/**
 * Who is logged in, and for how long: restores a session, logs in by password or identity provider, refreshes, logs
 * out (SES-13 to 28, SES-61).
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({ ...SIGNED_OUT, isReturning: input?.isReturning ?? false }),
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
              { type: 'notifyParent', params: ({ event }) => logInOf(event.output) },
            ],
          },
          {
            target: 'restoring',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ({
                failure: event.output.kind === 'failed' ? { identity: event.output.why } : null,
              }),
            },
          },
        ],
        onError: {
          target: 'restoring',
          actions: {
            type: 'setFailure',
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
            guard: { type: 'hasSession', params: ({ event }) => ({ info: event.output }) },
            target: 'signedIn',
            actions: [
              { type: 'restore', params: ({ event }) => ({ info: event.output }) },
              { type: 'notifyParent', params: ({ event }) => beginning('restored', event.output) },
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
          entry: { type: 'setFailure', params: { failure: null } },
          invoke: {
            id: 'goToIdentity',
            src: 'goToIdentity',
            onError: {
              target: 'idle',
              actions: {
                type: 'setFailure',
                params: ({ event }) => ({ failure: { failure: failureOf(event.error) } }),
              },
            },
          },
          after: { leaveTimeout: 'idle' },
        },
        loggingIn: {
          tags: 'busy',
          entry: { type: 'setFailure', params: { failure: null } },
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
                  { type: 'notifyParent', params: ({ event }) => logInOf(event.output) },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'setFailure', params: { failure: { text: 'enterValidCredentials' } } },
              },
            ],
            onError: {
              target: 'idle',
              actions: {
                type: 'setFailure',
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
        'session.logOut': {
          target: 'loggingOut',
          actions: { type: 'setEndReason', params: { why: 'requested' } },
        },
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
                guard: { type: 'isSameUser', params: ({ event }) => ({ info: event.output }) },
                target: 'fresh',
                actions: { type: 'restore', params: ({ event }) => ({ info: event.output }) },
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
          { type: 'setEndReason', params: { why: 'expired' } },
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
        { type: 'notifyParent', params: ({ context }) => ({ type: 'session.ended', why: context.why }) },
      ],
      always: [{ guard: 'endedElsewhere', target: 'restoring' }, { target: 'signedOut' }],
    },
  },
})

/** The running machine, to read and send to. */
export type SessionActor = ActorRefFrom<typeof sessionMachine>
