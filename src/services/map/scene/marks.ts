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
}

export const createMarks = (path: TrackPath): Marks => ({
  stopsAt: createThinOut(path, path.stops, STOP_PX),
  coinsAt: createThinOut(path, path.events, COIN_PX),
})
