import { type Kysely, sql } from 'kysely'
import type { ServiceInterval } from '#domain/service.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { notFound } from '../http/errors.ts'

/** What the reminders of a vehicle are computed from. Odometers in km. */
export type ServicedVehicle = {
  readonly vehicleId: number
  readonly registration: string
  readonly model: string
  readonly segment: 'HDT' | 'MDT'
  readonly odo: number | null
  readonly engineHours: number | null
  readonly interval: ServiceInterval | null
  readonly last: {
    readonly doneAt: number
    readonly odo: number | null
    readonly engineHours: number | null
  } | null
}

/** A service that is to be stored; null is what is not known. */
export type ServiceWrite = {
  readonly vehicleId: number
  readonly doneAt: number
  readonly odo: number | null
  readonly engineHours: number | null
  readonly note: string
  readonly by: number
  readonly at: number
}

const idsOf = (vehicleIds: readonly number[]) => sql<number>`any(${arrayOf(vehicleIds, (id) => id)}::int4[])`

/** Stores a service unless the vehicle has one of this very time, and answers its id. */
const insertNew = async (
  db: Kysely<Tables>,
  { vehicleId, doneAt, odo, engineHours, note, by, at }: ServiceWrite,
): Promise<string | undefined> => {
  const added = await db
    .insertInto('service_record')
    .columns([
      'company_id',
      'vehicle_id',
      'done_at',
      'odo',
      'engine_hours',
      'note',
      'recorded_by',
      'recorded_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('vehicle')
        .where('id', '=', vehicleId)
        .select(['company_id', 'id'])
        .select([
          eb.val(new Date(doneAt)).$castTo<Date>().as('done_at'),
          sql<number>`${odo}::float8`.as('odo'),
          sql<number>`${engineHours}::float8`.as('engine_hours'),
          sql<string>`${note}::text`.as('note'),
          sql<number>`${by}::int4`.as('recorded_by'),
          sql<Date>`to_timestamp(${at}::float8 / 1000)`.as('recorded_at'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Services of one vehicle and day have times of their own within this, ms: forms know the day alone. */
const SAME_TIME_MS = 1000

/** The services of a vehicle at a time, and those that followed it there, which were not taken back; the last one first. */
const sameTime = (db: Kysely<Tables>, { vehicleId, doneAt }: Pick<ServiceWrite, 'vehicleId' | 'doneAt'>) =>
  db
    .selectFrom('service_record')
    .select(['id', 'done_at as doneAt', 'odo', 'engine_hours as engineHours', 'note', 'recorded_by as by'])
    .where('vehicle_id', '=', vehicleId)
    .where('done_at', '>=', new Date(doneAt))
    .where('done_at', '<', new Date(doneAt + SAME_TIME_MS))
    .where('undone_at', 'is', null)
    .orderBy('done_at', 'desc')
    .execute()

/** Others may store services of the same time meanwhile. */
const MOST_TRIES = 20

/** Reads and writes services and their intervals (HLT-02). */
export const createServiceRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The vehicles with their interval, where they have one of their own, and their last service that was not taken back. */
  vehicles: async (vehicleIds: readonly number[]): Promise<ServicedVehicle[]> => {
    const rows = await db
      .selectFrom('vehicle')
      .leftJoin('latest_fix', 'latest_fix.vehicle_id', 'vehicle.id')
      .leftJoin('service_interval', 'service_interval.vehicle_id', 'vehicle.id')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('service_record')
            .select(['done_at', 'odo as done_odo', 'engine_hours as done_hours'])
            .whereRef('service_record.vehicle_id', '=', 'vehicle.id')
            .where('undone_at', 'is', null)
            .orderBy('done_at', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .where('vehicle.id', '=', idsOf(vehicleIds))
      .orderBy('vehicle.registration')
      .select(['vehicle.id', 'vehicle.registration', 'vehicle.model', 'vehicle.segment'])
      .select(['latest_fix.odo', 'latest_fix.engine_hours'])
      .select(['service_interval.changed_at', 'service_interval.km', 'service_interval.hours'])
      .select(['service_interval.days', 'last.done_at', 'last.done_odo', 'last.done_hours'])
      .execute()
    return rows.map((row) => ({
      ...{ vehicleId: row.id, registration: row.registration, model: row.model, segment: row.segment },
      ...{ odo: row.odo, engineHours: row.engine_hours },
      interval: row.changed_at === null ? null : { km: row.km, hours: row.hours, days: row.days },
      last:
        row.done_at === null
          ? null
          : { doneAt: row.done_at.getTime(), odo: row.done_odo, engineHours: row.done_hours },
    }))
  },

  /** The newest services that were done from `from` to before `to` (ms UTC), at most `limit`, and how many there are. */
  records: async (
    vehicleIds: readonly number[],
    { from, to, limit }: { from: number; to: number; limit: number },
  ) => {
    const found = () =>
      db
        .selectFrom('service_record')
        .where('service_record.vehicle_id', '=', idsOf(vehicleIds))
        .where('done_at', '>=', new Date(from))
        .where('done_at', '<', new Date(to))
    const rows = await found()
      .innerJoin('vehicle', 'vehicle.id', 'service_record.vehicle_id')
      .leftJoin('app_user as recorder', 'recorder.id', 'service_record.recorded_by')
      .leftJoin('app_user as undoer', 'undoer.id', 'service_record.undone_by')
      .selectAll('service_record')
      .select(['vehicle.registration', 'vehicle.model'])
      .select(['recorder.user_name as recorded_name', 'undoer.user_name as undone_name'])
      .orderBy('done_at', 'desc')
      .orderBy('service_record.id', 'desc')
      .limit(limit)
      .execute()
    const counts = await found()
      .select(({ fn }) => [
        fn.countAll<string>().as('total'),
        fn.countAll<string>().filterWhere('undone_at', 'is', null).as('done'),
      ])
      .executeTakeFirstOrThrow()
    return { rows, total: Number(counts.total), done: Number(counts.done) }
  },

  /**
   * What odometer and hour meter showed at a time (ms UTC): what they show now, less what the vehicle has driven and run in the hours since
   * then. Null where the vehicle does not report them. On a day before its first position nobody knows them: they are those of the first
   * one then, which was at `reportedFrom` (ms UTC), null on any other day.
   */
  readingAt: async (
    vehicleId: number,
    time: number,
  ): Promise<{ odo: number | null; engineHours: number | null; reportedFrom: number | null }> => {
    const since = sql`(select coalesce(sum(distance_km), 0) as km, coalesce(sum(running_s + idling_s), 0) / 3600 as hours
      from vehicle_hour h where h.company_id = l.company_id and h.vehicle_id = l.vehicle_id
        and h.hour >= to_timestamp(${time}::float8 / 1000)) since`
    const first = sql`(select least(l.time,
      (select min(time) from open_fix o where o.company_id = l.company_id and o.vehicle_id = l.vehicle_id),
      (select min(hour) from vehicle_hour h where h.company_id = l.company_id and h.vehicle_id = l.vehicle_id)) as at) first`
    const { rows } = await sql<{ odo: number | null; engineHours: number | null; reportedFrom: Date | null }>`
      select greatest(l.odo - since.km, 0) as odo, greatest(l.engine_hours - since.hours, 0) as "engineHours",
        case when to_timestamp(${time}::float8 / 1000) < date_trunc('day', first.at, c.time_zone) then first.at end as "reportedFrom"
      from latest_fix l join company c on c.id = l.company_id cross join lateral ${since} cross join lateral ${first}
      where l.vehicle_id = ${vehicleId}`.execute(db)
    const [row] = rows
    return row === undefined
      ? { odo: null, engineHours: null, reportedFrom: null }
      : { ...row, reportedFrom: row.reportedFrom?.getTime() ?? null }
  },

  /**
   * Stores a service, and answers its id. One that the same user has sent before, with the same note and what was `typed`, is not stored
   * again; another one of the same time is, just behind it.
   * @throws HttpError the common 404 where there is no such vehicle.
   */
  add: async (
    service: ServiceWrite,
    typed: { readonly odo: number | undefined; readonly engineHours: number | undefined },
  ): Promise<number> => {
    let { doneAt } = service
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const id = await insertNew(db, { ...service, doneAt })
      if (id !== undefined) return Number(id)
      // The one in its place may have been taken back meanwhile.
      const there = await sameTime(db, service)
      const repeated = there.find(
        ({ odo, engineHours, note, by }) =>
          by === service.by &&
          note === service.note &&
          (typed.odo === undefined || typed.odo === odo) &&
          (typed.engineHours === undefined || typed.engineHours === engineHours),
      )
      if (repeated !== undefined) return Number(repeated.id)
      const [last] = there
      doneAt = last === undefined ? service.doneAt : last.doneAt.getTime() + 1
    }
    throw notFound()
  },

  /** Takes a service back, unless somebody has. */
  undo: async (serviceId: number, { by, at }: { by: number; at: number }): Promise<void> => {
    await db
      .updateTable('service_record')
      .set({ undone_by: by, undone_at: new Date(at) })
      .where('id', '=', String(serviceId))
      .where('undone_at', 'is', null)
      .execute()
  },

  /** Sets the interval of a vehicle; null gives it that of its segment again. */
  setInterval: async (
    vehicleId: number,
    interval: ServiceInterval | null,
    { by, at }: { by: number; at: number },
  ): Promise<void> => {
    if (interval === null) {
      await db.deleteFrom('service_interval').where('vehicle_id', '=', vehicleId).execute()
      return
    }
    const { km, hours, days } = interval
    await sql`insert into service_interval (company_id, vehicle_id, km, hours, days, changed_by, changed_at)
      select company_id, id, ${km}::float8, ${hours}::float8, ${days}::int4, ${by}::int4, to_timestamp(${at}::float8 / 1000)
      from vehicle where id = ${vehicleId}
      on conflict (vehicle_id) do update set km = excluded.km, hours = excluded.hours, days = excluded.days,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db)
  },
})

export type ServiceRepository = ReturnType<typeof createServiceRepository>
