import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canEnter, databaseUser, defaultDataDir } from '#server/db/data-dir.ts'
import { installedBinaries, runnableBinaries } from '#server/db/postgres-binaries.ts'
import { createCleanup } from './database-owner.fixture.ts'

const cleanup = createCleanup()
const someone = { name: 'someone', uid: 4_000, gid: 4_000 }

describe('the user that runs PostgreSQL', () => {
  test('is ourselves, or for root the first of postgres and nobody that the system knows', () => {
    const passwd = join(cleanup.folder(), 'passwd')
    writeFileSync(passwd, 'root:x:0:0::/:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n')
    expect(databaseUser(1000, passwd)).toBeNull()
    expect(databaseUser(0, passwd)).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 })
    writeFileSync(passwd, 'nobody:x:65534:65533::/:/bin/false\npostgres:x:70:71::/:/bin/sh\n')
    expect(databaseUser(0, passwd)).toEqual({ name: 'postgres', uid: 70, gid: 71 })
    writeFileSync(passwd, 'root:x:0:0::/:/bin/sh\n')
    expect(() => databaseUser(0, passwd)).toThrow('no user "postgres" or "nobody"')
  })

  test('cannot enter a folder below a closed one', () => {
    const open = cleanup.folder()
    expect(canEnter(join(open, 'not', 'there'), someone)).toBe(true)
    chmodSync(open, 0o700)
    expect(canEnter(join(open, 'not', 'there'), someone)).toBe(false)
    expect(canEnter(open, null)).toBe(true)
  })
})

describe('the data directory', () => {
  test('is in the project, or in DATA_DIR', () => {
    const project = cleanup.folder()
    const env = {}
    expect(defaultDataDir({ projectDir: project, uid: 1000, env })).toBe(join(project, 'data'))
    expect(defaultDataDir({ projectDir: project, uid: 1000, env: { DATA_DIR: 'else' } })).toBe(
      join(project, 'else'),
    )
    expect(defaultDataDir({ projectDir: project, uid: 1000, env: { DATA_DIR: '/srv/x' } })).toBe('/srv/x')
  })

  // Other systems name no user in /etc/passwd that could run PostgreSQL for root.
  test.runIf(process.platform === 'linux')(
    'is for root under /var/lib/roadbook when the project is closed',
    () => {
      const project = cleanup.folder()
      const env = {}
      expect(defaultDataDir({ projectDir: project, uid: 0, env })).toBe(join(project, 'data'))
      const closed = cleanup.folder()
      chmodSync(closed, 0o700)
      const one = defaultDataDir({ projectDir: join(closed, 'one', 'roadbook'), uid: 0, env })
      const two = defaultDataDir({ projectDir: join(closed, 'two', 'roadbook'), uid: 0, env })
      expect(one).toMatch(/^\/var\/lib\/roadbook\/roadbook-[0-9a-f]{12}$/)
      expect(two).not.toBe(one)
    },
  )
})

describe('the binaries', () => {
  test('without links, and for root below a folder that the database user cannot enter, are copied', async () => {
    const installed = await installedBinaries()
    if (installed === null) throw new Error('npm installed no PostgreSQL for this platform.')
    const user = databaseUser()
    const root = join(cleanup.folder(), 'private')
    mkdirSync(root)
    const home = join(root, 'native')
    cpSync(installed.home, home, { recursive: true, verbatimSymlinks: true })
    for (const link of ['libicuuc.so.60', 'libpq.so.5']) rmSync(join(home, 'lib', link), { force: true })
    chmodSync(root, 0o700)
    const copyDir = cleanup.folder()
    const runnable = await runnableBinaries({ ...installed, home }, user, copyDir)
    expect(runnable.home.startsWith(copyDir)).toBe(true)
    const run = spawnSync(join(runnable.home, 'bin', 'postgres'), ['--version'], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: '/',
      encoding: 'utf8',
    })
    expect(run.stdout).toContain('PostgreSQL')
    expect(lstatSync(join(runnable.home, 'lib', 'libicuuc.so.60')).isSymbolicLink()).toBe(true)
    expect(await runnableBinaries({ ...installed, home }, user, copyDir)).toEqual(runnable)
    expect(await runnableBinaries(runnable, user, cleanup.folder())).toEqual(runnable)
  })
})
