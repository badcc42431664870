import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'

/** How notifications of alerts are sent; times in ms. */
export const NOTIFYING = {
  /** A try is followed by the next one after these times, at least; after the last try a notification is given up. */
  backoffMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS],
  /** Each of these times is longer by up to this part of it, so that what failed together is not tried together. */
  jitter: 0.2,
  /** A try takes no longer than this, which is shorter than the first backoff: nothing is tried again while it is being sent. */
  tryMs: 45_000,
  /** Messages that a process sends at a time by a channel. */
  atOnce: 10,
  /** Single messages to a user by a channel within an hour. Alerts above are summarised in one message at the end of the hour. */
  perHour: 20,
  /** Alerts in one summary; what is above goes into another. */
  inSummary: 5000,
  /** How often is looked for notifications that are due, and how soon after some were written, when their transaction is over. */
  lookEveryMs: 5_000,
  lookSoonMs: 250,
  /** How long notifications are kept after they were sent, dropped or given up. */
  keptMs: 90 * DAY_MS,
  /** How long a stop waits for messages on their way. */
  stopMs: 400,
} as const

/** Tries before a notification is given up. */
export const MAX_TRIES = NOTIFYING.backoffMs.length + 1
