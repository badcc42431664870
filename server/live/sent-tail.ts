import { pointEventId } from '#contract/event-ids.ts'
import { insertionIndex, mixBits, newInsertionIndex } from '#domain/numbers.ts'
import { isImpossibleJump, type TimedPosition } from '../ingest/newest-fix.ts'
import { LIVE } from './limits.ts'

/** The times of the last fixes sent to a reader, as far back as a resume looks for late ones. */
export type SentTail = {
  /**
   * Adds a position by its time. False for a known time, and for one that is no later than the first or the forgotten ones.
   * False also for a late position that no vehicle can have reached between its neighbours.
   */
  take(place: TimedPosition): boolean
  /** The event id of the fix at that time. It encodes everything that has been sent with it. */
  eventIdOf(vehicleId: number, time: number): string
}

const mixedTime = (time: number): number => mixBits(time ^ Math.imul(Math.floor(time / 2 ** 32), 0x9e3779b1))

/** A checksum of times, independent of their order. Different times share it in about one of four billion cases. */
export const sumOfTimes = (times: readonly number[]): number =>
  times.reduce((sum, time) => (sum + mixedTime(time)) >>> 0, 0)

/**
 * A tail of these positions, ordered by time and all later than `after`. Without `after`, the first one added sets it.
 * `before` is the last position up to `after`, if known.
 */
export const createSentTail = (
  after?: number,
  known: readonly TimedPosition[] = [],
  before?: TimedPosition,
): SentTail => {
  let bound = after
  let forgotten = before
  // Columns save memory: every reader has up to twelve hours of fixes.
  const times = known.map(({ time }) => time)
  const lngs = known.map(({ lng }) => lng)
  const lats = known.map(({ lat }) => lat)
  let sum = sumOfTimes(times)

  /** The position in a row; for -1 the last forgotten one. */
  const placeOf = (row: number): TimedPosition | undefined => {
    const [time, lng, lat] = [times[row], lngs[row], lats[row]]
    if (time === undefined || lng === undefined || lat === undefined) return row < 0 ? forgotten : undefined
    return { time, lng, lat }
  }

  /** Keeps at most `tailFixes` times, and none older than `tailMs` before the newest. */
  const forgetOldest = (since: number) => {
    const tooOld = (times.at(-1) ?? since) - LIVE.tailMs
    const from = Math.max(times.length - LIVE.tailFixes, insertionIndex(times, tooOld + 1))
    bound = Math.max(since, tooOld, times[from - 1] ?? since)
    if (from <= 0) return
    forgotten = placeOf(from - 1)
    // In place: a full tail forgets one with every fix, and must not be copied each time.
    sum = (sum - sumOfTimes(times.splice(0, from))) >>> 0
    lngs.splice(0, from)
    lats.splice(0, from)
  }

  const isFarFrom = (row: number, place: TimedPosition): boolean => {
    const near = placeOf(row)
    return near !== undefined && isImpossibleJump(near, place)
  }

  return {
    take: (place) => {
      const { time, lng, lat } = place
      if (bound === undefined) {
        bound = time
        forgotten = { time, lng, lat }
        return true
      }
      const row = time > bound ? newInsertionIndex(times, time) : null
      if (row === null) return false
      const cameLate = row < times.length
      if (cameLate && (isFarFrom(row - 1, place) || isFarFrom(row, place))) return false
      times.splice(row, 0, time)
      lngs.splice(row, 0, lng)
      lats.splice(row, 0, lat)
      sum = (sum + mixedTime(time)) >>> 0
      forgetOldest(bound)
      return true
    },
    eventIdOf: (vehicleId, time) => {
      const begin = bound ?? time
      const newest = times.at(-1) ?? begin
      return pointEventId(vehicleId, { time, begin, newest, sum })
    },
  }
}
