import type { AlertPlace } from '../map.port.ts'
import { isPlace, mercatorX, mercatorY } from './mercator.ts'
import { createThinOut } from './thin-out.ts'

/** px across the head of an alert's pin, and px from its tip to the middle of the head. */
export const PIN_PX = 24
export const PIN_RISE_PX = 22

/** Alert markers as they are drawn: places in Web Mercator. */
export type AlertPins = {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly labels: readonly string[]
  /** What each tells of, see `AlertPlace`. */
  readonly tells: readonly AlertPlace['tells'][]
  /** Places in the list of those that lie on the globe. */
  readonly shown: readonly number[]
  /** Those that are drawn at a zoom, in drawing order. */
  pinsAt(zoom: number): readonly number[]
}

export const pinsOf = (places: readonly AlertPlace[]): AlertPins => {
  const x = Float64Array.from(places, ({ at }) => mercatorX(at[0]))
  const y = Float64Array.from(places, ({ at }) => mercatorY(at[1]))
  const shown = places.flatMap(({ at: [lng, lat] }, i) => (isPlace(lng, lat) ? [i] : []))
  return {
    x,
    y,
    labels: places.map(({ label }) => label),
    tells: places.map(({ tells }) => tells),
    shown,
    pinsAt: createThinOut({ x, y }, shown, PIN_PX),
  }
}
