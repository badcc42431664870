import { ALERT_LABEL_VALUES, ALERT_SETTING_TEXTS } from '#contract/alert-setting-texts.ts'
import { faultOf } from '#contract/errors.ts'
import { fillMessage } from '#contract/fill-message.ts'
import {
  ALERT_SETTINGS,
  type AlertConfiguration,
  type AlertPreferences,
  type ChangedAlertChoices,
  type ChangedAlertPreferences,
  type EnabledAlert,
  PREFERENCE_PAIRS,
} from '#contract/records/alert-settings.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError } from '../http/errors.ts'
import { type AlertChoicesRepository, choiceOf, type StoredChoices } from './alert-choices.repository.ts'
import type { AlertSettingRepository } from './alert-settings.repository.ts'

const configurationOf = (stored: StoredChoices): AlertConfiguration => ({
  settings: ALERT_SETTINGS.map((setting) => {
    const { id, type, group, valueIn, isMobile, options } = setting
    const { label, description } = ALERT_SETTING_TEXTS[id]
    return {
      ...{ id, type, group, title: ALERT_NAME[type], description },
      ...{ label: fillMessage(label, ALERT_LABEL_VALUES), valueIn, isMobile, options: [...options] },
      ...choiceOf(setting, stored),
    }
  }),
})

/** The alert settings and notification preferences of a user (ALR-13). */
export const createAlertSettings = ({
  settings,
  choices,
  hasMobile,
  rulesChanged,
  now,
}: {
  settings: AlertSettingRepository
  choices: Pick<AlertChoicesRepository, 'storedOf'>
  /** Whether a user has a number to which an SMS can be sent. */
  hasMobile: (userId: number) => Promise<boolean>
  /** Is called after a user of a company (null: of the portal's own staff) may have chosen other thresholds. */
  rulesChanged: (companyId: number | null) => Promise<void>
  /** ms UTC. */
  now: () => number
}) => {
  const read = async (userId: number): Promise<AlertConfiguration> =>
    configurationOf((await choices.storedOf([userId])).get(userId) ?? new Map())

  const readPreferences = async (userId: number): Promise<AlertPreferences> => {
    const on = await settings.preferencesOf(userId)
    return Object.fromEntries(
      PREFERENCE_PAIRS.flatMap(({ email, sms }) => [email, sms]).map((name) => [name, on.has(name)]),
    ) as AlertPreferences
  }

  return {
    read,
    /** Saves the settings that are named, for what begins from now on; of two who change the same one, the last wins. */
    save: async (
      { userId, companyId }: Caller,
      changed: ChangedAlertChoices,
    ): Promise<AlertConfiguration> => {
      await settings.save(userId, changed, now())
      await rulesChanged(companyId)
      return read(userId)
    },
    /** The selected alert types with their thresholds (ALR-45). */
    enabledOf: async (userId: number): Promise<EnabledAlert[]> =>
      (await read(userId)).settings
        .filter(({ selected }) => selected)
        .map(({ type, value }) => ({ type, value })),
    readPreferences,
    /** Throws 400 where an SMS is switched on and there is no number for it. */
    savePreferences: async (userId: number, changed: ChangedAlertPreferences): Promise<AlertPreferences> => {
      const switchedOn = PREFERENCE_PAIRS.map(({ sms }) => sms).filter((name) => changed[name] === true)
      if (switchedOn.length > 0 && !(await hasMobile(userId)))
        throw new HttpError(
          'invalidInput',
          { part: 'body' },
          { fields: switchedOn.map((field) => ({ field, ...faultOf('mobileMissing') })) },
        )
      await settings.savePreferences(userId, changed)
      return readPreferences(userId)
    },
  }
}
export type AlertSettings = ReturnType<typeof createAlertSettings>
