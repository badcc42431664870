import { DAY_MS } from '#domain/units.ts'

/** Refresh rate stored at login, in seconds (SES-13, CST-01). */
export const DEFAULT_REFRESH_RATE_S = 60
/** Default camera of the fleet map (MAP-37) and the zoom when the list is empty (MAP-38). */
export const DEFAULT_CENTRE = { lng: 79.09, lat: 21.15 } as const
export const DEFAULT_ZOOM = 4.7
export const EMPTY_LIST_ZOOM = 5
/** The highest zoom after fitting (MAP-39). */
export const MAX_FIT_ZOOM = { fleet: 13, vehicle: 15, back: 12 } as const
/** Cards that the left list adds: the first page, then each step on desktops, and on tablets and Linux agents (MAP-14, MAP-15). */
export const LIST_PAGE = { first: 10, desktop: 8, narrow: 5 } as const
/** The most vehicles in a selection, and how many of them make a batch (MAP-51, MAP-52). */
export const SELECTION = { max: 250, batch: 50 } as const
/** The overspeed filter: limits in km/h and their labels (MAP-24); 0 means no limit (CONFLICT-30). */
export const OVERSPEED_OPTIONS = [
  { speedLimit: 60, speeds: '60 kmph' },
  { speedLimit: 80, speeds: '80 kmph' },
  { speedLimit: 100, speeds: '100 kmph' },
] as const
/** The panel beside the map (MAP-46): it takes `share` of the viewport's height for `rows` rows, each `lessPx` px shorter than its part. */
export const PANEL = { share: 0.8, rows: 8, lessPx: 8 } as const
/** The zoom lookup (MAP-55). Its meaning is unknown and nothing uses it (OPEN-34). */
export const ZOOM_LOOKUP: Readonly<Record<number, number>> = {
  2: 6300,
  3: 5000,
  4: 3500,
  5: 2000,
  6: 800,
  7: 200,
  8: 70,
  9: 30,
  10: 1,
}
/** Milliseconds before fleet clusters are first drawn (MAP-40). */
export const CLUSTER_DELAY_MS = 1000
/** Popup widths in px (MAP-41); `chip` is that of a collapsed popup. */
export const POPUP_WIDTH = { wide: 515, narrow: 300, chip: 176 } as const
export type PopupWidth = (typeof POPUP_WIDTH)[keyof typeof POPUP_WIDTH]
/**
 * The ticker (CST-10): ms between messages and ms of the transition, and the length in characters above which a text runs as a
 * marquee. Our own limits: characters of a message, and messages in the list.
 */
export const TICKER = {
  autoplayMs: 5000,
  animationMs: 500,
  marqueeAbove: 150,
  maxMessageLength: 2000,
  maxMessages: 100,
} as const
/**
 * The alert popup (CST-09): ms from one poll to the next, ms that a poll looks back, and ms without a mouse move until it closes. Our own
 * limits: the most ms that a late poll looks back, and the newest alerts that the popup lists.
 */
export const ALERT_POPUP = {
  pollMs: 300_000,
  rangeMs: 300_000,
  closeAfterMs: 60_000,
  longestRangeMs: 24 * 3_600_000,
  maxAlerts: 100,
} as const
/** Our own limits of texts, in characters: the user name or e-mail address of an account, and short texts such as a search or a reason. */
export const MAX_TEXT_LENGTH = { account: 200, short: 200 } as const
/** The limits of the engine overrun alert in rpm, of heavy-duty and medium-duty trucks (CST-13, ALR-10). */
export const ENGINE_OVERRUN_RPM = { HDT: 2850, MDT: 3100 } as const
/** What medium-duty trucks need for figures of fuel: km a day (RPT-27), and hours of standing after which a day's first hour is to be ignored (RPT-28). */
export const MDT_FIGURES = { leastKm: 15, stoppedH: 48 } as const
/** The AdBlue zones that raise an alert (ALR-11). */
export const ADBLUE_ALERT_ZONES = { from: 2, to: 5 } as const
/** Limits of live links: vehicles of one, days until its end at the latest, characters of its label, and open links of a company. */
export const LIVE_SHARE = { maxVehicles: 50, maxDays: 30, maxLabel: 80, maxOpenLinks: 500 } as const

/** What the build writes into the page wherever each reply has a nonce of its own. */
export const NONCE_PLACEHOLDER = '%NONCE%'

/** The largest id of a vehicle or a group that the database can hold; alerts will not come so far. */
export const LARGEST_ID = 2_147_483_647

/** The longest range of a list of alerts or of trouble codes: a year, and the hours at its ends, in ms (RPT-19). */
export const MAX_RANGE_MS = 367 * DAY_MS
