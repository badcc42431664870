import { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { alertPopupMachine } from '#src/machines/alert-popup/alert-popup.machine.ts'
import type {
  AlertPollEvent,
  FollowEvent,
  MouseMoveEvent,
  NotificationConsent,
  PopupAlert,
  PresenceEvent,
  SignalChoices,
  SignalState,
} from '#src/machines/alert-popup/alert-popup.ports.ts'
import { createAlertPoll } from '#src/services/alert-popup/alert-poll.ts'
import { createAlertSignals } from '#src/services/alert-popup/alert-signals.ts'
import { createAlertSounds } from '#src/services/alert-popup/alert-sounds.ts'
import { createBrowserNotifications } from '#src/services/alert-popup/browser-notifications.ts'
import { createSignalChoices } from '#src/services/alert-popup/signal-choices.ts'
import { createLeaderTab } from '#src/services/kit/leader-tab.ts'
import { alertPolls$ } from '#src/streams/alert-poll.stream.ts'
import { mouseMoves$, pageReturns$, presence$ } from '#src/streams/presence.stream.ts'
import { alertSentence, alertTypeTitle, NOTIFICATION } from '#src/texts/en/alert-popup.ts'
import type { Page, Services } from './services.ts'

/** Wires the alert popup; `vehicleIds` are those of the vehicle dropdown (ALR-37). */
export const wireAlertPopup = (
  { http, storage, session, location, serverNow }: Services,
  { window }: Page,
  vehicleIds: () => readonly number[],
) => {
  const poll = createAlertPoll({ http, vehicleIds })
  const clock = { runningTime: () => window.performance.now() }
  const signals = createAlertSignals({
    document: window.document,
    choices: createSignalChoices({ storage, userId: session.userId }),
    notifications: createBrowserNotifications({ page: window }),
    sounds: createAlertSounds({ page: window }),
    elect: () => createLeaderTab({ locks: window.navigator.locks, name: 'roadbook.alertSignals' }),
    texts: {
      of: (alert) => ({ title: alertTypeTitle(alert.type), body: alertSentence(alert) }),
      more: (count) => ({ title: NOTIFICATION.more({ count }), body: NOTIFICATION.moreBody }),
    },
  })
  return alertPopupMachine.provide({
    actors: {
      polls: fromEventObservable<AlertPollEvent, undefined>(() =>
        alertPolls$({ poll, now: serverNow, returns$: pageReturns$(window), ...clock }),
      ),
      presence: fromEventObservable<PresenceEvent, undefined>(() => presence$(window, clock)),
      presses: fromEventObservable<FollowEvent, undefined>(
        () => new Observable((subscriber) => signals.start((event) => subscriber.next(event))),
      ),
      mouseMoves: fromEventObservable<MouseMoveEvent, undefined>(() => mouseMoves$(window, clock)),
      readSignals: fromPromise<SignalState, undefined>(async () => signals.state()),
      askConsent: fromPromise<NotificationConsent, undefined>(() => signals.ask()),
    },
    actions: {
      navigate: (_, { path }: { path: string }) => location.visit(path),
      signal: (_, { alerts }: { alerts: readonly PopupAlert[] }) => signals.signal(alerts),
      storeSignals: (_, chosen: SignalChoices) => signals.store(chosen),
      playSample: () => signals.playSample(),
    },
  })
}
