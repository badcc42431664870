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
  /** In order of vehicle and day; of more than `most` some, but more than `most`. */
  days(most: number): Promise<readonly StagedDay[]>
  /**
   * All fixes of each of these vehicle-days, in their order; the fixes of a day in any order. Within a transaction of the connection, pass
   * it as `db`: until it ends, the connection answers nothing else.
   */
  read(days: readonly StagedDay[], db?: Kysely<Tables>): Promise<readonly FixColumns[]>
  drop(): Promise<void>
}

type Part = { readonly vehicleId: number; readonly day: string; readonly fixes: Fix[] }

const WRITE = `insert into import_part (vehicle_id, day, fixes, part)
  select * from unnest($1::int4[], $2::text[], $3::int4[], $4::bytea[])`

const READ = `select vehicle_id || ' ' || day as key, part from import_part
  join unnest($1::int4[], $2::text[]) as wanted(vehicle_id, day) using (vehicle_id, day)`

const keyOf = ({ vehicleId, day }: Pick<StagedDay, 'vehicleId' | 'day'>): string => `${vehicleId} ${day}`

/** `connection` must be one connection, since no other sees its temporary tables. Days are those of `timeZone`. */
export const createStaging = async (
  connection: Kysely<Tables>,
  timeZone: string,
  heldFixes: number = IMPORT.heldFixes,
): Promise<Staging> => {
  const run = <TRow>(text: string, values: readonly unknown[] = [], db = connection) =>
    db.executeQuery<TRow>(CompiledQuery.raw(text, [...values]))
  await run('drop table if exists pg_temp.import_part')
  await run(
    'create temporary table import_part (vehicle_id int4 not null, day text not null, fixes int4 not null, part bytea not null)',
  )
  await run('alter table import_part alter column part set storage external')
  await run('create index on import_part (vehicle_id, day)')

  const dayOf = createDayFinder(timeZone)
  let parts = new Map<string, Part>()
  let held = 0
  let isTableEmpty = true

  const write = async (): Promise<void> => {
    const all = [...parts.values()]
    parts = new Map()
    held = 0
    isTableEmpty = false
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
      const key = keyOf({ vehicleId, day })
      const part = parts.get(key)
      if (part) part.fixes.push(fix)
      else parts.set(key, { vehicleId, day, fixes: [fix] })
      held += 1
      return held >= heldFixes ? write() : undefined
    },
    days: async (most) => {
      const { rows } = await run<StagedDay>(
        'select vehicle_id as "vehicleId", day, sum(fixes)::int4 as fixes from import_part group by vehicle_id, day limit $1::int8',
        [Number.isFinite(most) ? most + 1 : null],
      )
      const days = new Map(rows.map((row) => [keyOf(row), row]))
      for (const [key, { vehicleId, day, fixes }] of parts)
        days.set(key, { vehicleId, day, fixes: fixes.length + (days.get(key)?.fixes ?? 0) })
      return [...days.values()].sort((a, b) => a.vehicleId - b.vehicleId || (a.day < b.day ? -1 : 1))
    },
    read: async (days, db) => {
      const written = new Map<string, FixColumns[]>()
      const { rows } = isTableEmpty
        ? { rows: [] }
        : await run<{ key: string; part: Buffer }>(
            READ,
            [arrayOf(days, ({ vehicleId }) => vehicleId), arrayOf(days, ({ day }) => day)],
            db,
          )
      for (const { key, part } of rows) {
        const columns = decodeDay(part)
        written.get(key)?.push(columns) ?? written.set(key, [columns])
      }
      return days.map((day) => {
        const inMemory = parts.get(keyOf(day))
        return concatColumns([
          ...(written.get(keyOf(day)) ?? []),
          ...(inMemory ? [columnsOf(inMemory.fixes)] : []),
        ])
      })
    },
    drop: async () => {
      await run('drop table if exists pg_temp.import_part')
    },
  }
}
