import { CompiledQuery, type Kysely, sql } from 'kysely'
import { FUTURE_LIMIT_MS } from '#contract/constants.ts'
import type { Fix } from '#contract/records/fix.ts'
import type { Tables } from '../db/tables.ts'
import { fixArrays } from '../ingest/arrays.ts'
import { follow, medianGap, type Newest, NOTHING_YET } from '../ingest/newest.ts'
import { insertFixes, latestArrays, moveLatest } from '../ingest/statements.ts'
import { closeStoredDay, type Owned, readBlob, readOpenRows } from '../repositories/track-closing.ts'
import { CLOSING_GRACE_MS } from '../repositories/track-repository.ts'
import { type FixColumns, fixAt } from '../track/columns.ts'
import { createDayFinder, dayBounds } from '../track/days.ts'
import { type Before, derive } from './derive.ts'
import { IMPORT } from './limits.ts'
import type { ImportCompany } from './vehicles.ts'

/** What became of a vehicle's fixes; flagged ones are among the stored. */
export type Stored = { stored: number; duplicate: number; flagged: number; days: number }

const placeKey = ({ time, lng, lat }: Pick<Fix, 'time' | 'lng' | 'lat'>): string =>
  `${time} ${Math.round(lng * 1e6)} ${Math.round(lat * 1e6)}`

const keysOf = (parts: readonly FixColumns[]): Set<string> => {
  const keys = new Set<string>()
  for (const { length, time, lng, lat } of parts)
    for (let i = 0; i < length; i += 1)
      keys.add(placeKey({ time: time[i] ?? 0, lng: lng[i] ?? 0, lat: lat[i] ?? 0 }))
  return keys
}

/** One vehicle's fixes of one day, in order. */
async function* byDay(
  pages: AsyncIterable<readonly Fix[]>,
  timeZone: string,
): AsyncGenerator<{ readonly day: string; readonly fixes: Fix[] }> {
  const dayOf = createDayFinder(timeZone)
  let day: string | undefined
  let fixes: Fix[] = []
  for await (const page of pages)
    for (const fix of page) {
      const own = dayOf(fix.time)
      if (own !== day && day !== undefined) {
        yield { day, fixes }
        fixes = []
      }
      day = own
      fixes.push(fix)
    }
  if (day !== undefined) yield { day, fixes }
}

const INSERT = insertFixes(1)
const MOVE = moveLatest(1)

/** The last fix that is stored of the time before, so that what is derived goes on from there. */
const lastBefore = async (db: Kysely<Tables>, owned: Owned, time: number, day: string): Promise<Before> => {
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from time) * 1000)::float8 as ms from open_fix
    where company_id = ${owned.companyId} and vehicle_id = ${owned.vehicleId} and time < to_timestamp(${time}::float8 / 1000)
    order by time desc limit 1`.execute(db)
  const opened = rows[0] && (await readOpenRows(db, owned, { from: rows[0].ms, to: rows[0].ms + 1 }))
  const before = await db
    .selectFrom('vehicle_day')
    .select('day')
    .where('company_id', '=', owned.companyId)
    .where('vehicle_id', '=', owned.vehicleId)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(2)
    .execute()
  let last = opened && opened.length > 0 ? fixAt(opened, opened.length - 1) : undefined
  for (const row of before) {
    const blob = await readBlob(db, owned, row.day)
    if (blob === null) continue
    let i = blob.length - 1
    while (i >= 0 && (blob.time[i] ?? 0) >= time) i -= 1
    if (i < 0) continue
    const fix = fixAt(blob, i)
    if (last === undefined || fix.time > last.time) last = fix
    break
  }
  return last === undefined ? undefined : { fix: last, km: last.odo ?? 0, standingSince: undefined }
}

/**
 * Writes a vehicle's fixes day by day, each day in one transaction: into open rows, and where the day is over straight on into its blob with
 * hours and events. What is stored already stays as it is. `now` is ms UTC; `onFixes` hears how many are done.
 */
export const storeVehicle = async ({
  connection,
  company,
  vehicleId,
  pages,
  now,
  dryRun,
  onFixes,
}: {
  connection: Kysely<Tables>
  company: ImportCompany
  vehicleId: number
  pages: AsyncIterable<readonly Fix[]>
  now: number
  dryRun: boolean
  onFixes: (count: number) => void
}): Promise<Stored> => {
  const owned = { companyId: company.id, vehicleId }
  const result: Stored = { stored: 0, duplicate: 0, flagged: 0, days: 0 }
  let before: Before
  let newest: Newest = NOTHING_YET
  let latest: Fix | undefined
  let first = true

  for await (const { day, fixes } of byDay(pages, company.timeZone)) {
    const [earliest] = fixes
    if (first && earliest && vehicleId > 0) before = await lastBefore(connection, owned, earliest.time, day)
    first = false
    const bounds = dayBounds(day, company.timeZone)
    const known = keysOf([
      ...[await readBlob(connection, owned, day)].filter((columns) => columns !== null),
      await readOpenRows(connection, owned, bounds),
    ])
    const fresh: Fix[] = []
    for (const fix of fixes) {
      const key = placeKey(fix)
      if (known.has(key)) {
        result.duplicate += 1
        // What follows goes on from a fix that is known as well as from a new one.
        if (before === undefined || fix.time > before.fix.time) before = derive(fix, before)
        continue
      }
      known.add(key)
      before = derive(fix, before)
      fresh.push(before.fix)
      const ahead = fix.time > now + FUTURE_LIMIT_MS
      const step = ahead ? undefined : follow(newest, fix)
      if (step) newest = step.newest
      if (step?.moved) latest = before.fix
      if (ahead || step?.doubt !== undefined) result.flagged += 1
    }
    onFixes(fixes.length)
    if (fresh.length === 0) continue
    result.days += 1
    result.stored += fresh.length
    if (dryRun) continue
    await connection.transaction().execute(async (trx) => {
      for (let at = 0; at < fresh.length; at += IMPORT.stageFixes) {
        const part = fresh.slice(at, at + IMPORT.stageFixes).map((fix) => ({ ...owned, fix }))
        await trx.executeQuery(CompiledQuery.raw(INSERT, fixArrays(part)))
      }
      if (bounds.to + CLOSING_GRACE_MS <= now) await closeStoredDay(trx, owned, day)
    })
  }
  if (latest !== undefined && !dryRun) {
    const row = { ...owned, fix: latest, intervalS: medianGap(newest) }
    await connection.executeQuery(CompiledQuery.raw(MOVE, latestArrays([row])))
  }
  return result
}
