import { MINUTE_MS } from './units.ts'

const FIRST_CAP_MS = 1000
const LAST_CAP_MS = 30_000
const HEALTHY_AFTER_MS = MINUTE_MS
const MAX_ATTEMPTS = 8
const WINDOW_MS = MINUTE_MS

/** Works out how long to wait before the next attempt to connect. All times in ms of one clock. */
export type Backoff = {
  /** An attempt to connect begins. */
  attempted(now: number): void
  /** The attempt succeeded. */
  opened(now: number): void
  /** The wait before the next attempt in ms, never less than `retryAfterMs` of the server. */
  next(now: number, retryAfterMs: number | null): number
}

/**
 * Full jitter under a cap that doubles from 1 s to 30 s. The cap starts again at 1 s only after a connection was healthy
 * for 60 s (OPEN-40). There are never more than eight attempts in a minute. `random` returns 0 up to below 1.
 */
export const createBackoff = ({ random }: { random: () => number }): Backoff => {
  let failures = 0
  let openedAt: number | null = null
  let attempts: number[] = []
  return {
    attempted: (now) => {
      attempts = [...attempts, now].slice(-MAX_ATTEMPTS)
    },
    opened: (now) => {
      openedAt = now
    },
    next: (now, retryAfterMs) => {
      if (openedAt !== null && now - openedAt >= HEALTHY_AFTER_MS) failures = 0
      openedAt = null
      failures += 1
      const cap = Math.min(LAST_CAP_MS, FIRST_CAP_MS * 2 ** Math.min(failures - 1, 10))
      const oldest = attempts.length < MAX_ATTEMPTS ? undefined : attempts[0]
      const windowEnds = oldest === undefined ? 0 : oldest + WINDOW_MS - now
      return Math.max(random() * cap, retryAfterMs ?? 0, windowEnds)
    },
  }
}
