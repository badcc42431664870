import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { DayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { degreeSteps } from '#domain/rounding.ts'
import { fixArrays, type OwnedFix } from '../db/fix-arrays.ts'
import { insertFixes, type LatestRow, latestArrays, moveLatest } from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { pendFigures } from '../figures/pending.repository.ts'
import {
  closeStoredDay,
  lockDay,
  readBlob,
  readOpenRows,
  type VehicleKey,
} from '../track/closing.repository.ts'
import { type FixColumns, fixAt } from '../track/columns.ts'
import { deriveDtcDay } from '../track/dtc-day.repository.ts'
import { putDown } from '../track/put-down.repository.ts'
import { IMPORT } from './limits.ts'

/** What is stored of vehicles, as an import reads and changes it. */
export type VehicleStore = {
  /** The keys (`placeKey`) of the fixes stored on a day. */
  knownKeys(owned: VehicleKey, day: string, bounds: DayBounds): Promise<ReadonlySet<string>>
  /** The last stored fix before `time` (ms UTC, on `day`), on which derived values build. */
  lastBefore(owned: VehicleKey, time: number, day: string): Promise<Fix | undefined>
  /** Adds new fixes to a day: to its blob if the day is over, else to the open rows. */
  writeDay(owned: VehicleKey, day: string, fresh: FixColumns, isOver: boolean): Promise<void>
  /** Makes a fix the latest, unless a newer one is stored. */
  moveLatest(row: LatestRow): Promise<void>
}

/** Tells the fixes of a vehicle apart. */
export const placeKey = (time: number, lng: number, lat: number): string =>
  `${time} ${degreeSteps(lng)} ${degreeSteps(lat)}`

/** The keys of all fixes in these columns. */
export const keysOf = (parts: readonly FixColumns[]): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const { length, time, lng, lat } of parts)
    for (let i = 0; i < length; i += 1) keys.add(placeKey(time[i] ?? 0, lng[i] ?? 0, lat[i] ?? 0))
  return keys
}

/** The last fix before `time` in any of these columns, each in order of time. */
export const lastOfAll = (parts: readonly FixColumns[], time: number): Fix | undefined => {
  let last: Fix | undefined
  for (const columns of parts) {
    let i = columns.length - 1
    while (i >= 0 && (columns.time[i] ?? 0) >= time) i -= 1
    if (i >= 0 && (last === undefined || (columns.time[i] ?? 0) > last.time)) last = fixAt(columns, i)
  }
  return last
}

const INSERT = insertFixes(1)
const MOVE = moveLatest(1)

/** Adds open fixes, in statements of `IMPORT.insertedFixes`. */
export const insertOpen = async (db: Kysely<Tables>, fixes: readonly OwnedFix[]): Promise<void> => {
  for (let from = 0; from < fixes.length; from += IMPORT.insertedFixes)
    await db.executeQuery(
      CompiledQuery.raw(INSERT, fixArrays(fixes.slice(from, from + IMPORT.insertedFixes))),
    )
}

/** Makes these fixes the latest where none newer is stored; each vehicle at most once. */
export const moveLatestOf = async (db: Kysely<Tables>, rows: readonly LatestRow[]): Promise<void> => {
  if (rows.length > 0) await db.executeQuery(CompiledQuery.raw(MOVE, latestArrays(rows)))
}

/** The time zone of the company is another one than when the import began: what is stored is stored by the days of the zone. */
export class TimeZoneChanged extends Error {
  constructor() {
    super('The time zone of the company was changed while its positions were read.')
  }
}

/** Shares the lock of a company's time zone, so that it stays until the transaction ends. Throws `TimeZoneChanged`. */
export const keepTimeZone = async (
  trx: Kysely<Tables>,
  companyId: number,
  timeZone: string,
): Promise<void> => {
  const { rows } = await sql<{
    zone: string
  }>`select time_zone as zone from company where id = ${companyId} for share`.execute(trx)
  if (rows[0]?.zone !== timeZone) throw new TimeZoneChanged()
}

/** Reads and writes at once, a day in one transaction, for vehicles with any number of fixes. */
export const createDirectStore = (connection: Kysely<Tables>, timeZone: string): VehicleStore => ({
  knownKeys: async (owned, day, bounds) => {
    const blob = await readBlob(connection, owned, day)
    return keysOf([...(blob ? [blob] : []), await readOpenRows(connection, owned, bounds)])
  },
  lastBefore: async (owned, time, day) => {
    const { rows } = await sql<{
      ms: number
    }>`select (extract(epoch from time) * 1000)::float8 as ms from open_fix
    where company_id = ${owned.companyId} and vehicle_id = ${owned.vehicleId} and time < to_timestamp(${time}::float8 / 1000)
    order by time desc limit 1`.execute(connection)
    const [open] = rows
    const parts: FixColumns[] = []
    if (open) parts.push(await readOpenRows(connection, owned, { from: open.ms, to: open.ms + 1 }))
    const days = await connection
      .selectFrom('vehicle_day')
      .select('day')
      .where('company_id', '=', owned.companyId)
      .where('vehicle_id', '=', owned.vehicleId)
      .where('day', '<=', day)
      .orderBy('day', 'desc')
      .limit(2)
      .execute()
    for (const row of days) {
      const blob = await readBlob(connection, owned, row.day)
      if (blob) parts.push(blob)
    }
    return lastOfAll(parts, time)
  },
  writeDay: (owned, day, fresh, isOver) =>
    connection.transaction().execute(async (trx) => {
      await keepTimeZone(trx, owned.companyId, timeZone)
      if (isOver) await closeStoredDay(trx, owned, day, fresh)
      else {
        // First the lock, as all who write days: others that have it may wait for the rows that put it down.
        await lockDay(trx, owned.vehicleId, day)
        for (let from = 0; from < fresh.length; from += IMPORT.insertedFixes) {
          const length = Math.min(IMPORT.insertedFixes, fresh.length - from)
          await insertOpen(
            trx,
            Array.from({ length }, (_, i) => ({ ...owned, fix: fixAt(fresh, from + i) })),
          )
        }
        await putDown(trx, [{ ...owned, day }])
        await pendFigures(trx, [{ ...owned, day }])
        if (fresh.dtcs.some((codes) => codes !== null)) await deriveDtcDay(trx, { ...owned, day })
      }
    }),
  moveLatest: (row) => moveLatestOf(connection, [row]),
})
