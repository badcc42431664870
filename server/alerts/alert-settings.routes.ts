import {
  alertBackTest,
  getAlertConfiguration,
  getUserAlertPreference,
  retrieveSettings,
  setAlertConfiguration,
  setUserAlertPreference,
} from '#contract/calls/settings.ts'
import { REPLIES } from '#contract/replies.ts'
import { ownTurnsRoute, type Route, route } from '../http/handler.ts'
import type { AlertSettings } from './alert-settings.service.ts'
import type { BackTests } from './back-test.service.ts'

/** The caller's own alert settings and notification preferences, and what other thresholds would have raised. */
export const alertSettingRoutes = ({
  settings,
  backTests,
}: {
  settings: AlertSettings
  backTests: BackTests
}): Route[] => [
  route(getAlertConfiguration, ({ caller }) => settings.read(caller.userId)),
  route(setAlertConfiguration, async ({ caller, body }) => ({
    message: REPLIES.alertSettingsSaved,
    ...(await settings.save(caller, body)),
  })),
  ownTurnsRoute(alertBackTest, ({ caller, body, signal }) => backTests.run(caller, body.id, signal)),
  route(getUserAlertPreference, ({ caller }) => settings.readPreferences(caller.userId)),
  route(setUserAlertPreference, async ({ caller, body }) => ({
    message: REPLIES.alertPreferencesSaved,
    preferences: await settings.savePreferences(caller.userId, body),
  })),
  route(retrieveSettings, async ({ caller }) => ({
    alertSettings: await settings.enabledOf(caller.userId),
  })),
]
