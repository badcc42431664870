import type { AlertMarker } from '#contract/records/playback.ts'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import type { TrackSummary } from '#src/machines/playback/playback.ports.ts'
import type { Track } from './track.ts'

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

/** Great-circle distance in km between two places in degrees. */
export const distanceKm = (lng1: number, lat1: number, lng2: number, lat2: number): number => {
  const dLat = (lat2 - lat1) * RADIANS
  const dLng = (lng2 - lng1) * RADIANS
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Length in km of the line through all points of a track. */
export const pathKm = ({ lng, lat, length }: Pick<Track, 'lng' | 'lat' | 'length'>): number => {
  let sum = 0
  for (let i = 1; i < length; i++) {
    sum += distanceKm(lng[i - 1] ?? 0, lat[i - 1] ?? 0, lng[i] ?? 0, lat[i] ?? 0)
  }
  return sum
}

/** Keeps loaded tracks outside machines, which name them by id. */
export type TrackStore = {
  /** Stores the track and returns its summary; `at` (ms) is the time whose point becomes the cursor. */
  put(track: Track, at?: number): TrackSummary
  get(trackId: string): Track | undefined
  /** Keeps a track's alerts for as long as the track; without it, nothing happens. */
  setAlerts(trackId: string, alerts: readonly AlertMarker[]): void
  /** The alerts of a track in the order of time; none where they were not loaded. */
  alertsOf(trackId: string): readonly AlertMarker[]
  drop(trackId: string): void
}

const summaryOf = (track: Track, at: number | undefined): TrackSummary => ({
  ...(at === undefined ? {} : { cursor: lastIndexAtOrBefore(track.time, at) }),
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
  const alerts = new WeakMap<Track, readonly AlertMarker[]>()
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
  }
}

const NO_ALERTS: readonly AlertMarker[] = []
