import type { Kysely } from 'kysely'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertRule } from './engine/types.ts'

/** The rules that a user has selected (ALR-09): one threshold for each alert type, 0 where it has none. */
export type AlertChoices = ReadonlyMap<AlertCode, AlertRule>

type StoredChoice = { readonly selected: boolean; readonly value: number | null }

/** The rules of a user by what is stored for each setting; a setting without a row is selected with its initial threshold. */
export const choicesOf = (stored: ReadonlyMap<string, StoredChoice>): AlertChoices =>
  new Map(
    ALERT_SETTINGS.flatMap(({ id, type, initial }) => {
      const choice = stored.get(id)
      if (choice?.selected === false) return []
      return [[type, { type, threshold: choice?.value ?? initial ?? 0 }] as const]
    }),
  )

/** Reads which alerts users want to see and be told of. */
export const createAlertChoices = ({ db }: { db: Kysely<Tables> }) => ({
  /** The rules of each of these users. */
  ofUsers: async (userIds: readonly number[]): Promise<ReadonlyMap<number, AlertChoices>> => {
    const rows =
      userIds.length === 0
        ? []
        : await db.selectFrom('alert_setting').selectAll().where('user_id', 'in', userIds).execute()
    const stored = new Map(userIds.map((id) => [id, new Map<string, StoredChoice>()]))
    for (const { user_id, id, selected, value } of rows) stored.get(user_id)?.set(id, { selected, value })
    return new Map([...stored].map(([userId, own]) => [userId, choicesOf(own)]))
  },
})

export type AlertChoicesRepository = ReturnType<typeof createAlertChoices>
