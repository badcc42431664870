import type { PlaybackSpeed } from '#domain/playback.ts'
import type { Range } from '../date-range/date-range.logic.ts'

/** A loaded track without its points. Times in ms since 1970 UTC; both are 0 without points. */
export type TrackSummary = {
  /** Index of the point at the requested time. */
  readonly cursor?: number
  readonly trackId: string
  readonly points: number
  readonly startsAt: number
  readonly endsAt: number
  readonly distanceKm: number
  readonly dropped: number
}

/** The route to load (PLB-09); `at` is the time to begin at. Times in ms since 1970 UTC. */
export type TrackRequest = { readonly vehicleId: number; readonly at?: number } & Range

/** The track to play, and the point to start from. */
export type PlayRequest = {
  readonly trackId: string
  readonly index: number
  readonly speed: PlaybackSpeed
  readonly skipsStanding: boolean
}

/** Events of the player while it moves the marker, at most ten times a second. `time` is the point's, ms since 1970 UTC. */
export type PlayerEvent =
  | { type: 'playback.movedTo'; index: number; time: number }
  | { type: 'playback.reachedEnd' }

/** The alerts to load (PLB-09), and the track to plot them on. Times in ms since 1970 UTC. */
export type AlertRequest = {
  readonly trackId: string
  readonly vehicleId: number
  readonly from: number
  readonly to: number
}
