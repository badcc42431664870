import type { PlotRoute, TrailPoint } from '../map.port.ts'
import { mercatorX, mercatorY } from './mercator.ts'

type Place = { readonly x: number; readonly y: number }

/** A plotted route as it is drawn, in Web Mercator. `ahead` is where the way that is left leads to. */
export type PlotPath = {
  readonly length: number
  readonly x: Float64Array
  readonly y: Float64Array
  /** 1: no line from this point to the next. */
  readonly parted: Uint8Array
  readonly start: Place
  readonly last: Place
  readonly ahead: Place | null
}

/** What is plotted: the route, and the truck's newest place. */
export type Plot = { readonly path: PlotPath; readonly truck: TrailPoint | null; readonly live: boolean }

/** Throws when the route has no points. */
export const plotPathOf = ({ driven, ahead }: PlotRoute): PlotPath => {
  const { length, lng, lat, breaks } = driven
  if (length === 0) throw new Error('A route without points cannot be drawn.')
  const x = Float64Array.from({ length }, (_, i) => mercatorX(lng[i] ?? 0))
  const y = Float64Array.from({ length }, (_, i) => mercatorY(lat[i] ?? 0))
  const parted = Uint8Array.from({ length }, (_, i) => (i === length - 1 || breaks[i] === 1 ? 1 : 0))
  return {
    ...{ length, x, y, parted },
    start: { x: x[0] ?? 0, y: y[0] ?? 0 },
    last: { x: x[length - 1] ?? 0, y: y[length - 1] ?? 0 },
    ahead: ahead && { x: mercatorX(ahead[0]), y: mercatorY(ahead[1]) },
  }
}
