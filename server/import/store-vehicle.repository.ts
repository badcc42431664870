import { CompiledQuery, type Kysely, sql } from 'kysely'
import { type DayBounds, dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { degreeSteps } from '#domain/rounding.ts'
import { RUNNING_ABOVE_KMPH } from '#domain/standing.ts'
import { fixArrays } from '../db/fix-arrays.ts'
import { insertFixes, latestArrays, moveLatest } from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { advanceNewest, medianIntervalS, type Newest, NO_FIX_YET } from '../ingest/newest-fix.ts'
import { closeStoredDay, readBlob, readOpenRows, type VehicleKey } from '../track/closing.repository.ts'
import { type FixColumns, fixAt, pickRows } from '../track/columns.ts'
import { orderedWithin } from '../track/order.ts'
import { CLOSING_GRACE_MS } from '../track/track.repository.ts'
import { deriveMissing, type PreviousFix, previousFixOf } from './derive.ts'
import { IMPORT } from './limits.ts'
import type { StagedDay } from './staging.repository.ts'
import type { ImportCompany } from './vehicles.repository.ts'

const lastOf = (columns: FixColumns, before: number): Fix | undefined => {
  let i = columns.length - 1
  while (i >= 0 && (columns.time[i] ?? 0) >= before) i -= 1
  return i < 0 ? undefined : fixAt(columns, i)
}

/** The last stored fix of a vehicle before `time` (ms UTC, on `day`), on which derived values build. */
export const lastStoredFixBefore = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  time: number,
  day: string,
): Promise<Fix | undefined> => {
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from time) * 1000)::float8 as ms from open_fix
    where company_id = ${owned.companyId} and vehicle_id = ${owned.vehicleId} and time < to_timestamp(${time}::float8 / 1000)
    order by time desc limit 1`.execute(db)
  const opened = rows[0] && (await readOpenRows(db, owned, { from: rows[0].ms, to: rows[0].ms + 1 }))
  const candidates = [opened && lastOf(opened, time)]
  const days = await db
    .selectFrom('vehicle_day')
    .select('day')
    .where('company_id', '=', owned.companyId)
    .where('vehicle_id', '=', owned.vehicleId)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(2)
    .execute()
  for (const row of days) {
    const blob = await readBlob(db, owned, row.day)
    candidates.push(blob === null ? undefined : lastOf(blob, time))
  }
  return candidates
    .filter((fix) => fix !== undefined)
    .reduce<Fix | undefined>(
      (last, fix) => (last === undefined || fix.time > last.time ? fix : last),
      undefined,
    )
}

/** The start of a drive, and the end of its day's fixes. Times in ms UTC. */
export type Drive = { readonly at: number; readonly to: number; readonly lng: number; readonly lat: number }

/** Result of storing a vehicle's fixes; flagged ones are among the stored. `drive` is the first, if it drove at all. */
export type Stored = {
  stored: number
  duplicate: number
  flagged: number
  days: number
  drive: Drive | undefined
}

const firstDriveOf = ({ length, time, lng, lat, speed }: FixColumns): Drive | undefined => {
  const start = speed.findIndex((kmph) => kmph > RUNNING_ABOVE_KMPH)
  if (start < 0) return undefined
  const [at = 0, to = 0] = [time[start], time[length - 1]]
  return { at, to, lng: lng[start] ?? 0, lat: lat[start] ?? 0 }
}

const INSERT = insertFixes(1)
const MOVE = moveLatest(1)

const placeKey = (time: number, lng: number, lat: number): string =>
  `${time} ${degreeSteps(lng)} ${degreeSteps(lat)}`

/** The keys of the fixes already stored on a day. */
const knownKeys = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  bounds: DayBounds,
): Promise<ReadonlySet<string>> => {
  const blob = await readBlob(db, owned, day)
  const keys = new Set<string>()
  for (const { length, time, lng, lat } of [...(blob ? [blob] : []), await readOpenRows(db, owned, bounds)])
    for (let i = 0; i < length; i += 1) keys.add(placeKey(time[i] ?? 0, lng[i] ?? 0, lat[i] ?? 0))
  return keys
}

/** Writes one day's new fixes in one transaction: into its blob if the day is closed, else into open rows. */
const writeDay = (
  connection: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  fresh: FixColumns,
  isOver: boolean,
): Promise<void> =>
  connection.transaction().execute(async (trx) => {
    if (isOver) await closeStoredDay(trx, owned, day, true, fresh)
    else
      for (let from = 0; from < fresh.length; from += IMPORT.insertedFixes) {
        const length = Math.min(IMPORT.insertedFixes, fresh.length - from)
        const part = Array.from({ length }, (_, i) => ({ ...owned, fix: fixAt(fresh, from + i) }))
        await trx.executeQuery(CompiledQuery.raw(INSERT, fixArrays(part)))
      }
  })

/**
 * Writes a vehicle's fixes by day, `days` ascending. Stored fixes stay unchanged, and the newest plausible fix
 * becomes the latest. `now` is ms UTC; `onFixes` receives the number processed. After `signal` no further day is written.
 */
export const storeVehicle = async ({
  connection,
  company,
  vehicleId,
  days,
  read,
  now,
  dryRun,
  onFixes,
  signal,
}: {
  connection: Kysely<Tables>
  company: ImportCompany
  vehicleId: number
  days: readonly StagedDay[]
  read: (day: StagedDay) => Promise<FixColumns>
  now: number
  dryRun: boolean
  onFixes: (count: number) => void
  signal?: AbortSignal | undefined
}): Promise<Stored> => {
  const owned = { companyId: company.id, vehicleId }
  const result: Stored = { stored: 0, duplicate: 0, flagged: 0, days: 0, drive: undefined }
  let before: PreviousFix | undefined
  let newest: Newest = NO_FIX_YET
  let latest: Fix | undefined

  /** The rows not stored yet, after the latest position was updated from them. */
  const freshRows = (columns: FixColumns, known: ReadonlySet<string>): number[] => {
    const rows: number[] = []
    let latestRow = -1
    for (let i = 0; i < columns.length; i += 1) {
      const place = { time: columns.time[i] ?? 0, lng: columns.lng[i] ?? 0, lat: columns.lat[i] ?? 0 }
      if (known.size > 0 && known.has(placeKey(place.time, place.lng, place.lat))) continue
      rows.push(i)
      const step = place.time > now + FUTURE_LIMIT_MS ? undefined : advanceNewest(newest, place)
      if (step) newest = step.newest
      if (step?.moved) latestRow = i
      if (step === undefined || step.doubt !== undefined) result.flagged += 1
    }
    if (latestRow >= 0) latest = fixAt(columns, latestRow)
    return rows
  }

  for (const staged of days) {
    if (signal?.aborted) break
    const { day } = staged
    const bounds = dayBounds(day, company.timeZone)
    const columns = orderedWithin(await read(staged), bounds.from, bounds.to)
    const known = await knownKeys(connection, owned, day, bounds)
    if (before === undefined) {
      const last = await lastStoredFixBefore(connection, owned, columns.time[0] ?? 0, day)
      if (last) before = previousFixOf(last)
    }
    // Derived values build on stored fixes as well as on new ones.
    before = deriveMissing(columns, before)
    result.drive ??= firstDriveOf(columns)
    const rows = freshRows(columns, known)
    result.stored += rows.length
    result.duplicate += staged.fixes - rows.length
    if (rows.length > 0) {
      result.days += 1
      const isOver = bounds.to + CLOSING_GRACE_MS <= now
      const fresh = rows.length === columns.length ? columns : pickRows(columns, rows)
      if (!dryRun) await writeDay(connection, owned, day, fresh, isOver)
    }
    onFixes(staged.fixes)
  }
  if (latest !== undefined && !dryRun) {
    const row = { ...owned, fix: latest, intervalS: medianIntervalS(newest) }
    await connection.executeQuery(CompiledQuery.raw(MOVE, latestArrays([row])))
  }
  return result
}
