/** The most vehicles whose positions one connection carries. */
export const MAX_FOLLOWED_VEHICLES = 50

/** The heartbeat of event streams: the server sends a comment after this much silence, ms. */
export const HEARTBEAT_MS = 15_000

/** A client that reads nothing for this long, not even a heartbeat, drops the connection and connects again, ms. Two heartbeats may be lost. */
export const READ_TIMEOUT_MS = 2 * HEARTBEAT_MS + 5_000

/** A tab that receives nothing from the hub for this long checks that the hub still runs, ms. */
export const HUB_SILENT_MS = 3 * HEARTBEAT_MS

/** How long clients are told to wait before they connect again, ms. */
export const STREAM_RETRY_MS = 2_000

/** How long clients are told to wait when the server stops: at least `leastMs`, plus a random part of `spreadMs` so that they do not all return at once. */
export const STOP_RETRY = { leastMs: 1_000, spreadMs: 4_000 } as const
