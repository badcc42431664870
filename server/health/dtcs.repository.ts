import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A trouble code of a vehicle, from when it came up until it was cleared; `total` counts all rows of its query. */
export type StoredDtc = {
  readonly vehicleId: number
  readonly registration: string
  readonly model: string
  readonly code: string
  /** ms UTC. */
  readonly firstSeen: number
  readonly lastSeen: number
  readonly clearedAt: number | null
  /** How often it has come up on this vehicle, this time included. */
  readonly occurrences: number
  readonly lng: number
  readonly lat: number
  readonly total: number
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const at = (time: number) => sql`to_timestamp(${time}::float8 / 1000)`
const idsOf = (vehicleIds: readonly number[]) => sql`any(${[...vehicleIds]}::int4[])`

/**
 * Joins the reports of these vehicles: a code lasts over reports that follow each other and list it, and is cleared by the next one. Reports
 * after `until` are left out, of devices whose clock is wrong.
 */
const occurrences = (vehicleIds: ReturnType<typeof sql>, until: number) => sql`
  report as (
    select r.vehicle_id, r.began, r.last_seen, r.codes, r.lng, r.lat,
      row_number() over each_vehicle as n, lead(r.began) over each_vehicle as next
    from dtc_report r join vehicle v on v.id = r.vehicle_id and v.company_id = r.company_id
    where r.vehicle_id = ${vehicleIds} and r.began <= ${at(until)}
    window each_vehicle as (partition by r.vehicle_id order by r.began)
  ), listed as (
    select report.*, code, n - row_number() over (partition by vehicle_id, code order by n) as occurrence
    from report cross join unnest(codes) as code
  ), occurred as (
    select vehicle_id, code, min(began) as first_seen, max(last_seen) as last_seen,
      (array_agg(next order by n desc))[1] as cleared_at,
      (array_agg(lng order by n))[1] as lng, (array_agg(lat order by n))[1] as lat
    from listed group by vehicle_id, code, occurrence
  ), counted as (
    select *, (row_number() over (partition by vehicle_id, code order by first_seen))::int4 as occurrences from occurred
  )`

const ROW = sql`c.vehicle_id as "vehicleId", v.registration, v.model, c.code, ${ms('c.first_seen')} as "firstSeen",
  ${ms('c.last_seen')} as "lastSeen", ${ms('c.cleared_at')} as "clearedAt", c.occurrences, c.lng, c.lat,
  (count(*) over ())::int4 as total`

/** The companies and their time zones. */
export const companyZones = (db: Kysely<Tables>): Promise<Array<{ id: number; timeZone: string }>> =>
  db.selectFrom('company').select(['id', 'time_zone as timeZone']).execute()

/** Reads trouble codes of vehicles (HLT-01). */
export const createDtcRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** The codes that are set now: those that the last report of their vehicle until `until` (ms UTC) lists. */
  live: async (vehicleIds: readonly number[], until: number): Promise<StoredDtc[]> => {
    const { rows } = await sql<StoredDtc>`with faulty as (
        select v.id from vehicle v cross join lateral (
          select codes from dtc_report r
          where r.company_id = v.company_id and r.vehicle_id = v.id and r.began <= ${at(until)}
          order by r.began desc limit 1
        ) last
        where v.id = ${idsOf(vehicleIds)} and cardinality(last.codes) > 0
      ), ${occurrences(sql`any(array(select id from faulty))`, until)}
      select ${ROW} from counted c join vehicle v on v.id = c.vehicle_id where c.cleared_at is null`.execute(
      db,
    )
    return rows
  },

  /** The codes that vehicles have reported at any time, each once. */
  codes: async (vehicleIds: readonly number[]): Promise<string[]> => {
    const { rows } = await sql<{ code: string }>`
      select distinct unnest(codes) as code from dtc_report where vehicle_id = ${idsOf(vehicleIds)}`.execute(
      db,
    )
    return rows.map(({ code }) => code)
  },

  /** Those of `codes`, null for all, that were set at any time from `from` to before `to` (ms UTC), the newest first. */
  history: async (
    vehicleIds: readonly number[],
    {
      codes,
      from,
      to,
      until,
      limit,
    }: { codes: readonly string[] | null; from: number; to: number; until: number; limit: number },
  ): Promise<StoredDtc[]> => {
    const { rows } = await sql<StoredDtc>`with ${occurrences(idsOf(vehicleIds), until)}
      select ${ROW} from counted c join vehicle v on v.id = c.vehicle_id
      where ${codes ? sql`c.code = any(${[...codes]}::text[])` : sql`true`} and c.first_seen < ${at(to)}
        and (c.cleared_at is null or c.cleared_at >= ${at(from)})
      order by c.first_seen desc, v.registration, c.code limit ${limit}`.execute(db)
    return rows
  },
})

export type DtcRepository = ReturnType<typeof createDtcRepository>
