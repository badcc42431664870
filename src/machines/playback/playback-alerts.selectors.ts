import type { SnapshotFrom } from 'xstate'
import { MAX_RANGE_ALERTS } from '#domain/playback.ts'
import type { playbackAlertsMachine } from './playback-alerts.machine.ts'

type Snapshot = SnapshotFrom<typeof playbackAlertsMachine>

/** Whether there are alerts to be plotted on the route (PLB-17). */
export const selectHasAlerts = (snapshot: Snapshot) => snapshot.hasTag('available')
/** Whether the alerts are on the map (PLT-07). */
export const selectShowsAlerts = (snapshot: Snapshot) => snapshot.hasTag('shown')
/** Why there is nothing to plot: not loaded yet, no alerts, or a failure; null if there is. */
export const selectAlertLack = (snapshot: Snapshot): 'unasked' | 'asking' | 'none' | 'failed' | null => {
  if (snapshot.hasTag('available')) return null
  if (snapshot.matches('none')) return 'unasked'
  if (snapshot.matches('asking')) return 'asking'
  return snapshot.context.failure === null ? 'none' : 'failed'
}
/** Whether the map shows only the first alerts of the range, as many as one reply holds. */
export const selectAreAlertsCut = (snapshot: Snapshot) =>
  snapshot.hasTag('shown') && snapshot.context.count >= MAX_RANGE_ALERTS
/** The id of the track whose alerts are on the map; null while none are. */
export const selectAlertedTrackId = (snapshot: Snapshot) =>
  snapshot.hasTag('shown') ? (snapshot.context.request?.trackId ?? null) : null
