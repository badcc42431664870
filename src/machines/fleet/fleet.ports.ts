import type { FleetFilter, FleetList } from '#contract/records/fleet.ts'
import type { LiveMessage } from '#contract/records/live.ts'

/** Vehicles by status, as the counts are named (CONFLICT-01). */
export type Counts = FleetList['counts']
/** One position of the followed vehicle (LIV-03). */
export type LivePoint = Extract<LiveMessage, { LAT: number }>
/** State of a stream: `late` when nothing came for too long (OPEN-40), `ended` when it will not reconnect by itself. */
export type StreamState = 'connecting' | 'open' | 'late' | 'reconnecting' | 'ended'

/** State of one vehicle's stream: `late` when it is open and the latest fix is too old (OPEN-40). */
export type LiveState = Exclude<StreamState, 'ended'>

/** Events of the followed vehicle's stream. A point may be older than one before it: it came late. `reason` is the server's text (LIV-09). */
export type LiveStreamEvent =
  | { type: 'live.pointArrived'; point: LivePoint }
  | { type: 'live.streamChanged'; state: LiveState }
  | { type: 'live.ended'; reason: string }

/** Events of the fleet's stream; its batches go to the fleet store. */
export type FleetStreamEvent = { type: 'fleetStream.changed'; state: StreamState }

/** The stored refresh rate has gone by (OPEN-44). */
export type RefreshDueEvent = { type: 'refresh.due' }

/**
 * The list to load: the default one, all trucks, or a filtered one. `adds`: a further batch of the list before it. `streamed`:
 * the same list again while the stream brings all positions, so that what else has changed is enough.
 */
export type ListRequest = (
  | { readonly kind: 'default' }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly body: FleetFilter; readonly adds: boolean }
) & { readonly streamed?: boolean }

/** A loaded list without its vehicles, which go to the fleet store. With batches, the sum so far. */
export type ListSummary = { readonly shown: number; readonly counts: Counts }
