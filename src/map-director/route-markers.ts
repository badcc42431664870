import { matchingEventsOf } from '#domain/matching-event.ts'
import { lastIndexAtOrBefore } from '#domain/numbers.ts'
import type { RouteMarker } from '#src/machines/playback/playback.events.ts'
import type { AlertPlace, MapPress } from '#src/services/map/map.port.ts'
import type { TrackStore } from '#src/services/playback/track-store.ts'

/** The alerts of a track for the map. An alert replaces the badges of the events that it reports. */
export const alertPlaces = (tracks: Pick<TrackStore, 'get' | 'alertsOf'>, trackId: string): AlertPlace[] => {
  const track = tracks.get(trackId)
  return tracks.alertsOf(trackId).map((alert) => ({
    at: [alert.longitude, alert.latitude],
    label: alert.label,
    matching: track ? matchingEventsOf(track, alert) : null,
  }))
}

/** The pressed route marker. An alert may lie between two points; its index is that of the point before. */
export const pressedRouteMarker = (
  { eventIndex, stopIndex, alertIndex }: MapPress,
  alertedTrackId: string | null,
  tracks: Pick<TrackStore, 'get' | 'alertsOf'>,
): RouteMarker | undefined => {
  if (eventIndex !== undefined) return { kind: 'event', index: eventIndex }
  if (stopIndex !== undefined) return { kind: 'stop', index: stopIndex }
  if (alertIndex === undefined || alertedTrackId === null) return undefined
  const alert = tracks.alertsOf(alertedTrackId)[alertIndex]
  const track = tracks.get(alertedTrackId)
  if (alert === undefined || track === undefined) return undefined
  return { kind: 'alert', index: lastIndexAtOrBefore(track.time, alert.time), alert: alertIndex }
}
