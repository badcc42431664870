import { CompiledQuery, type Kysely } from 'kysely'
import { createDayFinder } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { decodeDay, encodeDay } from '../track/codec.ts'
import { columnsOf, concatColumns, type FixColumns } from '../track/columns.ts'
import { IMPORT } from './limits.ts'

/** A vehicle-day that the files have fixes of. */
export type StagedDay = { readonly vehicleId: number; readonly day: string; readonly fixes: number }

/**
 * Holds the fixes of all files, sorted into vehicle-days, until the last file is read. What does not fit into memory goes into a
 * temporary table, in compressed parts: files may be larger than memory, the day of a vehicle may not.
 */
export type Staging = {
  /** Answers a promise only when it writes to the table. */
  add(vehicleId: number, fix: Fix): Promise<void> | undefined
  /** In order of vehicle and day. */
  days(): Promise<readonly StagedDay[]>
  /** All fixes of a vehicle-day, in any order. */
  read(day: StagedDay): Promise<FixColumns>
  drop(): Promise<void>
}

type Part = { readonly vehicleId: number; readonly day: string; readonly fixes: Fix[] }

const WRITE = `insert into import_part (vehicle_id, day, fixes, part)
  select * from unnest($1::int4[], $2::text[], $3::int4[], $4::bytea[])`

/** `connection` must be one connection, since no other sees its temporary tables. Days are those of `timeZone`. */
export const createStaging = async (
  connection: Kysely<Tables>,
  timeZone: string,
  heldFixes: number = IMPORT.heldFixes,
): Promise<Staging> => {
  const run = <TRow>(text: string, values: readonly unknown[] = []) =>
    connection.executeQuery<TRow>(CompiledQuery.raw(text, [...values]))
  await run('drop table if exists pg_temp.import_part')
  await run(
    'create temporary table import_part (vehicle_id int4 not null, day text not null, fixes int4 not null, part bytea not null)',
  )
  await run('alter table import_part alter column part set storage external')
  await run('create index on import_part (vehicle_id, day)')

  const dayOf = createDayFinder(timeZone)
  let parts = new Map<string, Part>()
  let held = 0

  const write = async (): Promise<void> => {
    const all = [...parts.values()]
    parts = new Map()
    held = 0
    for (let at = 0; at < all.length; at += IMPORT.partsWritten) {
      const some = all.slice(at, at + IMPORT.partsWritten)
      await run(WRITE, [
        arrayOf(some, ({ vehicleId }) => vehicleId),
        arrayOf(some, ({ day }) => day),
        arrayOf(some, ({ fixes }) => fixes.length),
        arrayOf(some, ({ fixes }) => `\\x${encodeDay(columnsOf(fixes)).toString('hex')}`),
      ])
    }
  }

  return {
    add: (vehicleId, fix) => {
      const day = dayOf(fix.time)
      const key = `${vehicleId} ${day}`
      const part = parts.get(key)
      if (part) part.fixes.push(fix)
      else parts.set(key, { vehicleId, day, fixes: [fix] })
      held += 1
      return held >= heldFixes ? write() : undefined
    },
    days: async () => {
      const { rows } = await run<StagedDay>(
        'select vehicle_id as "vehicleId", day, sum(fixes)::int4 as fixes from import_part group by vehicle_id, day',
      )
      const days = new Map(rows.map((row) => [`${row.vehicleId} ${row.day}`, row]))
      for (const [key, { vehicleId, day, fixes }] of parts)
        days.set(key, { vehicleId, day, fixes: fixes.length + (days.get(key)?.fixes ?? 0) })
      return [...days.values()].sort((a, b) => a.vehicleId - b.vehicleId || (a.day < b.day ? -1 : 1))
    },
    read: async ({ vehicleId, day }) => {
      const { rows } = await run<{ part: Buffer }>(
        'select part from import_part where vehicle_id = $1 and day = $2',
        [vehicleId, day],
      )
      const inMemory = parts.get(`${vehicleId} ${day}`)
      return concatColumns([
        ...rows.map(({ part }) => decodeDay(part)),
        ...(inMemory ? [columnsOf(inMemory.fixes)] : []),
      ])
    },
    drop: async () => {
      await run('drop table if exists pg_temp.import_part')
    },
  }
}
