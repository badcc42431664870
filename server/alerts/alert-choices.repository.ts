import type { Kysely } from 'kysely'
import { ALERT_SETTINGS, type AlertChoice, type AlertSetting } from '#contract/records/alert-settings.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertRule } from './engine/types.ts'

/** The rules that a user has selected (ALR-09): one threshold for each alert type, 0 where it has none. */
export type AlertChoices = ReadonlyMap<AlertCode, AlertRule>

/** What is stored of a user's choices, by setting. */
export type StoredChoices = ReadonlyMap<string, AlertChoice>

/** A user's choice for a setting: it is selected with its initial threshold until the user chooses one of its options. */
export const choiceOf = ({ id, options, initial }: AlertSetting, stored: StoredChoices): AlertChoice => {
  const { selected = true, value = null } = stored.get(id) ?? {}
  return { selected, value: value !== null && options.includes(value) ? value : initial }
}

/** The rules of a user by what is stored for each setting. */
export const choicesOf = (stored: StoredChoices): AlertChoices =>
  new Map(
    ALERT_SETTINGS.flatMap((setting: AlertSetting) => {
      const { type } = setting
      const { selected, value } = choiceOf(setting, stored)
      return selected ? [[type, { type, threshold: value ?? 0 }] as const] : []
    }),
  )

/** Reads which alerts users want to see and be told of. */
export const createAlertChoices = ({ db }: { db: Kysely<Tables> }) => {
  /** What is stored for each of these users. */
  const storedOf = async (userIds: readonly number[]): Promise<ReadonlyMap<number, StoredChoices>> => {
    const rows =
      userIds.length === 0
        ? []
        : await db.selectFrom('alert_setting').selectAll().where('user_id', 'in', userIds).execute()
    const stored = new Map(userIds.map((id) => [id, new Map<string, AlertChoice>()]))
    for (const { user_id, id, selected, value } of rows) stored.get(user_id)?.set(id, { selected, value })
    return stored
  }
  return {
    storedOf,
    /** The rules of each of these users. */
    ofUsers: async (userIds: readonly number[]): Promise<ReadonlyMap<number, AlertChoices>> =>
      new Map([...(await storedOf(userIds))].map(([userId, own]) => [userId, choicesOf(own)])),
  }
}

export type AlertChoicesRepository = ReturnType<typeof createAlertChoices>
