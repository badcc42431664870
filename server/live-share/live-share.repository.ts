import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ShareEnd } from '#contract/records/live-share.ts'
import type { Fix } from '#domain/fix.ts'
import type { Tables } from '../db/tables.ts'
import { latestFixOf } from '../live/live.repository.ts'
import type { DayFence } from '../track/close-day.ts'

/** A vehicle of a link as stored. */
export type LinkedVehicle = {
  readonly vehicleId: number
  readonly registrationId: string
  readonly hasArrived: boolean
}

/** A link to be stored. Times are ms UTC. */
export type NewLink = {
  readonly companyId: number
  readonly userId: number
  readonly createdAt: number
  readonly hash: string
  readonly label: string
  readonly endsBy: ShareEnd
  readonly endsAt: number
  readonly tripId: number | null
  readonly geoFenceId: number | null
  readonly vehicleIds: readonly number[]
}

const listOf = <T>(ids: readonly T[], type: 'int' | 'text') =>
  type === 'int' ? sql`${[...ids]}::int[]` : sql`${[...ids]}::text[]`

/** Whether the link `share` with its `trip` is open at `now` (ms): `stateOf` as a condition. */
const isOpenAt = (now: number) => sql<SqlBool>`(
  share.revoked_at is null and share.ends_at > ${new Date(now)}::timestamptz
  and (share.ends_by <> 'trip' or trip.status is not distinct from 'RUNNING')
  and exists (
    select from live_share_vehicle member
    join vehicle on vehicle.id = member.vehicle_id and vehicle.company_id = share.company_id
    where member.share_id = share.id and member.arrived_at is null
  )
)`

/** Whether all vehicles of the link `share` are among these. */
const showsOnly = (vehicleIds: readonly number[]) => sql<SqlBool>`not exists (
  select from live_share_vehicle member
  join vehicle on vehicle.id = member.vehicle_id and vehicle.company_id = share.company_id
  where member.share_id = share.id and member.vehicle_id <> all(${listOf(vehicleIds, 'int')})
)`

/** Stores live links. */
export const createLiveShareRepository = ({ db }: { db: Kysely<Tables> }) => {
  const links = () =>
    db
      .selectFrom('live_share as share')
      .leftJoin('trip', 'trip.id', 'share.trip_id')
      .leftJoin('geofence as fence', 'fence.id', 'share.geofence_id')
      .leftJoin('app_user as creator', 'creator.id', 'share.created_by')
      .selectAll('share')
      .select([
        'trip.status as trip_status',
        'fence.name as fence_name',
        'creator.first_name as creator_name',
        sql<LinkedVehicle[]>`(
          select coalesce(json_agg(json_build_object('vehicleId', vehicle.id, 'registrationId', vehicle.registration,
            'hasArrived', member.arrived_at is not null) order by vehicle.registration), '[]')
          from live_share_vehicle member
          join vehicle on vehicle.id = member.vehicle_id and vehicle.company_id = share.company_id
          where member.share_id = share.id
        )`.as('vehicles'),
      ])

  return {
    /** Adds a link and returns its id, or null if the company has `most` open ones, or undefined if its fence is gone. */
    add: ({ vehicleIds, ...link }: NewLink, most: number): Promise<number | null | undefined> =>
      db.transaction().execute(async (trx) => {
        // Without the lock, links made at once could exceed the limit.
        await sql`select id from company where id = ${link.companyId} for no key update`.execute(trx)
        const { count } = await trx
          .selectFrom('live_share as share')
          .leftJoin('trip', 'trip.id', 'share.trip_id')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('share.company_id', '=', link.companyId)
          .where(isOpenAt(link.createdAt))
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return null
        if (link.geoFenceId !== null) {
          // Whoever deletes it waits for the link.
          const fence = trx.selectFrom('geofence').select('id').where('id', '=', link.geoFenceId)
          if ((await fence.forKeyShare().executeTakeFirst()) === undefined) return undefined
        }
        const { id } = await trx
          .insertInto('live_share')
          .values({
            company_id: link.companyId,
            created_by: link.userId,
            created_at: new Date(link.createdAt),
            hash: link.hash,
            label: link.label,
            ends_by: link.endsBy,
            ends_at: new Date(link.endsAt),
            trip_id: link.tripId,
            geofence_id: link.geoFenceId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('live_share_vehicle')
          .values(vehicleIds.map((vehicle_id) => ({ share_id: id, vehicle_id })))
          .execute()
        return id
      }),
    byHash: (hash: string) => links().where('share.hash', '=', hash).executeTakeFirst(),
    byId: (id: number) => links().where('share.id', '=', id).executeTakeFirst(),
    byIds: (ids: readonly number[]) =>
      links()
        .where(sql<SqlBool>`share.id = any(${listOf(ids, 'int')})`)
        .execute(),
    /**
     * The links of a company, of all for null, whose vehicles are all among these and that end after `since` (ms): those open at
     * `now` (ms), then the others, each the newest first.
     */
    list: (
      companyId: number | null,
      vehicleIds: readonly number[],
      { since, now, most }: { since: number; now: number; most: number },
    ) =>
      links()
        .$if(companyId !== null, (query) => query.where('share.company_id', '=', companyId ?? 0))
        .where('share.ends_at', '>', new Date(since))
        .where(showsOnly(vehicleIds))
        .orderBy(isOpenAt(now), 'desc')
        .orderBy('share.created_at', 'desc')
        .orderBy('share.id', 'desc')
        .limit(most)
        .execute(),
    /** The links that may still end by an arrival at `now` (ms), each with its fence, which is the same for all links that end in it. */
    arriving: async (now: number) => {
      const rows = await links()
        .where('share.ends_by', '=', 'arrival')
        .where('share.revoked_at', 'is', null)
        .where('share.ends_at', '>', new Date(now))
        .execute()
      const ids = [...new Set(rows.flatMap(({ geofence_id }) => geofence_id ?? []))]
      const found = await db
        .selectFrom('geofence')
        .selectAll()
        .where(sql<SqlBool>`id = any(${listOf(ids, 'int')})`)
        .execute()
      const fences = new Map(found.map((row) => [row.id, fenceOf({ ...row, fence_name: row.name })]))
      return rows.flatMap((link) => {
        const fence = fences.get(link.geofence_id ?? 0)
        return fence === undefined ? [] : [{ link, fence }]
      })
    },
    /** The fence of this id; undefined if there is none. */
    fence: async (geoFenceId: number): Promise<{ companyId: number; fence: DayFence } | undefined> => {
      const row = await db.selectFrom('geofence').selectAll().where('id', '=', geoFenceId).executeTakeFirst()
      return row && { companyId: row.company_id, fence: fenceOf({ ...row, fence_name: row.name }) }
    },
    trip: (tripId: number) =>
      db.selectFrom('trip').select(['vehicle_id', 'status']).where('id', '=', tripId).executeTakeFirst(),
    vehicles: (vehicleIds: readonly number[]) =>
      db
        .selectFrom('vehicle')
        .select(['id', 'company_id', 'registration'])
        .where(sql<SqlBool>`id = any(${listOf(vehicleIds, 'int')})`)
        .execute(),
    latest: async (companyId: number, vehicleIds: readonly number[]): Promise<ReadonlyMap<number, Fix>> => {
      const rows = await db
        .selectFrom('latest_fix')
        .selectAll()
        .where('company_id', '=', companyId)
        .where(sql<SqlBool>`vehicle_id = any(${listOf(vehicleIds, 'int')})`)
        .execute()
      return new Map(rows.map((row) => [row.vehicle_id, latestFixOf(row)]))
    },
    /** Moves the end of a link to `endsAt` (ms). */
    change: async (id: number, endsAt: number): Promise<void> => {
      await db
        .updateTable('live_share')
        .set({ ends_at: new Date(endsAt) })
        .where('id', '=', id)
        .execute()
    },
    /** Revokes a link at `at` (ms); one that is revoked already keeps its time. */
    revoke: async (id: number, at: number): Promise<void> => {
      await db
        .updateTable('live_share')
        .set({ revoked_at: new Date(at) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    },
    /** Stores that a vehicle arrived at `at` (ms), once. */
    arrived: async (id: number, vehicleId: number, at: number): Promise<void> => {
      await db
        .updateTable('live_share_vehicle')
        .set({ arrived_at: new Date(at) })
        .where('share_id', '=', id)
        .where('vehicle_id', '=', vehicleId)
        .where('arrived_at', 'is', null)
        .execute()
    },
    /** Counts visits, and notes the time (ms) of the last one. */
    seen: async (id: number, visits: number, at: number): Promise<void> => {
      await sql`update live_share set views = views + ${visits}::int,
        last_viewed_at = greatest(last_viewed_at, ${new Date(at)}::timestamptz) where id = ${id}`.execute(db)
    },
    /** Deletes the links that ended before a time (ms). */
    deleteBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('live_share').where('ends_at', '<', new Date(time)).execute()
    },
  }
}

type FenceColumns = {
  readonly geofence_id?: number | null
  readonly id: number
  readonly fence_name: string | null
  readonly shape: 'circle' | 'polygon'
  readonly points: Array<[number, number]>
  readonly radius_m: number | null
  readonly valid_from: Date
  readonly valid_to: Date
}

const fenceOf = (row: FenceColumns): DayFence => ({
  id: row.geofence_id ?? row.id,
  name: row.fence_name ?? '',
  shape: row.shape,
  points: row.points,
  radiusM: row.radius_m,
  validFrom: row.valid_from.getTime(),
  validTo: row.valid_to.getTime(),
  entryAlert: false,
  exitAlert: false,
})

export type LiveShareRepository = ReturnType<typeof createLiveShareRepository>
export type LinkRow = NonNullable<Awaited<ReturnType<LiveShareRepository['byHash']>>>
