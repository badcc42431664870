import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createKysely, createPool } from '#server/db/pool.ts'
import type { Tables } from '#server/db/tables.ts'
import './nested-connections.ts'

/** The migrated database that each test file's own is a copy of. */
export const TEMPLATE = 'roadbook_template'

/** A test file's own database; use it inside tests and hooks only. */
export type TestDatabase = { readonly db: Kysely<Tables>; readonly pool: pg.Pool; readonly url: string }

const addressOf = (database: string): string => inject('postgresUrl').replace('*', database)

/** Runs one statement on the cluster itself. */
const onCluster = async (statement: string): Promise<void> => {
  const pool = createPool({ connectionString: addressOf('postgres'), max: 1 }, console.error)
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}

/**
 * Gives the test file a fresh, migrated, empty database of its own on the run's PostgreSQL, dropped when the file is done.
 * Call it once, at the top of the file or of a describe.
 */
export const withDatabase = (): TestDatabase => {
  const name = `test_${randomBytes(6).toString('hex')}`
  let current: { db: Kysely<Tables>; pool: pg.Pool } | null = null
  const get = () => {
    if (!current) throw new Error('The test database is there only inside tests and hooks.')
    return current
  }
  beforeAll(async () => {
    await onCluster(`create database ${name} template ${TEMPLATE}`)
    const pool = createPool({ connectionString: addressOf(name) }, console.error)
    current = { pool, db: createKysely(pool) }
  })
  afterAll(async () => {
    await current?.db.destroy()
    await onCluster(`drop database if exists ${name} with (force)`)
  })
  return {
    get db() {
      return get().db
    },
    get pool() {
      return get().pool
    },
    get url() {
      return addressOf(name)
    },
  }
}
