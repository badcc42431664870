import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { dayOf } from '#domain/company-time.ts'
import { arrayOf, fixArrays, type OwnedFix } from '../db/fix-arrays.ts'
import {
  FIX_PARAMETERS,
  insertFixes,
  type LatestRow,
  latestArrays,
  moveLatest,
} from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { type Newest, NO_FIX_YET } from './newest-fix.ts'

/** What one vehicle sent in one commit. `day` is `YYYY-MM-DD` in the company's zone, when it was received: a rejected fix has no day of its own. */
export type Received = {
  readonly companyId: number
  readonly vehicleId: number
  readonly day: string
  received: number
  rejected: number
}

/** What a commit writes. No fix may stand in it twice; the lists are in order of vehicle, so that two writers meet in the same order. */
export type Writing = {
  readonly fixes: readonly OwnedFix[]
  /** Stored and counted as flagged. */
  readonly doubtful: readonly OwnedFix[]
  readonly received: readonly Received[]
  readonly latest: readonly LatestRow[]
}

/** What the database did with it. */
export type Written = {
  readonly isNew: (key: string) => boolean
  /** There was another place at this very time already. */
  readonly isBeside: (key: string) => boolean
  /** The vehicles whose latest position moved. */
  readonly moved: ReadonlySet<number>
}

/** Names one fix among those of a commit: same vehicle, time and place is the same fix. */
export const keyOf = (vehicleId: number, time: number, lng: number, lat: number): string =>
  `${vehicleId} ${time} ${lng} ${lat}`

const DOUBTFUL = 1 + FIX_PARAMETERS
const RECEIVED = DOUBTFUL + FIX_PARAMETERS
const LATEST = RECEIVED + 5
const COUNT = LATEST + latestArrays([]).length

const MS = '(extract(epoch from time) * 1000)::float8'
// The offset keeps the planner from reading all open fixes once a commit to answer for each of its own.
const BESIDE = `exists (select from open_fix other where other.company_id = open_fix.company_id
    and other.vehicle_id = open_fix.vehicle_id and other.time = open_fix.time offset 0)`

// One statement is one transaction and one round trip. It answers which fixes were new only where not all of them were;
// counting is done by grouping and not by joining, because the planner takes every array for ten rows.
const COMMIT = `
with fresh as (${insertFixes(1)} returning company_id, vehicle_id, ${MS} as ms, lng, lat, ${BESIDE} as beside),
doubtful as (${insertFixes(DOUBTFUL)} returning company_id, vehicle_id, ${MS} as ms, lng, lat),
stored as (
  select company_id, vehicle_id, ms, lng, lat, beside, beside as flagged from fresh
  union all select company_id, vehicle_id, ms, lng, lat, false, true from doubtful
),
total as (select count(*)::int4 as stored from stored),
counted as (
  insert into ingest_count (company_id, vehicle_id, day, received, stored, duplicate, rejected, flagged)
  select company_id, vehicle_id, max(day), sum(received), sum(stored), sum(received) - sum(rejected) - sum(stored), sum(rejected), sum(flagged)
  from (
    select company_id, vehicle_id, day, received, rejected, 0 as stored, 0 as flagged
    from unnest($${RECEIVED}::int4[], $${RECEIVED + 1}::int4[], $${RECEIVED + 2}::date[], $${RECEIVED + 3}::int4[], $${RECEIVED + 4}::int4[])
      as r(company_id, vehicle_id, day, received, rejected)
    union all select company_id, vehicle_id, null, 0, 0, 1, flagged::int4 from stored
  ) part
  group by company_id, vehicle_id order by vehicle_id
  on conflict (company_id, vehicle_id, day) do update set
    received = ingest_count.received + excluded.received,
    stored = ingest_count.stored + excluded.stored,
    duplicate = ingest_count.duplicate + excluded.duplicate,
    rejected = ingest_count.rejected + excluded.rejected,
    flagged = ingest_count.flagged + excluded.flagged
),
moved as (${moveLatest(LATEST)})
select 'total' as kind, stored as number, 0 as ms, 0 as lng, 0 as lat, false as beside from total
union all select 'moved', vehicle_id, 0, 0, 0, false from moved
union all select 'stored', vehicle_id, ms, lng, lat, beside from stored, total where beside or total.stored < $${COUNT}::int4`

type Row = {
  readonly kind: 'total' | 'moved' | 'stored'
  readonly number: number
  readonly ms: number
  readonly lng: number
  readonly lat: number
  readonly beside: boolean
}

/** Writes everything of one commit, or nothing. When it is settled, it is durable. */
export const commitTo = async (
  pool: Pool,
  { fixes, doubtful, received, latest }: Writing,
): Promise<Written> => {
  // Without a name it is planned each time: a plan made while the table was empty reads all of it for every fix later.
  const { rows } = await pool.query<Row>(COMMIT, [
    ...fixArrays(fixes),
    ...fixArrays(doubtful),
    arrayOf(received, (row) => row.companyId),
    arrayOf(received, (row) => row.vehicleId),
    arrayOf(received, (row) => row.day),
    arrayOf(received, (row) => row.received),
    arrayOf(received, (row) => row.rejected),
    ...latestArrays(latest),
    fixes.length + doubtful.length,
  ])
  const moved = new Set<number>()
  const fresh = new Set<string>()
  const beside = new Set<string>()
  let allNew = false
  for (const row of rows) {
    if (row.kind === 'total') allNew = row.number === fixes.length + doubtful.length
    else if (row.kind === 'moved') moved.add(row.number)
    else {
      const key = keyOf(row.number, row.ms, row.lng, row.lat)
      fresh.add(key)
      if (row.beside) beside.add(key)
    }
  }
  return { isNew: (key) => allNew || fresh.has(key), isBeside: (key) => beside.has(key), moved }
}

const ZONES_KEPT_MS = 60_000
const FALLBACK_ZONE = 'Asia/Kolkata'

/** Tells which day it is at a company: `YYYY-MM-DD` in its zone. */
export type ReceiptDays = (
  companyIds: Iterable<number>,
  now: number,
) => Promise<(companyId: number) => string>

/** Reads the companies' zones at most once a minute, and when an unknown company turns up. */
export const createReceiptDays = ({ db }: { db: Kysely<Tables> }): ReceiptDays => {
  let zones = new Map<number, string>()
  let readAt = Number.NEGATIVE_INFINITY
  return async (companyIds, now) => {
    const unknown = [...companyIds].some((id) => !zones.has(id))
    if (unknown || now - readAt > ZONES_KEPT_MS) {
      const rows = await db.selectFrom('company').select(['id', 'time_zone']).execute()
      zones = new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
      readAt = now
    }
    const days = new Map<string, string>()
    return (companyId) => {
      const zone = zones.get(companyId) ?? FALLBACK_ZONE
      const day = days.get(zone) ?? dayOf(now, zone)
      days.set(zone, day)
      return day
    }
  }
}

/** What is stored of the newest fix of each of these vehicles, and that there is none where there is no row. */
export const readNewest = async (
  db: Kysely<Tables>,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, Newest>> => {
  const rows = await db
    .selectFrom('latest_fix')
    .select(['vehicle_id', 'time', 'lng', 'lat', 'interval_s'])
    .where('vehicle_id', 'in', vehicleIds)
    .execute()
  const newest = new Map(vehicleIds.map((id) => [id, NO_FIX_YET]))
  for (const { vehicle_id, time, lng, lat, interval_s } of rows)
    newest.set(vehicle_id, {
      latest: { time: time.getTime(), lng, lat },
      suspect: undefined,
      gaps: interval_s === null ? [] : [interval_s],
    })
  return newest
}
