/** How long tokens, codes and reset links live. Milliseconds unless the name says otherwise. */
export const IDENTITY = {
  issuer: 'roadbook',
  /** The OAuth client of logins by password. */
  ownClient: 'roadbook',
  accessTokenLifeS: 5 * 60,
  /** A refresh token expires if it is not used for this long. */
  refreshIdleMs: 24 * 3_600_000,
  /** A login ends this long after its start, however often it was refreshed. */
  familyLifeMs: 7 * 24 * 3_600_000,
  /** A spent token still returns its successor for this long, in case the reply was lost. */
  graceMs: 10_000,
  /** Life of an authorization code. */
  codeLifeMs: 60_000,
  idTokenLifeS: 5 * 60,
  /** How long a process trusts its last check of a login and its user. */
  sessionCacheMs: 1_000,
  /** Life of a reset link. */
  resetLifeMs: 30 * 60_000,
} as const
