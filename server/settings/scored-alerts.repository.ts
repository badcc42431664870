import type { Kysely } from 'kysely'
import type { ChangedScoredAlerts } from '#contract/records/scored-alerts.ts'
import type { Tables } from '../db/tables.ts'
import { forgetOldChanges } from './kept-changes.repository.ts'
import type { Setter } from './scaling.repository.ts'

/** What a company chose for an alert, by whom (empty for a user who is gone) and when (ms UTC). */
export type StoredScoredAlert = { readonly isScored: boolean; readonly by: string; readonly at: number }

/** Stores which alerts the driving scores of companies count. */
export const createScoredAlertsRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** What was chosen last, by the alert's name. */
  of: async (companyId: number): Promise<ReadonlyMap<string, StoredScoredAlert>> => {
    const rows = await db
      .selectFrom('scored_alert')
      .leftJoin('app_user', 'app_user.id', 'scored_alert.changed_by')
      .distinctOn('alert')
      .select(['alert', 'is_scored', 'changed_at', 'user_name'])
      .where('scored_alert.company_id', '=', companyId)
      .orderBy('alert')
      .orderBy('scored_alert.id', 'desc')
      .execute()
    return new Map(
      rows.map(({ alert, is_scored, changed_at, user_name }) => [
        alert,
        { isScored: is_scored, by: user_name ?? '', at: changed_at.getTime() },
      ]),
    )
  },

  add: async (changed: ChangedScoredAlerts, { companyId, by, at }: Setter): Promise<void> => {
    const rows = Object.entries(changed).flatMap(([alert, isScored]) =>
      isScored === undefined
        ? []
        : [{ company_id: companyId, alert, is_scored: isScored, changed_by: by, changed_at: new Date(at) }],
    )
    if (rows.length === 0) return
    await db.insertInto('scored_alert').values(rows).execute()
    await forgetOldChanges(db, { table: 'scored_alert', by: 'alert', companyId })
  },
})

export type ScoredAlertsRepository = ReturnType<typeof createScoredAlertsRepository>
