import type { FedEvent, StartingPoint } from './fed-events.ts'

/** The page can show a screen: sent to the lab that holds its frame. */
export type ScreenReady = { readonly kind: 'screenReady' }

/** Show the screen at a moment: after all of these events. */
export type ShowScreen = {
  readonly kind: 'showScreen'
  readonly from: StartingPoint
  readonly events: readonly FedEvent[]
}

/** The events that follow what is shown. */
export type GoOn = { readonly kind: 'goOn'; readonly events: readonly FedEvent[] }

/** What the lab sends to the page. */
export type ToScreen = ShowScreen | GoOn
