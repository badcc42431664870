import { assign, sendTo, setup } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, parent, promisePort } from '../kit/port.ts'
import {
  beginSession,
  type LogInFailure,
  prolongSession,
  restoreSession,
  type SessionContext,
  SIGNED_OUT,
} from './session.context.ts'
import { refreshRetryMs } from './session.logic.ts'
import type {
  Credentials,
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from './session.ports.ts'

export type { LogInFailure, SessionContext } from './session.context.ts'
/** Events of the session. `request.refused` is a 401 to a call that carried the current token; `session.lost` is the server's reply that it is over (SES-27, SES-28). */
export type SessionEvent =
  | ({ type: 'session.logIn' } & Credentials)
  | { type: 'session.identityChosen' }
  | { type: 'session.logOut' }
  | { type: 'session.lost' }
  | { type: 'session.replaced' }
  | { type: 'request.refused' }

/** Sent to the parent. */
export type SessionStatusEvent =
  | { type: 'session.began'; user: SessionUser; how: 'loggedIn' | 'restored' }
  | { type: 'session.ended'; why: EndReason }
  | { type: 'session.missing' }

/** Whether the page was opened by a return from the identity provider; absent means no. */
export type SessionInput = { readonly isReturning: boolean } | undefined

type Stored = { readonly info: SessionInfo | null }

/** Context, ports, actions and guards of the session machine; its states are in session.machine.ts. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'deciding' | 'signedIn' | 'busy' | 'holding' | 'reconnecting',
  },
  actors: {
    readStoredSession: promisePort<SessionInfo | null>('session.readStoredSession'),
    logIn: promisePort<LogInResult, Credentials>('session.logIn'),
    /** Leaves for the identity provider; settles only if that fails. */
    goToIdentity: promisePort<void>('session.goToIdentity'),
    /** Exchanges the provider's code for a session. */
    finishIdentityLogIn: promisePort<IdentityReturn>('session.finishIdentityLogIn'),
    refreshGrant: promisePort<RefreshResult>('session.refreshGrant'),
    forget: promisePort<void, { why: EndReason }>('session.forget'),
  },
  actions: {
    notify: actionPort<Notice>('session.notify'),
    notifyParent: sendTo(parent, (_, fact: SessionStatusEvent) => fact),
    restore: assign((_, { info }: Stored) => restoreSession(info)),
    begin: assign((_, result: LogInResult | IdentityReturn) => beginSession(result)),
    prolong: assign((_, result: RefreshResult) => prolongSession(result)),
    countAway: assign(({ context }, { retryAfterMs }: { retryAfterMs: number | null }) => ({
      attempts: context.attempts + 1,
      retryAfterMs,
    })),
    setFailure: assign((_, { failure }: { failure: LogInFailure | null }) => ({ failure })),
    setEndReason: assign((_, { why }: { why: EndReason }) => ({ why })),
    forgetUser: assign(({ context }) => ({ ...SIGNED_OUT, why: context.why })),
  },
  guards: {
    hasSession: (_, { info }: Stored) => info !== null,
    isSameUser: ({ context }, { info }: Stored) => info !== null && info.user.id === context.user?.id,
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
})
