/** Bounds and rhythms of event streams, in one place. Bytes and milliseconds. */
export const LIVE = {
  /** A silent stream gets a comment after this long. */
  heartbeatMs: 15_000,
  /** How often silent and stuck readers are looked for. */
  sweepMs: 1_000,
  /** How often it is looked whether readers still may read. */
  guardMs: 1_000,
  /** A moved vehicle waits at most this long for others to share its batch. */
  flushMs: 100,
  /** A reader with more than this waiting gets no further batches; once below half of it, one with what it missed. */
  behindBytes: 64 * 1024,
  /** A reader with more than this waiting is cut. */
  cutBytes: 1024 * 1024,
  /** A reader that has taken nothing for this long is cut. */
  stuckMs: 30_000,
  /** What clients are told to wait before they come back: usually, and at least when the server stops. */
  retryMs: 2_000,
  stopRetryMs: 1_000,
  /** Coming back after a stop is spread over this long. */
  stopSpreadMs: 4_000,
  /** A resumed vehicle stream is filled up with at most this many fixes, and this far back. */
  backfillFixes: 20_000,
  backfillMs: 24 * 3_600_000,
  /** A vehicle stream for which more fixes than this arrive before it is filled up is ended. */
  heldFixes: 1_000,
  /**
   * Late fixes are sent that fall among so many fixes sent last, and no further back than this before the newest; a resume looks
   * for missed ones as far. At the usual interval of 10 s both are the same time.
   */
  tailFixes: 4_320,
  tailMs: 12 * 3_600_000,
  /** How long the vehicles' names and tanks, and the latest positions of a company with readers, are believed. */
  vehicleDirectoryMs: 60_000,
  snapshotMs: 5_000,
} as const
