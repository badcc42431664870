import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PositionImport } from '#contract/records/position-import.ts'
import { UPLOADS } from '#server/import/limits.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle, limitUser } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const URL = `${FLEET_API}/positionimport`
const CHOICES = { vehicle: null, timeZone: null, speedUnit: null, gallon: null, dateOrder: null }
const DAYS = 600
/** The import waits before it stores this day, in the second of its three transactions, until the lock is free. */
const HELD_DAY = '2025-10-01'
const LOCK = 4711
const fileOf = (vehicle: string): string =>
  `vehicle,time,lat,lon,speed\n${vehicle},yester\u0000day,18.5,73.8,1\n${Array.from(
    { length: DAYS },
    (_, i) =>
      `${vehicle},${new Date(Date.UTC(2025, 0, 1, 6) + i * 86_400_000).toISOString()},18.52,73.85,40\n`,
  ).join('')}`
const FILE = fileOf('D1')

let token = ''
let companyId = 0
beforeAll(async () => {
  const { db, pool } = backend.database
  companyId = (await addCompany(db)).id
  await backend.addUser('asha', 'CUSTOMERADMIN', companyId)
  await backend.addUser('ravi', 'CUSTOMERADMIN', companyId)
  token = (await backend.logIn('asha')).token
  await pool.query(`create function hold_day() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`)
  await pool.query(`create trigger hold_day before insert on vehicle_day for each row
    when (new.day = '${HELD_DAY}') execute function hold_day()`)
})

const ask = (method: 'GET' | 'POST', path = '', body?: unknown) =>
  backend.ask(method, `${URL}${path}`, { token, body })
const current = async () => ((await ask('GET')).body as { upload: PositionImport | null }).upload
const upload = async (content: string): Promise<string> => {
  const importId = randomUUID()
  const bytes = Buffer.from(content)
  await ask('POST', '/begin', { importId, fileName: 'drives.csv', bytes: bytes.length })
  await backend.ask('POST', `${URL}/part?importId=${importId}&at=0`, {
    token,
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  return importId
}
const start = (importId: string) => ask('POST', '/run', { importId, ...CHOICES, dryRun: false })
const ended = () =>
  expect.poll(async () => (await current())?.state, { timeout: 60_000 }).toMatch(/^(done|failed)$/)

/** Holds the import of a file within its storing while `during` runs, with the ids of its connections. */
const whileHeld = async (content: string, during: (pids: number[]) => Promise<void>): Promise<void> => {
  const { pool } = backend.database
  const holder = await pool.connect()
  await holder.query(`select pg_advisory_lock(${LOCK})`)
  try {
    await start(await upload(content))
    const waiting = async () => {
      const { rows } = await pool.query(
        `select pid from pg_locks where locktype = 'advisory' and not granted`,
      )
      return rows.map(({ pid }) => pid as number)
    }
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    await during(await waiting())
  } finally {
    await holder.query(`select pg_advisory_unlock(${LOCK})`)
    holder.release()
  }
}
const storedDays = async (vehicle = 'D1'): Promise<number> => {
  const { rows } = await backend.database.pool.query(
    `select day from vehicle_day join vehicle on vehicle.id = vehicle_id where registration = $1 and fixes = 1`,
    [vehicle],
  )
  return rows.length
}

test('OWN-01 an import that ended with its server says so at the next one, and what it had stored is not stored again', async () => {
  await whileHeld(FILE, async (pids) => {
    await backend.startAfterCrash()
    const upload = await current()
    expect(upload).toMatchObject({
      ...{ fileName: 'drives.csv', state: 'failed', startedBy: 'asha', isOwn: true, result: null },
      fault: { code: 'importRestartedPartly' },
    })
    const stored = Number(upload?.fault?.params['stored'])
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThanOrEqual(await storedDays())
    expect(await storedDays()).toBeLessThan(DAYS)
    const asRavi = await backend.ask('GET', URL, { token: (await backend.logIn('ravi')).token })
    expect(asRavi.body).toMatchObject({ upload: { isOwn: false, startedBy: 'asha' } })
    // The server before this one is gone with its connection.
    for (const pid of pids) await backend.database.pool.query('select pg_terminate_backend($1)', [pid])
  })
  const before = await storedDays()
  await start(await upload(FILE))
  await ended()
  expect((await current())?.result).toMatchObject({ stored: DAYS - before, duplicate: before, rejected: 1 })
  expect(await storedDays()).toBe(DAYS)
})

test('OWN-01 how an import has ended is known after a restart, for a day', async () => {
  const done = await current()
  expect(done).toMatchObject({ state: 'done', fault: null })
  await backend.startAfterCrash()
  const { choices: _, timeZone: __, preview: ___, progress: ____, ...outcome } = done as PositionImport
  expect(await current()).toMatchObject(outcome)
  backend.setLead(UPLOADS.shownMs + 1)
  token = (await backend.logIn('asha')).token
  expect(await current()).toBeNull()
  await backend.tidy()
  backend.setLead(0)
  token = (await backend.logIn('asha')).token
  expect(await current()).toBeNull()
})

test('OWN-01 an import that is cut off by a stop is counted to the last position', async () => {
  let restarted = Promise.resolve()
  await whileHeld(fileOf('D2'), async () => {
    restarted = backend.restart()
  })
  await restarted
  const stored = await storedDays('D2')
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(DAYS)
  expect((await current())?.fault).toEqual({
    code: 'importRestartedPartly',
    params: { stored: String(stored) },
  })
})

test('OWN-01 a server that is stopped leaves word of what it was sent, and none of what its user has cancelled', async () => {
  const importId = await upload(FILE)
  await backend.restart()
  expect(await current()).toMatchObject({ importId, state: 'failed', fault: { code: 'importRestarted' } })
  await ask('POST', '/cancel', { importId: await upload(FILE) })
  await backend.restart()
  expect(await current()).toBeNull()
})

describe('AC-06 an import ends soon after the rights of its user', () => {
  const asRavi = async () =>
    (await backend.ask('GET', URL, { token: (await backend.logIn('ravi')).token })).body as {
      upload: PositionImport | null
    }
  const userId = async () => (await backend.logIn('asha')).userId

  test.each([
    [
      'as soon as it may name vehicles that the user does not see',
      async () => limitUser(backend.database.db, { company_id: companyId, user_id: await userId() }, []),
    ],
    [
      'as soon as the user is disabled',
      async () =>
        backend.database.db
          .updateTable('app_user')
          .set({ disabled_at: new Date() })
          .where('id', '=', await userId())
          .execute(),
    ],
  ])('%s', async (what, happen) => {
    const vehicle = `R ${what.length}`
    await whileHeld(fileOf(vehicle), async () => {
      await happen()
      // Whoever sees all vehicles reads why, while what is being stored is stored.
      await expect
        .poll(async () => (await asRavi()).upload, { timeout: 30_000 })
        .toMatchObject({ state: 'storing', fault: { code: 'importRightsEnded' } })
      expect(await current()).not.toMatchObject({ fileName: 'drives.csv' })
    })
    await expect.poll(async () => (await asRavi()).upload?.state, { timeout: 60_000 }).toBe('done')
    const { upload } = await asRavi()
    expect(upload?.result?.isWhole).toBe(false)
    expect(upload?.result?.stored).toBe(await storedDays(vehicle))
    expect(upload?.result?.stored).toBeLessThan(DAYS)
    await backend.database.db.deleteFrom('user_group').execute()
  })

  test('and what a limited user imported is shown to that user alone who sees the same vehicles still', async () => {
    const { db } = backend.database
    await backend.addUser('usha', 'CUSTOMERADMIN', companyId)
    token = (await backend.logIn('usha')).token
    const user_id = (await backend.logIn('usha')).userId
    const vehicle = await addVehicle(db, { company_id: companyId, registration: 'U 1' })
    await limitUser(db, { company_id: companyId, user_id }, [vehicle.id])
    const file = 'vehicle,time,lat,lon,speed\nU 1,2025-01-01T06:00:00Z,18.52,73.85,40\n'
    await start(await upload(file))
    await ended()
    const isShown = async () => (await current())?.fileName === 'drives.csv'
    for (const again of [async () => {}, () => backend.startAfterCrash()]) {
      await again()
      expect(await isShown()).toBe(true)
      await db.deleteFrom('group_vehicle').where('vehicle_id', '=', vehicle.id).execute()
      expect(await isShown()).toBe(false)
      await limitUser(db, { company_id: companyId, user_id }, [vehicle.id])
    }
    await db.deleteFrom('user_group').where('user_id', '=', user_id).execute()
    expect(await isShown()).toBe(true)
  })
})
