import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { SettingsContext, SettingsEvent, SettingsInput } from './settings.machine.ts'

/** Everything that can happen to the settings screen, for a user with every tab and for one with few. */
export const settingsModel: Model<SettingsContext, SettingsEvent, SettingsInput> = {
  inputs: [{ role: 'ROOTADMIN' }, { role: 'SUPPORT' }, { role: 'CUSTOMERADMIN' }],
  stimuli: [
    { type: 'settings.opened' },
    { type: 'settings.closed' },
    { type: 'settings.tabChosen', tab: 'groups' },
    { type: 'settings.tabChosen', tab: 'changePassword' },
    { type: 'settings.tabChosen', tab: 'tickerMessages' },
    { type: 'settings.tabChosen', tab: 'mailOutbox' },
    { type: 'settings.tabChosen', tab: 'undelivered' },
    { type: 'settings.tabChosen', tab: 'importPositions' },
    { type: 'settings.tabChosen', tab: 'gateway' },
    { type: 'password.submitted', currentPassword: 'not a real one', newPassword: 'nor is this' },
    doneOf('change', 'Password changed'),
    errorOf('change', { name: 'CallRefused', message: 'The current one is wrong', retryAfterMs: null }),
  ],
  key: ({ role, tab, failure }) => [role, tab, failure],
  unreachable: {},
}
