import {
  alertBackTest,
  getAlertConfiguration,
  getScoredAlerts,
  getUserAlertPreference,
  retrieveSettings,
  setAlertConfiguration,
  setScoredAlerts,
  setUserAlertPreference,
} from '#contract/calls/settings.ts'
import type {
  AlertChoice,
  BackTest,
  ChangedAlertChoices,
  ChangedAlertPreferences,
  ConfiguredAlert,
  EnabledAlert,
} from '#contract/records/alert-settings.ts'
import type { ChangedScoredAlerts } from '#contract/records/scored-alerts.ts'
import type { BackTestRequest, FormValues, SavedForm } from '#src/machines/alerts/alert-settings.ports.ts'
import type { Http } from '../http/http.ts'

const choicesOf = (settings: readonly ConfiguredAlert[]): FormValues<AlertChoice> =>
  Object.fromEntries(settings.map(({ id, selected, value }) => [id, { selected, value }]))

/**
 * The calls of the alert settings and preferences, and of the company's alerts that its driving score counts. `recordId` is the user whose they are. Errors are those of the request builder; the
 * server refuses fields and values that it does not know.
 */
export const createAlertSettingsService = ({
  http,
  recordId,
}: {
  http: Pick<Http, 'call'>
  recordId: () => number
}) => ({
  choices: async (signal?: AbortSignal): Promise<FormValues<AlertChoice>> =>
    choicesOf((await http.call(getAlertConfiguration, {}, signal)).settings),
  saveChoices: async (
    changes: FormValues<AlertChoice>,
    signal?: AbortSignal,
  ): Promise<SavedForm<AlertChoice>> => {
    const body = changes as ChangedAlertChoices
    const { settings, message } = await http.call(setAlertConfiguration, { body }, signal)
    return { values: choicesOf(settings), message }
  },
  preferences: (signal?: AbortSignal): Promise<FormValues<boolean>> =>
    http.call(getUserAlertPreference, {}, signal),
  savePreferences: async (
    changes: FormValues<boolean>,
    signal?: AbortSignal,
  ): Promise<SavedForm<boolean>> => {
    const body = changes as ChangedAlertPreferences
    const { preferences, message } = await http.call(setUserAlertPreference, { body }, signal)
    return { values: preferences, message }
  },
  scoredAlerts: async (signal?: AbortSignal): Promise<FormValues<boolean>> =>
    (await http.call(getScoredAlerts, {}, signal)).scoredAlerts,
  saveScoredAlerts: async (
    changes: FormValues<boolean>,
    signal?: AbortSignal,
  ): Promise<SavedForm<boolean>> => {
    const body = { scoredAlerts: changes as ChangedScoredAlerts }
    const { scoredAlerts, message } = await http.call(setScoredAlerts, { body }, signal)
    return { values: scoredAlerts, message }
  },
  backTest: ({ setting }: BackTestRequest, signal?: AbortSignal): Promise<BackTest> =>
    http.call(alertBackTest, { body: { id: setting }, isSilent: true }, signal),
  /** The alert types that the user has selected (ALR-45). */
  enabled: async (signal?: AbortSignal): Promise<readonly EnabledAlert[]> => {
    const body = { userId: recordId() }
    return (await http.call(retrieveSettings, { body, isSilent: true }, signal)).alertSettings
  },
})
