import type { Mark } from '#src/machines/playback/playback.events.ts'
import { pointAt } from '#src/machines/playback/point-at.logic.ts'
import type { MapPress } from '../map/map.port.ts'
import type { TrackStore } from '../playback-file/track-store.ts'

/** What of a shown route was pressed. An alert lies between two points: the marker goes to the one before it. */
export const pressedMark = (
  { eventIndex, stopIndex, alertIndex }: MapPress,
  alertedTrackId: string | null,
  tracks: Pick<TrackStore, 'get' | 'alertsOf'>,
): Mark | undefined => {
  if (eventIndex !== undefined) return { kind: 'event', index: eventIndex }
  if (stopIndex !== undefined) return { kind: 'stop', index: stopIndex }
  if (alertIndex === undefined || alertedTrackId === null) return undefined
  const alert = tracks.alertsOf(alertedTrackId)[alertIndex]
  const track = tracks.get(alertedTrackId)
  if (alert === undefined || track === undefined) return undefined
  return { kind: 'alert', index: pointAt(track.time, alert.time), alert: alertIndex }
}
