import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Reads who owns what a request names. */
export const createOwnershipRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The company of a fence, group or region; undefined if there is no such row. */
  companyOf: async (
    table: 'geofence' | 'vehicle_group' | 'region',
    id: number,
  ): Promise<number | undefined> => {
    const row = await db.selectFrom(table).select('company_id').where('id', '=', id).executeTakeFirst()
    return row?.company_id
  },
  /** The company of a user, null for staff; undefined if there is no such user. */
  companyOfUser: async (id: number): Promise<number | null | undefined> => {
    const row = await db.selectFrom('app_user').select('company_id').where('id', '=', id).executeTakeFirst()
    return row?.company_id
  },
  vehicleOfTrip: async (id: number): Promise<number | undefined> => {
    const row = await db.selectFrom('trip').select('vehicle_id').where('id', '=', id).executeTakeFirst()
    return row?.vehicle_id
  },
  vehicleOfAlert: async (id: number): Promise<number | undefined> => {
    const row = await db
      .selectFrom('alert')
      .select('vehicle_id')
      .where('id', '=', String(id))
      .executeTakeFirst()
    return row?.vehicle_id
  },
  vehicleOfService: async (id: number): Promise<number | undefined> => {
    const row = await db
      .selectFrom('service_record')
      .select('vehicle_id')
      .where('id', '=', String(id))
      .executeTakeFirst()
    return row?.vehicle_id
  },
  /** The company and the vehicles of a live link; undefined if there is no such link. */
  liveShare: async (id: number): Promise<{ companyId: number; vehicleIds: number[] } | undefined> => {
    const rows = await db
      .selectFrom('live_share')
      .leftJoin('live_share_vehicle', 'share_id', 'live_share.id')
      .select(['company_id', 'vehicle_id'])
      .where('live_share.id', '=', id)
      .execute()
    const [first] = rows
    return (
      first && { companyId: first.company_id, vehicleIds: rows.flatMap(({ vehicle_id }) => vehicle_id ?? []) }
    )
  },
  /** The groups that a user is limited to; none means no limit. */
  groupsOfUser: async (userId: number): Promise<number[]> => {
    const rows = await db.selectFrom('user_group').select('group_id').where('user_id', '=', userId).execute()
    return rows.map(({ group_id }) => group_id)
  },
  hasCompany: async (id: number): Promise<boolean> => {
    const row = await db.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  },
})

export type OwnershipRepository = ReturnType<typeof createOwnershipRepository>
