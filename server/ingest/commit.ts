import type { QueryResultRow } from 'pg'
import { arrayOf, FIX_COLUMN_NAMES, fixArrays, type OwnedFix, SELECT_FIX, unnestFixes } from './arrays.ts'

/** Runs one statement of a transaction; `name` allows the connection to keep its plan. */
export type RunStatement = <TRow extends QueryResultRow>(statement: {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}) => Promise<{ readonly rows: TRow[] }>

/** A vehicle's new latest fix and the median seconds between its fixes. */
export type LatestRow = OwnedFix & { readonly intervalS: number | null }

/** What one vehicle sent on one day of receipt. */
export type CountRow = {
  readonly companyId: number
  readonly vehicleId: number
  /** `YYYY-MM-DD` in the company's zone, when it was received: a rejected fix has no day of its own. */
  readonly day: string
  received: number
  stored: number
  duplicate: number
  rejected: number
  flagged: number
}

/** Names one fix among those of a commit: same vehicle, time and place is the same fix. */
export const keyOf = (vehicleId: number, time: number, lng: number, lat: number): string =>
  `${vehicleId} ${time} ${lng} ${lat}`

// Asks for the rows back only where some were not new, or stand beside another place of the same time.
const STORE = `
with fresh as (
  insert into open_fix (${FIX_COLUMN_NAMES})
  select ${SELECT_FIX} from ${unnestFixes(1)}
  on conflict do nothing
  returning vehicle_id, (extract(epoch from time) * 1000)::float8 as time, lng, lat, exists (
    select from open_fix other
    where other.company_id = open_fix.company_id and other.vehicle_id = open_fix.vehicle_id and other.time = open_fix.time
  ) as beside
), total as (select count(*)::int as stored from fresh)
select total.stored, fresh.vehicle_id, fresh.time, fresh.lng, fresh.lat, fresh.beside
from total left join fresh on fresh.beside or total.stored < $20::int`

const ACCOUNT = `
with counted as (
  insert into ingest_count (company_id, vehicle_id, day, received, stored, duplicate, rejected, flagged)
  select * from unnest($1::int4[], $2::int4[], $3::date[], $4::int4[], $5::int4[], $6::int4[], $7::int4[], $8::int4[])
  on conflict (company_id, vehicle_id, day) do update set
    received = ingest_count.received + excluded.received,
    stored = ingest_count.stored + excluded.stored,
    duplicate = ingest_count.duplicate + excluded.duplicate,
    rejected = ingest_count.rejected + excluded.rejected,
    flagged = ingest_count.flagged + excluded.flagged
)
insert into latest_fix (company_id, vehicle_id, time, lng, lat, speed, heading, odo, ignition, rpm, fuel, adblue, interval_s)
select company_id, vehicle_id, to_timestamp(time / 1000), lng, lat, speed, heading, odo, ignition, rpm, fuel, adblue, interval_s
from unnest($9::int4[], $10::int4[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[],
  $16::float8[], $17::bool[], $18::float8[], $19::float8[], $20::float8[], $21::float8[])
  as moved(company_id, vehicle_id, time, lng, lat, speed, heading, odo, ignition, rpm, fuel, adblue, interval_s)
on conflict (company_id, vehicle_id) do update set
  time = excluded.time, lng = excluded.lng, lat = excluded.lat, speed = excluded.speed, heading = excluded.heading,
  odo = coalesce(excluded.odo, latest_fix.odo), ignition = excluded.ignition, rpm = excluded.rpm,
  fuel = coalesce(excluded.fuel, latest_fix.fuel), adblue = coalesce(excluded.adblue, latest_fix.adblue),
  interval_s = coalesce(excluded.interval_s, latest_fix.interval_s)
where excluded.time > latest_fix.time
returning vehicle_id`

/** What the database did with the fixes of one commit. */
export type Stored = { readonly isNew: (key: string) => boolean; readonly isBeside: (key: string) => boolean }

type StoreRow = {
  stored: number
  vehicle_id: number | null
  time: number
  lng: number
  lat: number
  beside: boolean
}

/**
 * Writes fixes into `open_fix`, leaving out those that lie there. No fix may be given twice.
 * The fixes should be in order of vehicle and time, so that two writers meet in the same order.
 */
export const storeFixes = async (run: RunStatement, fixes: readonly OwnedFix[]): Promise<Stored> => {
  if (fixes.length === 0) return { isNew: () => false, isBeside: () => false }
  const { rows } = await run<StoreRow>({
    name: 'ingest-store',
    text: STORE,
    values: [...fixArrays(fixes), fixes.length],
  })
  const keys = (wanted: (row: StoreRow) => boolean) =>
    new Set(rows.filter(wanted).map((row) => keyOf(row.vehicle_id ?? 0, row.time, row.lng, row.lat)))
  const beside = keys((row) => row.vehicle_id !== null && row.beside)
  const allNew = (rows[0]?.stored ?? 0) === fixes.length
  const fresh = allNew ? new Set<string>() : keys((row) => row.vehicle_id !== null)
  return { isNew: (key) => allNew || fresh.has(key), isBeside: (key) => beside.has(key) }
}

/** Adds to the counts and moves the latest positions that are newer; answers which vehicles did move. */
export const account = async (
  run: RunStatement,
  counts: readonly CountRow[],
  latest: readonly LatestRow[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await run<{ vehicle_id: number }>({
    name: 'ingest-account',
    text: ACCOUNT,
    values: [
      arrayOf(counts, (row) => row.companyId),
      arrayOf(counts, (row) => row.vehicleId),
      arrayOf(counts, (row) => row.day),
      arrayOf(counts, (row) => row.received),
      arrayOf(counts, (row) => row.stored),
      arrayOf(counts, (row) => row.duplicate),
      arrayOf(counts, (row) => row.rejected),
      arrayOf(counts, (row) => row.flagged),
      arrayOf(latest, (row) => row.companyId),
      arrayOf(latest, (row) => row.vehicleId),
      arrayOf(latest, ({ fix }) => fix.time),
      arrayOf(latest, ({ fix }) => fix.lng),
      arrayOf(latest, ({ fix }) => fix.lat),
      arrayOf(latest, ({ fix }) => fix.speed),
      arrayOf(latest, ({ fix }) => fix.heading),
      arrayOf(latest, ({ fix }) => fix.odo),
      arrayOf(latest, ({ fix }) => fix.ignition),
      arrayOf(latest, ({ fix }) => fix.rpm),
      arrayOf(latest, ({ fix }) => fix.fuel),
      arrayOf(latest, ({ fix }) => fix.adblue),
      arrayOf(latest, ({ intervalS }) => intervalS),
    ],
  })
  return new Set(rows.map(({ vehicle_id }) => vehicle_id))
}
