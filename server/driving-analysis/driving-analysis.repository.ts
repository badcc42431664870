import { type Kysely, sql } from 'kysely'
import type { IncidentRecord } from '#contract/records/driving-analysis.ts'
import { MAX_INCIDENTS } from '#contract/records/driving-analysis.ts'
import type { IncidentCode } from '#domain/driving-incidents.ts'
import { DAY_MS } from '#domain/units.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { FiguresQuery } from '../figures/figures.repository.ts'

/** Incidents of one kind, and of one driver where one is named; 0 is nobody. `from` and `to` are the range in ms. */
export type IncidentsQuery = FiguresQuery & {
  readonly driverId: number | null
  readonly incident: IncidentCode
  readonly from: number
  readonly to: number
}

type IncidentRow = Omit<IncidentRecord, 'driverName'>

/** Reads who drivers are, and the incidents that figures count. */
export const createDrivingAnalysisRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The names of drivers. */
  names: async (driverIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const rows = await db
      .selectFrom('driver')
      .select(['id', 'name'])
      .where('id', '=', sql<number>`any(${arrayOf(driverIds, (id) => id)}::int4[])`)
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  },

  /**
   * The incidents of a query, newest first, at most MAX_INCIDENTS, and how many there are. Each belongs to the row of hours in which it
   * is counted, hence to its driver and day; one that the day before counts already is left out.
   */
  incidents: async ({
    companyId,
    vehicleIds,
    range,
    driverId,
    incident,
    from,
    to,
  }: IncidentsQuery): Promise<{ incidents: IncidentRow[]; total: number }> => {
    const counted =
      'fromDay' in range
        ? sql`h.day >= ${range.fromDay}::date and h.day <= ${range.toDay}::date`
        : sql`h.hour >= to_timestamp(${range.from}::float8 / 1000) and h.hour < to_timestamp(${range.to}::float8 / 1000)`
    // The row decides; the times only narrow what is read, for days of any time zone.
    const { rows } = await sql<IncidentRow & { total: number }>`
      select e.vehicle_id as "vehicleId", v.registration, h.driver_id as "driverId", e.code,
        (extract(epoch from e.time) * 1000)::float8 as time, e.lng, e.lat, e.value, e.duration_s as "durationS",
        (e.detail ->> 'limit')::float8 as "limit", count(*) over ()::int4 as total
      from vehicle_event e
      join vehicle v on v.id = e.vehicle_id and v.company_id = e.company_id
      join lateral (
        select hour, day, driver_id from vehicle_hour
        where company_id = e.company_id and vehicle_id = e.vehicle_id and hour <= e.time
        order by hour desc limit 1
      ) h on true
      where ${companyId === null ? sql`true` : sql`e.company_id = ${companyId}::int4`}
        and e.vehicle_id = any(${arrayOf(vehicleIds, (id) => id)}::int4[])
        and e.time >= to_timestamp(${from - DAY_MS}::float8 / 1000)
        and e.time < to_timestamp(${to + DAY_MS}::float8 / 1000)
        and e.kind = 'event' and e.code = ${incident}
        and e.detail ->> 'continues' is distinct from 'true'
        and ${counted}
        and ${driverId === null ? sql`true` : sql`h.driver_id = ${driverId}::int4`}
      order by e.time desc, e.vehicle_id, e.seq limit ${MAX_INCIDENTS}`.execute(db)
    return {
      incidents: rows.map(({ total: _, ...row }) => row),
      total: rows[0]?.total ?? 0,
    }
  },
})

export type DrivingAnalysisRepository = ReturnType<typeof createDrivingAnalysisRepository>
