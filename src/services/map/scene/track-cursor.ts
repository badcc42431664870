import { JUMP_GAP_MS } from '#contract/constants.ts'
import { statusOf, VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { DrawableTrack, LngLat } from '../map.port.ts'
import { turn } from './heading.ts'
import { mercatorX, mercatorY, toLngLat } from './mercator.ts'

/** A playback route as it is drawn: places in Web Mercator, where its line is broken, where it stops, where events lie. */
export type TrackPath = {
  readonly length: number
  readonly x: Float64Array
  readonly y: Float64Array
  readonly heading: ArrayLike<number>
  /** 1: no line from this point to the next. */
  readonly parted: Uint8Array
  /** 1: the marker does not glide to the next point, for no line leads there or the gap is JUMP_GAP_MS or more (PLB-19). */
  readonly jumps: Uint8Array
  /** Indexes of points that get a stop marker (PLB-33). */
  readonly stops: readonly number[]
  /** Indexes of points with events. */
  readonly events: readonly number[]
  readonly eventBits: ArrayLike<number>
  /** Index into VEHICLE_STATUSES of what the vehicle does at a point. */
  statusAt(index: number): number
}

export type TrackCursor = { readonly path: TrackPath; readonly index: number; readonly fraction: number }

/** Throws when the track has no points. */
export const pathOf = (track: DrawableTrack): TrackPath => {
  const { length } = track
  if (length === 0) throw new Error('A route without points cannot be drawn.')
  const x = new Float64Array(length)
  const y = new Float64Array(length)
  const parted = new Uint8Array(length)
  const jumps = new Uint8Array(length)
  const stops: number[] = []
  const events: number[] = []
  let stands = false
  for (let i = 0; i < length; i++) {
    x[i] = mercatorX(track.lng[i] ?? 0)
    y[i] = mercatorY(track.lat[i] ?? 0)
    const gap = (track.time[i + 1] ?? 0) - (track.time[i] ?? 0)
    parted[i] = i === length - 1 || track.breaks[i] === 1 ? 1 : 0
    jumps[i] = parted[i] === 1 || gap >= JUMP_GAP_MS ? 1 : 0
    const stopsHere = track.speed[i] === 0 && (track.stop[i] ?? 0) > 0
    if (stopsHere && !stands) stops.push(i)
    stands = stopsHere
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
    parted,
    jumps,
    stops,
    events,
    eventBits: track.events,
    statusAt,
  }
}

/** The cursor nearest to what was asked: inside the route, and not inside a gap (PLB-19). */
export const cursorAt = (path: TrackPath, index: number, fraction: number): TrackCursor => {
  const at = Math.min(path.length - 1, Math.max(0, Math.floor(index) || 0))
  const share = at !== Math.floor(index) || path.jumps[at] === 1 ? 0 : Math.min(1, Math.max(0, fraction || 0))
  return { path, index: at, fraction: share }
}

/** Where the marker is and where it heads; the heading is that of the line where the track knows none. */
export const markerOf = ({ path, index, fraction }: TrackCursor) => {
  const x = path.x[index] ?? 0
  const y = path.y[index] ?? 0
  const nextX = path.x[index + 1] ?? x
  const nextY = path.y[index + 1] ?? y
  const along = path.parted[index] === 1 ? Number.NaN : bearing(nextX - x, nextY - y)
  const known = path.heading[index] ?? Number.NaN
  const next = path.parted[index] === 1 ? Number.NaN : (path.heading[index + 1] ?? Number.NaN)
  return {
    x: x + (nextX - x) * fraction,
    y: y + (nextY - y) * fraction,
    heading: Number.isNaN(known) ? along : turn(known, next, fraction),
  }
}

export const markerPlace = (cursor: TrackCursor): LngLat => toLngLat(markerOf(cursor))

const bearing = (dx: number, dy: number) =>
  dx === 0 && dy === 0 ? Number.NaN : ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360
