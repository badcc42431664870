import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { checkBackupFile, readBackupLines } from '#server/backup/backup-file.ts'
import { openDatabase } from '#server/db/open-database.ts'
import {
  inSnapshot,
  insertRows,
  inTransaction,
  readRows,
  readSchema,
  setSequences,
} from '#server/db/table-rows.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { KEPT, keptFixes } from '../../scripts/last-release/rows.ts'
import { discard, type ServerProcess, startServer, temporaryDataDir } from '../kit/server/server-process.ts'

/** Written by `npm run last-release` with the last release: the statements that made its tables, and rows of each. */
const KEPT_IN = join(import.meta.dirname, 'last-release')
const ROWS = join(KEPT_IN, 'rows.backup')
const statements: ReadonlyArray<{ sql: string; parameters: unknown[] }> = JSON.parse(
  gunzipSync(readFileSync(join(KEPT_IN, 'schema.json.gz'))).toString(),
)

const dataDir = temporaryDataDir()
let server: ServerProcess | undefined
afterAll(async () => {
  if (server) await discard(server)
  rmSync(dataDir, { recursive: true, force: true })
})

/** The kept rows of each table of the last release, as lines of JSON. */
const readKept = async () => {
  const header = await checkBackupFile(ROWS)
  const lines = readBackupLines(ROWS)
  const kept = new Map<string, string[]>()
  for (const table of header.tables) {
    const rows: string[] = []
    for (let i = 0; i < table.rows; i += 1) rows.push((await lines.next()).value ?? '')
    kept.set(table.name, rows)
  }
  return { header, kept }
}

/** Makes a data folder as the last release left it. No code of migrations runs here, only what the last release recorded. */
const makeOldDataDir = async ({ header, kept }: Awaited<ReturnType<typeof readKept>>) => {
  const database = await openDatabase({ dataDir, migrates: false })
  try {
    await inTransaction(database.pool, async (client) => {
      for (const { sql, parameters } of statements) await client.query(sql, parameters)
      for (const table of header.tables) await insertRows(client, table, kept.get(table.name) ?? [])
      await setSequences(client, header.sequences)
      // The last release kept no two users from having one e-mail address.
      await client.query("update app_user set email = 'Asha@Example.com' where user_name = 'support'")
    })
    const { migrations } = await inSnapshot(database.pool, readSchema)
    expect(migrations).toEqual(header.migrations)
  } finally {
    await database.close()
  }
}

/** Tables whose rows of the last release go: logins, codes and links of the past are swept. A migration replaced the codes. */
const SWEPT = ['refresh_token', 'authorization_code', 'password_reset']
/** Tables with rows of the day that is open in the fixture and over by now; only rows of the closed day stay as they are. */
const OF_DAYS = ['open_fix', 'vehicle_day', 'vehicle_hour', 'vehicle_event']
/** Tables to which the start and the login add rows. */
const GROWING = ['setting']
/** Columns whose values a migration moved into a table of their own. */
const MOVED: Readonly<Record<string, readonly string[]>> = { vehicle: ['driver_id'] }
/** Events that earlier releases did not store; days are derived again in the background. */
const ADDED_EVENTS = ['ND', 'FF']
/** Events of this kind are found again from the fixes, into a table of their own. */
const FOUND_AGAIN = 'alert'
const CLOSED_BEFORE = Date.UTC(2026, 10, 18, 18, 30)

const isOfClosedDay = (row: Record<string, unknown>): boolean =>
  row['day'] === undefined ? Date.parse(String(row['time'])) < CLOSED_BEFORE : row['day'] === '2026-11-18'

const rowsOf = (table: string, lines: readonly string[]): Array<Record<string, unknown>> => {
  const moved = MOVED[table] ?? []
  const rows = lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ code }) => !ADDED_EVENTS.includes(String(code)))
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !moved.includes(name))))
  const compared = OF_DAYS.includes(table) ? rows.filter(isOfClosedDay) : rows
  return compared.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

test('npm start upgrades the data folder of the last release, with every row and value, a playback and a login', {
  timeout: 180_000,
}, async () => {
  const old = await readKept()
  await makeOldDataDir(old)
  server = await startServer({ program: 'start', dataDir, env: { DEMO: 'off' } })
  expect(server.output()).toMatch(/another user has the e-mail address that these had as well: support \(/)
  expect(server.output()).toContain('npm run user -- set support --email ADDRESS')
  const login = await fetch(`${server.url}/api/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: KEPT.user, password: KEPT.password }),
  })
  expect(login.status).toBe(200)
  await server.stop()

  const database = await openDatabase({ dataDir, migrates: false })
  try {
    const { header, kept } = old
    await inSnapshot(database.pool, async (client) => {
      const { migrations } = await readSchema(client)
      expect(migrations).toEqual(expect.arrayContaining([...header.migrations]))
      for (const table of header.tables) {
        if (SWEPT.includes(table.name)) continue
        const lines: string[] = []
        const columns = table.columns.filter((name) => !MOVED[table.name]?.includes(name))
        for await (const part of readRows(client, { ...table, columns })) lines.push(...part)
        const [before, after] = [kept.get(table.name) ?? [], lines].map((some) =>
          rowsOf(table.name, some).filter(({ kind }) => kind !== FOUND_AGAIN),
        )
        const expected = GROWING.includes(table.name) ? expect.arrayContaining(before ?? []) : before
        expect([table.name, after]).toEqual([table.name, expected])
      }
    })
    const { id, company_id } = await database.db
      .selectFrom('vehicle')
      .select(['id', 'company_id'])
      .where('registration', '=', KEPT.registration)
      .executeTakeFirstOrThrow()
    const drivers = await database.db
      .selectFrom('driver_assignment')
      .select(['vehicle_id', 'driver_id'])
      .execute()
    const before = (kept.get('vehicle') ?? []).map((line): { id: number; driver_id: number | null } =>
      JSON.parse(line),
    )
    expect(drivers).toEqual(
      before.flatMap(({ id: vehicle_id, driver_id }) =>
        driver_id === null ? [] : [{ vehicle_id, driver_id }],
      ),
    )
    expect(drivers.length).toBeGreaterThan(0)
    const evaluated = await database.db
      .selectFrom('alert_checkpoint')
      .select('day')
      .where('vehicle_id', '=', id)
      .unionAll(database.db.selectFrom('alert_pending').select('day').where('vehicle_id', '=', id))
      .execute()
    expect(evaluated.length, 'days whose alerts are found or will be').toBeGreaterThan(0)
    const track = await createTrackRepository({ db: database.db }).readRange({
      ...{ companyId: company_id, vehicleId: id, from: KEPT.from },
      to: KEPT.from + 3 * 86_400_000,
    })
    const fixes = keptFixes()
    expect(fixes).toHaveLength(KEPT.fixes + KEPT.openFixes)
    expect([...track.time]).toEqual(fixes.map(({ time }) => time))
    for (const field of ['lat', 'speed', 'fuel'] as const)
      fixes.forEach((fix, at) => {
        expect([field, at, track[field][at]]).toEqual([field, at, expect.closeTo(fix[field], 3)])
      })
  } finally {
    await database.close()
  }
})
