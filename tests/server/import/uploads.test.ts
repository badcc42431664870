import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ImportChoices, type PositionImport, UPLOAD } from '#contract/records/position-import.ts'
import { UPLOADS } from '#server/import/limits.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle, limitUser } from '#tests/kit/server/fleet-records.ts'
import { waitersFor } from '#tests/kit/server/locked-table.ts'

const backend = withBackend()
const URL = `${FLEET_API}/positionimport`
const HEADER = 'vehicle,time,lat,lon,speed\n'
const GOOD = 'T1,2026-11-10T06:00:00Z,18.52,73.85,40\nT1,2026-11-10T06:00:30Z,18.53,73.85,41\n'
const GPX = `<gpx><trk><name>G 1 A</name><trkseg><trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt></trkseg></trk></gpx>`
const NO_CHOICES: ImportChoices = {
  ...{ vehicle: null, timeZone: null, speedUnit: null, gallon: null },
  dateOrder: null,
  placeOrder: null,
}

let tokens: Record<'asha' | 'ravi' | 'other' | 'manager', string>
let companies: readonly number[] = []

beforeAll(async () => {
  const { db } = backend.database
  companies = [(await addCompany(db)).id, (await addCompany(db)).id]
  const [mine = 0, theirs = 0] = companies
  const add = async (name: string, role: 'CUSTOMERADMIN' | 'MANAGER', company: number) => {
    await backend.addUser(name, role, company)
    return (await backend.logIn(name)).token
  }
  tokens = {
    asha: await add('asha', 'CUSTOMERADMIN', mine),
    ravi: await add('ravi', 'CUSTOMERADMIN', mine),
    manager: await add('manager', 'MANAGER', mine),
    other: await add('other', 'CUSTOMERADMIN', theirs),
  }
})

type Who = keyof typeof tokens
const post = (who: Who, path: string, body: unknown) =>
  backend.ask('POST', `${URL}/${path}`, { token: tokens[who], body })
const part = (who: Who, importId: string, at: number, bytes: Uint8Array) =>
  backend.ask('POST', `${URL}/part?importId=${importId}&at=${at}`, {
    token: tokens[who],
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
const current = async (who: Who) => {
  const { body } = await backend.ask('GET', URL, { token: tokens[who] })
  return (body as { upload: PositionImport | null }).upload
}
const begin = async (who: Who, content: string, fileName = 'drives.csv') => {
  const importId = randomUUID()
  const bytes = Buffer.from(content)
  const begun = await post(who, 'begin', { importId, fileName, bytes: bytes.length })
  return { importId, bytes, begun }
}
/** Uploads a file in parts of a few bytes. */
const upload = async (who: Who, content: string, fileName?: string) => {
  const { importId, bytes } = await begin(who, content, fileName)
  const half = Math.ceil(bytes.length / 2)
  await part(who, importId, 0, bytes.subarray(0, half))
  await part(who, importId, half, bytes.subarray(half))
  return importId
}
/** Runs an upload and waits until it has ended. */
const run = async (who: Who, importId: string, choices: Partial<ImportChoices> & { dryRun: boolean }) => {
  const { status, body } = await post(who, 'run', { importId, ...NO_CHOICES, ...choices })
  if (status !== 200) return { status, body }
  // A file is read in a thread of its own, which a busy machine is slow to begin.
  await expect
    .poll(async () => (await current(who))?.state, { timeout: 60_000 })
    .not.toMatch(/^(checking|storing)$/)
  return { status, body: await current(who) }
}
const fixesOf = async (companyId: number | undefined) => {
  const days = await backend.database.db
    .selectFrom('vehicle_day')
    .innerJoin('vehicle', 'vehicle.id', 'vehicle_day.vehicle_id')
    .select(['registration', 'fixes'])
    .where('vehicle.company_id', '=', companyId ?? 0)
    .orderBy('registration')
    .execute()
  return days.map(({ registration, fixes }) => `${registration} ${fixes}`)
}
const filesLeft = () => (existsSync(backend.uploadDir) ? readdirSync(backend.uploadDir) : [])

describe('OWN-01 import by upload', () => {
  test('a check stores nothing and says what is in the file; the import stores it, once', async () => {
    const importId = await upload('asha', `${HEADER}${GOOD}T1,yesterday,1,1,1\n`)
    const checked = await run('asha', importId, { dryRun: true })
    expect(checked.body).toMatchObject({
      ...{ fileName: 'drives.csv', state: 'checked', startedBy: 'asha', isOwn: true, fault: null },
      preview: {
        format: 'csv',
        columns: [
          { header: 'vehicle', field: 'vehicle', unit: null },
          { header: 'time', field: 'time', unit: null },
          { header: 'lat', field: 'lat', unit: null },
          { header: 'lon', field: 'lng', unit: null },
          { header: 'speed', field: 'speed', unit: 'kmph' },
        ],
        rows: [
          { vehicle: 'T1', time: Date.parse('2026-11-10T06:00:00Z'), lat: 18.52, lng: 73.85, speed: 40 },
          { vehicle: 'T1', time: Date.parse('2026-11-10T06:00:30Z'), lat: 18.53, lng: 73.85, speed: 41 },
        ],
      },
      result: {
        ...{ read: 3, stored: 2, duplicate: 0, rejected: 1, vehicles: 1, newNames: ['T1'], isWhole: true },
        reasons: [{ code: 'timeUnreadable', params: { time: '…' }, times: 1 }],
        lines: [{ line: 4, code: 'timeUnreadable', params: { time: 'yesterday' } }],
      },
    })
    expect(await fixesOf(companies[0])).toEqual([])

    const { body } = await run('asha', importId, { dryRun: false })
    const { result, state } = body as PositionImport
    expect([state, result?.stored, result?.newVehicles]).toEqual(['done', 2, 1])
    expect(result?.firstDrive).toMatchObject({
      at: Date.parse('2026-11-10T06:00:00Z'),
      lng: 73.85,
      lat: 18.52,
    })
    expect(await fixesOf(companies[0])).toEqual(['T1 2'])
    // The file goes after the answer.
    await expect.poll(filesLeft, { timeout: 60_000 }).toEqual([])

    const again = await upload('ravi', `${HEADER}${GOOD}`)
    const { body: repeated } = await run('ravi', again, { dryRun: false })
    expect(repeated).toMatchObject({ result: { stored: 0, duplicate: 2 }, startedBy: 'ravi', isOwn: true })
    expect(await current('asha')).toMatchObject({ importId: again, isOwn: false })
  })

  test('B8 nothing is imported while the file leaves a unit open', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, i) =>
        `B8,${new Date(Date.UTC(2026, 10, 10, 6) + i * 10_000).toISOString()},${18.5 + i * 0.0009},73.85,10\n`,
    )
    const importId = await upload('asha', `${HEADER}${rows.join('')}`)
    const checked = await run('asha', importId, { dryRun: true })
    const { result } = checked.body as PositionImport
    expect(result?.questions).toMatchObject([{ kind: 'speed', readAs: 'kmph', looksLike: 'mps' }])
    expect((await run('asha', importId, { dryRun: false })).body).toMatchObject({
      state: 'failed',
      fault: { code: 'importUndecided' },
    })
    const again = await upload('asha', `${HEADER}${rows.join('')}`)
    expect((await run('asha', again, { dryRun: true, speedUnit: 'mps' })).body).toMatchObject({
      result: { questions: [], stored: 20 },
    })
  })

  test('a vehicle, a zone and a unit of speed that are chosen count, and are answered again', async () => {
    const importId = await upload(
      'asha',
      'time,lat,lon,speed\n2026-11-10 06:00:00,18.5,73.8,10\n',
      'no name.csv',
    )
    const choices = { vehicle: 'KA 01 CH 1', timeZone: 'UTC', speedUnit: 'mps' } as const
    const { body } = await run('asha', importId, { dryRun: true, ...choices })
    expect(body).toMatchObject({
      choices,
      timeZone: 'UTC',
      preview: { rows: [{ vehicle: 'KA 01 CH 1', time: Date.parse('2026-11-10T06:00:00Z'), speed: 36 }] },
    })
    const other = await run('asha', importId, { dryRun: true })
    expect(other.body).toMatchObject({
      timeZone: 'Asia/Kolkata',
      preview: { rows: [{ vehicle: 'no name', time: Date.parse('2026-11-10T00:30:00Z'), speed: 10 }] },
    })
  })

  test('every format is read, by what is in the file', async () => {
    const json = JSON.stringify({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [[73.8, 18.5]] },
      properties: { coordTimes: ['2026-11-10T06:00:00Z'], vehicle: 'J1' },
    })
    const kml =
      '<kml><Placemark><name>K 1 A</name><Track><when>2026-11-10T06:00:00Z</when><coord>73.8 18.5</coord></Track></Placemark></kml>'
    for (const [format, content, vehicle] of [
      ['gpx', GPX, 'G 1 A'],
      ['kml', kml, 'K 1 A'],
      ['geojson', json, 'J1'],
    ] as const) {
      const importId = await upload('asha', content, 'a.txt')
      const { body } = await run('asha', importId, { dryRun: true })
      expect(body).toMatchObject({ preview: { format, rows: [{ vehicle }] }, result: { stored: 1 } })
    }
  })

  test("a registration or IMEI of another company's vehicle makes a vehicle of one's own and leaves theirs alone", async () => {
    const { db } = backend.database
    const [mine = 0, theirs = 0] = companies
    await addVehicle(db, { company_id: theirs, registration: 'THEIRS 1', imei: 'imei-theirs' })
    const line = (name: string) => `${name},2026-11-10T06:00:00Z,18.52,73.85,40\n`
    const importId = await upload('asha', `${HEADER}${line('THEIRS 1')}${line('imei-theirs')}`)
    await run('asha', importId, { dryRun: false })
    expect(await fixesOf(theirs)).toEqual([])
    expect(await fixesOf(mine)).toEqual(expect.arrayContaining(['THEIRS 1 1', 'imei-theirs 1']))
  })

  /** Limits a user to a group without vehicles while `work` runs. */
  const limited = async <T>(who: Who, work: () => Promise<T>): Promise<T> => {
    const { db } = backend.database
    const [company_id = 0] = companies
    const { userId: user_id } = await backend.logIn(who)
    await limitUser(db, { company_id, user_id }, [])
    try {
      return await work()
    } finally {
      await db.deleteFrom('user_group').where('user_id', '=', user_id).execute()
    }
  }

  test('AC-02 who is limited to groups learns of an import of a colleague that it is in work, and does nothing to it', async () => {
    const hidden = 'MH 12 HIDDEN 7'
    const { importId, bytes } = await begin('asha', HEADER + GOOD.replaceAll('T1', hidden), `${hidden}.csv`)
    const seen: unknown[] = []
    const actions = ['cancel', 'run'] as const
    const act = (path: (typeof actions)[number]) =>
      post('ravi', path, { importId, ...(path === 'run' ? { ...NO_CHOICES, dryRun: false } : {}) })
    await limited('ravi', async () => {
      const during = await current('ravi')
      expect(during).toMatchObject({ state: 'uploading', importId: '', fileName: '…', isOwn: false })
      const same = await post('ravi', 'begin', { importId, fileName: 'x.csv', bytes: 10 })
      expect(same.body).toMatchObject({ code: 'importBusy' })
      await part('asha', importId, 0, bytes)
      await run('asha', importId, { dryRun: true })
      for (const action of actions) expect((await act(action)).body).toMatchObject({ code: 'importGone' })
      expect((await part('ravi', importId, 0, bytes)).body).toMatchObject({ code: 'importGone' })
      expect((await begin('ravi', GPX)).begun.body).toMatchObject({ code: 'importBusy' })
      seen.push(during, await current('ravi'))
      await run('asha', importId, { dryRun: false })
      seen.push(await current('ravi'))
    })
    expect(JSON.stringify(seen)).not.toContain('HIDDEN')
    expect(seen.slice(1)).toEqual([expect.objectContaining({ state: 'checking', fileName: '…' }), null])
    expect(await current('ravi')).toMatchObject({ state: 'done', fileName: `${hidden}.csv` })
  })

  test('a vehicle of a group that the caller does not see gets no position', async () => {
    const { db } = backend.database
    const [company_id = 0] = companies
    const hidden = await addVehicle(db, { company_id, registration: 'HIDDEN 1' })
    const body = await limited('ravi', async () => {
      const importId = await upload('ravi', `${HEADER}${GOOD.replaceAll('T1', hidden.registration)}`)
      return (await run('ravi', importId, { dryRun: false })).body
    })
    expect(body).toMatchObject({
      result: { stored: 0, rejected: 2, reasons: [{ code: 'vehicleWithheld', times: 2 }] },
    })
  })
})

describe('OWN-01 what an upload refuses', () => {
  const code = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ]

  test('other roles, and a company of its own only', async () => {
    expect(code(await post('manager', 'begin', {}))).toEqual([403, 'roleNotAllowed'])
    const importId = await upload('asha', HEADER + GOOD)
    expect(await current('other')).toBeNull()
    for (const path of ['run', 'cancel'])
      expect(code(await post('other', path, { importId, dryRun: false, ...NO_CHOICES }))).toEqual([
        409,
        'importGone',
      ])
    expect(code(await part('other', importId, 0, Buffer.from('x')))).toEqual([409, 'importGone'])
    const stale = { importId: randomUUID(), dryRun: true, ...NO_CHOICES }
    expect(code(await post('asha', 'run', stale))).toEqual([409, 'importGone'])
    await post('asha', 'cancel', { importId })
  })

  test('a file that is too large, and parts that are too large, out of order or more than was said', async () => {
    const importId = randomUUID()
    const tooLarge = { importId, fileName: 'a.csv', bytes: UPLOAD.maxBytes + 1 }
    expect(code(await post('asha', 'begin', tooLarge))).toEqual([413, 'importTooLarge'])
    const { importId: id, bytes } = await begin('asha', HEADER + GOOD)
    expect(code(await part('asha', id, 5, bytes.subarray(5)))).toEqual([409, 'importOutOfStep'])
    expect(code(await part('asha', id, 0, Buffer.alloc(UPLOAD.partBytes + 1)))).toEqual([
      413,
      'requestTooLarge',
    ])
    expect(code(await part('asha', id, 0, Buffer.alloc(bytes.length + 1)))).toEqual([409, 'importOutOfStep'])
    expect(code(await post('asha', 'run', { importId: id, dryRun: true, ...NO_CHOICES }))).toEqual([
      409,
      'importOutOfStep',
    ])
    expect((await part('asha', id, 0, bytes.subarray(0, 9))).body).toEqual({ received: 9 })
    expect((await part('asha', id, 0, bytes.subarray(0, 9))).body).toEqual({ received: 9 })
    expect((await part('asha', id, 9, bytes.subarray(9))).body).toEqual({ received: bytes.length })
    const { body } = await run('asha', id, { dryRun: true })
    expect(body).toMatchObject({ state: 'checked', result: { read: 2, stored: 0, duplicate: 2 } })
  })

  test('a part that comes while the file is checked is answered at once', async () => {
    const importId = await upload('asha', HEADER + GOOD)
    await backend.database.db.transaction().execute(async (trx) => {
      await sql`lock table vehicle in access exclusive mode`.execute(trx)
      await post('asha', 'run', { importId, dryRun: true, ...NO_CHOICES })
      expect((await current('asha'))?.state).toBe('checking')
      expect(code(await part('asha', importId, 10_000, Buffer.from('x')))).toEqual([409, 'importOutOfStep'])
      const there = await part('asha', importId, 0, Buffer.from('v'))
      expect([there.status, (await current('asha'))?.state]).toEqual([200, 'checking'])
    })
    await expect.poll(async () => (await current('asha'))?.state, { timeout: 60_000 }).toBe('checked')
    await post('asha', 'cancel', { importId })
  })

  test('parts that do not fit are refused by the same codes in any order, also when the file is whole', async () => {
    const { importId: id, bytes } = await begin('asha', HEADER + GOOD)
    const refused = async () => [
      code(await part('asha', id, 0, Buffer.alloc(bytes.length + 1))),
      code(await part('asha', id, bytes.length, Buffer.alloc(1))),
      code(await part('asha', id, 0, Buffer.alloc(0))),
      code(await part('asha', id, 0, Buffer.alloc(UPLOAD.partBytes + 1))),
    ]
    const before = await refused()
    expect(before).toEqual([...Array(3).fill([409, 'importOutOfStep']), [413, 'requestTooLarge']])
    await part('asha', id, 0, bytes)
    expect(await refused()).toEqual(before)
    expect((await part('asha', id, 0, bytes)).status).toBe(200)
  })

  test('bytes for a call that takes JSON', async () => {
    const reply = await backend.ask('POST', `${URL}/begin`, {
      token: tokens.asha,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from('x'),
    })
    expect(code(reply)).toEqual([415, 'unsupportedType'])
  })

  test('a second import of the company while one is in work, which anybody of it may cancel', async () => {
    const { importId } = await begin('asha', HEADER + GOOD)
    expect(code((await begin('ravi', GPX)).begun)).toEqual([409, 'importBusy'])
    expect((await begin('other', GPX)).begun.status).toBe(200)
    expect((await post('ravi', 'cancel', { importId })).body).toMatchObject({ state: 'cancelled' })
    const { begun } = await begin('ravi', GPX)
    expect(begun).toMatchObject({ status: 200, body: { state: 'uploading', received: 0 } })
  })

  test('a zone that is none, and files that hold nothing', async () => {
    const importId = await upload('ravi', 'just,words\n')
    const zoned = await run('ravi', importId, { dryRun: true, timeZone: 'Mars/Base' })
    expect(zoned).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'timeZone', code: 'timeZoneUnknown' }] },
    })
    const { body } = await run('ravi', importId, { dryRun: true })
    expect(body).toMatchObject({
      state: 'checked',
      result: { read: 0, unreadable: [{ line: 1, code: 'columnsMissing' }] },
    })
    expect(JSON.stringify(body)).not.toContain(backend.uploadDir)
  })

  test('an upload that was given up is dropped with its file', async () => {
    const { importId, bytes } = await begin('other', HEADER + GOOD)
    await part('other', importId, 0, bytes.subarray(0, 10))
    expect(filesLeft()).toContain(`${companies[1]}-${importId}`)
    backend.setLead(UPLOADS.idleMs + 1)
    const { token } = await backend.logIn('other')
    const { body } = await backend.ask('GET', URL, { token })
    backend.setLead(0)
    expect(body).toEqual({ upload: null })
    await expect.poll(filesLeft, { timeout: 60_000 }).not.toContain(`${companies[1]}-${importId}`)
  })
})

test('OWN-01 a cancelled import keeps what it has stored, says so, and leaves no new vehicles without positions', async () => {
  const days = Array.from({ length: 300 }, (_, i) => {
    const time = new Date(Date.UTC(2025, 0, 1) + i * 86_400_000).toISOString()
    return `MANY,${time},18.52,73.85,40\n`
  })
  const importId = await upload('other', HEADER + days.join(''))
  const cancelled = await backend.database.db.transaction().execute(async (trx) => {
    // The first of the days that it writes waits.
    await sql`lock table vehicle_day in share mode`.execute(trx)
    await post('other', 'run', { importId, dryRun: false, ...NO_CHOICES })
    await vi.waitFor(async () => expect(await waitersFor(trx, 'vehicle_day')).toBeGreaterThan(0), 60_000)
    const reply = post('other', 'cancel', { importId })
    // What is answered meanwhile shows that the server has come to it.
    for (let round = 0; round < 10; round += 1) await current('other')
    return { reply }
  })
  const { body } = await cancelled.reply
  const { state, result } = body as PositionImport
  expect([state, result?.isWhole]).toEqual(['done', false])
  const stored = await fixesOf(companies[1])
  expect(stored.filter((day) => day.startsWith('MANY'))).toHaveLength(result?.stored ?? -1)
  expect(result?.stored).toBeGreaterThan(0)
  expect(result?.stored).toBeLessThan(300)
  expect(filesLeft()).not.toContain(`${companies[1]}-${importId}`)
})

test('OWN-01 an import whose company gets another time zone meanwhile says so, and stores nothing', async () => {
  const { db } = backend.database
  const company = companies[1] ?? 0
  const importId = await upload('other', `${HEADER}ZONE,2025-03-01T06:00:00Z,18.52,73.85,40\n`)
  const setZone = (trx: typeof db, time_zone: string) =>
    trx.updateTable('company').set({ time_zone }).where('id', '=', company).execute()
  await db.transaction().execute(async (trx) => {
    await sql`select from company where id = ${company} for no key update`.execute(trx)
    await post('other', 'run', { importId, dryRun: false, ...NO_CHOICES })
    // It has read the file, and waits for the zone before it stores.
    const waiting = async () =>
      (
        await sql`select from pg_locks where locktype in ('transactionid', 'tuple') and not granted`.execute(
          trx,
        )
      ).rows.length
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), 60_000)
    await setZone(trx, 'Asia/Tokyo')
  })
  await expect.poll(async () => (await current('other'))?.state, { timeout: 60_000 }).toBe('failed')
  expect((await current('other'))?.fault).toMatchObject({ code: 'importZoneChanged' })
  expect((await fixesOf(company)).filter((day) => day.startsWith('ZONE'))).toEqual([])
  await setZone(db, 'Asia/Kolkata')
})

test('an upload of another company under the same id keeps a file of its own', async () => {
  const importId = randomUUID()
  const files = { ravi: HEADER + GOOD, other: (HEADER + GOOD).replaceAll('T1', 'T9') } as const
  for (const who of ['ravi', 'other'] as const) {
    const bytes = Buffer.from(files[who])
    expect((await post(who, 'begin', { importId, fileName: 'drives.csv', bytes: bytes.length })).status).toBe(
      200,
    )
    expect((await part(who, importId, 0, bytes)).status).toBe(200)
  }
  await run('ravi', importId, { dryRun: true })
  expect((await current('ravi'))?.preview?.rows.map(({ vehicle }) => vehicle)).toEqual(['T1', 'T1'])
  await post('other', 'cancel', { importId })
  await run('ravi', importId, { dryRun: true })
  expect((await current('ravi'))?.state).toBe('checked')
  await post('ravi', 'cancel', { importId })
})
