import { ERRORS } from '#contract/errors.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'

/**
 * What became of one fix.
 * `stored` and `flagged` are in the database (a flagged fix is doubtful and never the latest), `duplicate` was there before,
 * `rejected` was refused for the given reason.
 */
export type Receipt = 'stored' | 'duplicate' | { readonly flagged: string } | { readonly rejected: string }

/** Totals since the start of this process: received = stored + duplicate + rejected, and flagged are among the stored (DI-06). */
export type IngestCounts = {
  readonly received: number
  readonly stored: number
  readonly duplicate: number
  readonly rejected: number
  readonly flagged: number
}

/** It is not certain that anything was stored: the sender must send again, after `retryAfterS` (the `Retry-After` header). */
export class IngestUnavailable extends Error {
  readonly code: 'databaseAway' | 'diskFull' | 'serverStopping' | 'queueFull' | 'storingTooSlow'
  readonly retryAfterS: number

  constructor(code: IngestUnavailable['code'], retryAfterS: number, cause?: unknown) {
    super(ERRORS[code].message, { cause })
    this.name = 'IngestUnavailable'
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** Days of these vehicles are being worked at, so that nothing can be stored in them now. Nothing was. */
export class DaysInUse extends Error {
  readonly vehicleIds: ReadonlySet<number>

  constructor(vehicleIds: ReadonlySet<number>) {
    super('Days of vehicles are in use.')
    this.name = 'DaysInUse'
    this.vehicleIds = vehicleIds
  }
}

/** A closed day of these vehicles cannot be read, so that nothing can be stored in it. Nothing was. */
export class DaysUnreadable extends Error {
  readonly vehicleIds: ReadonlySet<number>

  constructor(vehicleIds: ReadonlySet<number>, cause: unknown) {
    super('A stored day cannot be read.', { cause })
    this.name = 'DaysUnreadable'
    this.vehicleIds = vehicleIds
  }
}

/** What a device says of the sending of a fix: when it was, ms by its clock, and whether the place is one of before. */
export type Sent = { readonly at: number; readonly hasOldPlace: boolean }

/** A fix as it was sent. */
export type SentFix = OwnedFix & { readonly sent?: Sent }

/** A fix at the time at which it counts; `sentLater` if it may be a heartbeat sent again, so that it completes no other one. */
export type CountedFix = OwnedFix & { readonly sentLater?: true }

/** Takes in fixes, from devices and from the simulator. */
export type Ingest = {
  /**
   * Judges fixes, which may hold anything that a device can send, and stores them; settles only after their commit, one receipt
   * for each in the order given.
   * Rejects with `IngestUnavailable` when too much is queued or the database does not answer.
   */
  accept(fixes: readonly SentFix[]): Promise<Receipt[]>
  counts(): IngestCounts
  /** Refuses further fixes and settles when all accepted ones are committed. */
  close(): Promise<void>
}
