import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import type { AlertChoice } from '#contract/records/alert-settings.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, parent, promisePort } from '../kit/port.ts'
import { type FormValue, withChange } from './alert-settings.logic.ts'
import type { FormValues, SavedForm } from './alert-settings.ports.ts'

/** Events of a form; `field` is the id of an alert setting or the name of a preference. */
export type AlertFormEvent<TValue> =
  | { type: 'alertForm.changed'; field: string; value: TValue }
  | { type: 'alertForm.savePressed' }
  | { type: 'alertForm.discarded' }
  | { type: 'alertForm.retry' }

export type AlertFormContext<TValue> = {
  /** What the server has; null until it is loaded. */
  readonly saved: FormValues<TValue> | null
  /** What the user has changed since. */
  readonly changes: FormValues<TValue>
  /** Why it was not loaded or not saved. */
  readonly failure: Failure | null
}

/** What a form sends to the settings around it. */
export type AlertFormReport =
  | { type: 'settings.formEdited'; isUnsaved: boolean }
  | { type: 'settings.formSaved'; values: FormValues<FormValue> }

/**
 * A form over named values of the user: loads them, keeps changes until they are saved or discarded, and sends only what has changed, so
 * that a form in another tab loses nothing (ADM-09, ADM-10). `port` names its ports.
 */
const createAlertForm = <TValue extends FormValue>(port: string) => {
  type Context = AlertFormContext<TValue>
  return setup({
    types: {
      context: {} as Context,
      events: {} as AlertFormEvent<TValue>,
      children: {} as { load: 'loadValues'; save: 'saveChanges' },
      tags: {} as 'loading' | 'saving',
    },
    actors: {
      loadValues: promisePort<FormValues<TValue>>(`${port}.load`),
      saveChanges: promisePort<SavedForm<TValue>, { changes: FormValues<TValue> }>(`${port}.save`),
    },
    actions: {
      notify: actionPort<Notice>(`${port}.notify`),
      setSaved: assign(
        (_, { values }: { values: FormValues<TValue> }): Partial<Context> => ({
          saved: values,
          changes: {},
          failure: null,
        }),
      ),
      setChange: assign(
        ({ context }, change: { field: string; value: TValue }): Partial<Context> => ({
          changes: withChange<TValue>(context.saved, context.changes, change),
        }),
      ),
      discard: assign((): Partial<Context> => ({ changes: {}, failure: null })),
      setFailure: assign((_, { failure }: { failure: Failure }): Partial<Context> => ({ failure })),
      reportEdits: sendTo(
        parent,
        ({ context }): AlertFormReport => ({
          type: 'settings.formEdited',
          isUnsaved: Object.keys(context.changes).length > 0,
        }),
      ),
      reportSaved: sendTo(
        parent,
        (_, { values }: SavedForm<TValue>): AlertFormReport => ({ type: 'settings.formSaved', values }),
      ),
    },
    guards: { isUnsaved: ({ context }) => Object.keys(context.changes).length > 0 },
  }).createMachine({
    id: 'alert-form',
    context: { saved: null, changes: {}, failure: null },
    initial: 'loading',
    states: {
      loading: {
        tags: 'loading',
        invoke: {
          id: 'load',
          src: 'loadValues',
          onDone: {
            target: 'editing',
            actions: { type: 'setSaved', params: ({ event }) => ({ values: event.output }) },
          },
          onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
        },
      },
      failed: { on: { 'alertForm.retry': 'loading' } },
      editing: {
        on: {
          'alertForm.changed': {
            actions: [{ type: 'setChange', params: ({ event }) => event }, 'reportEdits'],
          },
          'alertForm.discarded': { guard: 'isUnsaved', actions: ['discard', 'reportEdits'] },
          'alertForm.savePressed': { guard: 'isUnsaved', target: 'saving' },
        },
      },
      saving: {
        tags: 'saving',
        invoke: {
          id: 'save',
          src: 'saveChanges',
          input: ({ context }) => ({ changes: context.changes }),
          onDone: {
            target: 'editing',
            actions: [
              { type: 'setSaved', params: ({ event }) => event.output },
              { type: 'reportSaved', params: ({ event }) => event.output },
              'reportEdits',
              {
                type: 'notify',
                params: ({ event }) => ({ kind: 'success', text: null, detail: event.output.message }),
              },
            ],
          },
          onError: { target: 'editing', actions: { type: 'setFailure', params: failureParams } },
        },
      },
    },
  })
}

/** The form of the twelve alert settings. */
export const alertSettingsForm = createAlertForm<AlertChoice>('alertSettings')

/** The form of the notification preferences. */
export const alertPreferencesForm = createAlertForm<boolean>('alertPreferences')

/** The form of the alerts that the company's driving score counts. */
export const scoredAlertsForm = createAlertForm<boolean>('scoredAlerts')

/** A running form, to read and send to. */
export type AlertSettingsActor = ActorRefFrom<typeof alertSettingsForm>
export type AlertPreferencesActor = ActorRefFrom<typeof alertPreferencesForm>
