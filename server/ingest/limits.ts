/** Bounds of ingest, in one place. */
export const INGEST = {
  /** Milliseconds that a first fix waits for company before its commit begins. */
  gatherMs: 3,
  /** Most fixes in one commit. */
  commitFixes: 5_000,
  /** Most fixes waiting; above it senders are told to come back. */
  queuedFixes: 50_000,
  /** Most fixes in one request. */
  requestFixes: 5_000,
  /** Tries of a commit that lost against another one. */
  commitTries: 5,
  /** What senders are told to wait when too much is queued, and when the database is away. */
  retryAfterS: { busy: 1, away: 5 },
  /** A request is answered 503 after this long without its commit. */
  answerMs: 5_000,
} as const

/** How far a vehicle can have moved. What each field of a fix may hold stands in `FIX_FIELDS`. */
export const PLAUSIBLE = {
  /** A vehicle faster than this between two fixes has not driven there. */
  jumpKmph: 1_000,
  /** Metres a position may be off without counting as a jump. */
  jitterM: 100,
} as const
