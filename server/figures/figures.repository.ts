import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FigureName, Figures } from '#domain/figure-fields.ts'
import { FIGURE_FIELDS } from '#domain/figure-fields.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'

/** Whole days (`YYYY-MM-DD`, both included), or the hours that begin within a range (ms). */
export type FiguresRange =
  | { readonly fromDay: string; readonly toDay: string }
  | { readonly from: number; readonly to: number }

/** Whose figures of which time. `companyId` is null for staff. */
export type FiguresQuery = {
  readonly companyId: number | null
  readonly vehicleIds: readonly number[]
  readonly range: FiguresRange
}

/** Figures with what they are of. */
export type Of<TKey> = { readonly key: TKey; readonly figures: Figures }

const FIELDS = Object.entries(FIGURE_FIELDS).map(([name, field]) => ({ name: name as FigureName, ...field }))

/** Each figure under its name, of several rows together. */
const TOGETHER = sql.raw(
  FIELDS.map(({ name, column, of }) => {
    const all =
      of === 'greatest'
        ? `max(${column})`
        : of === 'sum'
          ? `round(sum(${column})::numeric, 3)`
          : `sum(${column})`
    return `coalesce(${all}, 0)::float8 as "${name}"`
  }).join(', '),
)
const EACH = sql.raw(FIELDS.map(({ name, column }) => `${column} as "${name}"`).join(', '))

/** The rows of a query, of days where it asks for whole ones. */
const rowsOf = ({ companyId, vehicleIds, range }: FiguresQuery): RawBuilder<unknown> => {
  const ids = sql`vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])`
  const company = companyId === null ? sql`true` : sql`company_id = ${companyId}::int4`
  return 'fromDay' in range
    ? sql`vehicle_day_figures where ${company} and ${ids}
        and day >= ${range.fromDay}::date and day <= ${range.toDay}::date`
    : sql`vehicle_hour where ${company} and ${ids}
        and hour >= to_timestamp(${range.from}::float8 / 1000) and hour < to_timestamp(${range.to}::float8 / 1000)`
}

/** Cancels what `work` asks the database, once `signal` aborts. */
const cancellable = <T>(
  db: Kysely<Tables>,
  signal: AbortSignal,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> =>
  db.connection().execute(async (connection) => {
    signal.throwIfAborted()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    let cancelling: Promise<unknown> = Promise.resolve()
    const cancel = () => {
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid ?? 0}::int4)`.execute(db).catch(() => {})
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await work(connection)
    } finally {
      signal.removeEventListener('abort', cancel)
      // The connection goes back to the pool, and must not be cancelled there.
      await cancelling
    }
  })

/** Reads figures that were derived: nothing here reads fixes. */
export const createFiguresRepository = ({ db }: { db: Kysely<Tables> }) => {
  const groupedBy = async <TKey>(
    query: FiguresQuery,
    key: RawBuilder<TKey>,
    signal: AbortSignal,
  ): Promise<Array<Of<TKey>>> => {
    const rows = await cancellable(db, signal, async (connection) => {
      const answer = await sql<Figures & { key: TKey }>`
        select ${key} as key, ${TOGETHER} from ${rowsOf(query)} group by 1 order by 1`.execute(connection)
      return answer.rows
    })
    return rows.map(({ key: of, ...figures }) => ({ key: of, figures }))
  }

  return {
    /** By day, ascending; days without a row are left out. */
    byDay: (query: FiguresQuery, signal: AbortSignal) => groupedBy(query, sql<string>`day::text`, signal),
    /** By vehicle. */
    byVehicle: (query: FiguresQuery, signal: AbortSignal) =>
      groupedBy(query, sql<number>`vehicle_id`, signal),
    /** What makes the fuel economy of each vehicle's days on which it used fuel. */
    fuelOfDays: (
      query: FiguresQuery,
      signal: AbortSignal,
    ): Promise<Array<{ vehicleId: number } & Pick<Figures, 'meteredKm' | 'fuelUsed'>>> =>
      cancellable(db, signal, async (connection) => {
        const { rows } = await sql<{ vehicleId: number } & Pick<Figures, 'meteredKm' | 'fuelUsed'>>`
          select vehicle_id as "vehicleId", sum(metered_km)::float8 as "meteredKm", sum(fuel_used)::float8 as "fuelUsed"
          from ${rowsOf(query)} group by vehicle_id, day having sum(fuel_used) > 0`.execute(connection)
        return rows
      }),
    /** By driver; 0 is nobody. */
    byDriver: (query: FiguresQuery, signal: AbortSignal) => groupedBy(query, sql<number>`driver_id`, signal),

    /** By day, ascending, of each of these drivers or vehicles; days without a row are left out. */
    byDayOf: async (
      query: FiguresQuery,
      of: 'driver' | 'vehicle',
      ids: readonly number[],
      signal: AbortSignal,
    ): Promise<Array<Of<{ readonly id: number; readonly day: string }>>> => {
      const id = sql.raw(of === 'driver' ? 'driver_id' : 'vehicle_id')
      const rows = await cancellable(db, signal, async (connection) => {
        const answer = await sql<Figures & { key: number; day_text: string }>`
          select ${id} as key, day::text as day_text, ${TOGETHER} from ${rowsOf(query)}
            and ${id} = any(${arrayOf(ids, (each) => each)}::int4[])
          group by 1, 2 order by 1, 2`.execute(connection)
        return answer.rows
      })
      return rows.map(({ key, day_text, ...figures }) => ({ key: { id: key, day: day_text }, figures }))
    },

    /** The vehicles that each driver has driven; 0 is nobody. */
    vehiclesByDriver: async (
      query: FiguresQuery,
      signal: AbortSignal,
    ): Promise<ReadonlyMap<number, readonly number[]>> => {
      const { rows } = await cancellable(db, signal, (connection) =>
        sql<{ driver: number; vehicles: number[] }>`
          select driver_id as driver, array_agg(distinct vehicle_id order by vehicle_id) as vehicles
          from ${rowsOf(query)} and (fixes > 0 or distance_km > 0 or running_s > 0 or idling_s > 0)
          group by 1`.execute(connection),
      )
      return new Map(rows.map(({ driver, vehicles }) => [driver, vehicles]))
    },

    /** The hours of a query, ascending, at most `most`; hours without a fix or a state are left out. */
    hours: async (
      { companyId, vehicleIds, range }: FiguresQuery,
      most: number,
      signal: AbortSignal,
    ): Promise<
      Array<{ vehicleId: number; hour: number; day: string; driverId: number; figures: Figures }>
    > => {
      const within =
        'fromDay' in range
          ? sql`day >= ${range.fromDay}::date and day <= ${range.toDay}::date`
          : sql`hour >= to_timestamp(${range.from}::float8 / 1000) and hour < to_timestamp(${range.to}::float8 / 1000)`
      type Row = Figures & { vehicle_id: number; hour_ms: number; day_text: string; driver_id: number }
      const rows = await cancellable(db, signal, async (connection) => {
        const answer = await sql<Row>`
          select vehicle_id, (extract(epoch from hour) * 1000)::float8 as hour_ms, day::text as day_text, driver_id, ${EACH}
          from vehicle_hour
          where ${companyId === null ? sql`true` : sql`company_id = ${companyId}::int4`}
            and vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[]) and ${within}
            and (fixes > 0 or running_s > 0 or idling_s > 0 or stopped_s > 0 or distance_km > 0)
          order by hour, vehicle_id limit ${most}`.execute(connection)
        return answer.rows
      })
      return rows.map(({ vehicle_id, hour_ms, day_text, driver_id, ...figures }) => ({
        ...{ vehicleId: vehicle_id, hour: hour_ms, day: day_text, driverId: driver_id },
        figures,
      }))
    },

    /** Stored days of a query that an upgrade has yet to derive again. */
    pendingDays: async (
      { companyId, vehicleIds }: FiguresQuery,
      fromDay: string,
      toDay: string,
    ): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int4 as count from figures_pending p join vehicle_day d using (company_id, vehicle_id, day)
        where ${companyId === null ? sql`true` : sql`p.company_id = ${companyId}::int4`}
          and p.vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])
          and p.day >= ${fromDay}::date and p.day <= ${toDay}::date`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The time zone in which a company's days begin; null for staff, who see several. */
    timeZoneOf: async (companyId: number | null): Promise<string | null> =>
      companyId === null
        ? null
        : ((await db.selectFrom('company').select('time_zone').where('id', '=', companyId).executeTakeFirst())
            ?.time_zone ?? null),

    /** Those of the vehicles that have one of these VINs. */
    withVins: async (vehicleIds: readonly number[], vins: readonly string[]): Promise<number[]> => {
      const rows = await db
        .selectFrom('vehicle')
        .select('id')
        .where('id', '=', sql<number>`any(${arrayOf(vehicleIds, (id) => id)}::int4[])`)
        .where('vin', 'in', vins)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Registrations, and when each vehicle was last heard of (ms). */
    vehicles: async (vehicleIds: readonly number[]) => {
      const rows = await db
        .selectFrom('vehicle')
        .leftJoin('latest_fix', (join) =>
          join
            .onRef('latest_fix.vehicle_id', '=', 'vehicle.id')
            .onRef('latest_fix.company_id', '=', 'vehicle.company_id'),
        )
        .select(['vehicle.id', 'vehicle.registration', 'latest_fix.time'])
        .where('vehicle.id', '=', sql<number>`any(${arrayOf(vehicleIds, (id) => id)}::int4[])`)
        .execute()
      return new Map(
        rows.map(({ id, registration, time }) => [
          id,
          { registration, lastFix: time === null ? null : time.getTime() },
        ]),
      )
    },
  }
}

export type FiguresRepository = ReturnType<typeof createFiguresRepository>
