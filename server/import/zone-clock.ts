import { wallClock } from '../track/days.ts'

const SLOT_MS = 15 * 60_000
const SLOTS_KEPT = 20_000

/** Turns what a zone's clock shows, given as if it were UTC, into ms UTC. Throws a RangeError for a zone that does not exist. */
export type ZoneClock = (wall: number) => number

/** The clock of a zone. Zones change their clocks at quarters of an hour only. */
export const zoneClock = (timeZone: string): ZoneClock => {
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const slot = Math.floor(time / SLOT_MS)
    const known = offsets.get(slot)
    if (known !== undefined) return known
    const offset = wallClock(slot * SLOT_MS, timeZone) - slot * SLOT_MS
    if (offsets.size >= SLOTS_KEPT) offsets.clear()
    offsets.set(slot, offset)
    return offset
  }
  return (wall) => {
    const guess = wall - offsetAt(wall)
    return wall - offsetAt(guess)
  }
}
