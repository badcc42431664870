import { sql, type Transaction } from 'kysely'
import { FENCE } from '#domain/fence-limits.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'

/** Fences added or changed at once could exceed the limits of their company together. */
export const lockCompany = (trx: Transaction<Tables>, companyId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('geofence'), ${companyId}::int4)`.execute(trx)

/** Whether a company's fences have changed so often in the last days, before `now`, that none may be added or changed. */
export const isHistoryFull = async (
  trx: Transaction<Tables>,
  companyId: number,
  now: Date,
): Promise<boolean> => {
  const { days, corners, ofVersion } = FENCE.history
  const { sum } = await trx
    .selectFrom('geofence_past')
    .select(sql<number>`coalesce(sum(jsonb_array_length(points) + ${ofVersion}::int4), 0)::int4`.as('sum'))
    .where('company_id', '=', companyId)
    .where('valid_to', '>=', new Date(now.getTime() - days * DAY_MS))
    .executeTakeFirstOrThrow()
  return sum > corners
}

/** How many corners a company's fences may still have; null if those of the draft fit, or are no more than `before` has. */
export const cornersFree = async (
  trx: Transaction<Tables>,
  companyId: number,
  { points }: { readonly points: readonly unknown[] },
  before: { readonly id: number; readonly points: readonly unknown[] } | null,
): Promise<number | null> => {
  if (before && points.length <= before.points.length) return null
  const { corners } = await trx
    .selectFrom('geofence')
    .select(sql<number>`coalesce(sum(jsonb_array_length(points)), 0)::int4`.as('corners'))
    .where('company_id', '=', companyId)
    .$if(before !== null, (others) => others.where('id', '<>', before?.id ?? 0))
    .executeTakeFirstOrThrow()
  const free = Math.max(0, FENCE.maxCornersPerCompany - corners)
  return points.length <= free ? null : free
}
