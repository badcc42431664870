import { MAX_DEVICE_ID_LENGTH } from '#contract/records/gateway.ts'
import { MINUTE_MS } from '#domain/units.ts'

/** The path that devices report to, below the server's address. */
export const INGEST_PATH = '/ingest/osmand'

/** The path that Traccar forwards positions to. */
export const TRACCAR_PATH = '/ingest/traccar'

/** Limits of ingest. */
export const INGEST = {
  /** Milliseconds that a commit waits for further fixes. */
  groupCommitMs: 3,
  /** Milliseconds until late fixes are tried again whose day is being worked at. */
  inUseMs: 50,
  /** Limit of fixes of a vehicle on one day, which is read as a whole: more than one a second. Those stored before a restart do not count. */
  dayFixes: 100_000,
  /** Limit of fixes in one commit. */
  commitFixes: 5_000,
  /** Limit of vehicles' days in one commit that may be closed: those are read for it, each as a whole. */
  commitDays: 40,
  /**
   * Characters of a body from which on it is read in the turn of its address, as are all of an address that was refused too often: anybody
   * may send those, and each takes long to refuse.
   */
  largeBody: 16 * 1024,
  /** Requests of one gateway whose devices are looked up or listed at a time, and those that wait for it. */
  gatewayTurns: { atOnce: 4, atOnceOfUser: 1, mostOfUser: 256 },
  /** Such bodies that are read at a time, and those of one address that wait or are read. */
  largeBodies: { atOnce: 1, mostOfUser: 16 },
  /** Limit of waiting fixes; above it senders must retry later. */
  queuedFixes: 50_000,
  /** Those of one company, so that there is room for the others. */
  queuedOfCompany: 40_000,
  /** Limit of fixes in one request. */
  requestFixes: 5_000,
  /** Limit of values in a request that is sent as a query or a form. */
  requestPairs: 100_000,
  /** Limit of characters of a name with its value, as sent. */
  pairLength: 8_192,
  /** Limit of different names in one form. */
  formNames: 100,
  /** Longer values of a form are cut to this many characters. */
  valueLength: 1_000,
  /** Bytes of a request of a gateway. */
  gatewayBytes: 64 * 1024,
  /** Devices of a gateway that wait to be accepted, by company; the one that has been silent for longest gives way. */
  pendingDevices: 500,
  /** Characters kept of what a gateway says of a device; longer ids are refused. */
  deviceTextLength: MAX_DEVICE_ID_LENGTH,
  /**
   * Refused requests from nobody known that an address may send in one window, ms; above it they are answered 429. A tracker with a
   * wrong key reports less often.
   */
  mostUnknown: 100,
  unknownWindowMs: MINUTE_MS,
  /** Tries of a commit that conflicts with another one. */
  commitTries: 5,
  /** Seconds after which senders may retry: if too much is queued, and if the database is unavailable. */
  retryAfterS: { busy: 1, away: 5 },
  /** A request whose commit takes longer is answered 503. */
  answerMs: 5_000,
} as const

/** How far a vehicle can have moved. What each field of a fix may hold stands in `FIX_FIELDS`. */
export const PLAUSIBLE = {
  /** A vehicle faster than this between two fixes has not driven there. */
  jumpKmph: 1_000,
  /** Farther away than this, m, one faster than `truckKmph` is not the latest yet: nearer, times of receipt and noise may make it seem so. */
  nearM: 1_000,
  /** Metres a position may be off without counting as a jump. */
  jitterM: 100,
  /** No truck is faster; a vehicle that moves so, while another place is repeated for at most so many ms, is where it moves. */
  truckKmph: 200,
  /** Metres that a place repeated as it was may differ by: the last digit that is kept. */
  sameM: 1,
  repeatedMs: 10 * MINUTE_MS,
} as const

/** Largest ingest body in bytes, and most points in one playback range. */
export const MAX_INGEST_BYTES = 1024 * 1024
