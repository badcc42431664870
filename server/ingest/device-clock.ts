import type { Fix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'

/**
 * How far a vehicle's device is ahead of the server's clock, ms, 0 where it is right; and the newest time that it sent, with when that
 * was received, both ms UTC.
 */
export type DeviceClock = {
  readonly aheadMs: number
  readonly last: { readonly time: number; readonly receivedAt: number } | undefined
}

export const RIGHT_CLOCK: DeviceClock = { aheadMs: 0, last: undefined }

/** A clock that is set to another zone is ahead by a multiple of this, ms; so near to one, it is taken for that. */
const ZONE_STEP_MS = 15 * MINUTE_MS
const NEAR_ZONE_MS = 2 * MINUTE_MS
/** Times of one device so far apart compare its clock with ours, ms. */
const LEAST_STEP_MS = 10_000

const [FIRST_TIME, LAST_TIME] = FIX_FIELDS.time.range

/** The offset that a lead of this many ms proves. */
const offsetOf = (leadMs: number): number => {
  const zone = Math.round(leadMs / ZONE_STEP_MS) * ZONE_STEP_MS
  return Math.abs(leadMs - zone) <= NEAR_ZONE_MS ? zone : Math.ceil(leadMs / 1000) * 1000
}

/** The newest of some times; a single one that is more than a day behind all others is a fault of its own and proves nothing. */
const newestOf = (times: readonly number[]): number | undefined => {
  const sorted = times.filter((time) => time >= FIRST_TIME && time <= LAST_TIME).sort((a, b) => b - a)
  const [newest, second] = sorted
  return sorted.length > 2 && newest !== undefined && second !== undefined && newest - second > DAY_MS
    ? second
    : newest
}

/**
 * The clock after fixes that arrived together, by their times as sent (DI-05, B13); all of them are redated by its `aheadMs`.
 *
 * A fix dated more than five minutes ahead of its receipt proves a clock that is ahead by at least as much. Once known, the offset stays,
 * so that a fix sent again maps to the same time, until a fix proves another one by more than five minutes: one that is further ahead; or
 * one that is behind it and does not come from a backlog, whose times run faster than ours while it is sent.
 */
export const clockAfter = (clock: DeviceClock, times: readonly number[], now: number): DeviceClock => {
  const time = newestOf(times)
  if (time === undefined) return clock
  const { aheadMs, last } = clock
  const lead = time - now
  const next = (ms: number): DeviceClock => ({ aheadMs: ms, last: { time, receivedAt: now } })
  if (lead > aheadMs + FUTURE_LIMIT_MS) return next(offsetOf(lead))
  if (aheadMs === 0 || lead > aheadMs - FUTURE_LIMIT_MS) return next(aheadMs)
  const step = last === undefined ? 0 : time - last.time
  const drift = last === undefined ? 0 : lead - (last.time - last.receivedAt)
  const isBacklog = step > 0 && drift > step / 2
  if (!isBacklog && Math.abs(lead) <= FUTURE_LIMIT_MS) return next(0)
  const keepsStep = step >= LEAST_STEP_MS && Math.abs(drift) <= step / 4
  if (lead > FUTURE_LIMIT_MS && keepsStep) return next(offsetOf(lead))
  // Of fixes a moment apart the first is kept, to be compared with those behind.
  return last !== undefined && step > 0 && step < LEAST_STEP_MS ? clock : next(aheadMs)
}

/** A fix at the time it was at, where its device's clock was ahead; it keeps by how much. */
export const redated = (fix: Fix, aheadMs: number): Fix =>
  aheadMs === 0 ? fix : { ...fix, time: fix.time - aheadMs, clockAhead: aheadMs / 1000 }
