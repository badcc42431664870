import type { SnapshotFrom } from 'xstate'
import type { alertPopupMachine } from './alert-popup.machine.ts'
import type { NotificationConsent, PopupAlert } from './alert-popup.ports.ts'

type Snapshot = SnapshotFrom<typeof alertPopupMachine>

/** Whether the user has alert polling and popups (SHL-55). */
export const selectIsAlerted = (snapshot: Snapshot): boolean => snapshot.hasTag('alerted')
/** How many alerts the latest poll found (ALR-38). */
export const selectAlertCount = ({ context }: Snapshot): number => context.count
/** Whether the popup is shown (ALR-39). */
export const selectIsOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('open')
/** Every alert of the popup, the newest first. */
export const selectAlerts = ({ context }: Snapshot): readonly PopupAlert[] => context.alerts
/** Whether the popup shows all of them, not the newest alone (ALR-43, OPEN-84). */
export const selectShowsAll = ({ context }: Snapshot): boolean => context.showsAll
/** Whether browser notifications are on and allowed. */
export const selectIsNotifying = ({ context: { signals } }: Snapshot): boolean =>
  signals.isNotifying && signals.consent === 'granted'
/** Whether alerts sound. */
export const selectIsSounding = ({ context }: Snapshot): boolean => context.signals.isSounding
/** Whether the browser lets the page show notifications. */
export const selectConsent = ({ context }: Snapshot): NotificationConsent => context.signals.consent
