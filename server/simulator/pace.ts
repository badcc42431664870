/** How often trucks report in the past, and in the present. */
export const HISTORY_EVERY_MS = 60_000
export const LIVE_EVERY_MS = 10_000
