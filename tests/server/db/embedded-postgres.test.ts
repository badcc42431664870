import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startPostgres } from '#server/db/embedded-postgres.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createPool } from '#server/db/pool.ts'
import { isRunning, runningIn, until } from '#server/db/processes.ts'
import { createCleanup, startDatabaseOwner, stopDatabaseOwner } from './database-owner.fixture.ts'

const cleanup = createCleanup()
const postmasterOf = (output: string) => Number(/^ready (\d+)$/.exec(output)?.[1])

const start = async (dataDir: string, log?: (message: string) => void) => {
  const server = await startPostgres({ dataDir, durable: false, ...(log ? { log } : {}) })
  if (!server) throw new Error('There are no PostgreSQL binaries for this platform.')
  cleanup.after(() => server.stop())
  return server
}

const ask = async (url: string, question: string): Promise<unknown> => {
  const pool = createPool({ connectionString: url, max: 1 }, () => {})
  try {
    const { rows } = await pool.query<{ answer: unknown }>(question)
    return rows[0]?.answer
  } finally {
    await pool.end()
  }
}

describe('our own PostgreSQL', () => {
  test('starts, answers on a private socket or loopback only, and leaves nothing when it stops', async () => {
    const dataDir = cleanup.folder()
    const server = await start(dataDir)
    expect(
      await ask(server.urlOf('postgres'), `select current_setting('listen_addresses') as answer`),
    ).toMatch(/^(127\.0\.0\.1)?$/)
    expect(
      await ask(server.urlOf('postgres'), `select rolsuper as answer from pg_roles where rolname = user`),
    ).toBe(true)
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o077).toBe(0)
    const wrong = server.urlOf('postgres').replace(/roadbook:[^@]+@/, 'roadbook:wrong@')
    await expect(ask(wrong, 'select 1 as answer')).rejects.toThrow('password authentication failed')
    const socketDir = new URL(server.urlOf('postgres')).searchParams.get('host') ?? dataDir
    const pid = server.pid()
    await server.stop()
    expect(isRunning(pid)).toBe(false)
    expect(runningIn(join(dataDir, 'pg'))).toEqual([])
    expect(existsSync(socketDir)).toBe(socketDir === dataDir)
    expect(existsSync(join(dataDir, 'roadbook.lock'))).toBe(false)
  })

  test('writes what it refuses into its log, and no values of rows', async () => {
    const dataDir = cleanup.folder()
    const url = (await start(dataDir)).urlOf('postgres')
    await ask(url, 'create table truck (plate text unique)')
    const add = () => ask(url, "insert into truck values (concat('MH 12 ', 'AB 1234'))")
    await add()
    await expect(add()).rejects.toMatchObject({ detail: 'Key (plate)=(MH 12 AB 1234) already exists.' })
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint')
    expect(log).not.toContain('MH 12 AB 1234')
  })

  test('keeps its data over stop and start, and restarts after it dies', async () => {
    const dataDir = cleanup.folder()
    const first = await start(dataDir)
    await ask(first.urlOf('postgres'), 'create table kept as select 42 as answer')
    await first.stop()

    const logged: string[] = []
    const server = await start(dataDir, (message) => logged.push(message))
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    expect(await until(() => server.pid() !== killed, 60_000)).toBe(true)
    expect(await ask(server.urlOf('postgres'), 'select answer from kept')).toBe(42)
    expect(logged.join('\n')).toContain('PostgreSQL exited unexpectedly (SIGKILL)')
  })

  test('is waited for as long as it is at work, and says that it recovers after it was killed', async () => {
    const dataDir = cleanup.folder()
    const first = await start(dataDir)
    await ask(first.urlOf('postgres'), 'create table kept as select 42 as answer')
    await ask(first.urlOf('postgres'), 'checkpoint')
    const former = first.pid()
    // Its owner is as good as gone: it starts no other one.
    const stopped = first.stop()
    process.kill(former, 'SIGKILL')
    await stopped

    const logged: string[] = []
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const server = await start(dataDir, (message) => {
        logged.push(message)
        // A day passes before it is ready.
        setTimeout(() => vi.setSystemTime(Date.now() + 86_400_000), 1)
      })
      expect(logged).toEqual([
        'Waiting for PostgreSQL, which ended without stopping, to recover what was stored.',
      ])
      expect(await ask(server.urlOf('postgres'), 'select answer from kept')).toBe(42)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is started again until it runs, however often it ends and whatever kept it from starting', async () => {
    const dataDir = cleanup.folder()
    const logged: string[] = []
    const server = await start(dataDir, (message) => logged.push(message))
    await ask(server.urlOf('postgres'), 'create table kept as select 42 as answer')
    // What is not flushed is lost with a kill in a test, which commits without waiting for the disk.
    await ask(server.urlOf('postgres'), 'checkpoint')
    const cluster = join(dataDir, 'pg')
    const [file, aside] = [join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.aside')]
    renameSync(file, aside)
    process.kill(server.pid(), 'SIGKILL')
    expect(
      await until(
        () => logged.filter((line) => line.includes('could not be started again')).length >= 2,
        60_000,
      ),
    ).toBe(true)
    renameSync(aside, file)
    for (let kills = 0; kills < 3; kills += 1) {
      const again = () => logged.filter((line) => line === 'PostgreSQL runs again.').length
      expect(await until(() => again() > kills, 90_000)).toBe(true)
      expect(await ask(server.urlOf('postgres'), 'select answer from kept')).toBe(42)
      if (kills < 2) process.kill(server.pid(), 'SIGKILL')
    }
    expect(logged.join('\n')).toMatch(/is started again in 0\.5 s.*is started again in 2 s/s)
  }, 180_000)

  const isRoot = process.getuid?.() === 0
  test.runIf(isRoot)(
    'a data directory that the database user cannot enter is refused, with what to do',
    async () => {
      const dataDir = join(cleanup.folder(), 'closed')
      mkdirSync(dataDir, { mode: 0o700 })
      await expect(startPostgres({ dataDir })).rejects.toThrow(
        'Set DATA_DIR to a folder that every user can enter',
      )
    },
  )

  test('a cluster of another major version is named, not damaged', async () => {
    const dataDir = cleanup.folder()
    await (await start(dataDir)).stop()
    writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '12\n')
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      'was made by PostgreSQL 12; the installed binaries are version 18',
    )
  })
})

describe('two processes', () => {
  test('a killed owner leaves PostgreSQL running; the next start takes it over with all committed data', async () => {
    const dataDir = cleanup.folder()
    const owner = await startDatabaseOwner(dataDir, cleanup)
    const orphan = postmasterOf(owner.firstOutput)
    const other = await openDatabase({ dataDir, attach: true })
    await other.pool.query(`insert into company (name) values ('Kept')`)
    const socketDir = new URL(other.url).searchParams.get('host') ?? dataDir
    await other.close()

    await stopDatabaseOwner(owner.child, 'SIGKILL')
    expect(isRunning(orphan)).toBe(true)
    const logged: string[] = []
    const database = await openDatabase({ dataDir, log: (message) => logged.push(message) })
    cleanup.after(() => database.close())
    expect(isRunning(orphan)).toBe(false)
    expect(logged).toEqual([
      `The last Roadbook here (process ${owner.pid}) ended without stopping, as by a kill or a power failure.`,
      `PostgreSQL (process ${orphan}) was left running by a killed Roadbook; waiting for it to stop, to take over its data.`,
      'Waiting for PostgreSQL to start.',
      'Bringing the tables up to date.',
    ])
    expect(await database.db.selectFrom('company').select('name').execute()).toEqual([{ name: 'Kept' }])
    expect(existsSync(socketDir)).toBe(socketDir === dataDir)
  })

  test('a second process learns the live owner; a tool attaches to it and leaves it running', async () => {
    const dataDir = cleanup.folder()
    const owner = await startDatabaseOwner(dataDir, cleanup)
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `in use by the Roadbook with process id ${owner.pid}. Stop that one, or set DATA_DIR to another folder.`,
    )
    expect(statSync(join(dataDir, 'connection.json')).mode & 0o077).toBe(0)

    const tool = await openDatabase({ dataDir, attach: true })
    await tool.db.insertInto('company').values({ name: 'Attached' }).execute()
    await tool.close()
    expect(isRunning(postmasterOf(owner.firstOutput))).toBe(true)

    await stopDatabaseOwner(owner.child)
    expect(isRunning(postmasterOf(owner.firstOutput))).toBe(false)
    expect(existsSync(join(dataDir, 'connection.json'))).toBe(false)
    const alone = await openDatabase({ dataDir, attach: true })
    cleanup.after(() => alone.close())
    expect(await alone.db.selectFrom('company').select('name').execute()).toEqual([{ name: 'Attached' }])
  })

  test('of two started at once one wins and the other reports it', async () => {
    const dataDir = cleanup.folder()
    const owners = await Promise.all([
      startDatabaseOwner(dataDir, cleanup),
      startDatabaseOwner(dataDir, cleanup),
    ])
    const winners = owners.filter(({ firstOutput }) => firstOutput.startsWith('ready'))
    const losers = owners.filter(({ firstOutput }) =>
      firstOutput.includes('is in use by the Roadbook with process id'),
    )
    expect([winners.length, losers.length]).toEqual([1, 1])
    expect(losers[0]?.firstOutput).toContain(`process id ${winners[0]?.pid}`)
  })
})
