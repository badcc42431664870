import type { SnapshotFrom } from 'xstate'
import type { PlaybackLink } from '#contract/links/playback.ts'
import { isTooLongToPlay } from '#domain/playback.ts'
import { isSameRange, rangeOfLink } from '../date-range/date-range.logic.ts'
import { datesChanged, lastIndex } from './playback.context.ts'
import type { playbackMachine } from './playback.machine.ts'

type Snapshot = SnapshotFrom<typeof playbackMachine>

/** The date and hour pickers' machine. */
export const selectRangeActor = ({ children }: Snapshot) => children.range
/** The machine of the route's alerts. */
export const selectAlertsActor = ({ children }: Snapshot) => children.alerts
/** Whether the shown route is that of the chosen dates; the Alert toggle waits for it (PLB-18). */
export const selectIsOfChosenDates = ({ context }: Snapshot) => !datesChanged(context.chosen, context.loaded)
/** The open route marker: an event, a stop or an alert; null while none is open. */
export const selectRouteMarker = ({ context }: Snapshot) => context.routeMarker
/** The vehicle of the route. */
export const selectPlaybackVehicleId = ({ context }: Snapshot) => context.vehicleId
/** The dates of the shown route, ms; null where there is none. */
export const selectLoadedRange = ({ context }: Snapshot) => context.loaded
/** Whether a link's vehicle and dates are those in the pickers. */
export const selectIsOfLink = ({ context }: Snapshot, { vehicleId, range }: PlaybackLink) =>
  vehicleId === context.vehicleId && isSameRange(context.chosen, rangeOfLink(range, context.opened))
/** The dates in the pickers, ms. */
export const selectChosenRange = ({ context }: Snapshot) => context.chosen
/** The loaded route, without its points; null where there is none. */
export const selectTrack = ({ context }: Snapshot) => context.track
/** The camera of a link; null where the map fits the route. */
export const selectCamera = ({ context }: Snapshot) => context.camera
/** The point the marker has reached. */
export const selectIndex = ({ context }: Snapshot) => context.index
/** 1 to 10 (PLB-02). */
export const selectSpeed = ({ context }: Snapshot) => context.speed
/** Whether standing time is skipped. */
export const selectSkipsStanding = ({ context }: Snapshot) => context.skipsStanding
/** Whether the panel is hidden (PLB-04). */
export const selectIsPanelHidden = ({ context }: Snapshot) => context.panelHidden
/** Why the route could not be loaded or played; null while all is well. */
export const selectPlaybackFailure = ({ context }: Snapshot) => context.failure
/** Whether a route is being loaded. */
export const selectIsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the marker moves. */
export const selectIsPlaying = (snapshot: Snapshot) => snapshot.hasTag('playing')
/** Whether the cursor can be dragged and the speed chosen. */
export const selectCanSeek = (snapshot: Snapshot) => snapshot.hasTag('seekable')
/** Whether the popup 'No data Available for the selected Vehicle' is shown (PLB-29). */
export const selectShowsNoData = (snapshot: Snapshot) => snapshot.hasTag('noData')
/** Whether the chosen range is too long to play; it is not loaded then. */
export const selectIsRangeTooLong = ({ context }: Snapshot) => isTooLongToPlay(context.chosen)
/** Whether GO can be pressed (PLB-15, PLB-16). */
export const selectCanGo = (snapshot: Snapshot) =>
  snapshot.hasTag('mayGo') &&
  datesChanged(snapshot.context.chosen, snapshot.context.loaded) &&
  !selectIsRangeTooLong(snapshot)
/** Whether 'Restart' can be pressed: a route is shown, nothing loads, and the chosen range is not too long. */
export const selectCanRestart = (snapshot: Snapshot) =>
  snapshot.hasTag('seekable') && !snapshot.matches('empty') && !selectIsRangeTooLong(snapshot)

/**
 * The leading control (PLB-11) sends the event `playback.<name>`. Without a route it is `play`, which answers with a
 * message.
 */
export type LeadingControl = 'play' | 'pause' | 'continue' | 'restart'
/** The leading control in this state. */
export const selectLeadingControl = (snapshot: Snapshot): LeadingControl => {
  if (snapshot.hasTag('playing')) return 'pause'
  if (snapshot.matches('pause')) return 'continue'
  return snapshot.matches('restart') ? 'restart' : 'play'
}

/** The index of the last point; 0 without a route. */
export const selectLastIndex = ({ context }: Snapshot) => lastIndex(context.track)
