import { interpolateHeading } from '#domain/compass.ts'
import { JUMP_GAP_MS } from '#domain/gaps.ts'
import type { LngLat } from '#domain/geo.ts'
import { statusOf, VEHICLE_STATUSES } from '#domain/status.ts'
import type { DrawableTrack, PlotRoute, TrailPoint } from '../map.port.ts'
import { type MercatorPoint, mercatorX, mercatorY, toLngLat } from './mercator.ts'

/** A playback route as drawn: points in Web Mercator, breaks, stops and events. */
export type TrackPath = {
  readonly length: number
  readonly x: Float64Array
  readonly y: Float64Array
  readonly heading: ArrayLike<number>
  /** 1: no line from this point to the next. */
  readonly breakAfter: Uint8Array
  /** 1: the marker jumps to the next point, because no line leads there or the gap is JUMP_GAP_MS or more (PLB-19). */
  readonly jumps: Uint8Array
  /** Indexes of points with a stop marker (PLB-33). */
  readonly stops: readonly number[]
  /** Indexes of points with events. */
  readonly events: readonly number[]
  readonly eventBits: ArrayLike<number>
  /** Index into VEHICLE_STATUSES at a point. */
  statusAt(index: number): number
}

export type TrackCursor = { readonly path: TrackPath; readonly index: number; readonly fraction: number }

/** Throws if the track has no points. */
export const pathOf = (track: DrawableTrack): TrackPath => {
  const { length } = track
  if (length === 0) throw new Error('A route without points cannot be drawn.')
  const x = new Float64Array(length)
  const y = new Float64Array(length)
  const breakAfter = new Uint8Array(length)
  const jumps = new Uint8Array(length)
  const stops: number[] = []
  const events: number[] = []
  let wasStopped = false
  for (let i = 0; i < length; i++) {
    x[i] = mercatorX(track.lng[i] ?? 0)
    y[i] = mercatorY(track.lat[i] ?? 0)
    const gap = (track.time[i + 1] ?? 0) - (track.time[i] ?? 0)
    breakAfter[i] = i === length - 1 || track.breaks[i] === 1 ? 1 : 0
    jumps[i] = breakAfter[i] === 1 || gap >= JUMP_GAP_MS ? 1 : 0
    const stopsHere = track.speed[i] === 0 && (track.stop[i] ?? 0) > 0
    if (stopsHere && !wasStopped) stops.push(i)
    wasStopped = stopsHere
    if ((track.events[i] ?? 0) !== 0) events.push(i)
  }
  const statusAt = (i: number) =>
    VEHICLE_STATUSES.indexOf(
      statusOf({ time: 0, speed: track.speed[i] ?? 0, ignition: track.ignition[i] === 1 }, 0),
    )
  return {
    length,
    x,
    y,
    heading: track.heading,
    breakAfter,
    jumps,
    stops,
    events,
    eventBits: track.events,
    statusAt,
  }
}

/** The nearest valid cursor: inside the route and not inside a gap (PLB-19). */
export const cursorAt = (path: TrackPath, index: number, fraction: number): TrackCursor => {
  const at = Math.min(path.length - 1, Math.max(0, Math.floor(index) || 0))
  const share = at !== Math.floor(index) || path.jumps[at] === 1 ? 0 : Math.min(1, Math.max(0, fraction || 0))
  return { path, index: at, fraction: share }
}

/** The marker's position and heading. Where the track has no heading, that of the line. */
export const markerOf = ({ path, index, fraction }: TrackCursor) => {
  const x = path.x[index] ?? 0
  const y = path.y[index] ?? 0
  const nextX = path.x[index + 1] ?? x
  const nextY = path.y[index + 1] ?? y
  const along = path.breakAfter[index] === 1 ? Number.NaN : bearing(nextX - x, nextY - y)
  const known = path.heading[index] ?? Number.NaN
  const next = path.breakAfter[index] === 1 ? Number.NaN : (path.heading[index + 1] ?? Number.NaN)
  return {
    x: x + (nextX - x) * fraction,
    y: y + (nextY - y) * fraction,
    heading: Number.isNaN(known) ? along : interpolateHeading(known, next, fraction),
  }
}

export const markerPlace = (cursor: TrackCursor): LngLat => toLngLat(markerOf(cursor))

const bearing = (dx: number, dy: number) =>
  dx === 0 && dy === 0 ? Number.NaN : ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360

/** A plotted route as drawn, in Web Mercator. `ahead` is the destination of the remaining part. */
export type PlotPath = {
  readonly length: number
  readonly x: Float64Array
  readonly y: Float64Array
  /** 1: no line from this point to the next. */
  readonly breakAfter: Uint8Array
  readonly start: MercatorPoint
  readonly last: MercatorPoint
  readonly ahead: MercatorPoint | null
}

/** A plotted route and the truck's newest position. */
export type Plot = { readonly path: PlotPath; readonly truck: TrailPoint | null; readonly live: boolean }

/** Throws if the route has no points. */
export const plotPathOf = ({ driven, ahead }: PlotRoute): PlotPath => {
  const { length, lng, lat, breaks } = driven
  if (length === 0) throw new Error('A route without points cannot be drawn.')
  const x = Float64Array.from({ length }, (_, i) => mercatorX(lng[i] ?? 0))
  const y = Float64Array.from({ length }, (_, i) => mercatorY(lat[i] ?? 0))
  const breakAfter = Uint8Array.from({ length }, (_, i) => (i === length - 1 || breaks[i] === 1 ? 1 : 0))
  return {
    length,
    x,
    y,
    breakAfter,
    start: { x: x[0] ?? 0, y: y[0] ?? 0 },
    last: { x: x[length - 1] ?? 0, y: y[length - 1] ?? 0 },
    ahead: ahead && { x: mercatorX(ahead[0]), y: mercatorY(ahead[1]) },
  }
}
