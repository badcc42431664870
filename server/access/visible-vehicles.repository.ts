import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Caller } from './caller.ts'

/** The vehicles a caller may see. `companyId` is null for staff, who see all companies. */
export type VisibleVehicles = { readonly companyId: number | null; readonly vehicleIds: ReadonlySet<number> }

/** Decides which data a caller sees, for calls, streams, jobs and files alike. */
export type VisibleVehiclesOf = (caller: Caller) => Promise<VisibleVehicles>

/**
 * The one place that decides which vehicles a caller sees: staff all of them, a company's user the company's, or only those
 * of the groups that `user_group` limits the user to.
 */
export const createVisibleVehicles =
  ({ db }: { db: Kysely<Tables> }): VisibleVehiclesOf =>
  async ({ userId, companyId }) => {
    const all = db.selectFrom('vehicle').select('vehicle.id')
    if (companyId === null) return { companyId, vehicleIds: idsOf(await all.execute()) }
    const ofCompany = all.where('vehicle.company_id', '=', companyId)
    const ownGroups = db
      .selectFrom('user_group')
      .where('user_group.company_id', '=', companyId)
      .where('user_group.user_id', '=', userId)
    const rows = await ofCompany
      .where((eb) =>
        eb.or([
          eb.not(eb.exists(ownGroups.select('user_group.group_id'))),
          eb(
            'vehicle.id',
            'in',
            ownGroups
              .innerJoin('group_vehicle', (join) =>
                join
                  .onRef('group_vehicle.company_id', '=', 'user_group.company_id')
                  .onRef('group_vehicle.group_id', '=', 'user_group.group_id'),
              )
              .select('group_vehicle.vehicle_id'),
          ),
        ]),
      )
      .execute()
    return { companyId, vehicleIds: idsOf(rows) }
  }

const idsOf = (rows: ReadonlyArray<{ id: number }>): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
