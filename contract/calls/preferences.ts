import { Preferences } from '../records/preferences.ts'
import { ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const OWN = { rows: ['CST-06'], roles: ROLES, scope: 'self', acting: 'actor' } as const

/** The user's own preferences. */
export const readPreferences = defineCall({
  id: 'readPreferences',
  method: 'GET',
  path: `${DICV}/preferences`,
  reply: Preferences,
  ...OWN,
})

/** Replaces the user's own preferences. */
export const savePreferences = defineCall({
  id: 'savePreferences',
  method: 'PUT',
  path: `${DICV}/preferences`,
  body: Preferences,
  reply: Preferences,
  ...OWN,
})
