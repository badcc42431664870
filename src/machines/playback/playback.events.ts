import type { PlaybackSpeed } from '#domain/playback.ts'
import type { DateRangeChangedEvent } from '../date-range/date-range.machine.ts'
import type { PlayerEvent } from './playback.ports.ts'

/** A marker of the route: an event, a stop or an alert (its place in the plotted list). `index` is the route's point. */
export type RouteMarker =
  | { readonly kind: 'event' | 'stop'; readonly index: number }
  | { readonly kind: 'alert'; readonly index: number; readonly alert: number }

/** Events of the playback. The dates are chosen at its child `range`. */
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
