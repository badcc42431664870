import { readPreferences, savePreferences } from '#contract/calls/preferences.ts'
import { type Route, route } from '../http/handler.ts'
import type { PreferencesRepository } from './preferences.repository.ts'

/** How the user reads the portal. */
export const preferencesRoutes = ({ preferences }: { preferences: PreferencesRepository }): Route[] => [
  route(readPreferences, ({ caller }) => preferences.of(caller.userId)),
  route(savePreferences, async ({ caller, body }) => {
    await preferences.replace(caller.userId, body)
    return body
  }),
]
