import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { PasswordChange } from '#contract/calls/settings.ts'
import type { Role } from '#contract/roles.ts'
import { gatewayMachine } from '../gateway/gateway.machine.ts'
import { importMachine } from '../import/import.machine.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { type Notice, successNotice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import { tickerEditorMachine } from '../ticker/ticker-editor.machine.ts'
import { outboxMachine } from './outbox.machine.ts'
import { firstTabOf, type SettingsTabId, tabsOf } from './settings.tabs.ts'
import { undeliveredMachine } from './undelivered.machine.ts'

/** Events of the settings screen. */
export type SettingsEvent =
  | { type: 'settings.opened' }
  | { type: 'settings.closed' }
  | { type: 'settings.tabChosen'; tab: SettingsTabId }
  | ({ type: 'password.submitted' } & PasswordChange)

export type SettingsInput = { readonly role: Role }
export type SettingsContext = {
  readonly role: Role
  readonly tab: SettingsTabId
  /** Why the password was not changed. */
  readonly failure: Failure | null
  /** Changes of the password so far; each empties the form. */
  readonly changes: number
}

/** The settings screen: one tab at a time, and what each tab needs (ADM-02). */
export const settingsMachine = setup({
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
      change: 'changePassword'
    },
    tags: {} as 'open' | 'saving',
  },
  actors: {
    editor: tickerEditorMachine,
    outbox: outboxMachine,
    undelivered: undeliveredMachine,
    imports: importMachine,
    gateway: gatewayMachine,
    /** Returns the server's text. */
    changePassword: promisePort<string, PasswordChange>('settings.changePassword'),
  },
  actions: {
    notify: actionPort<Notice>('settings.notify'),
    setTab: assign((_, { tab }: { tab: SettingsTabId }) => ({ tab, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    countChange: assign({ changes: ({ context }) => context.changes + 1, failure: null }),
    clear: assign({ failure: null }),
    openImport: sendTo('imports', { type: 'import.opened' }),
  },
  guards: {
    mayOpen: ({ context }, { tab }: { tab: SettingsTabId }) =>
      tabsOf(context.role).some(({ id }) => id === tab),
    isOn: ({ context }, { tab }: { tab: SettingsTabId }) => context.tab === tab,
  },
}).createMachine({
  id: 'settings',
  context: ({ input: { role } }) => ({ role, tab: firstTabOf(role), failure: null, changes: 0 }),
  // An upload goes on while other screens are shown.
  invoke: { id: 'imports', src: 'imports' },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'settings.opened': 'open',
        // A link to a tab chooses it before its address opens the settings.
        'settings.tabChosen': {
          guard: { type: 'mayOpen', params: ({ event }) => event },
          actions: { type: 'setTab', params: ({ event }) => event },
        },
      },
    },
    open: {
      tags: 'open',
      initial: 'choosing',
      on: {
        'settings.closed': 'closed',
        'settings.tabChosen': {
          guard: { type: 'mayOpen', params: ({ event }) => event },
          target: '.choosing',
          actions: { type: 'setTab', params: ({ event }) => event },
        },
      },
      states: {
        // Stays here on a tab that has nothing to run.
        choosing: {
          always: [
            { guard: { type: 'isOn', params: { tab: 'changePassword' } }, target: 'password' },
            { guard: { type: 'isOn', params: { tab: 'tickerMessages' } }, target: 'ticker' },
            { guard: { type: 'isOn', params: { tab: 'mailOutbox' } }, target: 'mail' },
            { guard: { type: 'isOn', params: { tab: 'undelivered' } }, target: 'undelivered' },
            { guard: { type: 'isOn', params: { tab: 'importPositions' } }, target: 'import' },
            { guard: { type: 'isOn', params: { tab: 'gateway' } }, target: 'gateway' },
          ],
        },
        ticker: { invoke: { id: 'editor', src: 'editor' } },
        mail: { invoke: { id: 'outbox', src: 'outbox' } },
        undelivered: { invoke: { id: 'undelivered', src: 'undelivered' } },
        import: { entry: 'openImport' },
        gateway: { invoke: { id: 'gateway', src: 'gateway' } },
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
