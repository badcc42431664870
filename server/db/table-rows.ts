import type pg from 'pg'

/** A table of a backup, with its stored columns and the number of its rows. */
export type BackupTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** All that a backup knows of a database beside its rows. Tables stand after those they refer to. */
export type BackupSchema = {
  readonly migrations: readonly string[]
  readonly tables: readonly BackupTable[]
  /** The last number each sequence has given. */
  readonly sequences: Readonly<Record<string, number>>
}

/** Rows fetched at once. A day's blob can be large. */
const FETCHED = { blobs: 20, plain: 1000 } as const

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const rowsOf = async <TRow extends object>(client: pg.ClientBase, text: string): Promise<TRow[]> =>
  (await client.query<TRow>(text)).rows

type Column = { table: string; name: string; type: string }

/** Stored columns of our tables; generated ones are computed again. */
const columnsOf = (client: pg.ClientBase): Promise<Column[]> =>
  rowsOf<Column>(
    client,
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
  )

const afterReferred = (
  names: readonly string[],
  refers: ReadonlyMap<string, readonly string[]>,
): string[] => {
  const ordered = new Set<string>()
  const add = (name: string, above: readonly string[]): void => {
    if (ordered.has(name) || above.includes(name)) return
    for (const referred of refers.get(name) ?? []) add(referred, [...above, name])
    ordered.add(name)
  }
  for (const name of names) add(name, [])
  return [...ordered]
}

/** Migrations that the database has run, in order; none where it is empty. */
const migrationsOf = async (client: pg.ClientBase): Promise<string[]> => {
  const [found] = await rowsOf<{ table: string | null }>(
    client,
    `select to_regclass('public.kysely_migration')::text as table`,
  )
  if (!found?.table) return []
  return (await rowsOf<{ name: string }>(client, 'select name from kysely_migration order by name')).map(
    ({ name }) => name,
  )
}

/** Reads the schema, with counts of the transaction's snapshot. */
export const readSchema = async (client: pg.ClientBase): Promise<BackupSchema> => {
  const columns = new Map<string, string[]>()
  for (const { table, name } of await columnsOf(client))
    columns.set(table, [...(columns.get(table) ?? []), name])
  const references = await rowsOf<{ table: string; referred: string }>(
    client,
    `select f.relname as table, t.relname as referred from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`,
  )
  const refers = new Map<string, string[]>()
  for (const { table, referred } of references) refers.set(table, [...(refers.get(table) ?? []), referred])
  const tables: BackupTable[] = []
  for (const name of afterReferred([...columns.keys()], refers)) {
    const [counted] = await rowsOf<{ rows: number }>(
      client,
      `select count(*)::int8 as rows from ${quoted(name)}`,
    )
    tables.push({
      name,
      columns: columns.get(name) ?? [],
      rows: Number(counted?.rows),
    })
  }
  const sequences = await rowsOf<{ name: string; last: number }>(
    client,
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return {
    migrations: await migrationsOf(client),
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, Number(last)])),
  }
}

/** Runs `work` in a transaction that sees one state of the database however long it takes, and changes nothing. */
export const inSnapshot = async <T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local bytea_output = 'hex'; set local extra_float_digits = 1`)
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** The rows of a table, each as the text of a JSON object, some at a time. */
export async function* readRows(
  client: pg.ClientBase,
  { name, columns }: BackupTable,
): AsyncGenerator<string[]> {
  const types = await columnsOf(client)
  const hasBlob = types.some(({ table, type }) => table === name && type === 'bytea')
  const list = columns.map(quoted).join(', ')
  await client.query(
    `declare backup_rows no scroll cursor for select row_to_json(r)::text as row from (select ${list} from ${quoted(name)}) r`,
  )
  for (;;) {
    const rows = await rowsOf<{ row: string }>(
      client,
      `fetch ${hasBlob ? FETCHED.blobs : FETCHED.plain} from backup_rows`,
    )
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close backup_rows')
}

/** Adds rows that `readRows` gave. Existing tables must have these columns. */
export const insertRows = async (
  client: pg.ClientBase,
  { name, columns }: BackupTable,
  rows: readonly string[],
): Promise<void> => {
  const list = columns.map(quoted).join(', ')
  await client.query(
    `insert into public.${quoted(name)} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::public.${quoted(name)}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}

/** Lets the sequences go on where the backup's were. */
export const setSequences = async (
  client: pg.ClientBase,
  sequences: BackupSchema['sequences'],
): Promise<void> => {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
}

/** Runs `work` in a transaction: all of it happens or nothing. */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
