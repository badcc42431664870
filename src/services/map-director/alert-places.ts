import { twinOf } from '#src/machines/playback/alert-twin.logic.ts'
import { pointAt } from '#src/machines/playback/point-at.logic.ts'
import type { AlertPlace } from '../map/map.port.ts'
import type { TrackStore } from '../playback-file/track-store.ts'

/** The alerts of a track as the map shows them; one that tells of an event of the track takes its mark's place. */
export const alertPlaces = (tracks: Pick<TrackStore, 'get' | 'alertsOf'>, trackId: string): AlertPlace[] => {
  const track = tracks.get(trackId)
  return tracks.alertsOf(trackId).map(({ longitude, latitude, label, time }) => {
    const twin = track && twinOf(track, { index: pointAt(track.time, time), label, time })
    return { at: [longitude, latitude], label, ...(twin && { tells: [twin.first, twin.last] as const }) }
  })
}
