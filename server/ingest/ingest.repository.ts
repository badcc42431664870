import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { DEFAULT_TIME_ZONE, dayOf } from '#domain/company-time.ts'
import { arrayOf, fixArrays, type OwnedFix } from '../db/fix-arrays.ts'
import {
  FIX_PARAMETERS,
  insertFixes,
  type LatestRow,
  latestArrays,
  moveLatest,
} from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { type DeviceClock, RIGHT_CLOCK } from './device-clock.ts'
import { type Newest, NO_DOUBTS, NO_FIX_YET, timedPositionOf } from './newest-fix.ts'

/** Counts of one vehicle in one commit. `day` is the day of receipt, `YYYY-MM-DD` in the company's zone: a rejected fix has no day of its own. */
export type Received = {
  readonly companyId: number
  readonly vehicleId: number
  readonly day: string
  received: number
  rejected: number
}

/** What a commit writes, without duplicates. The lists are ordered by vehicle, so that concurrent commits lock rows in the same order. */
export type Writing = {
  readonly fixes: readonly OwnedFix[]
  /** Stored and counted as flagged. */
  readonly doubtful: readonly OwnedFix[]
  readonly received: readonly Received[]
  readonly latest: readonly LatestRow[]
}

/** What the database has done with it. */
export type Written = {
  readonly isNew: (key: string) => boolean
  /** Whether another position was stored for the same time. */
  readonly isBeside: (key: string) => boolean
  /** The vehicles whose latest position moved. */
  readonly moved: ReadonlySet<number>
}

/** The key of a fix in a commit: the same vehicle, time and position is the same fix. */
export const keyOf = (vehicleId: number, time: number, lng: number, lat: number): string =>
  `${vehicleId} ${time} ${lng} ${lat}`

const DOUBTFUL = 1 + FIX_PARAMETERS
const RECEIVED = DOUBTFUL + FIX_PARAMETERS
const LATEST = RECEIVED + 5
const COUNT = LATEST + latestArrays([]).length

const MS = '(extract(epoch from time) * 1000)::float8'
// The offset keeps the planner from reading all open fixes for every commit.
const BESIDE = `exists (select from open_fix other where other.company_id = open_fix.company_id
    and other.vehicle_id = open_fix.vehicle_id and other.time = open_fix.time offset 0)`

// One statement is one transaction and one round trip. It returns the new fixes only if not all of them were new. It counts
// by grouping instead of joining, because the planner estimates every array at ten rows.
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

/** Writes a commit completely or not at all. When it settles, or a transaction that it is part of, the data is durable. */
export const commitTo = async (
  database: Pool | Kysely<Tables>,
  { fixes, doubtful, received, latest }: Writing,
): Promise<Written> => {
  // Unnamed, the statement is planned each time. A cached plan from an empty table would later scan all of it for each fix.
  const values = [
    ...fixArrays(fixes),
    ...fixArrays(doubtful),
    arrayOf(received, (row) => row.companyId),
    arrayOf(received, (row) => row.vehicleId),
    arrayOf(received, (row) => row.day),
    arrayOf(received, (row) => row.received),
    arrayOf(received, (row) => row.rejected),
    ...latestArrays(latest),
    fixes.length + doubtful.length,
  ]
  const { rows } =
    'query' in database
      ? await database.query<Row>(COMMIT, values)
      : await database.executeQuery<Row>(CompiledQuery.raw(COMMIT, values))
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

/** Today's date at a company: `YYYY-MM-DD` in its zone. */
export type ReceiptDays = (
  companyIds: Iterable<number>,
  now: number,
) => Promise<(companyId: number) => string>

/** Reads the companies' zones once a minute at most, and for an unknown company. */
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
      const zone = zones.get(companyId) ?? DEFAULT_TIME_ZONE
      const day = days.get(zone) ?? dayOf(now, zone)
      days.set(zone, day)
      return day
    }
  }
}

/** What is stored of a vehicle: its newest fix, `NO_FIX_YET` for one without any, and its device's clock. */
export type StoredState = { readonly newest: Newest; readonly clock: DeviceClock }

/** The stored state of each of these vehicles. */
export const readStates = async (
  db: Kysely<Tables>,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, StoredState>> => {
  const rows = await db
    .selectFrom('latest_fix')
    .select(['vehicle_id', 'time', 'lng', 'lat', 'accuracy', 'interval_s', 'clock_ahead'])
    .where('vehicle_id', 'in', vehicleIds)
    .execute()
  const states = new Map<number, StoredState>(
    vehicleIds.map((id) => [id, { newest: NO_FIX_YET, clock: RIGHT_CLOCK }]),
  )
  for (const { vehicle_id, time, lng, lat, accuracy, interval_s, clock_ahead } of rows)
    states.set(vehicle_id, {
      newest: {
        latest: timedPositionOf({ time: time.getTime(), lng, lat, accuracy: accuracy ?? Number.NaN }),
        doubts: NO_DOUBTS,
        gaps: interval_s === null ? [] : [interval_s],
      },
      clock: { aheadMs: (clock_ahead ?? 0) * 1000, last: undefined },
    })
  return states
}
