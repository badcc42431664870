import { ALERT_SEVERITY, SEVERITIES } from '#domain/alerts.ts'
import type {
  FollowEvent,
  PopupAlert,
  SignalChoices,
  SignalState,
} from '#src/machines/alert-popup/alert-popup.ports.ts'
import type { LeaderTab } from '../kit/leader-tab.ts'
import type { AlertSounds } from './alert-sounds.ts'
import type { BrowserNotifications } from './browser-notifications.ts'
import type { SignalChoiceStore } from './signal-choices.ts'

/** The most notifications for the alerts of one poll; one more sums up the others. */
const MAX_NOTIFICATIONS = 3

/** What the notifications say. */
export type SignalTexts = {
  of(alert: PopupAlert): { readonly title: string; readonly body: string }
  /** Of alerts beyond the first ones. */
  more(count: number): { readonly title: string; readonly body: string }
}

/**
 * Signals alerts as the user of this browser has chosen: by a sound, and while the page is hidden by browser notifications. Of the
 * tabs of a browser only the elected one does.
 */
export const createAlertSignals = ({
  document,
  choices,
  notifications,
  sounds,
  elect,
  texts,
}: {
  document: Pick<Document, 'hidden'>
  choices: SignalChoiceStore
  notifications: BrowserNotifications
  sounds: AlertSounds
  elect: () => LeaderTab
  texts: SignalTexts
}) => {
  let leader: LeaderTab | null = null
  let follow: (event: FollowEvent) => void = () => undefined

  const notify = (alerts: readonly PopupAlert[]) => {
    const press = (alert: FollowEvent['alert']) => () => follow({ type: 'alertPopup.followed', alert })
    const [first, others] = [alerts.slice(0, MAX_NOTIFICATIONS), alerts.length - MAX_NOTIFICATIONS]
    if (others > 0) notifications.show({ ...texts.more(others), tag: 'roadbook.alerts' }, press(null))
    for (const { alertId, type, ...rest } of first.toReversed())
      notifications.show(
        { ...texts.of({ alertId, type, ...rest }), tag: `roadbook.alert.${alertId}` },
        press({ alertId, type }),
      )
  }

  return {
    state: (): SignalState => ({ ...choices.read(), consent: notifications.consent() }),
    ask: () => notifications.ask(),
    store: (chosen: SignalChoices) => choices.store(chosen),
    /** Signals alerts, the newest first. */
    signal: (alerts: readonly PopupAlert[]): void => {
      if (leader?.isLeader() !== true) return
      const { isNotifying, isSounding } = choices.read()
      const severity = SEVERITIES.find((each) => alerts.some(({ type }) => ALERT_SEVERITY[type] === each))
      if (isSounding && severity !== undefined) sounds.play(severity)
      if (isNotifying && document.hidden) notify(alerts)
    },
    playSample: () => sounds.play('medium'),
    /** Stands for election and reports presses of notifications until the returned function is called, which takes them back. */
    start: (onFollow: (event: FollowEvent) => void): (() => void) => {
      leader = elect()
      follow = onFollow
      return () => {
        leader?.stop()
        leader = null
        follow = () => undefined
        notifications.closeAll()
      }
    },
  }
}
