import { pathKm } from './distance.ts'
import type { Track, TrackSummary } from './track.ts'

/** Keeps loaded tracks outside machines, which name them by id. */
export type TrackStore = {
  /** Keeps the track and answers what a machine may know of it; `at` (ms) is a moment whose point is to be found. */
  put(track: Track, at?: number): TrackSummary
  get(trackId: string): Track | undefined
  drop(trackId: string): void
}

/** The last point at or before a moment; 0 before the first. */
const pointAt = ({ time }: Track, at: number): number =>
  Math.max(
    0,
    time.findLastIndex((passed) => passed <= at),
  )

const summaryOf = (track: Track, at: number | undefined): TrackSummary => ({
  ...(at === undefined ? {} : { cursor: pointAt(track, at) }),
  trackId: track.id,
  points: track.length,
  startsAt: track.time[0] ?? 0,
  endsAt: track.time[track.length - 1] ?? 0,
  distanceKm: pathKm(track),
  dropped: track.dropped,
})

/** Holds at most `capacity` tracks; the one put longest ago goes first. */
export const createTrackStore = ({ capacity = 4 }: { capacity?: number } = {}): TrackStore => {
  const tracks = new Map<string, Track>()
  return {
    put: (track, at) => {
      tracks.delete(track.id)
      tracks.set(track.id, track)
      for (const oldest of tracks.keys()) {
        if (tracks.size <= capacity) break
        tracks.delete(oldest)
      }
      return summaryOf(track, at)
    },
    get: (trackId) => tracks.get(trackId),
    drop: (trackId) => {
      tracks.delete(trackId)
    },
  }
}
