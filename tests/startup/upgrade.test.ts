import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { checkBackupFile, readBackupLines } from '#server/backup/backup-file.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { inSnapshot, insertRows, inTransaction, readSchema, setSequences } from '#server/db/table-rows.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { KEPT } from '../../scripts/last-release/rows.ts'
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

/** Makes a data folder as the last release left it. No code of migrations runs here, only what the last release recorded. */
const makeOldDataDir = async () => {
  const header = await checkBackupFile(ROWS)
  const database = await openDatabase({ dataDir, migrates: false })
  try {
    await inTransaction(database.pool, async (client) => {
      for (const { sql, parameters } of statements) await client.query(sql, parameters)
      const lines = readBackupLines(ROWS)
      for (const table of header.tables) {
        const rows: string[] = []
        for (let i = 0; i < table.rows; i += 1) rows.push((await lines.next()).value ?? '')
        await insertRows(client, table, rows)
      }
      await setSequences(client, header.sequences)
      // The last release kept no two users from having one e-mail address.
      await client.query("update app_user set email = 'Asha@Example.com' where user_name = 'support'")
    })
    const { migrations } = await inSnapshot(database.pool, readSchema)
    expect(migrations).toEqual(header.migrations)
  } finally {
    await database.close()
  }
  return header
}

test('npm start upgrades the data folder of the last release, with every row, a playback and a login', {
  timeout: 180_000,
}, async () => {
  const header = await makeOldDataDir()
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
    const now = await inSnapshot(database.pool, readSchema)
    expect(now.migrations).toEqual(expect.arrayContaining([...header.migrations]))
    const rowsNow = new Map(now.tables.map(({ name, rows }) => [name, rows]))
    // The login adds its own token, expired ones are swept, and the open day of the fixture is over by now.
    const changing = new Set([
      'refresh_token',
      'authorization_code',
      'password_reset',
      'acting_period',
      'setting',
      'mail',
    ])
    const ofDays = new Set(['open_fix', 'vehicle_day', 'vehicle_hour', 'vehicle_event'])
    for (const { name, rows } of header.tables)
      if (!changing.has(name) && !ofDays.has(name)) expect([name, rowsNow.get(name)]).toEqual([name, rows])
    const { id, company_id } = await database.db
      .selectFrom('vehicle')
      .select(['id', 'company_id'])
      .where('registration', '=', KEPT.registration)
      .executeTakeFirstOrThrow()
    const track = await createTrackRepository({ db: database.db }).readRange({
      ...{ companyId: company_id, vehicleId: id, from: KEPT.from },
      to: KEPT.from + 3 * 86_400_000,
    })
    expect(track.length).toBe(KEPT.fixes + KEPT.openFixes)
    expect(track.fuel[0]).toBe(200)
  } finally {
    await database.close()
  }
})
