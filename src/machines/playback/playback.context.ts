import type { PlaybackSpeed } from '#contract/constants.ts'
import type { TrackSummary } from '#src/services/playback-file/track.ts'
import type { AlertRequest } from '../alert-plot/alert-plot.machine.ts'
import { defaultRange, type Range, rangeOfLink } from '../date-range/date-range.logic.ts'
import type { Failure } from '../kit/failure.ts'
import type { Moment, MomentCamera } from './moment.logic.ts'
import type { Mark } from './playback.events.ts'
import type { TrackRequest } from './playback.logic.ts'

/** Whose route, the clock in ms, and the moment of a link that is to be shown at first. */
export type PlaybackInput = {
  readonly vehicleId: number
  readonly now: number
  readonly moment?: Moment | undefined
}

/** What the playback remembers. */
export type PlaybackContext = {
  readonly vehicleId: number
  /** The clock when the playback was opened, ms. */
  readonly openedAt: number
  /** The dates in the pickers, and those of the shown data. */
  readonly chosen: Range
  readonly loaded: Range | null
  readonly track: TrackSummary | null
  /** The moment of a link until its route is loaded or other dates are chosen; then, with its route, its camera, and whether its alerts show. */
  readonly moment: Moment | null
  readonly camera: MomentCamera | null
  readonly withAlerts: boolean
  /** The point the marker has reached. */
  readonly index: number
  /** What is looked at, in a popup of its own; null while the marker's popup is shown. */
  readonly mark: Mark | null
  readonly speed: PlaybackSpeed
  /** Whether standing time is passed over. */
  readonly skipsStanding: boolean
  readonly panelHidden: boolean
  readonly failure: Failure | null
}

/** Where to start playing which track. */
export type PlayRequest = {
  readonly trackId: string
  readonly index: number
  readonly speed: PlaybackSpeed
  readonly skipsStanding: boolean
}

/** What the player is asked for. */
export const playRequest = ({ context }: { context: PlaybackContext }): PlayRequest => ({
  trackId: context.track?.trackId ?? '',
  index: context.index,
  speed: context.speed,
  skipsStanding: context.skipsStanding,
})
/** Which route is to be loaded. */
export const trackRequest = ({ context }: { context: PlaybackContext }): TrackRequest => ({
  vehicleId: context.vehicleId,
  ...context.chosen,
  ...(context.moment === null ? {} : { at: context.moment.at }),
})

/** Which alerts are to be plotted: those of the shown route. */
export const alertRequest = ({ context }: { context: PlaybackContext }): AlertRequest => ({
  trackId: context.track?.trackId ?? '',
  vehicleId: context.vehicleId,
  ...(context.loaded ?? context.chosen),
})

/** What a loaded route changes; null is one without points. The dates count as unchanged (PLB-16). */
export const shown = (context: PlaybackContext, track: TrackSummary | null): Partial<PlaybackContext> => ({
  track: track !== null && track.points > 0 ? track : null,
  loaded: context.chosen,
  index: track?.cursor ?? 0,
  mark: null,
  camera: context.moment?.camera ?? null,
  withAlerts: context.moment?.alerts ?? false,
  moment: null,
  failure: null,
})

/** What is left while a route is asked for. After one that was shown the speed is 1 again (PLB-31); before the first it is what a link says. */
export const cleared = (context: PlaybackContext): Partial<PlaybackContext> => ({
  ...{ track: null, loaded: null, index: 0, mark: null, failure: null },
  speed: context.loaded === null ? context.speed : 1,
})

/** A playback that was just opened. */
export const opened = ({ vehicleId, now, moment }: PlaybackInput): PlaybackContext => ({
  vehicleId,
  openedAt: now,
  chosen: moment === undefined ? defaultRange(now) : rangeOfLink(moment.range, now),
  loaded: null,
  track: null,
  moment: moment ?? null,
  camera: null,
  withAlerts: false,
  index: 0,
  mark: null,
  speed: moment?.speed ?? 1,
  skipsStanding: false,
  panelHidden: false,
  failure: null,
})
