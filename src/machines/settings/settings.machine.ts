import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { PasswordChange } from '#contract/calls/settings.ts'
import type { Role } from '#contract/roles.ts'
import {
  type AlertFormReport,
  alertPreferencesForm,
  alertSettingsForm,
  scoredAlertsForm,
} from '../alerts/alert-form.machine.ts'
import { enabledAlertsOf, type FormValue } from '../alerts/alert-settings.logic.ts'
import type { FormValues } from '../alerts/alert-settings.ports.ts'
import { backTestMachine } from '../alerts/back-test.machine.ts'
import { gatewayMachine } from '../gateway/gateway.machine.ts'
import { importMachine } from '../import/import.machine.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { type Notice, successNotice } from '../kit/notice.ts'
import { actionPort, eventPort, parent, promisePort } from '../kit/port.ts'
import { profileMachine } from '../profile/profile.machine.ts'
import { supportChangesRequest } from '../support/support-changes.machine.ts'
import { tickerEditorMachine } from '../ticker/ticker-editor.machine.ts'
import { outboxMachine } from './outbox.machine.ts'
import { scalingMachine } from './scaling.machine.ts'
import { firstTabOf, hasTab, type SettingsTabId } from './settings.tabs.ts'
import { undeliveredMachine } from './undelivered.machine.ts'

/** Which tab the page's address names; null where it names none. Sent when the screen opens and at every change of the address. */
export type SettingsPlaceEvent = {
  type: 'settings.placeChanged'
  tab: SettingsTabId | null
}

/** The tab that the address is to name. With `replace` the browser's back button does not return to what it said before. */
export type KeptTab = { readonly tab: SettingsTabId; readonly isFirst: boolean; readonly replace: boolean }

/** Events of the settings screen. */
export type SettingsEvent =
  | { type: 'settings.opened' }
  | { type: 'settings.closed' }
  | { type: 'settings.tabChosen'; tab: SettingsTabId }
  | { type: 'settings.leavePressed' }
  | { type: 'settings.discardConfirmed' }
  | { type: 'settings.kept' }
  | ({ type: 'password.submitted' } & PasswordChange)
  | SettingsPlaceEvent
  | AlertFormReport

export type SettingsInput = { readonly role: Role }
export type SettingsContext = {
  readonly role: Role
  readonly tab: SettingsTabId
  /** Why the password was not changed. */
  readonly failure: Failure | null
  /** Changes of the password so far; each empties the form. */
  readonly changes: number
  /** Whether the form of the open tab has unsaved changes. */
  readonly isUnsaved: boolean
  /** Where the user wants to go, while the portal asks whether to discard them; `away`: to another screen. */
  readonly next: SettingsTabId | 'away' | null
}

const settingsSetup = setup({
  types: {
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    children: {} as {
      editor: 'editor'
      outbox: 'outbox'
      undelivered: 'undelivered'
      imports: 'imports'
      gateway: 'gateway'
      scaling: 'scaling'
      scoredAlerts: 'scoredAlerts'
      alertSettings: 'alertSettings'
      backTest: 'backTest'
      alertPreferences: 'alertPreferences'
      contact: 'contact'
      supportChanges: 'supportChanges'
      change: 'changePassword'
      places: 'places'
    },
    tags: {} as 'open' | 'saving',
  },
  actors: {
    editor: tickerEditorMachine,
    outbox: outboxMachine,
    undelivered: undeliveredMachine,
    imports: importMachine,
    gateway: gatewayMachine,
    scaling: scalingMachine,
    scoredAlerts: scoredAlertsForm,
    alertSettings: alertSettingsForm,
    backTest: backTestMachine,
    alertPreferences: alertPreferencesForm,
    /** The user's own record, which has the addresses of notifications. */
    contact: profileMachine,
    supportChanges: supportChangesRequest,
    /** Returns the server's text. */
    changePassword: promisePort<string, PasswordChange>('settings.changePassword'),
    places: eventPort<SettingsPlaceEvent>('settings.places'),
  },
  actions: {
    notify: actionPort<Notice>('settings.notify'),
    /** Keeps the open tab in the address. */
    keepTab: actionPort<KeptTab>('settings.keepTab'),
    setTab: assign((_, { tab }: { tab: SettingsTabId }) => ({ tab, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    countChange: assign({ changes: ({ context }) => context.changes + 1, failure: null }),
    clear: assign({ failure: null }),
    setUnsaved: assign((_, { isUnsaved }: { isUnsaved: boolean }) => ({ isUnsaved })),
    setNext: assign((_, { next }: { next: SettingsContext['next'] }) => ({ next })),
    setNextTab: assign(({ context: { next, tab } }) => ({
      tab: next === null || next === 'away' ? tab : next,
    })),
    forgetChanges: assign({ isUnsaved: false, next: null }),
    requestContact: sendTo('contact', { type: 'request.load', input: {} }),
    requestChanges: sendTo('supportChanges', { type: 'request.load', input: { before: null } }),
    reportEnabled: sendTo(parent, (_, { values }: { values: FormValues<FormValue> }) => ({
      type: 'alerts.enabledChanged',
      enabled: enabledAlertsOf(values),
    })),
    openImport: sendTo('imports', { type: 'import.opened' }),
  },
  guards: {
    mayOpen: ({ context }, { tab }: { tab: SettingsTabId | null }) => hasTab(context.role, tab),
    isOn: ({ context }, { tab }: { tab: SettingsTabId }) => context.tab === tab,
    isEditing: ({ context }, { tab }: { tab: SettingsTabId }) => context.isUnsaved && context.tab === tab,
    mustAsk: ({ context }, { tab }: { tab: SettingsTabId }) => context.isUnsaved && hasTab(context.role, tab),
    isUnsaved: ({ context }) => context.isUnsaved,
    mayGoOn: ({ context }, { isUnsaved }: { isUnsaved: boolean }) => !isUnsaved && context.next !== null,
    mayLeave: ({ context }, { isUnsaved }: { isUnsaved: boolean }) => !isUnsaved && context.next === 'away',
    isAsking: ({ context }) => context.next !== null,
    isLeaving: ({ context }) => context.next === 'away',
  },
})

const kept = ({ context: { role, tab } }: { context: SettingsContext }): KeptTab => ({
  ...{ tab, isFirst: tab === firstTabOf(role), replace: false },
})
const keepTab = { type: 'keepTab', params: kept } as const
/** The tab of the address: the first one where it names none that the user has. */
const placed = ({ context, event }: { context: SettingsContext; event: SettingsPlaceEvent }) => ({
  tab: hasTab(context.role, event.tab) ? event.tab : firstTabOf(context.role),
})

/** The settings screen: one tab at a time, and what each tab needs (ADM-02). The address names the tab, so that a reload and the back button keep to it. */
export const settingsMachine = settingsSetup.createMachine({
  id: 'settings',
  context: ({ input: { role } }) => ({
    role,
    tab: firstTabOf(role),
    failure: null,
    changes: 0,
    isUnsaved: false,
    next: null,
  }),
  // An upload goes on while other screens are shown.
  invoke: { id: 'imports', src: 'imports' },
  initial: 'closed',
  states: {
    closed: { on: { 'settings.opened': 'open' } },
    open: {
      tags: 'open',
      invoke: { id: 'places', src: 'places' },
      initial: 'placing',
      exit: 'forgetChanges',
      on: {
        'settings.closed': 'closed',
        'settings.placeChanged': [
          { guard: { type: 'isOn', params: placed } },
          {
            guard: 'isUnsaved',
            actions: { type: 'setNext', params: (args) => ({ next: placed(args).tab }) },
          },
          { target: '.choosing', actions: { type: 'setTab', params: placed } },
        ],
        'settings.tabChosen': [
          { guard: { type: 'isEditing', params: ({ event }) => event } },
          {
            guard: { type: 'mustAsk', params: ({ event }) => event },
            actions: { type: 'setNext', params: ({ event }) => ({ next: event.tab }) },
          },
          {
            guard: { type: 'mayOpen', params: ({ event }) => event },
            target: '.choosing',
            actions: [{ type: 'setTab', params: ({ event }) => event }, keepTab],
          },
        ],
        'settings.formEdited': [
          // What was being saved while the user was asked is saved now.
          {
            guard: { type: 'mayLeave', params: ({ event }) => event },
            target: '.choosing',
            actions: 'forgetChanges',
          },
          {
            guard: { type: 'mayGoOn', params: ({ event }) => event },
            target: '.choosing',
            actions: ['setNextTab', 'forgetChanges', keepTab],
          },
          { actions: { type: 'setUnsaved', params: ({ event }) => event } },
        ],
        'settings.leavePressed': {
          guard: 'isUnsaved',
          actions: { type: 'setNext', params: { next: 'away' } },
        },
        // The address may name the tab that is not opened.
        'settings.kept': { actions: [{ type: 'setNext', params: { next: null } }, keepTab] },
        // Where the user goes to another screen, the form is as it was saved until then.
        'settings.discardConfirmed': [
          { guard: 'isLeaving', target: '.choosing', actions: 'forgetChanges' },
          { guard: 'isAsking', target: '.choosing', actions: ['setNextTab', 'forgetChanges', keepTab] },
        ],
      },
      states: {
        // The tab that was open before is opened again where the address names none.
        placing: {
          on: {
            'settings.placeChanged': [
              {
                guard: { type: 'mayOpen', params: ({ event }) => event },
                target: 'choosing',
                actions: { type: 'setTab', params: placed },
              },
              {
                target: 'choosing',
                actions: {
                  type: 'keepTab',
                  params: ({ context }) => ({ ...kept({ context }), replace: true }),
                },
              },
            ],
          },
        },
        // Stays here on a tab that has nothing to run.
        choosing: {
          always: [
            { guard: { type: 'isOn', params: { tab: 'changePassword' } }, target: 'password' },
            { guard: { type: 'isOn', params: { tab: 'tickerMessages' } }, target: 'ticker' },
            { guard: { type: 'isOn', params: { tab: 'mailOutbox' } }, target: 'mail' },
            { guard: { type: 'isOn', params: { tab: 'undelivered' } }, target: 'undelivered' },
            { guard: { type: 'isOn', params: { tab: 'importPositions' } }, target: 'import' },
            { guard: { type: 'isOn', params: { tab: 'gateway' } }, target: 'gateway' },
            { guard: { type: 'isOn', params: { tab: 'scalingFactor' } }, target: 'scaling' },
            { guard: { type: 'isOn', params: { tab: 'drivingScore' } }, target: 'drivingScore' },
            { guard: { type: 'isOn', params: { tab: 'alertSettings' } }, target: 'alertSettings' },
            { guard: { type: 'isOn', params: { tab: 'alertPreferences' } }, target: 'alertPreferences' },
            { guard: { type: 'isOn', params: { tab: 'supportAccess' } }, target: 'supportAccess' },
          ],
        },
        ticker: { invoke: { id: 'editor', src: 'editor' } },
        mail: { invoke: { id: 'outbox', src: 'outbox' } },
        undelivered: { invoke: { id: 'undelivered', src: 'undelivered' } },
        import: { entry: 'openImport' },
        gateway: { invoke: { id: 'gateway', src: 'gateway' } },
        scaling: {
          invoke: { id: 'scaling', src: 'scaling', input: ({ context: { role } }) => ({ role }) },
        },
        drivingScore: { invoke: { id: 'scoredAlerts', src: 'scoredAlerts' } },
        alertSettings: {
          invoke: [
            { id: 'alertSettings', src: 'alertSettings' },
            { id: 'backTest', src: 'backTest' },
          ],
          on: { 'settings.formSaved': { actions: { type: 'reportEnabled', params: ({ event }) => event } } },
        },
        alertPreferences: {
          invoke: [
            { id: 'alertPreferences', src: 'alertPreferences' },
            { id: 'contact', src: 'contact' },
          ],
          initial: 'asking',
          states: { asking: { entry: 'requestContact' } },
        },
        supportAccess: {
          invoke: { id: 'supportChanges', src: 'supportChanges' },
          initial: 'asking',
          states: { asking: { entry: 'requestChanges' } },
        },
        password: {
          initial: 'asking',
          exit: 'clear',
          states: {
            asking: { on: { 'password.submitted': 'saving' } },
            saving: {
              tags: 'saving',
              invoke: {
                id: 'change',
                src: 'changePassword',
                input: ({ event }) => {
                  assertEvent(event, 'password.submitted')
                  return { currentPassword: event.currentPassword, newPassword: event.newPassword }
                },
                onDone: {
                  target: 'asking',
                  actions: ['countChange', { type: 'notify', params: successNotice }],
                },
                onError: { target: 'asking', actions: { type: 'setFailure', params: failureParams } },
              },
            },
          },
        },
      },
    },
  },
})
