import type { AlertCode } from '#domain/alerts.ts'

/** An alert as the popup shows it. `time` is ms since 1970 UTC. */
export type PopupAlert = {
  readonly alertId: number
  readonly type: AlertCode
  readonly vehicleId: number
  readonly registration: string
  readonly time: number
}

/**
 * A poll was answered (ALR-36): the newest alerts of its range, the newest first, and how many there are in all. `at` is the page's
 * running time in ms, which no change of the clock moves, as in the events below.
 */
export type AlertPollEvent = {
  type: 'alertPopup.polled'
  alerts: readonly PopupAlert[]
  count: number
  at: number
}

/**
 * The alerts that the open list shows, of one type and of some vehicles or of all (null), with times from `from` until `to`, not included,
 * ms UTC; null: from now on as well.
 */
export type CoveredAlerts = {
  readonly type: AlertCode | null
  readonly vehicleIds: readonly number[] | null
  readonly from: number
  readonly to: number | null
}

/** The page is no longer seen, or is seen again. */
export type PresenceEvent =
  | { type: 'alertPopup.pageHidden'; at: number }
  | { type: 'alertPopup.pageShown'; at: number }

/** The mouse has moved (ALR-44). */
export type MouseMoveEvent = { type: 'alertPopup.mouseMoved'; at: number }

/** The user opens an alert, in the popup or by a browser notification (ALR-42); null: the list of all. */
export type FollowEvent = {
  type: 'alertPopup.followed'
  alert: Pick<PopupAlert, 'alertId' | 'type'> | null
}

/** How this browser signals alerts to this user besides the popup; both are off until chosen. */
export type SignalChoices = {
  /** By a browser notification while the page is hidden. */
  readonly isNotifying: boolean
  /** By a sound. */
  readonly isSounding: boolean
}

/** Whether the browser lets the page show notifications. `unsupported`: it has none, or not for this page. */
export type NotificationConsent = 'default' | 'granted' | 'denied' | 'unsupported'

export type SignalState = SignalChoices & { readonly consent: NotificationConsent }
