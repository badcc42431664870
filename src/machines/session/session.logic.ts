import type { SessionInfo } from './session.ports.ts'

/** A refresh is due this many ms before the token expires, or after four fifths of a short life. */
const REFRESH_LEAD_MS = 30_000
/** Refreshes are never closer together than this, whatever clocks and replies say (SE-10). */
const SHORTEST_LIFE_MS = 10_000
/** The longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Milliseconds until a token needs a refresh; 0 if it has expired. */
export const refreshDueInMs = ({ expiresOn, now }: Pick<SessionInfo, 'expiresOn' | 'now'>): number => {
  const life = expiresOn * 1000 - now
  return Math.min(Math.max(0, life - Math.min(REFRESH_LEAD_MS, life / 5)), LONGEST_TIMER_MS)
}

/** The same for a new token, never at once. */
export const nextRefreshInMs = (grant: Pick<SessionInfo, 'expiresOn' | 'now'>): number =>
  Math.max(SHORTEST_LIFE_MS, refreshDueInMs(grant))

const SHORTEST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Milliseconds before a failed refresh is tried again: doubling from 1 s to 30 s, never less than the server asked for (SE-04). */
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
