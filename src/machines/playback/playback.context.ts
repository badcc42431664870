import type { LinkCamera, PlaybackLink } from '#contract/links/playback.ts'
import type { PlaybackSpeed } from '#domain/playback.ts'
import {
  type Clock,
  defaultRange,
  isSameRange,
  type Range,
  rangeOfLink,
} from '../date-range/date-range.logic.ts'
import type { Failure } from '../kit/failure.ts'
import type { RouteMarker } from './playback.events.ts'
import type { AlertRequest, PlayRequest, TrackRequest, TrackSummary } from './playback.ports.ts'
/** The index of the last point; 0 without a track. */
export const lastIndex = (track: TrackSummary | null): number => Math.max(0, (track?.points ?? 0) - 1)

/** An index that lies on the track. */
export const onTrack = (track: TrackSummary | null, index: number): number =>
  Number.isFinite(index) ? Math.min(lastIndex(track), Math.max(0, Math.trunc(index))) : 0

/** Whether the chosen dates differ from those the shown data was loaded for (PLB-15, PLB-16). */
export const datesChanged = (chosen: Range, loaded: Range | null): boolean =>
  loaded === null || !isSameRange(chosen, loaded)

/** The vehicle, the clock, and the link that opened the playback. */
export type PlaybackInput = Clock & {
  readonly vehicleId: number
  readonly link?: PlaybackLink | undefined
}

/** Context of the playback. */
export type PlaybackContext = {
  readonly vehicleId: number
  /** The clock when the playback was opened. */
  readonly opened: Clock
  /** The dates in the pickers, and those of the shown data. */
  readonly chosen: Range
  readonly loaded: Range | null
  readonly track: TrackSummary | null
  /** The link, until its route is loaded or other dates are chosen. `camera` and `withAlerts` are taken from it with its route. */
  readonly link: PlaybackLink | null
  readonly camera: LinkCamera | null
  readonly withAlerts: boolean
  /** The point the marker has reached. */
  readonly index: number
  /** The open event, stop or alert; null while the vehicle marker's popup is shown. */
  readonly routeMarker: RouteMarker | null
  readonly speed: PlaybackSpeed
  /** Whether standing time is skipped. */
  readonly skipsStanding: boolean
  readonly panelHidden: boolean
  readonly failure: Failure | null
}
/** The player's input. */
export const playRequest = ({ context }: { context: PlaybackContext }): PlayRequest => ({
  trackId: context.track?.trackId ?? '',
  index: context.index,
  speed: context.speed,
  skipsStanding: context.skipsStanding,
})
/** The route to load. */
export const trackRequest = ({ context }: { context: PlaybackContext }): TrackRequest => ({
  vehicleId: context.vehicleId,
  ...context.chosen,
  ...(context.link === null ? {} : { at: context.link.at }),
})

/** The alerts to plot: those of the shown route. */
export const alertRequest = ({ context }: { context: PlaybackContext }): AlertRequest => ({
  trackId: context.track?.trackId ?? '',
  vehicleId: context.vehicleId,
  ...(context.loaded ?? context.chosen),
})

/** The context with a loaded route; null is one without points. The dates count as unchanged (PLB-16). */
export const withTrack = (
  context: PlaybackContext,
  track: TrackSummary | null,
): Partial<PlaybackContext> => ({
  track: track !== null && track.points > 0 ? track : null,
  loaded: context.chosen,
  index: track?.cursor ?? 0,
  routeMarker: null,
  camera: context.link?.camera ?? null,
  withAlerts: context.link?.alerts ?? false,
  link: null,
  failure: null,
})

/** The context while a route is loading. After a shown route the speed is 1 again (PLB-31); before the first it is the link's. */
export const resetContext = (context: PlaybackContext): Partial<PlaybackContext> => ({
  track: null,
  loaded: null,
  index: 0,
  routeMarker: null,
  failure: null,
  speed: context.loaded === null ? context.speed : 1,
})

/** A playback that was just opened. */
export const initialContext = ({ vehicleId, now, timeZone, link }: PlaybackInput): PlaybackContext => ({
  vehicleId,
  opened: { now, timeZone },
  chosen: link === undefined ? defaultRange({ now, timeZone }) : rangeOfLink(link.range, { now, timeZone }),
  loaded: null,
  track: null,
  link: link ?? null,
  camera: null,
  withAlerts: false,
  index: 0,
  routeMarker: null,
  speed: link?.speed ?? 1,
  skipsStanding: false,
  panelHidden: false,
  failure: null,
})
