import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
/** How long tokens, codes and reset links live. Milliseconds unless the name says otherwise. */
export const IDENTITY = {
  issuer: 'roadbook',
  /** The OAuth client of logins by password. */
  ownClient: 'roadbook',
  accessTokenLifeS: 5 * 60,
  /** A refresh token expires if it is not used for this long. */
  refreshIdleMs: DAY_MS,
  /** A login ends this long after its start, however often it was refreshed. */
  familyLifeMs: 7 * DAY_MS,
  /** A spent token still returns its successor for this long, in case the reply was lost. */
  graceMs: 10_000,
  /** How long a key signs access tokens before the next one takes over. */
  signingKeyLifeMs: 90 * DAY_MS,
  /** How long a process trusts its last check of a login and its user. */
  sessionCacheMs: 1_000,
  /** Life of a reset link. */
  resetLifeMs: 30 * MINUTE_MS,
} as const
