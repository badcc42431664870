import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import { mergedFix } from '#domain/merged-fix.ts'
import { arrayOf, fixArrays, type OwnedFix } from '../db/fix-arrays.ts'
import { latestArrays, updateFixes, updateLatest } from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { fixAt } from './columns.ts'
import { columnsOfRows, OPEN_FIX, type OpenFixRow } from './open-fixes.repository.ts'

const UPDATE_FIXES = updateFixes(1)
const UPDATE_LATEST = updateLatest(1)

const keyOfFix = (vehicleId: number, { time, lng, lat }: Fix): string => `${vehicleId} ${time} ${lng} ${lat}`

/** The open fixes that lack something of what is sent of the same vehicles, times and places, with it. `lock` is SQL. */
const readIncomplete = async (
  db: Kysely<Tables>,
  sent: readonly OwnedFix[],
  lock: 'offset 0' | 'for update',
): Promise<OwnedFix[]> => {
  const { rows } = await sql<OpenFixRow & { readonly vehicle_id: number }>`select vehicle_id, ${OPEN_FIX}
    from unnest(
      ${arrayOf(sent, ({ companyId }) => companyId)}::int4[], ${arrayOf(sent, ({ vehicleId }) => vehicleId)}::int4[],
      ${arrayOf(sent, ({ fix }) => fix.time)}::float8[], ${arrayOf(sent, ({ fix }) => fix.lng)}::float8[],
      ${arrayOf(sent, ({ fix }) => fix.lat)}::float8[]) as sent(company, vehicle, ms, x, y)
    cross join lateral (select * from open_fix
      where company_id = company and vehicle_id = vehicle and time = to_timestamp(ms / 1000) and lng = x and lat = y
      ${sql.raw(lock)}) as known`.execute(db)
  const columns = columnsOfRows(rows)
  const stored = new Map(
    rows.map(({ vehicle_id: id }, i) => [keyOfFix(id, fixAt(columns, i)), fixAt(columns, i)]),
  )
  return sent.flatMap((one): OwnedFix[] => {
    const known = stored.get(keyOfFix(one.vehicleId, one.fix))
    const whole = known && mergedFix(known, one.fix)
    return whole === known || whole === undefined ? [] : [{ ...one, fix: whole }]
  })
}

/**
 * Adds to the open fixes, and to the latest ones, what messages of the same vehicles, times and places say beside them; answers the fixes
 * that this has changed. What says nothing more is only read. In `db`, if that is a transaction.
 */
export const completeFixes = async (
  db: Kysely<Tables>,
  repeated: readonly OwnedFix[],
): Promise<readonly OwnedFix[]> => {
  if (repeated.length === 0) return []
  const incomplete = await readIncomplete(db, repeated, 'offset 0')
  if (incomplete.length === 0) return []
  const write = async (trx: Kysely<Tables>): Promise<readonly OwnedFix[]> => {
    const whole = await readIncomplete(trx, incomplete, 'for update')
    await trx.executeQuery(CompiledQuery.raw(UPDATE_FIXES, fixArrays(whole)))
    const latest = whole.map((one) => ({ ...one, intervalS: null }))
    await trx.executeQuery(CompiledQuery.raw(UPDATE_LATEST, latestArrays(latest)))
    return whole
  }
  return db.isTransaction ? write(db) : db.transaction().execute(write)
}
