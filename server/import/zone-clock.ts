const SLOT_MS = 15 * 60_000
const SLOTS_KEPT = 20_000

/** Turns what a zone's clock shows, given as if it were UTC, into ms UTC. */
export type ZoneClock = (wall: number) => number

/** The clock of a zone. Throws a RangeError for a zone that does not exist. Zones change their clocks at quarters of an hour only. */
export const zoneClock = (timeZone: string): ZoneClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const slot = Math.floor(time / SLOT_MS)
    const known = offsets.get(slot)
    if (known !== undefined) return known
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(slot * SLOT_MS)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute) - slot * SLOT_MS
    if (offsets.size >= SLOTS_KEPT) offsets.clear()
    offsets.set(slot, offset)
    return offset
  }
  return (wall) => {
    const guess = wall - offsetAt(wall)
    return wall - offsetAt(guess)
  }
}
