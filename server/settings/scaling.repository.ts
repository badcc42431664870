import type { Kysely } from 'kysely'
import type { KpiScale } from '#contract/records/scaling.ts'
import type { ScaledKpi } from '#domain/scaling.ts'
import type { Tables } from '../db/tables.ts'
import { forgetOldChanges } from './kept-changes.repository.ts'

/** Who sets factors, and when (ms UTC). */
export type Setter = { readonly companyId: number; readonly by: number; readonly at: number }

/** Stores the scaling factors of companies. */
export const createScalingRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** What was set last, by the KPI's name. */
  of: async (companyId: number): Promise<ReadonlyMap<string, KpiScale>> => {
    const rows = await db
      .selectFrom('kpi_scale')
      .leftJoin('app_user', 'app_user.id', 'kpi_scale.changed_by')
      .distinctOn('kpi')
      .select(['kpi', 'factor', 'changed_at', 'user_name'])
      .where('kpi_scale.company_id', '=', companyId)
      .orderBy('kpi')
      .orderBy('kpi_scale.id', 'desc')
      .execute()
    return new Map(
      rows.map(({ kpi, factor, changed_at, user_name }) => [
        kpi,
        { factor, set: { by: user_name ?? '', at: changed_at.getTime() } },
      ]),
    )
  },

  add: async (
    factors: ReadonlyArray<readonly [ScaledKpi, number]>,
    { companyId, by, at }: Setter,
  ): Promise<void> => {
    if (factors.length === 0) return
    await db
      .insertInto('kpi_scale')
      .values(
        factors.map(([kpi, factor]) => ({
          ...{ company_id: companyId, kpi, factor, changed_by: by, changed_at: new Date(at) },
        })),
      )
      .execute()
    await forgetOldChanges(db, { table: 'kpi_scale', by: 'kpi', companyId })
  },
})

export type ScalingRepository = ReturnType<typeof createScalingRepository>
