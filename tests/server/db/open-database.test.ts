import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { createKysely, createPool } from '#server/db/pool.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { createCleanup } from './database-owner.fixture.ts'

const cleanup = createCleanup()
const cluster = withDatabase()

/** A fresh, empty database on the run's own PostgreSQL, which is not the embedded one of any data directory. */
const emptyDatabase = async (): Promise<string> => {
  const name = `empty_${Math.random().toString(36).slice(2)}`
  await cluster.pool.query(`create database ${name}`)
  cleanup.after(() => cluster.pool.query(`drop database ${name} with (force)`))
  return cluster.url.replace(/\/test_\w+/, `/${name}`)
}

const worksOn = async ({ db }: Database): Promise<void> => {
  const company = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: company.id })
  const { from, to } = dayBounds('2026-03-10', company.time_zone)
  await db
    .insertInto('open_fix')
    .values(
      [0, 60_000, 120_000].map((ms) => ({
        ...NOTHING,
        company_id: company.id,
        vehicle_id: vehicle.id,
        time: new Date(from + ms),
      })),
    )
    .execute()
  const tracks = createTrackRepository({ db })
  expect(await tracks.closeFinishedDays({ now: to + 86_400_000 })).toBe(1)
  const read = await tracks.readRange({ companyId: company.id, vehicleId: vehicle.id, from, to })
  expect([...read.time]).toEqual([from, from + 60_000, from + 120_000])
  const hour = await db
    .selectFrom('vehicle_hour')
    .select(['day', 'hour', 'fixes'])
    .orderBy('hour')
    .executeTakeFirst()
  expect(hour).toEqual({ day: '2026-03-10', hour: new Date(from), fixes: 3 })
  const { total } = await db
    .selectFrom('vehicle_hour')
    .select((eb) => eb.fn.sum<number>('fixes').as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(3)
}

const NOTHING = {
  lng: 73.5,
  lat: 18.5,
  speed: null,
  heading: null,
  odo: null,
  ignition: null,
  engine_hours: null,
  rpm: null,
  neutral: null,
  fuel: null,
  adblue: null,
  adblue_zone: null,
  dpf: null,
  dtcs: null,
}

describe('DATABASE_URL', () => {
  test('opens any PostgreSQL: a second cluster of the same binaries keeps tracks too', async () => {
    const databaseUrl = await emptyDatabase()
    const dataDir = cleanup.folder()
    const database = await openDatabase({ dataDir, databaseUrl })
    cleanup.after(() => database.close())
    expect(database.kind).toBe('external')
    await worksOn(database)
    const second = await openDatabase({ dataDir, databaseUrl })
    await second.close()
    await second.close()
    expect(await database.db.selectFrom('company').select('id').execute()).toHaveLength(1)
  })

  test.each([
    ['mysql://localhost/x', 'must begin with postgres://'],
    ['postgres://nobody@127.0.0.1:1/none', 'ECONNREFUSED'],
  ])('%s is refused: %s', async (databaseUrl, message) => {
    await expect(openDatabase({ dataDir: cleanup.folder(), databaseUrl })).rejects.toThrow(message)
  })

  test('closing ends the connections of a database that only its pool has used', async () => {
    const database = await openDatabase({ dataDir: '', databaseUrl: await emptyDatabase(), migrates: false })
    await database.pool.query('select 1')
    await database.close()
    expect(database.pool.ended).toBe(true)
  })

  test('pglite: works inside this process, keeps its data, and admits no second one', async () => {
    const dataDir = cleanup.folder()
    const database = await openDatabase({ dataDir, databaseUrl: 'pglite:' })
    expect(database.kind).toBe('pglite')
    await worksOn(database)
    await expect(openDatabase({ dataDir, databaseUrl: 'pglite:' })).rejects.toThrow(
      'is in use by the Roadbook',
    )
    await database.close()
    const again = await openDatabase({ dataDir, databaseUrl: 'pglite:' })
    cleanup.after(() => again.close())
    expect(await again.db.selectFrom('vehicle_day').select('fixes').execute()).toEqual([{ fixes: 3 }])
  })

  test('pglite: a folder that cannot be marked as open is not kept locked', async () => {
    const dataDir = cleanup.folder()
    const obstacle = join(dataDir, 'connection.json')
    mkdirSync(obstacle)
    await expect(openDatabase({ dataDir, databaseUrl: 'pglite:' })).rejects.toThrow(/EISDIR|EEXIST|EPERM/)
    rmdirSync(obstacle)
    const database = await openDatabase({ dataDir, databaseUrl: 'pglite:' })
    await database.close()
  })
})

describe('migrations', () => {
  const open = async () => {
    const db = createKysely(createPool({ connectionString: await emptyDatabase(), max: 2 }, () => {}))
    cleanup.after(() => db.destroy())
    return db
  }
  const makes = (table: string, fails = false) => ({
    up: async (db: Kysely<unknown>) => {
      await sql.raw(`create table ${table} (id int)`).execute(db)
      if (fails) throw new Error('cut off')
    },
  })
  const tablesOf = async (db: Awaited<ReturnType<typeof open>>) =>
    (await db.introspection.getTables()).map(({ name }) => name).sort()

  test('an interrupted one leaves nothing and runs again', async () => {
    const db = await open()
    await expect(migrate(db, { '1': makes('one'), '2': makes('two', true) })).rejects.toThrow('(2)')
    expect(await tablesOf(db)).toEqual([])
    await migrate(db, { '1': makes('one'), '2': makes('two') })
    expect(await tablesOf(db)).toEqual(['one', 'two'])
  })

  test('data of a newer release is refused and unchanged', async () => {
    const db = await open()
    await migrate(db, { '1': makes('one'), '2': makes('two') })
    await expect(migrate(db, { '1': makes('one') })).rejects.toThrow(
      'last used by a newer Roadbook (it has 2)',
    )
    expect(await tablesOf(db)).toEqual(['one', 'two'])
  })

  test('two processes that migrate at once do it once', async () => {
    const db = await open()
    await Promise.all([migrate(db), migrate(db)])
    expect(await tablesOf(db)).toContain('vehicle_day')
  })
})
