/** How long tokens, codes and reset links live. Milliseconds unless the name says otherwise. */
export const IDENTITY = {
  issuer: 'roadbook',
  /** The OAuth client of logins by password. */
  ownClient: 'roadbook',
  accessTokenLifeS: 5 * 60,
  /** A refresh token not used for this long is dead. */
  refreshIdleMs: 24 * 3_600_000,
  /** A login ends this long after it began, however often it was refreshed. */
  familyLifeMs: 7 * 24 * 3_600_000,
  /** A spent token still answers its successor for this long, for a reply lost on the way. */
  graceMs: 10_000,
  /** How long an authorization code works. */
  codeLifeMs: 60_000,
  idTokenLifeS: 5 * 60,
  /** How long a process trusts that a login and its user are still good. */
  sessionCacheMs: 1_000,
  /** How long a reset link works. */
  resetLifeMs: 30 * 60_000,
} as const
