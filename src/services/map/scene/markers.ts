import { isOnGlobe } from '#domain/geo.ts'
import type { AlertPlace } from '../map.port.ts'
import { mercatorX, mercatorY, worldSize, zoomStepOf } from './mercator.ts'
import type { TrackPath } from './route-paths.ts'

/** px across the head of an alert pin, and from its tip to the centre of the head. */
export const PIN_PX = 24
export const PIN_RISE_PX = 22

/** Alert markers as drawn: positions in Web Mercator. */
export type AlertPins = {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly labels: readonly string[]
  /** See `AlertPlace`. */
  readonly matching: readonly AlertPlace['matching'][]
  /** Indexes of the alerts that lie on the globe. */
  readonly shown: readonly number[]
  /** Indexes of the alerts drawn at a zoom, in drawing order. */
  pinsAt(zoom: number): readonly number[]
}

export const pinsOf = (places: readonly AlertPlace[]): AlertPins => {
  const x = Float64Array.from(places, ({ at }) => mercatorX(at[0]))
  const y = Float64Array.from(places, ({ at }) => mercatorY(at[1]))
  const shown = places.flatMap(({ at: [lng, lat] }, i) => (isOnGlobe(lng, lat) ? [i] : []))
  return {
    x,
    y,
    labels: places.map(({ label }) => label),
    matching: places.map(({ matching }) => matching),
    shown,
    pinsAt: createThinOut({ x, y }, shown, PIN_PX),
  }
}

/** px across an event badge. */
export const EVENT_BADGE_PX = 22
/** px across a stop marker. */
export const STOP_PX = 14

/** px from the centre of a cluster's ring to its outer edge. */
export const ringRadius = (count: number): number =>
  count < 10 ? 16 : count < 50 ? 18 : count < 200 ? 21 : count < 1000 ? 24 : 28

/** Indexes of the route points that have a marker at a zoom, in drawing order. */
export type RouteMarkers = {
  stopsAt(zoom: number): readonly number[]
  eventsAt(zoom: number): readonly number[]
  /** The events of a point that no alert reports, as bits of EVENT_BIT. */
  eventBitsAt(index: number): number
}

/** Chooses the markers of a route beside the visible alerts. */
export const createRouteMarkers = (path: TrackPath, alerts: AlertPins | null): RouteMarkers => {
  const coveredBits = new Map<number, number>()
  for (const place of alerts?.shown ?? []) {
    const { first, last, bits } = alerts?.matching[place] ?? { first: 0, last: -1, bits: 0 }
    for (let index = first; index <= last; index++)
      coveredBits.set(index, (coveredBits.get(index) ?? 0) | bits)
  }
  const eventBitsAt = (index: number) => (path.eventBits[index] ?? 0) & ~(coveredBits.get(index) ?? 0)
  const events = path.events.filter((index) => eventBitsAt(index) !== 0)
  return {
    stopsAt: createThinOut(path, path.stops, STOP_PX),
    eventsAt: createThinOut(path, events, EVENT_BADGE_PX),
    eventBitsAt,
  }
}

/**
 * Chooses the points whose markers do not cover each other at a zoom. The earlier one wins, so panning changes
 * nothing.
 */
export const createThinOut = (
  { x, y }: { x: Float64Array; y: Float64Array },
  indexes: readonly number[],
  leastPx: number,
) => {
  let made: { step: number; chosen: readonly number[] } | undefined
  return (zoom: number): readonly number[] => {
    const step = zoomStepOf(zoom)
    if (made?.step === step) return made.chosen
    const least = leastPx / worldSize(step)
    const cells = new Map<string, number[]>()
    const chosen: number[] = []
    for (const index of indexes) {
      const px = x[index] ?? 0
      const py = y[index] ?? 0
      const column = Math.floor(px / least)
      const row = Math.floor(py / least)
      const near = [-1, 0, 1].flatMap((dy) =>
        [-1, 0, 1].flatMap((dx) => cells.get(`${column + dx} ${row + dy}`) ?? []),
      )
      if (near.some((other) => Math.hypot((x[other] ?? 0) - px, (y[other] ?? 0) - py) < least)) continue
      chosen.push(index)
      const key = `${column} ${row}`
      cells.set(key, [...(cells.get(key) ?? []), index])
    }
    made = { step, chosen }
    return chosen
  }
}
