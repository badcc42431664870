import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import {
  DataDirectoryInUse,
  removeConnectionFile,
  takeBootLock,
  waitForConnection,
  writeConnectionFile,
} from './data-dir-owner.ts'
import { type PostgresServer, startPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { createKysely, createPool } from './pool.ts'
import type { Tables } from './tables.ts'

/**
 * An open database. `url` contains the password and is never logged. `close` also stops a database that this process
 * started.
 */
export type Database = {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  readonly kind: 'embedded' | 'external' | 'pglite'
  readonly url: string
  close(): Promise<void>
}

type Options = {
  /** Folder of the embedded database; created if missing. */
  readonly dataDir: string
  /**
   * `postgres://…` for any PostgreSQL from 15 on, `pglite:` for the one inside this process; unset starts the
   * embedded one.
   */
  readonly databaseUrl?: string | undefined
  readonly log?: (message: string) => void
  /** For command line tools: use the database of the Roadbook running on the data directory, if there is one. */
  readonly attach?: boolean
  /** False leaves the tables as they are, for a backup, or for a restore that makes them. */
  readonly migrates?: boolean
}

/** Name of the database in each cluster we start. */
const DATABASE = 'roadbook'
const OLDEST_VERSION = 150_000

/**
 * Opens the database and migrates it. Throws a readable message if the data directory is in use, the address is
 * wrong, or PostgreSQL is too old.
 */
export const openDatabase = async ({
  dataDir,
  databaseUrl,
  log = () => {},
  attach = false,
  migrates = true,
}: Options): Promise<Database> => {
  const ready: Ready = async (database) => (migrates ? migrateOrClose(database, log) : database)
  if (databaseUrl?.startsWith(PGLITE))
    return openPglite(databaseUrl.slice(PGLITE.length), dataDir, log, ready, attach)
  if (databaseUrl) return openExternal(databaseUrl, log, ready)
  try {
    const server = await startPostgres({ dataDir, log })
    if (server) return await openEmbedded(server, dataDir, log, ready)
  } catch (error) {
    if (!attach || !(error instanceof DataDirectoryInUse)) throw error
    const url = await waitForConnection(dataDir, error.pid)
    if (url === PGLITE) throw pgliteInUse(dataDir, error.pid)
    const pool = createPool({ connectionString: url }, log)
    return { ...handlesOf(pool), kind: 'embedded', url }
  }
  log('There are no PostgreSQL binaries for this platform; using PGlite.')
  return openPglite('', dataDir, log, ready, attach)
}

const handlesOf = (
  pool: pg.Pool,
  after: () => Promise<void> | void = () => {},
): Pick<Database, 'db' | 'pool' | 'close'> => {
  const db = createKysely(pool)
  let closing: Promise<void> | null = null
  const close = async () => {
    await db.destroy()
    // Kysely ends a pool only if it has used it.
    if (!pool.ended) await pool.end()
    await after()
  }
  return {
    db,
    pool,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Prepares an opened database. */
type Ready = (database: Database) => Promise<Database>

/** Migrates, and closes the database if that fails. */
const migrateOrClose = async (database: Database, log: (message: string) => void): Promise<Database> => {
  try {
    log('Bringing the tables up to date.')
    await migrate(database.db)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const openEmbedded = async (
  server: PostgresServer,
  dataDir: string,
  log: (message: string) => void,
  ready: Ready,
): Promise<Database> => {
  const url = server.urlOf(DATABASE)
  try {
    await createDatabase(server.urlOf('postgres'), log)
  } catch (error) {
    await server.stop()
    throw error
  }
  const pool = createPool({ connectionString: url }, log)
  const database = await ready({
    ...handlesOf(pool, async () => {
      removeConnectionFile(dataDir)
      await server.stop()
    }),
    kind: 'embedded',
    url,
  })
  writeConnectionFile(dataDir, url)
  return database
}

const createDatabase = async (url: string, log: (message: string) => void): Promise<void> => {
  // Our own PostgreSQL has just started; on a busy machine its first answer takes long.
  const pool = createPool({ connectionString: url, max: 1, connectionTimeoutMillis: 0 }, log)
  try {
    const { rowCount } = await pool.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await pool.query(`create database ${DATABASE}`)
  } finally {
    await pool.end()
  }
}

const openExternal = async (url: string, log: (message: string) => void, ready: Ready): Promise<Database> => {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new Error(
      'DATABASE_URL must begin with postgres:// or be "pglite:"; unset it to use the embedded database.',
    )
  const pool = createPool({ connectionString: url }, log)
  const database: Database = { ...handlesOf(pool), kind: 'external', url }
  try {
    const { rows } = await pool.query<{ number: string; version: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
    )
    const [server] = rows
    if (Number(server?.number) < OLDEST_VERSION)
      throw new Error(
        `Roadbook needs PostgreSQL 15 or newer; DATABASE_URL points to version ${server?.version}.`,
      )
  } catch (error) {
    await database.close()
    throw error
  }
  return ready(database)
}

const PGLITE = 'pglite:'

const pgliteInUse = (dataDir: string, pid: number): Error =>
  new Error(
    `PGlite can be open in one process only, and the Roadbook with process id ${pid} has ${dataDir} open. ` +
      'Stop it, then run this command again.',
  )

/** Locks the data directory, and says there that its database is one that nobody else can open. Returns the undo. */
const lockPglite = (dataDir: string, attach: boolean, log: (message: string) => void): (() => void) => {
  const unlock = takeLock(dataDir, attach, log)
  try {
    writeConnectionFile(dataDir, PGLITE)
  } catch (error) {
    unlock()
    throw error
  }
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    removeConnectionFile(dataDir)
    unlock()
  }
}

const takeLock = (dataDir: string, attach: boolean, log: (message: string) => void): (() => void) => {
  try {
    return takeBootLock(dataDir, log)
  } catch (error) {
    if (!attach || !(error instanceof DataDirectoryInUse)) throw error
    throw pgliteInUse(dataDir, error.pid)
  }
}

const openPglite = async (
  where: string,
  dataDir: string,
  log: (message: string) => void,
  ready: Ready,
  attach: boolean,
): Promise<Database> => {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const { PGlite } = await import('@electric-sql/pglite')
  const inMemory = where === 'memory'
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  // Two processes on one PGlite folder corrupt it silently.
  const unlock = inMemory ? () => {} : lockPglite(dataDir, attach, log)
  try {
    const lite = await PGlite.create(inMemory ? 'memory://' : join(dataDir, 'pglite'))
    const pool = createPool(
      { ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 0 },
      log,
    )
    const after = async () => {
      await lite.close()
      unlock()
    }
    return await ready({ ...handlesOf(pool, after), kind: 'pglite', url: PGLITE })
  } catch (error) {
    unlock()
    throw error
  }
}
