import type { PlaybackSpeed } from '#domain/playback.ts'
import type { DateRangeChangedEvent } from '../date-range/date-range.machine.ts'
import type { PlayerEvent } from './playback.ports.ts'

/** What of a route can be looked at: an event, a stop, an alert (its place in the plotted list). `index` is the route's point. */
export type RouteMarker =
  | { readonly kind: 'event' | 'stop'; readonly index: number }
  | { readonly kind: 'alert'; readonly index: number; readonly alert: number }

/** What the playback can hear. The dates are chosen at its child `range`. */
export type PlaybackEvent =
  | { type: 'playback.go' }
  | { type: 'playback.play' }
  | { type: 'playback.pause' }
  | { type: 'playback.continue' }
  | { type: 'playback.restart' }
  | { type: 'playback.close' }
  | { type: 'playback.hardExit' }
  | { type: 'playback.setSpeed'; speed: PlaybackSpeed }
  | { type: 'playback.seek'; index: number }
  | { type: 'playback.panelToggled' }
  | { type: 'playback.skipToggled' }
  | { type: 'playback.noDataAcknowledged' }
  | { type: 'playback.markerPressed'; routeMarker: RouteMarker }
  | { type: 'playback.markerClosed' }
  | { type: 'playback.alertsToggled' }
  | PlayerEvent
  | DateRangeChangedEvent
