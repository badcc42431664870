import { EVENT_BIT, isEventCode } from '#domain/fix.ts'
import type { AlertPins } from './alert-pins.ts'
import { createThinOut } from './thin-out.ts'
import type { TrackPath } from './track-cursor.ts'

/** px across an event's coin. */
export const COIN_PX = 22
/** px across a stop marker. */
export const STOP_PX = 14

/** px from the middle of a group's ring to its outer edge. */
export const ringRadius = (count: number): number =>
  count < 10 ? 16 : count < 50 ? 18 : count < 200 ? 21 : count < 1000 ? 24 : 28

/** Indexes of the points of a route that are marked at a zoom, in drawing order. */
export type Marks = {
  stopsAt(zoom: number): readonly number[]
  coinsAt(zoom: number): readonly number[]
  /** The events of a point that no alert tells of, as bits of EVENT_BIT. */
  bitsAt(index: number): number
}

/** Chooses the marks of a route beside the alerts that are shown. */
export const createMarks = (path: TrackPath, alerts: AlertPins | null): Marks => {
  const told = new Map<number, number>()
  for (const place of alerts?.shown ?? []) {
    const [first, last] = alerts?.tells[place] ?? [0, -1]
    const label = alerts?.labels[place] ?? ''
    const bit = isEventCode(label) ? EVENT_BIT[label] : 0
    for (let index = first; index <= last; index++) told.set(index, (told.get(index) ?? 0) | bit)
  }
  const bitsAt = (index: number) => (path.eventBits[index] ?? 0) & ~(told.get(index) ?? 0)
  const events = path.events.filter((index) => bitsAt(index) !== 0)
  return {
    stopsAt: createThinOut(path, path.stops, STOP_PX),
    coinsAt: createThinOut(path, events, COIN_PX),
    bitsAt,
  }
}
