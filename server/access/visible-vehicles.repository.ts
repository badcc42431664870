import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Caller } from './caller.ts'

/** The vehicles a caller may see. `companyId` is null for staff, who see all companies. */
export type VisibleVehicles = { readonly companyId: number | null; readonly vehicleIds: ReadonlySet<number> }

/** Decides which data a caller sees, for calls, streams, jobs and files alike. */
export type VisibleVehiclesOf = (caller: Caller) => Promise<VisibleVehicles>

type Value<T> = T | RawBuilder<T>

/** Whether `user_group` lets a user of a company see a vehicle of it: a user without rows there sees them all. */
const isInOwnGroups = (ids: {
  vehicleId: Value<number>
  userId: Value<number>
  companyId: Value<number>
}): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from user_group where user_group.company_id = ${ids.companyId} and user_group.user_id = ${ids.userId})
  or ${ids.vehicleId} in (
    select group_vehicle.vehicle_id from user_group join group_vehicle using (company_id, group_id)
    where user_group.company_id = ${ids.companyId} and user_group.user_id = ${ids.userId}))`

/**
 * The one rule that decides which vehicles a user sees: staff all of them, a company's user the company's, or only those of the groups
 * that `user_group` limits the user to. Of the rows `app_user` and `vehicle` of a query.
 */
export const seesVehicle: RawBuilder<boolean> = sql<boolean>`(
  app_user.company_id is null or (app_user.company_id = vehicle.company_id and ${isInOwnGroups({
    vehicleId: sql<number>`vehicle.id`,
    userId: sql<number>`app_user.id`,
    companyId: sql<number>`app_user.company_id`,
  })}))`

/** Reads which vehicles a caller sees, by the same rule. */
export const createVisibleVehicles =
  ({ db }: { db: Kysely<Tables> }): VisibleVehiclesOf =>
  async ({ userId, companyId }) => {
    const all = db.selectFrom('vehicle').select('vehicle.id')
    if (companyId === null) return { companyId, vehicleIds: idsOf(await all.execute()) }
    const rows = await all
      .where('vehicle.company_id', '=', companyId)
      .where(isInOwnGroups({ vehicleId: sql<number>`vehicle.id`, userId, companyId }))
      .execute()
    return { companyId, vehicleIds: idsOf(rows) }
  }

/** The same text for the same vehicles, in any order. */
export const keyOfVehicles = (vehicleIds: Iterable<number>): string =>
  createHash('sha256')
    .update([...vehicleIds].sort((a, b) => a - b).join())
    .digest('base64url')

const idsOf = (rows: ReadonlyArray<{ id: number }>): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
