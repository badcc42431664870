import { CompiledQuery, type Kysely } from 'kysely'
import type { Fix } from '#contract/records/fix.ts'
import type { Tables } from '../db/tables.ts'
import { arrayOf } from '../ingest/arrays.ts'
import { IMPORT } from './limits.ts'

/** A fix and its vehicle. */
export type StagedFix = { readonly vehicleId: number; readonly fix: Fix }

/**
 * Holds what files bring until all of it is read, so that disorder costs no memory: a temporary table of one connection.
 * A file may be larger than memory; a vehicle's day may not.
 */
export type Staging = {
  add(fixes: readonly StagedFix[]): Promise<void>
  /** To be called once, after the last `add`. */
  sort(): Promise<void>
  vehicles(): Promise<ReadonlyArray<{ readonly vehicleId: number; readonly fixes: number }>>
  /** A vehicle's fixes in order of time and place, in pages. */
  read(vehicleId: number): AsyncGenerator<readonly Fix[]>
  drop(): Promise<void>
}

const FIELDS = [
  ['time', 'time', 'float8'],
  ['lng', 'lng', 'float8'],
  ['lat', 'lat', 'float8'],
  ['speed', 'speed', 'float8'],
  ['heading', 'heading', 'float8'],
  ['odo', 'odo', 'float8'],
  ['ignition', 'ignition', 'bool'],
  ['engine_hours', 'engineHours', 'float8'],
  ['rpm', 'rpm', 'float8'],
  ['fuel', 'fuel', 'float8'],
  ['adblue', 'adblue', 'float8'],
] as const

const COLUMNS = FIELDS.map(([column]) => column).join(', ')
const ADD = `insert into import_fix (vehicle_id, ${COLUMNS})
  select * from unnest($1::int4[], ${FIELDS.map(([, , type], i) => `$${i + 2}::${type}[]`).join(', ')})`
const READ = `select ${COLUMNS}, n from import_fix
  where vehicle_id = $1 and (time, lng, lat, n) > ($2, $3, $4, $5) order by time, lng, lat, n limit ${IMPORT.readFixes}`

type Row = Record<(typeof FIELDS)[number][0], number | boolean | null> & { readonly n: number }

const fixOf = (row: Row): Fix => {
  const fix: Record<string, number | boolean> = {}
  for (const [column, name] of FIELDS) {
    const value = row[column]
    if (value !== null) fix[name] = value
  }
  return fix as unknown as Fix
}

/** `connection` must be a single connection: temporary tables are its own. */
export const createStaging = async (connection: Kysely<Tables>): Promise<Staging> => {
  const run = <TRow>(text: string, values: readonly unknown[] = []) =>
    connection.executeQuery<TRow>(CompiledQuery.raw(text, [...values]))
  await run('drop table if exists pg_temp.import_fix')
  await run(
    `create temporary table import_fix (n int8 generated always as identity, vehicle_id int4 not null, ${FIELDS.map(
      ([column, , type]) => `${column} ${type}`,
    ).join(', ')})`,
  )
  return {
    add: async (fixes) => {
      if (fixes.length === 0) return
      await run(ADD, [
        arrayOf(fixes, ({ vehicleId }) => vehicleId),
        ...FIELDS.map(([, name]) => arrayOf(fixes, ({ fix }) => fix[name])),
      ])
    },
    sort: async () => {
      await run('create index on import_fix (vehicle_id, time, lng, lat, n)')
      await run('analyze import_fix')
    },
    vehicles: async () => {
      const { rows } = await run<{ vehicleId: number; fixes: number }>(
        'select vehicle_id as "vehicleId", count(*)::int4 as fixes from import_fix group by vehicle_id order by vehicle_id',
      )
      return rows
    },
    read: async function* (vehicleId) {
      let after: readonly number[] = [-1, -1e9, -1e9, 0]
      for (;;) {
        const { rows } = await run<Row>(READ, [vehicleId, ...after])
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(fixOf)
        if (rows.length < IMPORT.readFixes) return
        after = [Number(last.time), Number(last.lng), Number(last.lat), last.n]
      }
    },
    drop: async () => {
      await run('drop table if exists pg_temp.import_fix')
    },
  }
}
