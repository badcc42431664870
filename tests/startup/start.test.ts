import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../kit/server/command-programs.ts'
import {
  discard,
  freePort,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from '../kit/server/server-process.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
const node = process.env['ROADBOOK_TEST_NODE'] ?? process.execPath
/** On other versions of Node only the first part runs: that it starts, serves and stops. */
const quick = process.env['ROADBOOK_TEST_QUICK'] === '1'
const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0

const started: ServerProcess[] = []
const start = async (options: Parameters<typeof startServer>[0] = {}) => {
  const server = await startServer({
    program: 'start',
    node,
    ...options,
    env: { DEMO: 'off', ...options.env },
  })
  started.push(server)
  return server
}

afterEach(async () => {
  for (const server of started.splice(0)) await discard(server)
})

/** Processes of any user whose command line or environment-free arguments name this folder. */
const processesNaming = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })

const statusOf = async (url: string) => (await fetch(url)).status

describe('npm start', () => {
  test('serves client and API, prints its address, and stops within 3 s with nothing left running', {
    timeout: 90_000,
  }, async () => {
    const server = await start({ env: { DEMO: 'on' } })
    expect(server.output()).toContain(server.url.replace('127.0.0.1', 'localhost'))
    expect(server.output()).toContain('customeradmin')
    expect(server.output()).toContain(server.dataDir)
    expect(server.output()).toContain('Ctrl+C')
    expect(server.output()).not.toContain('Building')
    expect(await statusOf(`${server.url}/healthz`)).toBe(200)
    expect(await statusOf(`${server.url}/readyz`)).toBe(200)
    expect(await (await fetch(`${server.url}/`)).text()).toContain('<div id="root">')
    expect(await (await fetch(`${server.url}/env.json`)).json()).toMatchObject({ productName: 'Roadbook' })
    const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
    const notices = await (await fetch(`${server.url}/notices.txt`)).text()
    expect(Object.keys(dependencies).filter((name) => !notices.includes(`\n${name} `))).toEqual([])
    expect(notices).toContain('GeoNames')
    if (isLinux) expect(processesNaming(server.dataDir)).not.toEqual([])
    const { code, tookMs } = await server.stop('SIGINT')
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(9000)
    if (isLinux) expect(processesNaming(server.dataDir)).toEqual([])
  })

  test.skipIf(quick)(
    'starts twice in a row on one data directory, from any folder',
    { timeout: 90_000 },
    async () => {
      const first = await start({ cwd: tmpdir() })
      await first.stop('SIGINT')
      const second = await start({ dataDir: first.dataDir, cwd: '/' })
      expect(await statusOf(`${second.url}/readyz`)).toBe(200)
    },
  )

  test.skipIf(quick || !isLinux)(
    'starts again after kill -9, taking over what was left running',
    { timeout: 90_000 },
    async () => {
      const first = await start({ program: 'server' })
      await first.stop('SIGKILL')
      expect(processesNaming(first.dataDir)).not.toEqual([])
      const second = await start({ dataDir: first.dataDir })
      expect(await statusOf(`${second.url}/readyz`)).toBe(200)
      const notes = [
        'ended without stopping',
        'was left running',
        'Waiting for PostgreSQL',
        'tables up to date',
      ]
      expect(notes.filter((note) => !second.output().includes(note))).toEqual([])
      await second.stop()
      expect(processesNaming(first.dataDir)).toEqual([])
    },
  )

  test.skipIf(quick || !isLinux)(
    'ends when npm is killed without notifying it',
    { timeout: 90_000 },
    async () => {
      const server = await start({ program: 'shell' })
      await server.stop('SIGKILL')
      expect(processesNaming(server.dataDir)).toEqual([])
    },
  )

  test.skipIf(quick || !isLinux).each(['SIGINT', 'SIGTERM'] as const)(
    'ends when npm alone gets %s',
    { timeout: 90_000 },
    async (signal) => {
      const server = await start({ program: 'npm' })
      await server.stop(signal)
      expect(server.output()).toContain('Stopped.')
      expect(processesNaming(server.dataDir)).toEqual([])
    },
  )

  test('explains itself on --help and refuses any other argument', () => {
    const run = (...args: string[]) =>
      spawnSync(node, [join(PROJECT, 'scripts', 'start.mjs'), ...args], { encoding: 'utf8' })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: npm start/) })
    expect(run('--port', '9000')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/'--port 9000'[\s\S]*Usage: npm start/),
    })
  })

  test.skipIf(quick)('leaves its address for the commands until it stops', { timeout: 90_000 }, async () => {
    const server = await start({ env: { PUBLIC_URL: 'https://fleet.example' } })
    const vehicle = () =>
      runProgram('vehicle', ['KA 01'], { env: { DATA_DIR: server.dataDir, PORT: '', HOST: '' } })
    expect((await vehicle()).out).toContain('https://fleet.example/ingest/osmand?key=')
    await server.stop()
    expect((await vehicle()).out).toContain('http://localhost:8080/ingest/osmand?key=')
  })

  test.skipIf(quick)('is backed up while it runs, and not restored into', { timeout: 90_000 }, async () => {
    const server = await start()
    const env = { DATA_DIR: server.dataDir }
    const file = join(server.dataDir, 'now.backup')
    expect(await runProgram('backup', [file], { env })).toMatchObject({ code: 0 })
    expect(await runProgram('restore', [file], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Stop that one'),
    })
    expect(await statusOf(`${server.url}/readyz`)).toBe(200)
  })

  test.skipIf(quick)('names the port in use and how to choose another', { timeout: 90_000 }, async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const failure = await start({ port }).catch((error: Error) => error)
    other.close()
    expect(String(failure)).toContain(String(port))
    expect(String(failure)).toMatch(/PORT=\d+ npm start/)
  })

  test.skipIf(quick)(
    'refuses a data directory that another running Roadbook owns',
    { timeout: 90_000 },
    async () => {
      const first = await start()
      const failure = await start({ dataDir: first.dataDir }).catch((error: Error) => error)
      expect(String(failure)).toContain(first.dataDir)
      expect(await statusOf(`${first.url}/readyz`)).toBe(200)
    },
  )

  test.skipIf(quick || !isRoot || !isLinux)(
    'works as a user who is not root',
    { timeout: 90_000 },
    async () => {
      const nobody = {
        uid: Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout),
        gid: Number(spawnSync('id', ['-g', 'nobody'], { encoding: 'utf8' }).stdout),
      }
      const dataDir = temporaryDataDir()
      chownSync(dataDir, nobody.uid, nobody.gid)
      const server = await start({ program: 'server', dataDir, ...nobody, env: { HOME: dataDir } })
      expect(await statusOf(`${server.url}/readyz`)).toBe(200)
    },
  )

  test.skipIf(quick)('writes as many days of history as DEMO_DAYS', { timeout: 90_000 }, async () => {
    const env = { DEMO: 'on', DEMO_DAYS: '1', LOG_LEVEL: 'debug' }
    const server = await start({ program: 'server', env })
    await vi.waitFor(() => expect(server.output()).toMatch(/history reaches back to .*of 2 days/), {
      timeout: 80_000,
      interval: 500,
    })
  })

  test.skipIf(quick)(
    'has no default users with DEMO=off, and its own env.json counts',
    { timeout: 90_000 },
    async () => {
      const dataDir = temporaryDataDir()
      writeFileSync(join(dataDir, 'env.json'), '{"productName":"Truck book"}')
      const server = await start({ dataDir })
      expect(server.output()).not.toContain('customeradmin')
      expect(await (await fetch(`${server.url}/env.json`)).json()).toMatchObject({
        productName: 'Truck book',
        roadDetail: 'overview',
      })
      const reply = await fetch(`${server.url}/api/v2/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'roadbook' },
        body: JSON.stringify({ userName: 'customer', password: 'roadbook' }),
      })
      expect(await reply.text()).toContain('Enter Valid Credentials')
    },
  )
})

test('two clones never share data', async () => {
  const { defaultDataDir } = await import('#server/db/data-dir.ts')
  const asRoot = (projectDir: string) => defaultDataDir({ projectDir, uid: 0, env: {} })
  expect(asRoot('/root/one')).not.toBe(asRoot('/root/two'))
})
