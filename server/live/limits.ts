import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
/** Limits and intervals of event streams, in bytes and milliseconds. What clients must know too is in contract/stream-timings.ts. */
export const LIVE = {
  /** How often streams are checked for silence and stuck readers. */
  sweepMs: 1_000,
  /** How often it is checked that readers still have access. */
  guardMs: 1_000,
  /** A moved vehicle waits at most this long for others to share its batch. */
  flushMs: 100,
  /** A reader with more than this queued gets no further batches; below half of it, one batch with everything it missed. */
  behindBytes: 64 * 1024,
  /** A reader with more than this queued is cut off, unless it is a single frame. */
  cutBytes: 128 * 1024,
  /**
   * Event streams that a login, a user, and an address, may have open at a time. A user has some devices, with a login on each;
   * many users share the address of their office.
   */
  streamsOfLogin: 20,
  streamsOfUser: 60,
  streamsOfAddress: 500,
  /** Seconds after which a client may try again to open a stream above these limits. */
  streamsRetryS: 30,
  /** A reader that has read nothing for this long is cut off. */
  stuckMs: 30_000,
  /** A resumed vehicle stream is sent at most this many missed fixes, and none older than this. */
  backfillFixes: 20_000,
  backfillMs: DAY_MS,
  /** So many missed fixes are judged or sent before everybody else has a turn. */
  fixesATurn: 250,
  /** So many fixes wait to be sent to the streams of vehicles; those of a vehicle that sends faster than is followed end. */
  mostBehind: 20_000,
  /** A vehicle stream ends if more fixes than this arrive while it is still being filled. */
  heldFixes: 1_000,
  /**
   * A late fix is sent if it falls among this many last fixes and within this time before the newest. A resume looks equally
   * far back for missed ones. With a fix every 10 s, both are the same time.
   */
  tailFixes: 4_320,
  tailMs: 12 * HOUR_MS,
  /** How long the names and tanks of vehicles, and the latest positions of a company, are cached. */
  vehicleDirectoryMs: MINUTE_MS,
  snapshotMs: 5_000,
} as const
