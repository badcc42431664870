import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Figures } from '#domain/figure-fields.ts'
import { figuresTogether } from '#domain/figures.ts'
import type { Spread } from '#domain/usual-band.ts'
import { EACH_FIGURE, FIGURES_TOGETHER } from '../db/figure-columns.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import { cancelQuery } from '../db/pool.ts'
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

/** The condition on rows of days or hours. */
const within = ({ companyId, vehicleIds, range }: FiguresQuery): RawBuilder<boolean> => {
  const company = companyId === null ? sql`true` : sql`company_id = ${companyId}::int4`
  const time =
    'fromDay' in range
      ? sql`day >= ${range.fromDay}::date and day <= ${range.toDay}::date`
      : sql`hour >= to_timestamp(${range.from}::float8 / 1000) and hour < to_timestamp(${range.to}::float8 / 1000)`
  return sql<boolean>`${company} and vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[]) and ${time}`
}

/** The rows of a query, of days where it asks for whole ones. */
const rowsOf = (query: FiguresQuery): RawBuilder<unknown> =>
  sql`${sql.table('fromDay' in query.range ? 'vehicle_day_figures' : 'vehicle_hour')} where ${within(query)}`

/** A day (`YYYY-MM-DD`) on which vehicles reported their AdBlue: of how many of them what they used belongs to it alone, and how many litres. */
export type AdblueDay = {
  readonly day: string
  readonly counted: number
  readonly litres: number
}

type Handles = { readonly db: Kysely<Tables>; readonly pool: pg.Pool }

/** Reads in one snapshot of the data; what runs is cancelled at the database once `signal` aborts. */
const reading = <T>(
  { db, pool }: Handles,
  signal: AbortSignal,
  work: (snapshot: Kysely<Tables>) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      signal.throwIfAborted()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot)
      let cancelling: Promise<unknown> = Promise.resolve()
      const cancel = () => {
        cancelling = cancelQuery(pool, rows[0]?.pid ?? 0).catch(() => {})
      }
      signal.addEventListener('abort', cancel, { once: true })
      try {
        return await work(snapshot)
      } finally {
        signal.removeEventListener('abort', cancel)
        // The connection goes back to the pool, and must not be cancelled there.
        await cancelling
      }
    })

/** Begins nothing once `signal` is aborted: what is cancelled may be between two queries. */
const groupedBy = async (
  snapshot: Kysely<Tables>,
  query: FiguresQuery,
  of: 'vehicle' | 'driver',
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Figures>> => {
  signal.throwIfAborted()
  const { rows } = await sql<Figures & { key: number }>`
    select ${sql.ref(`${of}_id`)} as key, ${FIGURES_TOGETHER} from ${rowsOf(query)} group by 1 order by 1`.execute(
    snapshot,
  )
  return new Map(rows.map(({ key, ...figures }) => [key, figuresTogether([figures])]))
}

/** Reads figures that were derived: nothing here reads fixes. */
export const createFiguresRepository = (handles: Handles) => {
  const { db } = handles
  return {
    /** By vehicle and by day, and of all vehicles in the time before; days and vehicles without a row are left out. */
    summary: (query: FiguresQuery, before: FiguresQuery, signal: AbortSignal) =>
      reading(handles, signal, async (snapshot) => {
        type Row = Figures & { vehicle_id: number | null; day_text: string }
        // Once through the rows for both: reading and adding them up is most of what a dashboard costs.
        const { rows } = await sql<Row>`
          select vehicle_id, day::text as day_text, ${FIGURES_TOGETHER} from ${rowsOf(query)}
          group by grouping sets ((vehicle_id), (day)) order by vehicle_id, day`.execute(snapshot)
        const byVehicle = new Map<number, Figures>()
        const byDay = new Map<string, Figures>()
        for (const { vehicle_id, day_text, ...sums } of rows) {
          const figures = figuresTogether([sums])
          if (vehicle_id === null) byDay.set(day_text, figures)
          else byVehicle.set(vehicle_id, figures)
        }
        signal.throwIfAborted()
        const earlier = await sql<Figures>`select ${FIGURES_TOGETHER} from ${rowsOf(before)}`.execute(
          snapshot,
        )
        return { byVehicle, byDay, before: figuresTogether(earlier.rows) }
      }),
    /** By vehicle; those without a row are left out. */
    byVehicle: (query: FiguresQuery, signal: AbortSignal) =>
      reading(handles, signal, (snapshot) => groupedBy(snapshot, query, 'vehicle', signal)),
    /** By driver, and by driver of the time before; 0 is nobody. */
    byDriver: (query: FiguresQuery, before: FiguresQuery, signal: AbortSignal) =>
      reading(handles, signal, async (snapshot) => ({
        during: await groupedBy(snapshot, query, 'driver', signal),
        before: await groupedBy(snapshot, before, 'driver', signal),
      })),
    /** How the fuel economy of each vehicle's days spreads, of those that have at least so many km with a known use of fuel. */
    fuelEconomies: (
      query: FiguresQuery,
      leastKm: number,
      signal: AbortSignal,
    ): Promise<Array<{ readonly vehicleId: number; readonly days: number } & Spread>> =>
      reading(handles, signal, async (snapshot) => {
        const { rows } = await sql<{ vehicleId: number; days: number } & Spread>`
          select vehicle_id as "vehicleId", count(*)::int4 as days, avg(economy) as mean, stddev_pop(economy) as deviation
          from (
            select vehicle_id, sum(metered_km) / sum(fuel_used) as economy from ${rowsOf(query)}
            group by vehicle_id, day having sum(fuel_used) > 0 and sum(metered_km) >= ${leastKm}::float8
          ) of_days
          group by 1`.execute(snapshot)
        return rows
      }),
    /**
     * The days from `fromDay` to `toDay` on which AdBlue was reported, ascending. What a vehicle used while it was silent is in its first day
     * after that, which does not count; its very first day does.
     */
    adblueDays: (
      query: FiguresQuery,
      { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
      signal: AbortSignal,
    ): Promise<AdblueDay[]> =>
      reading(handles, signal, async (snapshot) => {
        const { companyId, vehicleIds } = query
        const { rows } = await sql<AdblueDay>`
          with reported as (
            select company_id, vehicle_id, day,
              lag(day) over (partition by company_id, vehicle_id order by day) as previous
            from vehicle_day_fluid
            where ${companyId === null ? sql`true` : sql`company_id = ${companyId}::int4`}
              and vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])
              and fluid = 'adblue' and day >= ${fromDay}::date - 1 and day <= ${toDay}::date
          ), used as (
            select company_id, vehicle_id, day, sum(adblue_used) as litres from ${rowsOf(query)} group by 1, 2, 3
          ), judged as (
            select r.day, coalesce(u.litres, 0) as litres,
              r.previous = r.day - 1 or r.previous is null and not exists (
                select from vehicle_day_fluid f
                where (f.company_id, f.vehicle_id, f.fluid) = (r.company_id, r.vehicle_id, 'adblue') and f.day < r.day
              ) as counts
            from reported r left join used u using (company_id, vehicle_id, day)
            where r.day >= ${fromDay}::date
          )
          select judged.day::text as day, (count(*) filter (where counts))::int4 as counted,
            coalesce(sum(litres) filter (where counts), 0)::float8 as litres
          from judged group by judged.day order by judged.day`.execute(snapshot)
        return rows
      }),
    /** By day, ascending, of each of these drivers or vehicles; days without a row are left out. */
    byDayOf: async (
      query: FiguresQuery,
      of: 'driver' | 'vehicle',
      ids: readonly number[],
      signal: AbortSignal,
    ): Promise<Array<{ readonly id: number; readonly day: string; readonly figures: Figures }>> => {
      const id = sql.raw(of === 'driver' ? 'driver_id' : 'vehicle_id')
      const rows = await reading(handles, signal, async (snapshot) => {
        const answer = await sql<Figures & { key: number; day_text: string }>`
          select ${id} as key, day::text as day_text, ${FIGURES_TOGETHER} from ${rowsOf(query)}
            and ${id} = any(${arrayOf(ids, (each) => each)}::int4[])
          group by 1, 2 order by 1, 2`.execute(snapshot)
        return answer.rows
      })
      return rows.map(({ key, day_text, ...figures }) => ({
        ...{ id: key, day: day_text },
        figures: figuresTogether([figures]),
      }))
    },

    /** The vehicles that each driver has driven; 0 is nobody. */
    vehiclesByDriver: async (
      query: FiguresQuery,
      signal: AbortSignal,
    ): Promise<ReadonlyMap<number, readonly number[]>> => {
      const { rows } = await reading(handles, signal, (snapshot) =>
        sql<{ driver: number; vehicles: number[] }>`
          select driver_id as driver, array_agg(distinct vehicle_id order by vehicle_id) as vehicles
          from ${rowsOf(query)} and (fixes > 0 or distance_km > 0 or running_s > 0 or idling_s > 0)
          group by 1`.execute(snapshot),
      )
      return new Map(rows.map(({ driver, vehicles }) => [driver, vehicles]))
    },

    /** Those of some vehicles that ever reported a harsh manoeuvre: of the others nobody knows how many there were. */
    harshReporters: async (
      vehicleIds: readonly number[],
      signal: AbortSignal,
    ): Promise<ReadonlySet<number>> => {
      const { rows } = await reading(handles, signal, (snapshot) =>
        sql<{ id: number }>`
          select id from unnest(${arrayOf(vehicleIds, (id) => id)}::int4[]) id where exists (
            select from vehicle_hour where vehicle_id = id
              and (reported_accelerations > 0 or reported_brakings > 0 or harsh_cornerings > 0)
          )`.execute(snapshot),
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** The hours of a query, ascending, at most `most`; hours without a fix or a state are left out. */
    hours: async (
      query: FiguresQuery,
      most: number,
      signal: AbortSignal,
    ): Promise<
      Array<{ vehicleId: number; hour: number; day: string; driverId: number; figures: Figures }>
    > => {
      type Row = Figures & { vehicle_id: number; hour_ms: number; day_text: string; driver_id: number }
      const rows = await reading(handles, signal, async (snapshot) => {
        const answer = await sql<Row>`
          select vehicle_id, (extract(epoch from hour) * 1000)::float8 as hour_ms, day::text as day_text, driver_id, ${EACH_FIGURE}
          from vehicle_hour where ${within(query)}
            and (fixes > 0 or running_s > 0 or idling_s > 0 or stopped_s > 0 or distance_km > 0)
          order by hour, vehicle_id limit ${most}`.execute(snapshot)
        return answer.rows
      })
      return rows.map(({ vehicle_id, hour_ms, day_text, driver_id, ...figures }) => ({
        ...{ vehicleId: vehicle_id, hour: hour_ms, day: day_text, driverId: driver_id },
        figures,
      }))
    },

    /** How many stored days of a query have to be derived again, and the open ones that have to, each once, in order (`YYYY-MM-DD`). */
    pending: async (
      { companyId, vehicleIds }: FiguresQuery,
      fromDay: string,
      toDay: string,
    ): Promise<{ storedDays: number; openDays: readonly string[] }> => {
      const { rows } = await sql<{ storedDays: number; openDays: readonly string[] }>`
        select (count(d.day))::int4 as "storedDays",
          coalesce(array_agg(distinct p.day::text order by p.day::text) filter (where d.day is null), '{}') as "openDays"
        from figures_pending p left join vehicle_day d using (company_id, vehicle_id, day)
        where ${companyId === null ? sql`true` : sql`p.company_id = ${companyId}::int4`}
          and p.vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])
          and p.day >= ${fromDay}::date and p.day <= ${toDay}::date`.execute(db)
      return rows[0] ?? { storedDays: 0, openDays: [] }
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
