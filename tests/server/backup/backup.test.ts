import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackend } from '#server/backend.ts'
import { writeBackup } from '#server/backup/backup.service.ts'
import { checkBackupFile } from '#server/backup/backup-file.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { inSnapshot, readRows, readSchema } from '#server/db/table-rows.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { temporaryDataDir } from '#tests/kit/server/server-process.ts'
import { SOURCE_THREADS } from '#tests/kit/server/source-threads.ts'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
const backend = withBackend()
const folder = mkdtempSync(join(tmpdir(), 'roadbook-backup-'))
const file = join(folder, 'roadbook.backup')
const dataDirs: string[] = []
afterAll(() => {
  for (const dir of [folder, ...dataDirs]) rmSync(dir, { recursive: true, force: true })
})

const newDataDir = (): string => {
  const dataDir = temporaryDataDir()
  dataDirs.push(dataDir)
  return dataDir
}
const from = Date.UTC(2026, 10, 9, 18, 30)
const to = from + 86_400_000

beforeAll(async () => {
  const csv = join(folder, 'drive.csv')
  const rows = Array.from(
    { length: 400 },
    (_, i) => `B1,${from + i * 60_000},18.${500_000 + i * 10},73.8,${i % 90}`,
  )
  writeFileSync(csv, `vehicle,time,lat,lon,speed\n${rows.join('\n')}\nB2,${Date.now()},18.5,73.8,0\n`)
  const sourceDir = newDataDir()
  writeFileSync(join(sourceDir, 'env.json'), '{"productName":"Truck book"}')
  const env = { DATABASE_URL: backend.database.url, DATA_DIR: sourceDir }
  expect(await runProgram('import', [csv, '--company', 'Deccan'], { env })).toMatchObject({ code: 0 })
  const { id } = await backend.database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await backend.addUser('asha', 'CUSTOMERADMIN', id)
  const made = await runProgram('backup', [file], { env })
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(file) })
})

const restore = (dataDir: string, backup = file, databaseUrl = '') =>
  runProgram('restore', [backup], { env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } })

const schemaOf = ({ pool }: Pick<Database, 'pool'>) => inSnapshot(pool, readSchema)

const pointsOf = async ({ db }: Pick<Database, 'db'>) => {
  const vehicle = await db
    .selectFrom('vehicle')
    .select(['id', 'company_id'])
    .where('registration', '=', 'B1')
    .executeTakeFirstOrThrow()
  const read = await createTrackRepository({ db }).readRange({
    companyId: vehicle.company_id,
    vehicleId: vehicle.id,
    from,
    to,
  })
  return { time: [...read.time], lat: [...read.lat], speed: [...read.speed] }
}

/** Compares counts and a playback with the source, and logs in. */
const expectAll = async (restored: Database, dataDir: string): Promise<void> => {
  const { tables, ...schema } = await schemaOf(restored)
  const source = await schemaOf(backend.database)
  expect(schema).toEqual({ migrations: source.migrations, sequences: source.sequences })
  // The logins end and the signing keys stay behind; the source has no other setting.
  const ended = ['refresh_token', 'password_reset', 'setting']
  expect(tables).toEqual(
    source.tables.map((table) => (ended.includes(table.name) ? { ...table, rows: 0 } : table)),
  )
  const points = await pointsOf(restored)
  expect(points.time).toHaveLength(400)
  expect(points).toEqual(await pointsOf(backend.database))
  const server = await createBackend({
    db: restored.db,
    pool: restored.pool,
    clientDir: null,
    environmentFile: join(PROJECT, 'public', 'env.json'),
    manualFile: join(PROJECT, 'docs', 'user-manual.md'),
    textsDir: join(PROJECT, 'src', 'texts'),
    outboxDir: join(dataDir, 'outbox'),
    uploadDir: join(dataDir, 'uploads'),
    threads: SOURCE_THREADS,
    log: pino({ level: 'silent' }),
  })
  const login = { userName: 'asha', password: PASSWORD }
  const reply = await server.app.inject({ method: 'POST', url: '/api/v2/login', payload: login })
  await server.close()
  expect(reply.statusCode).toBe(200)
}

describe('a restored backup', () => {
  test.each([
    ['the embedded PostgreSQL', ''],
    ['PGlite', 'pglite:'],
  ])('has every row, a playback and a login in %s', { timeout: 180_000 }, async (_, databaseUrl) => {
    const dataDir = newDataDir()
    expect(await restore(dataDir, file, databaseUrl)).toMatchObject({ code: 0 })
    expect(readFileSync(join(dataDir, 'env.json'), 'utf8')).toBe('{"productName":"Truck book"}')
    const restored = await openDatabase({ dataDir, databaseUrl })
    try {
      await expectAll(restored, dataDir)
      const second = join(folder, `${databaseUrl === '' ? 'embedded' : 'pglite'}.backup`)
      await writeBackup(restored.pool, second, { environment: null, now: 0, onRows: () => {} })
      const { tables } = await checkBackupFile(second)
      expect(tables.find(({ name }) => name === 'vehicle')?.rows).toBe(2)
    } finally {
      await restored.close()
    }
    const again = await restore(dataDir, file, databaseUrl)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('holds data already') })
  })
})

test('a restored backup has every row, a playback and a login in an external PostgreSQL, which must be empty', {
  timeout: 180_000,
}, async () => {
  // A cluster that another process of ours runs is as foreign to `npm run restore` as any other.
  const external = await openDatabase({ dataDir: newDataDir(), migrates: false })
  try {
    const dataDir = newDataDir()
    expect(await restore(dataDir, file, external.url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/logins \(0 open\) and password reset links \(0 open\) were ended/),
    })
    expect(readdirSync(dataDir)).toEqual(['env.json'])
    await expectAll(external, dataDir)
    const counted = await schemaOf(external)
    expect(await restore(newDataDir(), file, external.url)).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds data already'),
    })
    expect(await schemaOf(external)).toEqual(counted)
  } finally {
    await external.close()
  }
})

test('a backup is one moment, whatever is written meanwhile', async () => {
  const { db, pool } = backend.database
  const { counted, rows } = await inSnapshot(pool, async (client) => {
    const { tables } = await readSchema(client)
    const company = tables.find(({ name }) => name === 'company')
    if (company === undefined) throw new Error('There is no table of companies.')
    await db.insertInto('company').values({ name: 'Late' }).execute()
    const read: string[] = []
    for await (const part of readRows(client, company)) read.push(...part)
    return { counted: company.rows, rows: read }
  })
  expect(rows).toHaveLength(counted)
  expect(rows.join()).not.toContain('Late')
})

describe('before anything is touched, restore refuses', () => {
  const damaged = (change: (lines: string[]) => string[]): string => {
    const path = join(folder, `${Math.random().toString(36).slice(2)}.backup`)
    const lines = change(gunzipSync(readFileSync(file)).toString().trimEnd().split('\n'))
    writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
    return path
  }
  /** With a checksum that fits, so that only the change itself can be wrong. */
  const rewritten = (header: object): string =>
    damaged(([first = '', ...rest]) => {
      const lines = [JSON.stringify({ ...JSON.parse(first), ...header }), ...rest.slice(0, -1)]
      const sha256 = createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex')
      return [...lines, JSON.stringify({ sha256 })]
    })
  const header = (): string => gunzipSync(readFileSync(file)).toString().split('\n', 1)[0] ?? ''
  const withTable = (name: string, columns: string[]): string =>
    rewritten({ tables: [...JSON.parse(header()).tables, { name, columns, rows: 0 }] })
  const cut = (): string => {
    const path = join(folder, 'cut.backup')
    writeFileSync(path, readFileSync(file))
    truncateSync(path, 2000)
    return path
  }
  const text = (): string => {
    const path = join(folder, 'text.backup')
    writeFileSync(path, 'hello')
    return path
  }
  const empty = (): string => {
    const path = join(folder, 'empty.backup')
    writeFileSync(path, '')
    return path
  }
  test.each([
    ['a missing file', () => join(folder, 'none.backup'), 'does not exist'],
    ['a text', text, 'is no backup'],
    ['an empty file', empty, 'is damaged or was cut short'],
    ['another gzip file', () => damaged(() => ['{}']), 'is no backup'],
    ['one that was cut short', cut, 'is damaged or was cut short'],
    ['one that lacks a row', () => damaged((lines) => lines.filter((_, at) => at !== 5)), 'is damaged'],
    ['a changed row', () => damaged((lines) => lines.map((line) => line.replace('B1', 'B9'))), 'is damaged'],
    ['a newer form', () => rewritten({ version: 2 }), 'made by a newer Roadbook'],
    ['newer tables', () => rewritten({ migrations: ['9999-later'] }), 'made by a newer Roadbook'],
    ['a line without an end', () => damaged(() => [header(), ' '.repeat(140_000_000)]), 'is damaged'],
    [
      'rows below nought',
      () => rewritten({ tables: [{ name: 'company', columns: [], rows: -1 }] }),
      'is damaged',
    ],
    ['a table of PostgreSQL', () => withTable('pg_authid', ['rolname']), 'it has pg_authid, which'],
    ['a column of its own', () => withTable('company', ['xmax']), 'it has company.xmax, which'],
  ])('%s', async (_, make, message) => {
    const dataDir = newDataDir()
    const result = await restore(dataDir, make(), 'pglite:')
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining(message) })
    expect(result.err).toContain('Nothing was changed')
    expect(existsSync(join(dataDir, 'env.json'))).toBe(false)
  })
})

test.each(['pglite:', ''])(
  'backup with DATABASE_URL=%s says that the server on PGlite must be stopped, and writes nothing while it runs',
  async (databaseUrl) => {
    const dataDir = newDataDir()
    const running = await openDatabase({ dataDir, databaseUrl: 'pglite:' })
    try {
      const refused = join(folder, 'running.backup')
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
      expect(await runProgram('backup', [refused], { env })).toMatchObject({
        code: 1,
        err: expect.stringMatching(/PGlite can be open in one process only.*Stop it/s),
      })
      expect(existsSync(refused)).toBe(false)
    } finally {
      await running.close()
    }
    const { out } = await runProgram('backup', ['--help'])
    expect(out).toMatch(/With PGlite .* stop the server before: .* one process only/s)
  },
)

test('backup keeps a file that exists, and refuses a database without data', async () => {
  const env = { DATABASE_URL: backend.database.url, DATA_DIR: newDataDir() }
  const kept = readFileSync(file)
  expect(await runProgram('backup', [file], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })
  expect(readFileSync(file)).toEqual(kept)
  const nothing = join(folder, 'nothing.backup')
  const none = { DATABASE_URL: 'pglite:', DATA_DIR: newDataDir() }
  expect(await runProgram('backup', [nothing], { env: none })).toMatchObject({
    code: 1,
    err: expect.stringContaining('no data to back up'),
  })
  expect(existsSync(nothing)).toBe(false)
})
