import * as z from 'zod/mini'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import {
  ALERT_SETTINGS,
  AlertConfiguration,
  AlertPreferences,
  BackTest,
  ChangedAlertChoices,
  ChangedAlertPreferences,
  EnabledAlert,
} from '../records/alert-settings.ts'
import { Id } from '../records/ids.ts'
import { ChangedFactors, KpiScales } from '../records/scaling.ts'
import { ChangedScoredAlerts, ScoredAlerts } from '../records/scored-alerts.ts'
import { COMPANY_ROLES, CONFIGURER_ROLES, ROLES, SCALING_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'
import { NewPassword } from './session.ts'

const READ = { roles: ROLES, scope: 'self' } as const
const CHANGE = { roles: CONFIGURER_ROLES, scope: 'self' } as const

/** Which notifications the user gets (ALR-12, ALR-13). */
export const getUserAlertPreference = defineCall({
  id: 'getUserAlertPreference',
  rows: ['API-30', 'API-103', 'ADM-09'],
  method: 'GET',
  path: `${DICV}/getUserAlertPreference`,
  reply: AlertPreferences,
  ...READ,
})

/** Changes the flags that it names, and answers all of them. */
export const setUserAlertPreference = defineCall({
  id: 'setUserAlertPreference',
  rows: ['API-31', 'API-103', 'ADM-09'],
  method: 'POST',
  path: `${DICV}/setUserAlertPreference`,
  body: ChangedAlertPreferences,
  reply: z.object({ message: z.string(), preferences: AlertPreferences }),
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

/** The scaling factor of each KPI of the caller's company, and who set it when (OPEN-58). */
export const getScalingFactor = defineCall({
  id: 'getScalingFactor',
  rows: ['API-33', 'API-104', 'ADM-11'],
  method: 'GET',
  path: `${DICV}/kpi/scalingFactor`,
  reply: z.object({ scalingFactor: KpiScales }),
  roles: COMPANY_ROLES,
  scope: 'company',
})

/** Sets the factors that it names, and answers all of them. */
export const setScalingFactor = defineCall({
  id: 'setScalingFactor',
  rows: ['API-33', 'API-104', 'ADM-11'],
  method: 'POST',
  path: `${DICV}/kpi/scalingFactor`,
  body: z.strictObject({ scalingFactor: ChangedFactors }),
  reply: z.object({ message: z.string(), scalingFactor: KpiScales }),
  roles: SCALING_ROLES,
  scope: 'company',
})

/** Which alerts the driving score of the caller's company counts (OPEN-90, DRV-04). */
export const getScoredAlerts = defineCall({
  id: 'getScoredAlerts',
  rows: ['DRV-04', 'OPEN-90'],
  method: 'GET',
  path: `${DICV}/kpi/scoredAlerts`,
  reply: z.object({ scoredAlerts: ScoredAlerts }),
  roles: COMPANY_ROLES,
  scope: 'company',
})

/** Chooses for the alerts that it names, and answers all of them. */
export const setScoredAlerts = defineCall({
  id: 'setScoredAlerts',
  rows: ['DRV-04', 'OPEN-90'],
  method: 'POST',
  path: `${DICV}/kpi/scoredAlerts`,
  body: z.strictObject({ scoredAlerts: ChangedScoredAlerts }),
  reply: z.object({ message: z.string(), scoredAlerts: ScoredAlerts }),
  roles: SCALING_ROLES,
  scope: 'company',
})

/** The alert settings in their groups, with what the user has chosen (ALR-03 to ALR-11). */
export const getAlertConfiguration = defineCall({
  id: 'getAlertConfiguration',
  rows: ['API-34', 'API-104', 'ADM-10'],
  method: 'GET',
  path: `${DICV}/alert/configuration`,
  reply: AlertConfiguration,
  ...READ,
})

/** Changes the settings that it names, and answers all of them. */
export const setAlertConfiguration = defineCall({
  id: 'setAlertConfiguration',
  rows: ['API-34', 'API-104', 'ADM-10'],
  method: 'POST',
  path: `${DICV}/alert/configuration`,
  body: ChangedAlertChoices,
  reply: z.extend(AlertConfiguration, { message: z.string() }),
  ...CHANGE,
})

/** Counts the alerts that each threshold of a setting would have raised for the user's vehicles in the last 30 days. */
export const alertBackTest = defineCall({
  id: 'alertBackTest',
  rows: ['ADM-10'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/alert/backtest`,
  body: z.object({ id: z.enum(ALERT_SETTINGS.map(({ id }) => id)) }),
  reply: BackTest,
  roles: CONFIGURER_ROLES,
  scope: 'vehicles',
})

/** The enabled alerts of the shell (API-99); the API version of its path is `tk3` (OPEN-07). */
export const retrieveSettings = defineCall({
  id: 'retrieveSettings',
  rows: ['API-99', 'ALR-45'],
  method: 'POST',
  isQuery: true,
  path: 'settings/tk3/retrieve',
  body: z.object({ userId: Id }),
  reply: z.object({ alertSettings: z.array(EnabledAlert) }),
  ...READ,
})
