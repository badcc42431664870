import { DAY_MS, MINUTE_MS } from '#domain/units.ts'

/** Limits of live links, in milliseconds where not said otherwise. What users must know too is `LIVE_SHARE` of contract/constants.ts. */
export const SHARE = {
  /** How often it is checked that the links of open viewers have not ended: they are cut within 2 s (AC-07). */
  checkMs: 500,
  /** Ids that were not made here, which an address may ask for in the window before it must wait. */
  guesses: 60,
  guessWindowMs: 10 * MINUTE_MS,
  /** Questions after one link by one address in a minute: many phones share the address of their network, and each asks four times. */
  asksAMinute: 3_000,
  /** Links whose last visit is remembered; the last half at least. */
  rememberedLinks: 10_000,
  /** A viewer who comes back within this time is the same visit. */
  visitMs: 30 * MINUTE_MS,
  /** Viewers of one link, and of all links from one address, at a time. */
  viewersOfLink: 2_000,
  viewersOfAddress: 500,
  /** Seconds after which a viewer above these limits may try again. */
  retryS: 60,
  /** Trails that are read at a time, one of each link: a link can have fifty vehicles. */
  loads: { atOnce: 3, atOnceOfUser: 1 },
  /** Fixes that may wait to be sent to viewers; of what comes beyond, the newest of each vehicle is sent. */
  mostBehind: 600,
  /** A trail has at most this many points, of at most this time. */
  trailPoints: 1_000,
  trailMs: DAY_MS,
  /** How often links that end by an arrival are read again, in case another process has made one. */
  arrivalsMs: 30_000,
  /** How far before a link's beginning stored fixes are read, by which its first ones are judged. */
  judgedFromMs: DAY_MS,
  /** How long ended links are listed, and stored. */
  listedMs: 30 * DAY_MS,
  keptMs: 90 * DAY_MS,
  listed: 500,
  /** `last_viewed_at` is written again after this time. */
  seenMs: MINUTE_MS / 2,
} as const
