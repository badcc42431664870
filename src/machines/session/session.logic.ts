import type { SessionUser } from '#contract/records/session.ts'

/** A session as a machine may know it: no tokens. `expiresOn` is seconds since 1970 UTC; `now` is ms, the server's clock where it said. */
export type SessionInfo = {
  readonly user: SessionUser
  readonly expiresOn: number
  readonly now: number
}

/** What an attempt to log in gave. Wrong credentials are an answer, not an error (SES-26). */
export type LogInResult = ({ readonly kind: 'accepted' } & SessionInfo) | { readonly kind: 'refused' }

/**
 * Why nobody is logged in after a return from the identity provider. `denied`: not wanted there; `mismatch`: not begun in
 * this tab; `expired`: the code is no good any more; `failed`: anything else that the provider says.
 */
export type IdentityFailure = 'denied' | 'mismatch' | 'expired' | 'failed'

/** What a return from the identity provider gave (SES-61). */
export type IdentityReturn =
  | ({ readonly kind: 'accepted' } & SessionInfo)
  | { readonly kind: 'failed'; readonly why: IdentityFailure }

/**
 * What a refresh gave. `refused`: the identity answered invalid_grant. `gone`: another tab has ended or replaced the
 * session. Anything else that went wrong is `away`, with the wait the server asked for, and does not end the session
 * (CONFLICT-39).
 */
export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly expiresOn: number; readonly now: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'away'; readonly retryAfterMs: number | null }

/** Why a session ended: the user asked, the identity refused to go on, or another tab ended it. */
export type EndReason = 'requested' | 'expired' | 'elsewhere'

/** A refresh is due this many ms before the token dies, or after four fifths of a short life. */
const REFRESH_LEAD_MS = 30_000
/** However wrong clocks and replies are, refreshes are never closer together than this (SE-10). */
const SHORTEST_LIFE_MS = 10_000
/** The longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Milliseconds until a token needs a refresh; 0 where it is dead already. */
export const refreshDueInMs = ({ expiresOn, now }: Pick<SessionInfo, 'expiresOn' | 'now'>): number => {
  const life = expiresOn * 1000 - now
  return Math.min(Math.max(0, life - Math.min(REFRESH_LEAD_MS, life / 5)), LONGEST_TIMER_MS)
}

/** The same for a token that was just handed out, which is never used up at once. */
export const nextRefreshInMs = (grant: Pick<SessionInfo, 'expiresOn' | 'now'>): number =>
  Math.max(SHORTEST_LIFE_MS, refreshDueInMs(grant))

const SHORTEST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Milliseconds before a refresh that did not get through is tried again: doubling from 1 s to 30 s, never less than the server asked for (SE-04). */
export const refreshRetryMs = ({
  attempts,
  retryAfterMs,
}: {
  attempts: number
  retryAfterMs: number | null
}): number =>
  Math.min(
    LONGEST_TIMER_MS,
    Math.max(
      Math.min(LONGEST_RETRY_MS, SHORTEST_RETRY_MS * 2 ** Math.max(0, attempts - 1)),
      retryAfterMs ?? 0,
    ),
  )
