import type { TrackLike } from '../services/recorder/track-recording.ts'
import type { FedEvent, StartingPoint } from './fed-events.ts'
import type { FleetArrival } from './recorded-fleet.ts'

/** The page can show a screen: sent to the lab that holds its frame. */
export type ScreenReady = { readonly kind: 'screenReady' }

/** What happened up to a moment. `now` is its time, ms since 1970 UTC. */
type Happened = {
  readonly now: number
  readonly fleet: readonly FleetArrival[]
  readonly events: readonly FedEvent[]
}

/** Shows the screen at a moment, after all that had happened. */
export type ShowScreen = Happened & {
  readonly kind: 'showScreen'
  readonly from: StartingPoint
  readonly tracks: readonly TrackLike[]
}

/** Goes on from what is shown by what happened next. */
export type GoOn = Happened & { readonly kind: 'goOn' }

/** What the lab sends to the page. */
export type ToScreen = ShowScreen | GoOn
