import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { MINUTE_MS } from '#domain/units.ts'
import type { GeofenceTable, Tables } from '../db/tables.ts'
import { violatedUnique } from '../db/unique-violation.ts'
import { cornersFree, isHistoryFull, lockCompany } from './company-corners.repository.ts'

/** A fence as it is stored. */
export type GeofenceRow = Selectable<GeofenceTable>

/** The stored part of a draft. `points` as in the table; `vehicleIds` count only if the fence does not watch all vehicles. */
export type GeofenceWrite = Pick<
  Insertable<GeofenceTable>,
  | 'name'
  | 'shape'
  | 'radius_m'
  | 'type_id'
  | 'entry_alert'
  | 'exit_alert'
  | 'skipped_alert'
  | 'entry_notification_time'
  | 'exit_notification_time'
  | 'all_vehicles'
> & {
  readonly points: ReadonlyArray<readonly [number, number]>
  readonly valid_from: Date
  readonly valid_to: Date
  readonly vehicleIds: readonly number[]
}

/** Limit of fences in one list. Only staff, who see all companies, can reach it. */
const MAX_LISTED = 5000

const isNameTaken = (error: unknown): boolean =>
  violatedUnique(error)?.startsWith('geofence_company_id_name') ?? false

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const sameVehicles = (vehicles: readonly number[], { all_vehicles, vehicleIds }: GeofenceWrite): boolean =>
  all_vehicles ||
  isEqual(
    vehicles,
    vehicleIds.toSorted((a, b) => a - b),
  )

/** Whether a fence is already stored like this, because a save was sent again after its answer was lost. */
const isWritten = (row: GeofenceRow, vehicles: readonly number[], write: GeofenceWrite): boolean => {
  const { vehicleIds: _, ...columns } = write
  return (
    Object.entries(columns).every(([column, value]) => isEqual(Reflect.get(row, column), value)) &&
    sameVehicles(vehicles, write)
  )
}

/** Whether a change affects entries and exits. A new name or type does not. */
const watchesOtherwise = (row: GeofenceRow, vehicles: readonly number[], write: GeofenceWrite): boolean =>
  !isEqual(
    [row.shape, row.points, row.radius_m, row.entry_alert, row.exit_alert, row.all_vehicles],
    [write.shape, write.points, write.radius_m, write.entry_alert, write.exit_alert, write.all_vehicles],
  ) ||
  !isEqual([row.valid_from, row.valid_to], [write.valid_from, write.valid_to]) ||
  !sameVehicles(vehicles, write)

const vehiclesOf = async (db: Kysely<Tables>, id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('geofence_vehicle')
    .select('vehicle_id')
    .where('geofence_id', '=', id)
    .orderBy('vehicle_id')
    .execute()
  return rows.map(({ vehicle_id }) => vehicle_id)
}

/** A version that was in force for less than this, ms, is replaced by the next one as if it had never been, or is forgotten. */
const LEAST_IN_FORCE_MS = MINUTE_MS

const wasInForce = ({ in_force_from }: Pick<GeofenceRow, 'in_force_from'>, now: Date): boolean =>
  now.getTime() - in_force_from.getTime() >= LEAST_IN_FORCE_MS

/** Stores the fences as they were until `now`, if they were valid before. */
const storeHistory = (trx: Transaction<Tables>, ids: readonly number[], now: Date) =>
  sql`insert into geofence_past (company_id, geofence_id, name, shape, points, radius_m, valid_from, valid_to,
      entry_alert, exit_alert, all_vehicles, vehicle_ids)
    select company_id, id, name, shape, points, radius_m, greatest(valid_from, in_force_from),
      least(valid_to, ${now}::timestamptz - interval '1 millisecond'), entry_alert, exit_alert, all_vehicles,
      array(select vehicle_id from geofence_vehicle where geofence_id = geofence.id order by vehicle_id)
    from geofence
    where id = any(${[...ids]}::int[]) and greatest(valid_from, in_force_from) < ${now}::timestamptz`.execute(
    trx,
  )

const writeVehicles = async (
  trx: Transaction<Tables>,
  companyId: number,
  id: number,
  { all_vehicles, vehicleIds }: GeofenceWrite,
): Promise<void> => {
  await trx.deleteFrom('geofence_vehicle').where('geofence_id', '=', id).execute()
  if (all_vehicles) return
  await sql`insert into geofence_vehicle (company_id, geofence_id, vehicle_id)
    select ${companyId}::int, ${id}::int, unnest(${[...vehicleIds]}::int[])`.execute(trx)
}

const columnsToWrite = ({ vehicleIds: _, points, ...rest }: GeofenceWrite) => ({
  ...rest,
  points: JSON.stringify(points),
})

/** Replaces a fence from `now` on. Its former version stays, for days that are closed again. */
const replaceFence = async (
  trx: Transaction<Tables>,
  row: GeofenceRow,
  vehicles: readonly number[],
  write: GeofenceWrite,
  { now, edited }: { now: Date; edited: boolean },
): Promise<Saved> => {
  const { id } = row
  const free = await cornersFree(trx, row.company_id, write, row)
  if (free !== null) return { free }
  const isOther = watchesOtherwise(row, vehicles, write) && wasInForce(row, now)
  if (isOther && (await isHistoryFull(trx, row.company_id, now))) return 'historyFull'
  if (isOther) await storeHistory(trx, [id], now)
  await trx
    .updateTable('geofence')
    .set({
      ...columnsToWrite(write),
      ...(isOther ? { in_force_from: now } : {}),
      revision: row.revision + 1,
      edited,
    })
    .where('id', '=', id)
    .execute()
  await writeVehicles(trx, row.company_id, id, write)
  return { id }
}

/** The fence that an earlier sending of the same save has created, in any company. */
const createdBefore = (trx: Transaction<Tables>, by: number, begunAt: Date) =>
  trx
    .selectFrom('geofence')
    .selectAll()
    .where('created_by', '=', by)
    .where('begun_at', '=', begunAt)
    .forUpdate()
    .executeTakeFirst()

/** The result of saving a fence. `free` is how many corners the company may still have, where the fence has more. */
export type Saved =
  | { readonly id: number }
  | { readonly free: number }
  | 'nameTaken'
  | 'full'
  | 'historyFull'
  | 'absent'
  | 'outdated'

/** Stores geofences and their former versions. A `companyId` of null means all companies. */
export const createGeofenceRepository = ({ db }: { db: Kysely<Tables> }) => {
  const refusingTakenNames = async (work: () => Promise<Saved>): Promise<Saved> => {
    try {
      return await work()
    } catch (error) {
      if (isNameTaken(error)) return 'nameTaken'
      throw error
    }
  }

  return {
    /** Fences whose name contains `search`, by name; at most 5,000. */
    list: (companyId: number | null, search: string): Promise<GeofenceRow[]> =>
      db
        .selectFrom('geofence')
        .selectAll()
        .$if(companyId !== null, (narrow) => narrow.where('company_id', '=', companyId ?? 0))
        .$if(search !== '', (narrow) =>
          narrow.where(sql<boolean>`strpos(lower(name), lower(${search}::text)) > 0`),
        )
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .limit(MAX_LISTED)
        .execute(),

    find: (id: number): Promise<GeofenceRow | undefined> =>
      db.selectFrom('geofence').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The vehicles a fence watches by name, ascending; none where it watches all. */
    vehiclesOf: (id: number): Promise<number[]> => vehiclesOf(db, id),

    /** Of these vehicles, or of all of a company, the ids with registration and company, by registration. */
    vehicles: (which: { readonly ids: readonly number[] } | { readonly companyId: number }) =>
      db
        .selectFrom('vehicle')
        .select(['id', 'registration', 'company_id as companyId'])
        .where((eb) =>
          'ids' in which
            ? eb('id', '=', sql<number>`any(${[...which.ids]}::int[])`)
            : eb('company_id', '=', which.companyId),
        )
        .orderBy('registration')
        .execute(),

    /**
     * Adds a fence, in force from `now`, unless the company has `max` already. A fence that the same user began at the same
     * time was created by an earlier sending of this save, whose answer was lost: it is updated instead, unless it was edited
     * since or belongs to another company.
     */
    add: (
      companyId: number,
      write: GeofenceWrite,
      { by, begunAt, max, now }: { by: number; begunAt: Date | null; max: number; now: Date },
    ): Promise<Saved> =>
      refusingTakenNames(() =>
        db.transaction().execute(async (trx) => {
          // The same save may arrive twice at once, even for two companies; the second must find the first.
          if (begunAt)
            await sql`select pg_advisory_xact_lock(hashtext('geofence begun'), ${by}::int4)`.execute(trx)
          await lockCompany(trx, companyId)
          const before = begunAt && (await createdBefore(trx, by, begunAt))
          if (before) {
            if (before.company_id !== companyId) return 'outdated'
            const vehicles = await vehiclesOf(trx, before.id)
            if (isWritten(before, vehicles, write)) return { id: before.id }
            return before.edited
              ? 'outdated'
              : replaceFence(trx, before, vehicles, write, { now, edited: false })
          }
          const { count } = await trx
            .selectFrom('geofence')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .where('company_id', '=', companyId)
            .executeTakeFirstOrThrow()
          if (Number(count) >= max) return 'full'
          const free = await cornersFree(trx, companyId, write, null)
          if (free !== null) return { free }
          if (await isHistoryFull(trx, companyId, now)) return 'historyFull'
          const { id } = await trx
            .insertInto('geofence')
            .values({
              ...columnsToWrite(write),
              company_id: companyId,
              created_by: by,
              begun_at: begunAt,
              in_force_from: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await writeVehicles(trx, companyId, id, write)
          return { id }
        }),
      ),

    /**
     * Changes a fence. `revision` is the version that was edited, null for any. If the fence has another one by now, the
     * result is `outdated`, unless it is stored like this already.
     */
    edit: (
      { id, company_id: companyId }: Pick<GeofenceRow, 'id' | 'company_id'>,
      write: GeofenceWrite,
      now: Date,
      revision: number | null,
    ): Promise<Saved> =>
      refusingTakenNames(() =>
        db.transaction().execute(async (trx) => {
          // Before the row, as in `add`.
          await lockCompany(trx, companyId)
          const row = await trx
            .selectFrom('geofence')
            .selectAll()
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst()
          if (!row) return 'absent'
          const vehicles = await vehiclesOf(trx, id)
          if (revision !== null && revision !== row.revision)
            return isWritten(row, vehicles, write) ? { id } : 'outdated'
          return replaceFence(trx, row, vehicles, write, { now, edited: true })
        }),
      ),

    /** Deletes those of the fences that belong to the company; returns their ids and companies. */
    remove: (companyId: number | null, ids: readonly number[], now: Date) =>
      db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom('geofence')
          .select(['id', 'company_id as companyId', 'in_force_from'])
          .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
          .$if(companyId !== null, (narrow) => narrow.where('company_id', '=', companyId ?? 0))
          .orderBy('id')
          .forUpdate()
          .execute()
        const found = rows.map(({ id }) => id)
        const lasting = rows.filter((row) => wasInForce(row, now))
        await storeHistory(
          trx,
          lasting.map(({ id }) => id),
          now,
        )
        await sql`delete from geofence where id = any(${found}::int[])`.execute(trx)
        return rows
      }),
  }
}

export type GeofenceRepository = ReturnType<typeof createGeofenceRepository>
