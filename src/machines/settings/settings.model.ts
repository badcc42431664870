import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { SettingsContext, SettingsEvent, SettingsInput } from './settings.machine.ts'

/** Everything that can happen to the settings screen, for a user with every tab and for one with few. */
export const settingsModel: Model<SettingsContext, SettingsEvent, SettingsInput> = {
  inputs: [{ role: 'ROOTADMIN' }, { role: 'SUPPORT' }, { role: 'CUSTOMERADMIN' }],
  stimuli: [
    { type: 'settings.opened' },
    { type: 'settings.closed' },
    { type: 'settings.placeChanged', tab: null },
    { type: 'settings.placeChanged', tab: 'changePassword' },
    { type: 'settings.placeChanged', tab: 'gateway' },
    { type: 'settings.tabChosen', tab: 'groups' },
    { type: 'settings.tabChosen', tab: 'changePassword' },
    { type: 'settings.tabChosen', tab: 'tickerMessages' },
    { type: 'settings.tabChosen', tab: 'mailOutbox' },
    { type: 'settings.tabChosen', tab: 'undelivered' },
    { type: 'settings.tabChosen', tab: 'importPositions' },
    { type: 'settings.tabChosen', tab: 'gateway' },
    { type: 'settings.tabChosen', tab: 'scalingFactor' },
    { type: 'settings.tabChosen', tab: 'drivingScore' },
    { type: 'settings.tabChosen', tab: 'alertSettings' },
    { type: 'settings.tabChosen', tab: 'alertPreferences' },
    { type: 'settings.tabChosen', tab: 'supportAccess' },
    { type: 'settings.formEdited', isUnsaved: true },
    { type: 'settings.formEdited', isUnsaved: false },
    { type: 'settings.formSaved', values: { dpfRegenAlert: { selected: true, value: null } } },
    { type: 'settings.leavePressed' },
    { type: 'settings.discardConfirmed' },
    { type: 'settings.kept' },
    { type: 'password.submitted', currentPassword: 'not a real one', newPassword: 'nor is this' },
    doneOf('change', 'Password changed'),
    errorOf('change', { name: 'CallRefused', message: 'The current one is wrong', retryAfterMs: null }),
  ],
  key: ({ role, tab, failure, isUnsaved, next }) => [role, tab, failure, isUnsaved, next],
  unreachable: {},
}
