import { type Kysely, sql } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import type { Tables } from '../db/tables.ts'
import { type Owned, readBlob, readOpenRows } from '../repositories/track-closing.ts'
import { type FixColumns, fixAt } from '../track/columns.ts'

const lastOf = (columns: FixColumns, before: number): Fix | undefined => {
  let i = columns.length - 1
  while (i >= 0 && (columns.time[i] ?? 0) >= before) i -= 1
  return i < 0 ? undefined : fixAt(columns, i)
}

/** The last stored fix of a vehicle before `time` (ms UTC, on `day`), so that what is derived goes on from there. */
export const lastBefore = async (
  db: Kysely<Tables>,
  owned: Owned,
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
