import { setTimeout as delay } from 'node:timers/promises'
import { type Driver, type Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { RepeatingDriver, RepeatingKysely } from './lost-race.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

const wholeNumber = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Column types: integers and decimals become numbers, a `date` stays `YYYY-MM-DD` text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return wholeNumber
    if (oid === NUMERIC) return Number
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * A pool on `url`. Lost connections, idle or in a transaction, are reported to `log`; the next query opens a new one.
 */
export const createPool = (config: pg.PoolConfig, log: (message: string) => void): pg.Pool => {
  const pool = new pg.Pool({
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...config,
    types,
  })
  // The pool handles errors of idle connections only. An unhandled error of one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  })
  pool.on('error', () => {})
  return pool
}

/** Kysely on the pool, which repeats what has lost a race. Destroying it ends the pool. */
export const createKysely = (pool: pg.Pool): Kysely<Tables> => {
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = (): Driver => new RepeatingDriver({ pool })
  return new RepeatingKysely<Tables>({ dialect })
}

/**
 * Cancels what the backend process `pid` of the database runs, over a connection of its own, because all of the pool may be in use. The
 * database inside this process runs one query at a time and cannot be told.
 */
export const cancelQuery = async (pool: pg.Pool, pid: number): Promise<void> => {
  if (pool.options.max === 1) return
  const client = new pg.Client(pool.options)
  // Unhandled, a connection that is lost would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1::int4)', [pid])
  } finally {
    await client.end()
  }
}

/** How long the database may take to say that it is up, in ms. */
const ANSWER_MS = 3_000

/** Whether the database answers a query in time. */
export const isDatabaseUp = (db: Kysely<Tables>): Promise<boolean> => {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, delay(ANSWER_MS, false, { ref: false })])
}
