import { zoneTimes } from '#domain/company-time.ts'
import { IMPORT } from './limits.ts'

type Seen = { last: number; up: number; down: number; firsts: number; seconds: number; line: number }

/**
 * Reads what a zone's clock shows in the order of a file: of an hour that occurs twice, the pass that leads on from the vehicle's row
 * before, upwards or downwards as the rows go.
 */
export const createZoneSequence = (timeZone: string) => {
  const timesOf = zoneTimes(timeZone)
  const vehicles = new Map<string, Seen>()
  /** Those whose rows are not followed, as one, of which nothing is known. */
  const others: Seen = {
    last: Number.NaN,
    up: 1,
    down: 1,
    firsts: 0,
    seconds: 0,
    line: Number.POSITIVE_INFINITY,
  }
  const skipped = { times: 0, line: 0 }

  return {
    timeZone,
    /** ms UTC of what the clock shows, ms as if it were UTC. */
    read: (wall: number, vehicle: string, line: number): number => {
      const { first, second, isSkipped } = timesOf(wall)
      if (isSkipped) {
        if (skipped.times === 0) skipped.line = line
        skipped.times += 1
      }
      const seen = vehicles.get(vehicle)
      if (seen === undefined && vehicles.size >= IMPORT.newVehicles) {
        if (second !== undefined) {
          others.firsts += 1
          others.line = Math.min(others.line, line)
        }
        return first
      }
      let time = first
      if (second !== undefined) {
        const isDown = seen !== undefined && seen.down > seen.up
        if (seen !== undefined && (isDown ? second <= seen.last : first < seen.last)) time = second
      }
      if (seen === undefined) {
        const isFirst = second === undefined ? 0 : 1
        vehicles.set(vehicle, { last: time, up: 0, down: 0, firsts: isFirst, seconds: 0, line })
        return time
      }
      if (second !== undefined) {
        if (seen.firsts + seen.seconds === 0) seen.line = line
        if (time === first) seen.firsts += 1
        else seen.seconds += 1
      }
      if (time > seen.last) seen.up += 1
      else if (time < seen.last) seen.down += 1
      seen.last = time
      return time
    },

    /** How many times are of an hour that the clock skips, and the line of the first. */
    skipped: (): { readonly times: number; readonly line: number } => skipped,

    /** How many times are of an hour that occurs twice, of vehicles whose rows pass through it once or go up and down; and the line of the first. */
    unsure: (): { readonly times: number; readonly line: number } => {
      const open = [...vehicles.values(), others].filter(
        ({ up, down, firsts, seconds }) =>
          firsts + seconds > 0 && (firsts === 0 || seconds === 0 || (up > 0 && down > 0)),
      )
      return {
        times: open.reduce((sum, { firsts, seconds }) => sum + firsts + seconds, 0),
        line: Math.min(...open.map(({ line }) => line)),
      }
    },
  }
}

/** A reader of a zone's clock in the order of a file. */
export type ZoneSequence = ReturnType<typeof createZoneSequence>
