import { assign, setup } from 'xstate'
import { ALERT_POPUP } from '#contract/constants.ts'
import { alertPath } from '#contract/links/alerts.ts'
import type { Role } from '#contract/roles.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import { addAlerts, addKnown, isAlerted, newAlerts, notCovered } from './alert-popup.logic.ts'
import type {
  AlertPollEvent,
  CoveredAlerts,
  FollowEvent,
  MouseMoveEvent,
  NotificationConsent,
  PopupAlert,
  PresenceEvent,
  SignalChoices,
  SignalState,
} from './alert-popup.ports.ts'

/** Events of the popup. `listChanged` says what the alert list on the page shows; null: there is none. */
export type AlertPopupEvent =
  | AlertPollEvent
  | PresenceEvent
  | MouseMoveEvent
  | FollowEvent
  | { type: 'alertPopup.listChanged'; covered: CoveredAlerts | null }
  | { type: 'alertPopup.dismissed' }
  | { type: 'alertPopup.toggled' }
  | { type: 'alertPopup.focused'; at: number }
  | { type: 'alertPopup.blurred'; at: number }
  | { type: 'alertPopup.notifyingChosen'; isOn: boolean }
  | { type: 'alertPopup.soundingChosen'; isOn: boolean }

export type AlertPopupInput = { readonly role: Role }
export type AlertPopupContext = {
  readonly role: Role
  /** How many alerts the latest answer had (ALR-38). */
  readonly count: number
  /** The alerts of the open popup, the newest first; none while it is closed. */
  readonly alerts: readonly PopupAlert[]
  /** Ids of alerts that need no popup any more. */
  readonly known: readonly number[]
  /** Whether all alerts are shown, not the newest alone (ALR-43). */
  readonly showsAll: boolean
  /** What the alert list on the page shows; null while there is none. */
  readonly covered: CoveredAlerts | null
  readonly isHidden: boolean
  readonly isFocused: boolean
  /** ms without a mouse move that are left at `countedFrom`, in the page's running time. */
  readonly remainingMs: number
  readonly countedFrom: number
  readonly signals: SignalState
}

type At = { readonly at: number }

const NO_SIGNALS: SignalState = { isNotifying: false, isSounding: false, consent: 'default' }

const choicesOf = ({ signals: { isNotifying, isSounding } }: AlertPopupContext): SignalChoices => ({
  isNotifying,
  isSounding,
})

/**
 * The alert popup (ALR-36 to ALR-44), for users with alerts. It opens over new alerts and closes after 60 s without a mouse move; time
 * for which the page is hidden or the popup has the focus does not count (CR-10).
 */
export const alertPopupMachine = setup({
  types: {
    context: {} as AlertPopupContext,
    events: {} as AlertPopupEvent,
    input: {} as AlertPopupInput,
    children: {} as {
      polls: 'polls'
      presence: 'presence'
      presses: 'presses'
      mouse: 'mouseMoves'
      signals: 'readSignals'
      consent: 'askConsent'
    },
    tags: {} as 'open' | 'alerted',
  },
  actors: {
    polls: eventPort<AlertPollEvent>('alertPopup.polls'),
    presence: eventPort<PresenceEvent>('alertPopup.presence'),
    /** The presses of browser notifications. */
    presses: eventPort<FollowEvent>('alertPopup.presses'),
    mouseMoves: eventPort<MouseMoveEvent>('alertPopup.mouseMoves'),
    readSignals: promisePort<SignalState>('alertPopup.readSignals'),
    /** Lets the browser ask the user whether the page may show notifications. */
    askConsent: promisePort<NotificationConsent>('alertPopup.askConsent'),
  },
  actions: {
    navigate: actionPort<{ path: string }>('alertPopup.navigate'),
    /** Signals new alerts as the user has chosen. */
    signal: actionPort<{ alerts: readonly PopupAlert[] }>('alertPopup.signal'),
    storeSignals: actionPort<SignalChoices>('alertPopup.storeSignals'),
    playSample: actionPort<undefined>('alertPopup.playSample'),
    remember: assign(({ context }, { alerts, count }: AlertPollEvent) => ({
      count,
      known: addKnown(context.known, alerts),
    })),
    addNew: assign(({ context }, { alerts }: AlertPollEvent) => ({
      alerts: addAlerts(context.alerts, notCovered(newAlerts(alerts, context.known), context.covered)),
    })),
    clear: assign({ alerts: [], showsAll: false, isFocused: false }),
    toggle: assign({ showsAll: ({ context }) => !context.showsAll }),
    setCovered: assign(({ context }, { covered }: { covered: CoveredAlerts | null }) => ({
      covered,
      alerts: notCovered(context.alerts, covered),
    })),
    setHidden: assign((_, { isHidden }: { isHidden: boolean }) => ({ isHidden })),
    setFocused: assign((_, { isFocused }: { isFocused: boolean }) => ({ isFocused })),
    restart: assign((_, { at }: At) => ({ remainingMs: ALERT_POPUP.closeAfterMs, countedFrom: at })),
    pause: assign(({ context }, { at }: At) => ({
      remainingMs: Math.max(0, context.remainingMs - Math.max(0, at - context.countedFrom)),
    })),
    resume: assign((_, { at }: At) => ({ countedFrom: at })),
    setSignals: assign(({ context }, signals: Partial<SignalState>) => ({
      signals: { ...context.signals, ...signals },
    })),
  },
  guards: {
    isAlerted: ({ context }) => isAlerted(context.role),
    hasNew: ({ context }, { alerts }: AlertPollEvent) => newAlerts(alerts, context.known).length > 0,
    needsPopup: ({ context }, { alerts }: AlertPollEvent) =>
      notCovered(newAlerts(alerts, context.known), context.covered).length > 0,
    isAllCovered: ({ context }, { covered }: { covered: CoveredAlerts | null }) =>
      notCovered(context.alerts, covered).length === 0,
    isHidden: ({ context }) => context.isHidden,
    isFocused: ({ context }) => context.isFocused,
    isOn: (_, { isOn }: { isOn: boolean }) => isOn,
    isGranted: (_, { consent }: { consent: NotificationConsent }) => consent === 'granted',
  },
  delays: { idle: ({ context }) => context.remainingMs },
}).createMachine({
  id: 'alertPopup',
  context: ({ input: { role } }) => ({
    role,
    count: 0,
    alerts: [],
    known: [],
    showsAll: false,
    covered: null,
    isHidden: false,
    isFocused: false,
    remainingMs: ALERT_POPUP.closeAfterMs,
    countedFrom: 0,
    signals: NO_SIGNALS,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isAlerted', target: 'watching' }, { target: 'unavailable' }] },
    unavailable: {},
    watching: {
      tags: 'alerted',
      type: 'parallel',
      invoke: [
        { id: 'presence', src: 'presence' },
        { id: 'presses', src: 'presses' },
        { id: 'polls', src: 'polls' },
      ],
      states: {
        popup: {
          initial: 'closed',
          on: {
            'alertPopup.polled': [
              {
                guard: { type: 'needsPopup', params: ({ event }) => event },
                target: '.open',
                actions: [
                  {
                    type: 'signal',
                    params: ({ context, event }) => ({ alerts: newAlerts(event.alerts, context.known) }),
                  },
                  { type: 'addNew', params: ({ event }) => event },
                  { type: 'remember', params: ({ event }) => event },
                  { type: 'restart', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'hasNew', params: ({ event }) => event },
                actions: [
                  {
                    type: 'signal',
                    params: ({ context, event }) => ({ alerts: newAlerts(event.alerts, context.known) }),
                  },
                  { type: 'remember', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'remember', params: ({ event }) => event } },
            ],
            'alertPopup.followed': {
              target: '.closed',
              actions: [
                'clear',
                { type: 'navigate', params: ({ event }) => ({ path: alertPath(event.alert) }) },
              ],
            },
            'alertPopup.listChanged': [
              {
                guard: { type: 'isAllCovered', params: ({ event }) => event },
                target: '.closed',
                actions: [{ type: 'setCovered', params: ({ event }) => event }, 'clear'],
              },
              { actions: { type: 'setCovered', params: ({ event }) => event } },
            ],
            'alertPopup.pageHidden': { actions: { type: 'setHidden', params: { isHidden: true } } },
            'alertPopup.pageShown': { actions: { type: 'setHidden', params: { isHidden: false } } },
          },
          states: {
            closed: {},
            open: {
              tags: 'open',
              initial: 'deciding',
              invoke: { id: 'mouse', src: 'mouseMoves' },
              on: {
                'alertPopup.dismissed': { target: 'closed', actions: 'clear' },
                'alertPopup.toggled': { actions: 'toggle' },
              },
              states: {
                deciding: {
                  always: [
                    { guard: 'isHidden', target: 'away' },
                    { guard: 'isFocused', target: 'held' },
                    { target: 'counting' },
                  ],
                },
                counting: {
                  after: { idle: { target: '#alertPopup.watching.popup.closed', actions: 'clear' } },
                  on: {
                    'alertPopup.mouseMoved': {
                      target: 'counting',
                      reenter: true,
                      actions: { type: 'restart', params: ({ event }) => event },
                    },
                    'alertPopup.focused': {
                      target: 'held',
                      actions: { type: 'setFocused', params: { isFocused: true } },
                    },
                    'alertPopup.pageHidden': {
                      target: 'away',
                      actions: [
                        { type: 'pause', params: ({ event }) => event },
                        { type: 'setHidden', params: { isHidden: true } },
                      ],
                    },
                  },
                },
                held: {
                  on: {
                    'alertPopup.blurred': {
                      target: 'counting',
                      actions: [
                        { type: 'setFocused', params: { isFocused: false } },
                        { type: 'restart', params: ({ event }) => event },
                      ],
                    },
                    'alertPopup.pageHidden': {
                      target: 'away',
                      actions: { type: 'setHidden', params: { isHidden: true } },
                    },
                  },
                },
                away: {
                  on: {
                    'alertPopup.pageShown': {
                      target: 'deciding',
                      actions: [
                        { type: 'resume', params: ({ event }) => event },
                        { type: 'setHidden', params: { isHidden: false } },
                      ],
                    },
                    // The focus leaves a window before it is hidden, or after.
                    'alertPopup.blurred': { actions: { type: 'setFocused', params: { isFocused: false } } },
                  },
                },
              },
            },
          },
        },
        signals: {
          initial: 'reading',
          on: {
            'alertPopup.soundingChosen': [
              {
                guard: { type: 'isOn', params: ({ event }) => event },
                actions: [
                  { type: 'setSignals', params: { isSounding: true } },
                  { type: 'storeSignals', params: ({ context }) => choicesOf(context) },
                  'playSample',
                ],
              },
              {
                actions: [
                  { type: 'setSignals', params: { isSounding: false } },
                  { type: 'storeSignals', params: ({ context }) => choicesOf(context) },
                ],
              },
            ],
          },
          states: {
            reading: {
              invoke: {
                id: 'signals',
                src: 'readSignals',
                onDone: {
                  target: 'resting',
                  actions: { type: 'setSignals', params: ({ event }) => event.output },
                },
                onError: 'resting',
              },
            },
            resting: {
              on: {
                // Another tab, or the browser's settings, may have changed them.
                'alertPopup.pageShown': 'reading',
                'alertPopup.notifyingChosen': [
                  { guard: { type: 'isOn', params: ({ event }) => event }, target: 'asking' },
                  {
                    actions: [
                      { type: 'setSignals', params: { isNotifying: false } },
                      { type: 'storeSignals', params: ({ context }) => choicesOf(context) },
                    ],
                  },
                ],
              },
            },
            asking: {
              invoke: {
                id: 'consent',
                src: 'askConsent',
                onDone: [
                  {
                    guard: { type: 'isGranted', params: ({ event }) => ({ consent: event.output }) },
                    target: 'resting',
                    actions: [
                      { type: 'setSignals', params: { isNotifying: true, consent: 'granted' } },
                      { type: 'storeSignals', params: ({ context }) => choicesOf(context) },
                    ],
                  },
                  {
                    target: 'resting',
                    actions: { type: 'setSignals', params: ({ event }) => ({ consent: event.output }) },
                  },
                ],
                onError: 'resting',
              },
            },
          },
        },
      },
    },
  },
})
