import { expect, test } from 'vitest'
import { HEARTBEAT_MS, HUB_SILENT_MS, READ_TIMEOUT_MS, STOP_RETRY } from '#contract/stream-timings.ts'
import { LATE_AFTER_MS } from '#domain/lateness.ts'
import { LIVE } from '#server/live/limits.ts'

test('a client outlives two lost heartbeats, and reconnects before the stream counts as late', () => {
  expect(READ_TIMEOUT_MS).toBeGreaterThan(2 * HEARTBEAT_MS + LIVE.sweepMs)
  expect(READ_TIMEOUT_MS).toBeLessThan(LATE_AFTER_MS)
})

test('OPEN-40 a stream is late, and its holder asked for, after three heartbeats', () => {
  expect([LATE_AFTER_MS, HUB_SILENT_MS]).toEqual([3 * HEARTBEAT_MS, 3 * HEARTBEAT_MS])
})

test('clients of a server that stops return spread out, before they take the stream for late', () => {
  expect(STOP_RETRY.leastMs + STOP_RETRY.spreadMs).toBeLessThan(LATE_AFTER_MS)
})
