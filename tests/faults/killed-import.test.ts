import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PositionImport } from '#contract/records/position-import.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { runServer, scratchFolder } from './faults.fixture.ts'

const PASSWORD = 'a good password'
const DAYS = 2_000
const LINES = Array.from(
  { length: DAYS },
  (_, i) => `D1,${new Date(Date.UTC(2020, 0, 1, 6) + i * 86_400_000).toISOString()},18.52,73.85,40\n`,
)
const FILE = Buffer.from(`vehicle,time,lat,lon,speed\n${LINES.join('')}`)
const CHOICES = { vehicle: null, timeZone: null, speedUnit: null, gallon: null, dateOrder: null }

const folder = scratchFolder()
let server: Awaited<ReturnType<typeof runServer>>
let database: Database
let token = ''

const ask = async (method: 'GET' | 'POST', path: string, body?: object | Buffer): Promise<unknown> => {
  const reply = await fetch(`${server.url}/api/v2/${path}`, {
    method,
    headers: {
      'x-api-key': 'roadbook',
      'content-type': body instanceof Buffer ? 'application/octet-stream' : 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined
      ? {}
      : { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return reply.json()
}
const IMPORT = 'onlinefleetmngmt/dicv/positionimport'
const current = async () => ((await ask('GET', IMPORT)) as { upload: PositionImport | null }).upload
const startImport = async (): Promise<void> => {
  const importId = randomUUID()
  await ask('POST', `${IMPORT}/begin`, { importId, fileName: 'drives.csv', bytes: FILE.length })
  await ask('POST', `${IMPORT}/part?importId=${importId}&at=0`, FILE)
  await ask('POST', `${IMPORT}/run`, { importId, ...CHOICES, dryRun: false })
}
const storedDays = async (): Promise<number> => {
  const { rows } = await database.pool.query(`select day from vehicle_day where fixes = 1`)
  return rows.length
}

beforeAll(async () => {
  server = await runServer(folder.path)
  database = await openDatabase({ dataDir: folder.path, attach: true })
  const { id } = await addCompany(database.db)
  await createUserRepository({ db: database.db }).add({
    ...{ userName: 'asha', firstName: 'Asha', companyId: id, role: 'CUSTOMERADMIN' },
    ...{ passwordHash: await (await createPasswords()).hash(PASSWORD), alphaAccess: true, betaAccess: true },
  })
  const { grant } = (await ask('POST', 'login', { userName: 'asha', password: PASSWORD })) as {
    grant: { access_token: string }
  }
  token = grant.access_token
}, 90_000)
afterAll(async () => {
  await database.close()
  await server.end('SIGTERM')
  folder.remove()
})

test('OWN-01 kill -9 during an import: the next start says how far it came, and importing again stores each position once', {
  timeout: 180_000,
}, async () => {
  await startImport()
  const counted = async () => {
    const { rows } = await database.pool.query(`select from position_import where stored > 0`)
    return rows.length
  }
  await expect.poll(counted, { interval: 1, timeout: 60_000 }).toBe(1)
  await server.end('SIGKILL')
  await database.close()
  server = await runServer(folder.path)
  database = await openDatabase({ dataDir: folder.path, attach: true })

  const upload = await current()
  const stored = await storedDays()
  expect(stored).toBeLessThan(DAYS)
  expect(upload).toMatchObject({ state: 'failed', isOwn: true, fault: { code: 'importRestartedPartly' } })
  const least = Number(String(upload?.fault?.params['stored']).replace(',', ''))
  expect(least).toBeGreaterThan(0)
  expect(least).toBeLessThanOrEqual(stored)

  await startImport()
  await expect.poll(async () => (await current())?.state, { timeout: 120_000 }).toBe('done')
  expect((await current())?.result).toMatchObject({ stored: DAYS - stored, duplicate: stored })
  expect(await storedDays()).toBe(DAYS)
})
