import type { SessionUser } from '#contract/records/session.ts'

/**
 * A session without its tokens, which machines never hold. `expiresOn` is seconds since 1970 UTC; `now` is ms, by the
 * server's clock where its reply told it (SE-10).
 */
export type SessionInfo = {
  readonly user: SessionUser
  readonly expiresOn: number
  readonly now: number
}

/** The result of a login. Wrong credentials are an answer, not an error (SES-26). */
export type LogInResult = ({ readonly kind: 'accepted' } & SessionInfo) | { readonly kind: 'refused' }

/**
 * Why a return from the identity provider did not log in. `denied`: the provider refused; `mismatch`: the login was not
 * begun in this tab; `expired`: the code is no longer valid; `away`: the provider cannot be reached; `failed`: any other error of the
 * provider.
 */
export type IdentityFailure = 'denied' | 'mismatch' | 'expired' | 'away' | 'failed'

/** The result of a return from the identity provider (SES-61). */
export type IdentityReturn =
  | ({ readonly kind: 'accepted' } & SessionInfo)
  | { readonly kind: 'failed'; readonly why: IdentityFailure }

/**
 * The result of a refresh. `refused`: the identity answered invalid_grant. `gone`: another tab has ended or replaced the
 * session. `away`: any other failure, with the wait the server asked for; it does not end the session (CONFLICT-39).
 */
export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly expiresOn: number; readonly now: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'away'; readonly retryAfterMs: number | null }

/** Why a session ended: the user logged out, the identity refused to renew it, or another tab ended it. */
export type EndReason = 'requested' | 'expired' | 'elsewhere'

/** Name and password of a login. */
export type Credentials = { readonly userName: string; readonly password: string }
