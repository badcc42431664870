import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { isRunning } from '#server/db/processes.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createDemoUsers } from '#server/simulator/demo/demo-users.repository.ts'
import { runProgram } from '../kit/server/command-programs.ts'
import { type ServerProcess, startServer, temporaryDataDir } from '../kit/server/server-process.ts'

const quick = process.env['ROADBOOK_TEST_QUICK'] === '1'
const dataDir = temporaryDataDir()
const started: ServerProcess[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop('SIGINT')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = async (options: Parameters<typeof startServer>[0]): Promise<ServerProcess> => {
  const server = await startServer({ program: 'start', dataDir, ...options })
  started.push(server)
  return server
}

const canLogIn = async ({ url }: ServerProcess, userName: string, password: string): Promise<boolean> => {
  const reply = await fetch(`${url}/api/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'roadbook' },
    body: JSON.stringify({ userName, password }),
  })
  const answer = (await reply.json()) as object
  if ('grant' in answer) return true
  expect(answer).toMatchObject({ message: 'Enter Valid Credentials' })
  return false
}

const ALARM = 'DEMO USERS CAN LOG IN FROM THE NETWORK'

test.skipIf(quick)(
  'a demo on the network without a terminal has a password of its own from its first start',
  { timeout: 90_000 },
  async () => {
    const server = await start({ env: { HOST: '0.0.0.0', DEMO_DAYS: '1' } })
    expect(server.output()).toContain(ALARM)
    const [, printed = ''] = /Their password +(\w{14})\n/.exec(server.output()) ?? []
    expect(await canLogIn(server, 'rootadmin', 'roadbook')).toBe(false)
    expect(await canLogIn(server, 'rootadmin', printed)).toBe(true)
  },
)

describe.skipIf(quick || process.platform !== 'linux')('where the new password is not given', () => {
  const logins = async () => {
    const database = await openDatabase({ dataDir })
    const rows = await database.db
      .selectFrom('app_user')
      .select(['user_name', 'password_hash', 'disabled_at', 'demo_login'])
      .orderBy('id')
      .execute()
    await database.close()
    return rows
  }
  /** The failure of a start at whose question something else happens. */
  const failedStart = async (answer: string | (() => void)): Promise<string> => {
    const env = { HOST: '0.0.0.0', DEMO_DAYS: '1', CI: '' }
    return String(await start({ program: 'terminal', answers: [answer], env }).catch((error: Error) => error))
  }
  beforeAll(async () => {
    const database = await openDatabase({ dataDir })
    const demoUsers = createDemoUsers(database)
    await demoUsers.setPasswordHash(await (await createPasswords()).hash('roadbook'))
    await demoUsers.disable()
    await database.close()
  })

  test('Ctrl+D ends the start with a message, and no login has changed', { timeout: 90_000 }, async () => {
    const before = await logins()
    const failure = await failedStart('\x04')
    expect(failure).toMatch(/ended with code 1 [\s\S]*No password was given, so Roadbook was not started/)
    expect(failure).not.toContain('To stop')
    expect(await logins()).toEqual(before)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'a %s to the program that asks ends it and the server, and no login has changed',
    { timeout: 90_000 },
    async (signal) => {
      const before = await logins()
      const pids: number[] = []
      const failure = await failedStart(() => {
        const server = Number.parseInt(readFileSync(join(dataDir, 'roadbook.lock'), 'utf8'), 10)
        const [, asking] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${server}/status`, 'utf8')) ?? []
        pids.push(server, Number(asking))
        process.kill(Number(asking), signal)
      })
      expect(failure).toMatch(/ended with code \d+ before it was ready/)
      await vi.waitFor(() => expect(pids.map((pid) => isRunning(pid))).toEqual([false, false]), 20_000)
      expect(await logins()).toEqual(before)
    },
  )
})

test.skipIf(quick || process.platform !== 'linux')(
  'on a terminal the new password is asked for, once, where the demo was tried with the old one',
  { timeout: 90_000 },
  async () => {
    const database = await openDatabase({ dataDir })
    await createDemoUsers(database).setPasswordHash(await (await createPasswords()).hash('roadbook'))
    await database.close()
    const env = { HOST: '0.0.0.0', DEMO_DAYS: '1', CI: '' }
    const prompted = await start({ program: 'terminal', answers: ['roadbook', 'Fleet 2026'], env })
    expect(prompted.output()).toMatch(/everybody knows the password[\s\S]*too weak/)
    expect(prompted.output()).toContain(ALARM)
    expect(await canLogIn(prompted, 'rootadmin', 'roadbook')).toBe(false)
    expect(await canLogIn(prompted, 'rootadmin', 'Fleet 2026')).toBe(true)
    await started.pop()?.stop()
    const again = await start({ env: { DEMO_DAYS: '1' } })
    expect(again.output()).toContain('chosen at an earlier start')
    expect(again.output()).not.toContain(ALARM)
    expect(await canLogIn(again, 'rootadmin', 'Fleet 2026')).toBe(true)
  },
)

test.skipIf(quick)(
  'DEMO=off disables demo users and says so; one is kept with a password of its own; DEMO=on enables the others',
  { timeout: 90_000 },
  async () => {
    const closed = await start({ env: { DEMO: 'off' } })
    expect(closed.output()).toMatch(
      /DEMO=off has disabled the demo users \(.*rootadmin.*\)[\s\S]*npm run user -- enable customeradmin/,
    )
    expect(closed.output()).not.toContain(ALARM)
    expect(await canLogIn(closed, 'rootadmin', 'Fleet 2026')).toBe(false)
    const env = { DATA_DIR: dataDir }
    const enabled = await runProgram('user', ['enable', 'customeradmin'], { env, input: 'My 0wn one\n' })
    expect(enabled).toMatchObject({ code: 0, out: expect.stringContaining('Enabled customeradmin.') })
    expect(await canLogIn(closed, 'customeradmin', 'My 0wn one')).toBe(true)
    await started.pop()?.stop()
    const open = await start({ env: { DEMO_DAYS: '1', DEMO_PASSWORD: 'Other 2026' } })
    expect(await canLogIn(open, 'rootadmin', 'Other 2026')).toBe(true)
    expect(await canLogIn(open, 'customeradmin', 'My 0wn one')).toBe(true)
    expect(open.output()).not.toMatch(/Demo users .*customeradmin/)
  },
)

test.skipIf(quick)('DEMO_PASSWORD must not be weak, and is not repeated', { timeout: 90_000 }, async () => {
  const failure = await start({ env: { DEMO_PASSWORD: 'sesame' } }).catch((error: Error) => error)
  expect(String(failure)).toMatch(/DEMO_PASSWORD cannot be used\. .*at least 8/)
  expect(String(failure)).not.toContain('sesame')
})
