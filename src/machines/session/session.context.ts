import type { SessionUser } from '#contract/records/session.ts'
import type { Failure } from '../kit/failure.ts'
import type { TextKey } from '../kit/notice.ts'
import { nextRefreshInMs, refreshDueInMs } from './session.logic.ts'
import type {
  EndReason,
  IdentityFailure,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from './session.ports.ts'

/** Why a login failed: a text of the specification, the identity provider's failure, or that of the call. */
export type LogInFailure =
  | { readonly text: TextKey }
  | { readonly identity: IdentityFailure }
  | { readonly failure: Failure }

/** Context of the session, without passwords and without tokens, which stay in the grant store. */
export type SessionContext = {
  readonly user: SessionUser | null
  /** Seconds since 1970 UTC (SES-12). */
  readonly expiresOn: number | null
  readonly refreshInMs: number
  /** Refreshes in a row that failed, and the wait the server asked for. */
  readonly attempts: number
  readonly retryAfterMs: number | null
  readonly failure: LogInFailure | null
  /** Whether the page was opened by a return from the identity provider. */
  readonly isReturning: boolean
  readonly why: EndReason
}

/** The context while no user is logged in. */
export const SIGNED_OUT: SessionContext = {
  user: null,
  expiresOn: null,
  refreshInMs: 0,
  attempts: 0,
  retryAfterMs: null,
  failure: null,
  isReturning: false,
  why: 'requested',
}

/** The context of a stored session. */
export const restoreSession = (info: SessionInfo | null): SessionContext =>
  info === null
    ? SIGNED_OUT
    : { ...SIGNED_OUT, user: info.user, expiresOn: info.expiresOn, refreshInMs: refreshDueInMs(info) }

/** The context of a session that a login began. */
export const beginSession = (result: LogInResult | IdentityReturn): SessionContext =>
  result.kind === 'accepted'
    ? { ...SIGNED_OUT, user: result.user, expiresOn: result.expiresOn, refreshInMs: nextRefreshInMs(result) }
    : SIGNED_OUT

/** The changes of a refresh. */
export const prolongSession = (result: RefreshResult): Partial<SessionContext> =>
  result.kind === 'refreshed'
    ? { expiresOn: result.expiresOn, refreshInMs: nextRefreshInMs(result), attempts: 0, retryAfterMs: null }
    : {}
