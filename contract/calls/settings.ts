import * as z from 'zod/mini'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { Id, ShortText } from '../records/ids.ts'
import { CONFIGURER_ROLES, ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'
import { NewPassword } from './session.ts'

const READ = { roles: ROLES, scope: 'self' } as const
const CHANGE = { roles: CONFIGURER_ROLES, scope: 'self' } as const

export const getUserAlertPreference = defineCall({
  id: 'getUserAlertPreference',
  rows: ['API-30', 'API-103', 'ADM-09'],
  method: 'GET',
  path: `${DICV}/getUserAlertPreference`,
  ...READ,
})

/** Flags of the nine e-mail and SMS pairs, by their names (ALR-12). */
export const setUserAlertPreference = defineCall({
  id: 'setUserAlertPreference',
  rows: ['API-31', 'API-103', 'ADM-09'],
  method: 'POST',
  path: `${DICV}/setUserAlertPreference`,
  body: z.record(ShortText, z.boolean()),
  ...CHANGE,
})

/** The user's own password, and the one to replace it. */
export const PasswordChange = z.object({
  currentPassword: z.string().check(z.maxLength(PASSWORD_LENGTH.max)),
  newPassword: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const changePassword = defineCall({
  id: 'changePassword',
  rows: ['API-32', 'API-104', 'ADM-12'],
  method: 'POST',
  path: `${DICV}/changePassword`,
  body: PasswordChange,
  reply: z.object({ message: z.string() }),
  ...READ,
  acting: 'never',
})

export const getScalingFactor = defineCall({
  id: 'getScalingFactor',
  rows: ['API-33', 'API-104', 'ADM-11'],
  method: 'GET',
  path: `${DICV}/kpi/scalingFactor`,
  ...READ,
})

export const setScalingFactor = defineCall({
  id: 'setScalingFactor',
  rows: ['API-33', 'API-104', 'ADM-11'],
  method: 'POST',
  path: `${DICV}/kpi/scalingFactor`,
  body: z.object({ scalingFactor: z.number().check(z.positive()) }),
  ...CHANGE,
})

export const getAlertConfiguration = defineCall({
  id: 'getAlertConfiguration',
  rows: ['API-34', 'API-104', 'ADM-10'],
  method: 'GET',
  path: `${DICV}/alert/configuration`,
  ...READ,
})

export const setAlertConfiguration = defineCall({
  id: 'setAlertConfiguration',
  rows: ['API-34', 'API-104', 'ADM-10'],
  method: 'POST',
  path: `${DICV}/alert/configuration`,
  body: z.record(ShortText, z.unknown()),
  ...CHANGE,
})

/** The enabled alerts of the shell (API-99); the API version of its path is `tk3` (OPEN-07). */
export const retrieveSettings = defineCall({
  id: 'retrieveSettings',
  rows: ['API-99', 'ALR-45'],
  method: 'POST',
  path: 'settings/tk3/retrieve',
  body: z.object({ userId: Id }),
  ...READ,
})
