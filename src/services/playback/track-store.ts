import type { AlertMarker } from '#contract/calls/playback.ts'
import { lineKm } from '#domain/geo.ts'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import type { TrackSummary } from '#src/machines/playback/playback.ports.ts'
import type { Track } from './track.ts'

/** Keeps loaded tracks outside machines, which name them by id. */
export type TrackStore = {
  /** Stores the track and returns its summary; `at` (ms) is the time whose point becomes the cursor. */
  put(track: Track, at?: number): TrackSummary
  get(trackId: string): Track | undefined
  /** Keeps a track's alerts for as long as the track; without it, nothing happens. */
  setAlerts(trackId: string, alerts: readonly AlertMarker[]): void
  /** The alerts of a track in the order of time; empty if they were not loaded. */
  alertsOf(trackId: string): readonly AlertMarker[]
  drop(trackId: string): void
  /** Calls `listener` with each track that is stored. */
  onPut(listener: (track: Track) => void): void
}

const summaryOf = (track: Track, at: number | undefined): TrackSummary => ({
  ...(at === undefined ? {} : { cursor: lastIndexAtOrBefore(track.time, at) }),
  trackId: track.id,
  points: track.length,
  startsAt: track.time[0] ?? 0,
  endsAt: track.time[track.length - 1] ?? 0,
  distanceKm: track.figures?.distanceKm ?? lineKm(track),
  dropped: track.dropped,
})

/** Holds at most `capacity` tracks; the oldest one is dropped first. */
export const createTrackStore = ({ capacity = 4 }: { capacity?: number } = {}): TrackStore => {
  const tracks = new Map<string, Track>()
  const listeners: ((track: Track) => void)[] = []
  const alerts = new WeakMap<Track, readonly AlertMarker[]>()
  return {
    put: (track, at) => {
      tracks.delete(track.id)
      tracks.set(track.id, track)
      for (const listener of listeners) listener(track)
      for (const oldest of tracks.keys()) {
        if (tracks.size <= capacity) break
        tracks.delete(oldest)
      }
      return summaryOf(track, at)
    },
    get: (trackId) => tracks.get(trackId),
    setAlerts: (trackId, ofTrack) => {
      const track = tracks.get(trackId)
      if (track !== undefined) alerts.set(track, ofTrack)
    },
    alertsOf: (trackId) => {
      const track = tracks.get(trackId)
      return (track && alerts.get(track)) ?? NO_ALERTS
    },
    drop: (trackId) => {
      tracks.delete(trackId)
    },
    onPut: (listener) => void listeners.push(listener),
  }
}

const NO_ALERTS: readonly AlertMarker[] = []
