/** The most vehicles whose positions one connection carries. */
export const MAX_FOLLOWED_VEHICLES = 50

/** The server sends a comment over an event stream that was silent for this long, ms (the heartbeat). */
export const HEARTBEAT_MS = 15_000

/** A client that has read no byte, not even a heartbeat, for this long takes its connection for dead and connects anew, ms. Two heartbeats may be lost. */
export const READ_TIMEOUT_MS = 2 * HEARTBEAT_MS + 5_000

/** A tab that has heard nothing from the holder of the connections for this long asks whether it still lives, ms. */
export const HOLDER_SILENT_MS = 3 * HEARTBEAT_MS

/** How long clients are told to wait before they connect again, ms. */
export const STREAM_RETRY_MS = 2_000

/** How long clients are told to wait when the server stops: at least `leastMs`, spread over `spreadMs` so that they do not return at once. */
export const STOP_RETRY = { leastMs: 1_000, spreadMs: 4_000 } as const
