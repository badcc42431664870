import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createBackend } from '#server/backend.ts'
import { restoreBackup, writeBackup } from '#server/backup/backup.service.ts'
import { checkBackupFile } from '#server/backup/backup-file.ts'
import { migrate, migrationsUpTo } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { inSnapshot, readSchema } from '#server/db/table-rows.ts'
import { loadKeys, rotateKeys } from '#server/identity/keys.repository.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { SOURCE_THREADS } from '#tests/kit/server/source-threads.ts'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
/** A backup of an older release, with rows of every table; noon of its day in India. */
const OLDER = join(PROJECT, 'tests', 'startup', 'last-release', 'rows.backup')
const ITS_NOW = Date.UTC(2026, 10, 20, 6, 30)

const backend = withBackend()
const folder = mkdtempSync(join(tmpdir(), 'roadbook-restore-'))
const made: Array<{ name: string; database: Database }> = []
afterAll(async () => {
  rmSync(folder, { recursive: true })
  for (const { name, database } of made) {
    await database.close()
    await backend.database.pool.query(`drop database ${name} with (force)`)
  }
})

const newDatabase = async (): Promise<Database> => {
  const name = `restored_${Math.random().toString(36).slice(2)}`
  await backend.database.pool.query(`create database ${name}`)
  const url = new URL(backend.database.url)
  url.pathname = `/${name}`
  const database = await openDatabase({ dataDir: folder, databaseUrl: url.href, migrates: false })
  made.push({ name, database })
  return database
}

const restore = async ({ pool }: Pick<Database, 'pool'>, file = OLDER, now = ITS_NOW) =>
  restoreBackup(pool, file, await checkBackupFile(file), { now, onRows: () => {} })
const schemaOf = ({ pool }: Pick<Database, 'pool'>) => inSnapshot(pool, readSchema)

/** All tables and views that are not PostgreSQL's, with their rows. */
const contentsOf = async ({ pool }: Pick<Database, 'pool'>): Promise<Array<[string, unknown]>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  )
  const contents: Array<[string, unknown]> = []
  for (const { name } of rows) contents.push([name, (await pool.query(`select * from ${name}`)).rows])
  return contents
}

const startedOnce = async ({ db }: Database): Promise<void> => {
  await migrate(db)
  await loadKeys(db, Date.now)
}

describe('a backup of an older release is restored and brought up to date in', () => {
  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['an empty database', async () => {}],
    ['one that this release has migrated', ({ db }) => migrate(db)],
    ['one that was started without a user', startedOnce],
    [
      'one whose restore failed before its rows',
      async ({ db }) => migrate(db, migrationsUpTo((await checkBackupFile(OLDER)).migrations)),
    ],
    ['one where not even a migration ended', ({ db }) => migrate(db, {})],
  ])('%s', async (_, prepare) => {
    const database = await newDatabase()
    await prepare(database)
    await restore(database)
    const { migrations, tables } = await schemaOf(database)
    expect(migrations).toEqual((await schemaOf(backend.database)).migrations)
    const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]))
    expect([rowsOf.get('app_user'), rowsOf.get('vehicle_day'), rowsOf.get('open_fix')]).toEqual([2, 1, 30])
    expect(await database.db.selectFrom('geofence').select('name').orderBy('id').execute()).toEqual([
      { name: 'Depot' },
      { name: 'Pune' },
    ])
  })
})

describe('a restore names what is there, and leaves it, in a database with', () => {
  const sql =
    (...statements: string[]) =>
    async ({ pool }: Database) => {
      for (const statement of statements) await pool.query(statement)
    }
  test.each<[string, (database: Database) => Promise<unknown>, string]>([
    [
      'rows',
      async (database) => {
        await startedOnce(database)
        await database.db.insertInto('company').values({ name: 'Deccan' }).execute()
      },
      'holds data already, in rows: 1 in company.',
    ],
    [
      'a table of another program',
      async (database) => {
        await startedOnce(database)
        await database.pool.query('create table invoice (id int)')
      },
      "holds what is not Roadbook's: public.invoice.",
    ],
    ['another program with a table of our name', sql('create table company (id int)'), 'public.company'],
    ['a view', sql('create view totals as select 1 as total'), 'public.totals'],
    [
      'another schema',
      async (database) => {
        await startedOnce(database)
        await sql('create schema books', 'create table books.company (id int)')(database)
      },
      'books.company',
    ],
    [
      'tables of a newer release',
      async (database) => {
        await startedOnce(database)
        await sql(`insert into kysely_migration values ('9999-later', '')`)(database)
      },
      'newer Roadbook or by another program (it has 9999-later)',
    ],
  ])('%s', async (_, prepare, message) => {
    const database = await newDatabase()
    await prepare(database)
    const before = await contentsOf(database)
    const refused = restore(database)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toThrow(
      /Set DATA_DIR to a new folder, or DATABASE_URL .* Nothing was changed/,
    )
    expect(await contentsOf(database)).toEqual(before)
  })
})

test('a restore that fails leaves the database as it was', async () => {
  const database = await newDatabase()
  await startedOnce(database)
  const before = await contentsOf(database)
  const header = await checkBackupFile(OLDER)
  const failing = restoreBackup(
    database.pool,
    OLDER,
    { ...header, sequences: { missing_seq: 1 } },
    {
      now: ITS_NOW,
      onRows: () => {},
    },
  )
  await expect(failing).rejects.toThrow('missing_seq')
  expect(await contentsOf(database)).toEqual(before)
})

describe('a restore ends', () => {
  test('the logins, reset links, authorization codes and acting periods of the backup, and says how many', async () => {
    const database = await newDatabase()
    expect(await restore(database)).toEqual({ logins: 1, resetLinks: 1 })
    const { tables } = await schemaOf(database)
    const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]))
    expect([rowsOf.get('refresh_token'), rowsOf.get('password_reset')]).toEqual([0, 0])
    expect(rowsOf.has('authorization_code')).toBe(false)
    const [period] = await database.db.selectFrom('acting_period').select('ended_at').execute()
    expect(period?.ended_at).toEqual(new Date(ITS_NOW))
  })

  test('access and refresh tokens that were valid at the backup, and a key replaced since', async () => {
    const { db, pool } = backend.database
    const { id } = await db
      .insertInto('company')
      .values({ name: 'Deccan' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await backend.addUser('asha', 'CUSTOMERADMIN', id)
    const login = await backend.logIn('asha')
    const file = join(folder, 'logins.backup')
    await writeBackup(pool, file, { environment: null, now: Date.now(), onRows: () => {} })
    const leaked = await (await loadKeys(db, Date.now)).signing()
    await rotateKeys(db, Date.now())
    await rotateKeys(db, Date.now())

    const database = await newDatabase()
    expect(await restore(database, file, Date.now())).toEqual({ logins: 1, resetLinks: 0 })
    const server = await createBackend({
      db: database.db,
      pool: database.pool,
      clientDir: null,
      environmentFile: join(PROJECT, 'public', 'env.json'),
      manualFile: join(PROJECT, 'docs', 'user-manual.md'),
      textsDir: join(PROJECT, 'src', 'texts'),
      outboxDir: join(folder, 'outbox'),
      uploadDir: join(folder, 'uploads'),
      threads: SOURCE_THREADS,
      log: pino({ level: 'silent' }),
    })
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` }
      return (await server.app.inject({ method: 'GET', url: '/api/v2/session', headers })).statusCode
    }
    const refreshed = await server.app.inject({
      method: 'POST',
      url: '/identity/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        client_id: 'roadbook',
        redirect_uri: '',
        scope: 'openid offline_access',
        grant_type: 'refresh_token',
        code_verifier: '',
        refresh_token: login.refreshToken,
      }).toString(),
    })
    expect(refreshed.json()).toMatchObject({ error: 'invalid_grant' })
    expect(await statusOf(login.token)).toBe(401)
    expect(await (await loadKeys(database.db, Date.now)).verifying(leaked.kid)).toBeNull()
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/v2/login',
      payload: { userName: 'asha', password: PASSWORD },
    })
    expect(await statusOf(again.json().grant.access_token)).toBe(200)
    await server.close()
  })
})
