import { insertionIndex, mixBits, newInsertionIndex } from '#domain/numbers.ts'
import { isImpossibleJump, type TimedPosition } from '../ingest/newest-fix.ts'
import { LIVE } from './limits.ts'

/** The times of the fixes a reader was sent last, each once: as many as a resume looks back for late ones. */
export type SentTail = {
  /**
   * Takes a place in by its time. False for a time that is there, and for one that is the past's: no later than the first, or than
   * what is forgotten. False too where a place came late and no vehicle can have been there between the one before and the one after.
   */
  take(place: TimedPosition): boolean
  /** The event id of the fix at that time, which names all that is known with it. */
  eventIdOf(vehicleId: number, time: number): string
}

const mixedTime = (time: number): number => mixBits(time ^ Math.imul(Math.floor(time / 2 ** 32), 0x9e3779b1))

/** The sum of times, whatever their order. Other times have another sum, but for one case in four thousand million. */
export const sumOfTimes = (times: readonly number[]): number =>
  times.reduce((sum, time) => (sum + mixedTime(time)) >>> 0, 0)

/**
 * A tail that knows these places, by time, all behind `after`; without that the first that comes is it. `before` is the place of
 * the last fix up to `after`, where one is known.
 */
export const createSentTail = (
  after?: number,
  known: readonly TimedPosition[] = [],
  before?: TimedPosition,
): SentTail => {
  let bound = after
  let forgotten = before
  // As columns: twelve hours of fixes are kept for every reader.
  let times = known.map(({ time }) => time)
  let lngs = known.map(({ lng }) => lng)
  let lats = known.map(({ lat }) => lat)
  let sum = sumOfTimes(times)

  /** The place in a row, or for -1 the last one that is no longer told apart. */
  const placeOf = (row: number): TimedPosition | undefined => {
    const [time, lng, lat] = [times[row], lngs[row], lats[row]]
    if (time === undefined || lng === undefined || lat === undefined) return row < 0 ? forgotten : undefined
    return { time, lng, lat }
  }

  /** Moves the bound on: so many times, and so long before the newest of them, are remembered. */
  const forgetOldest = (since: number) => {
    const tooOld = (times.at(-1) ?? since) - LIVE.tailMs
    const from = Math.max(times.length - LIVE.tailFixes, insertionIndex(times, tooOld + 1))
    bound = Math.max(since, tooOld, times[from - 1] ?? since)
    if (from <= 0) return
    forgotten = placeOf(from - 1)
    sum = (sum - sumOfTimes(times.slice(0, from))) >>> 0
    times = times.slice(from)
    lngs = lngs.slice(from)
    lats = lats.slice(from)
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
      const parts = [newest - time, newest - begin, sum]
      return [`v${vehicleId}`, time, ...parts.map((part) => part.toString(36))].join('-')
    },
  }
}
