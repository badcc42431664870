import { fromPromise } from 'xstate'
import type { AlertChoice, BackTest } from '#contract/records/alert-settings.ts'
import {
  alertPreferencesForm,
  alertSettingsForm,
  scoredAlertsForm,
} from '#src/machines/alerts/alert-form.machine.ts'
import type { BackTestRequest, FormValues, SavedForm } from '#src/machines/alerts/alert-settings.ports.ts'
import { backTestMachine } from '#src/machines/alerts/back-test.machine.ts'
import { createAlertSettingsService } from '#src/services/alerts/alert-settings.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the tabs of the alert settings, of the notification preferences, and of the alerts that the driving score counts. */
export const wireAlertSettings = (services: Services, page: Page) => {
  const service = createAlertSettingsService(services)
  const notify = notifyAction(page)
  return {
    alertSettings: alertSettingsForm.provide({
      actors: {
        loadValues: fromPromise<FormValues<AlertChoice>, undefined>(({ signal }) => service.choices(signal)),
        saveChanges: fromPromise<SavedForm<AlertChoice>, { changes: FormValues<AlertChoice> }>(
          ({ input, signal }) => service.saveChoices(input.changes, signal),
        ),
      },
      actions: { notify },
    }),
    alertPreferences: alertPreferencesForm.provide({
      actors: {
        loadValues: fromPromise<FormValues<boolean>, undefined>(({ signal }) => service.preferences(signal)),
        saveChanges: fromPromise<SavedForm<boolean>, { changes: FormValues<boolean> }>(({ input, signal }) =>
          service.savePreferences(input.changes, signal),
        ),
      },
      actions: { notify },
    }),
    scoredAlerts: scoredAlertsForm.provide({
      actors: {
        loadValues: fromPromise<FormValues<boolean>, undefined>(({ signal }) => service.scoredAlerts(signal)),
        saveChanges: fromPromise<SavedForm<boolean>, { changes: FormValues<boolean> }>(({ input, signal }) =>
          service.saveScoredAlerts(input.changes, signal),
        ),
      },
      actions: { notify },
    }),
    backTest: backTestMachine.provide({
      actors: {
        runBackTest: fromPromise<BackTest, BackTestRequest>(({ input, signal }) =>
          service.backTest(input, signal),
        ),
      },
    }),
  }
}
