import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createKysely, createPool } from '#server/db/pool.ts'
import { TEMPLATE } from '../server/test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, with `*` for the database's name. */
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. Stopped and removed afterwards. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-test-'))
  await chmod(dataDir, 0o755)
  const server = await startPostgres({ dataDir, durable: false })
  if (!server)
    throw new Error('The server tests need PostgreSQL binaries, and npm has none for this platform.')
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const admin = createPool({ connectionString: server.urlOf('postgres'), max: 1 }, console.error)
    await admin.query(`create database ${TEMPLATE}`)
    await admin.end()
    const template = createKysely(
      createPool({ connectionString: server.urlOf(TEMPLATE), max: 1 }, console.error),
    )
    await migrate(template)
    await template.destroy()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', server.urlOf('*'))
  return stop
}
