import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Gateway } from '#contract/records/gateway.ts'
import { UPLOADS } from '#server/import/limits.ts'
import { createGatewayRepository } from '#server/ingest/gateway.repository.ts'
import { TRACCAR_PATH } from '#server/ingest/limits.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const URL = `${FLEET_API}/gateway`
type Who = 'asha' | 'limited' | 'other' | 'manager'
const tokens = new Map<Who, string>()
let company = 0
let truck = { id: 0, registration: '' }
let hidden = { id: 0, registration: '' }

beforeAll(async () => {
  const { db } = backend.database
  company = (await addCompany(db)).id
  const theirs = (await addCompany(db)).id
  truck = await addVehicle(db, { company_id: company })
  hidden = await addVehicle(db, { company_id: company })
  const { id: group_id } = await db
    .insertInto('vehicle_group')
    .values({ company_id: company, name: 'One' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_vehicle')
    .values({ company_id: company, group_id, vehicle_id: truck.id })
    .execute()
  const add = async (name: Who, role: 'CUSTOMERADMIN' | 'MANAGER', of: number) => {
    const user_id = await backend.addUser(name, role, of)
    if (name === 'limited')
      await db.insertInto('user_group').values({ company_id: company, group_id, user_id }).execute()
    tokens.set(name, (await backend.logIn(name)).token)
  }
  await add('asha', 'CUSTOMERADMIN', company)
  await add('limited', 'CUSTOMERADMIN', company)
  await add('other', 'CUSTOMERADMIN', theirs)
  await add('manager', 'MANAGER', company)
})

const read = (who: Who) => backend.ask('GET', URL, { token: tokens.get(who) ?? '' })
const gatewayOf = async (who: Who) => (await read(who)).body as Gateway
const post = async (who: Who, path: string, body: object = {}) => {
  const reply = await backend.ask('POST', `${URL}/${path}`, { token: tokens.get(who) ?? '', body })
  return { status: reply.status, body: reply.body as Gateway & { gatewayKey?: string; code?: string } }
}
const accept = (who: Who, deviceId: string, registration: string, more: object = {}) =>
  post(who, 'accept', { ...{ deviceId, registration, addsVehicle: false, fromVehicleId: null }, ...more })
/** What the company's Traccar forwards. */
const forward = async (key: string, uniqueId: string, before = 0) => {
  const { statusCode, body } = await backend.app.inject({
    ...{ method: 'POST', url: TRACCAR_PATH, headers: { authorization: `Bearer ${key}` } },
    payload: {
      position: {
        ...{ fixTime: new Date(Date.now() - before).toISOString(), latitude: 18.5, longitude: 73.8 },
        protocol: 'h02',
      },
      device: { uniqueId, name: 'Truck 12' },
    },
  })
  return { status: statusCode, ...(JSON.parse(body) as { stored?: number; pending?: number }) }
}
const makeKey = async () => (await post('asha', 'key', { replaces: true })).body.gatewayKey ?? ''

test('OWN-03 who does not see all vehicles of the company neither makes a key, which lets positions of each in, nor revokes one', async () => {
  const refusal = { status: 403, body: { code: 'gatewayVehiclesWithheld' } }
  expect(await post('limited', 'key', { replaces: true })).toMatchObject(refusal)
  await makeKey()
  expect(await post('limited', 'key', { replaces: true })).toMatchObject(refusal)
  expect(await post('limited', 'revoke')).toMatchObject(refusal)
  expect((await gatewayOf('asha')).madeAt).not.toBeNull()
  expect((await post('asha', 'revoke')).status).toBe(200)
})

test('OWN-03 a key is told once, kept as a hash, replaced on demand, and revoked at once', async () => {
  expect(await gatewayOf('asha')).toMatchObject({
    madeAt: null,
    address: expect.stringMatching(/^http.*\/ingest\/traccar$/),
    pending: [],
    accepted: [],
  })
  const first = await post('asha', 'key', { replaces: false })
  const key = first.body.gatewayKey ?? ''
  expect(key).toMatch(/^[\w-]{32}$/)
  expect((await forward(key, 'a')).status).toBe(200)
  expect(await post('asha', 'key', { replaces: false })).toMatchObject({
    status: 409,
    body: { code: 'gatewayKeyExists' },
  })
  expect((await forward(key, 'a')).status).toBe(200)
  const next = await makeKey()
  expect([(await forward(key, 'a')).status, (await forward(next, 'a')).status]).toEqual([401, 200])
  const readAgain = JSON.stringify([await gatewayOf('asha'), (await gatewayOf('asha')).madeAt])
  const rows = JSON.stringify(await backend.database.db.selectFrom('gateway_key').selectAll().execute())
  for (const secret of [key, next]) {
    expect(readAgain).not.toContain(secret)
    expect(rows).not.toContain(secret)
    expect(backend.logged.join('\n')).not.toContain(secret)
  }
  expect((await post('asha', 'revoke')).body.madeAt).toBeNull()
  expect((await forward(next, 'a')).status).toBe(401)
  expect((await post('asha', 'revoke')).status).toBe(200)
})

test('OWN-03 a waiting device is accepted, moved and released, each at once', async () => {
  const key = await makeKey()
  expect(await forward(key, 'x1')).toMatchObject({ pending: 1 })
  expect((await gatewayOf('asha')).pending).toMatchObject([
    { deviceId: 'x1', deviceName: 'Truck 12', protocol: 'h02', positions: 1, lng: 73.8, lat: 18.5 },
    { deviceId: 'a' },
  ])
  const accepted = await accept('asha', 'x1', truck.registration.toLowerCase())
  expect(accepted.body.accepted).toMatchObject([{ deviceId: 'x1', vehicleId: truck.id }])
  expect(await forward(key, 'x1', 5_000)).toMatchObject({ stored: 1 })
  expect(await accept('asha', 'x1', hidden.registration)).toMatchObject({
    status: 409,
    body: { code: 'gatewayDeviceChanged' },
  })
  const moved = await accept('asha', 'x1', hidden.registration, { fromVehicleId: truck.id })
  expect(moved.body.accepted).toMatchObject([{ deviceId: 'x1', vehicleId: hidden.id }])
  expect(await forward(key, 'x1', 4_000)).toMatchObject({ stored: 1 })
  const fixes = await backend.database.db.selectFrom('open_fix').select('vehicle_id').execute()
  expect(fixes.map(({ vehicle_id }) => vehicle_id).sort()).toEqual([truck.id, hidden.id].sort())
  const back = { deviceId: 'x1', fromVehicleId: truck.id }
  expect((await post('asha', 'release', back)).status).toBe(409)
  const released = await post('asha', 'release', { ...back, fromVehicleId: hidden.id })
  expect(released.body).toMatchObject({ accepted: [], pending: [{ deviceId: 'x1' }, { deviceId: 'a' }] })
  expect(await forward(key, 'x1')).toMatchObject({ stored: 0, pending: 1 })
})

test('OWN-03 a new vehicle is added only on demand, and not for a device that is gone', async () => {
  const key = await makeKey()
  await forward(key, 'new')
  const vehicles = async () => (await gatewayOf('asha')).registrations
  const before = await vehicles()
  expect((await accept('asha', 'new', 'KA 77 N 1')).body.code).toBe('gatewayVehicleUnknown')
  expect((await accept('asha', 'nobody', 'KA 77 N 1', { addsVehicle: true })).status).toBe(409)
  expect((await accept('asha', 'new', '\t', { addsVehicle: true })).status).toBe(400)
  expect(await vehicles()).toEqual(before)
  const { body } = await accept('asha', 'new', 'KA 77 N 1', { addsVehicle: true })
  expect(body.accepted).toMatchObject([{ deviceId: 'new', registration: 'KA 77 N 1' }])
  expect(body.registrations).toContain('KA 77 N 1')
})

test('AC-06 a device that waited is not accepted any more when its id has become that of another vehicle', async () => {
  const key = await makeKey()
  for (const id of ['KA 99 W 1', 'imei-9']) await forward(key, id)
  const { db } = backend.database
  const vehicles = [{ registration: 'KA 99 W 1' }, { imei: 'imei-9' }]
  for (const more of vehicles) await addVehicle(db, { company_id: company, ...more })
  for (const who of ['limited', 'asha'] as const)
    for (const id of ['KA 99 W 1', 'imei-9'])
      expect(await accept(who, id, truck.registration)).toMatchObject({
        status: 409,
        body: { code: 'gatewayDeviceChanged' },
      })
  expect((await accept('asha', 'KA 99 W 1', 'KA 99 W 1')).status).toBe(200)
})

test('OWN-03 a company with very many vehicles adds no further one', async () => {
  const key = await makeKey()
  await forward(key, 'one too many')
  const { db } = backend.database
  const { count } = await db
    .selectFrom('vehicle')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  await sql`insert into vehicle (company_id, registration, imei, ingest_key)
    select ${company}::int4, 'FULL ' || n, 'FULL ' || n, 'FULL ' || n
    from generate_series(1, ${UPLOADS.companyVehicles - Number(count)}::int4) n`.execute(db)
  const refused = await accept('asha', 'one too many', 'KA 77 OVER', { addsVehicle: true })
  expect(refused).toMatchObject({ status: 409, body: { code: 'fleetFull' } })
  expect((await accept('asha', 'one too many', 'FULL 1')).status).toBe(200)
  await sql`delete from vehicle where company_id = ${company} and registration like 'FULL %'`.execute(db)
})

test('AC-03 another company, another role and an admin of few vehicles get nothing of it', async () => {
  const key = await makeKey()
  await forward(key, 'y1')
  await accept('asha', 'y1', hidden.registration)
  await forward(key, 'y2')
  const other = await gatewayOf('other')
  expect(other).toMatchObject({ madeAt: null, pending: [], accepted: [], registrations: [] })
  expect((await accept('other', 'y2', 'KA 1', { addsVehicle: true })).status).toBe(409)
  const move = { fromVehicleId: hidden.id, addsVehicle: true }
  expect((await accept('other', 'y1', 'KA 1', move)).status).toBe(409)
  const limited = await gatewayOf('limited')
  expect(limited.accepted.map(({ vehicleId }) => vehicleId)).not.toContain(hidden.id)
  expect(limited.registrations).toEqual([truck.registration])
  expect((await accept('limited', 'y1', truck.registration, move)).status).toBe(409)
  expect((await accept('limited', 'y2', hidden.registration)).body.code).toBe('gatewayVehicleWithheld')
  expect((await accept('limited', 'y2', '  ')).body.code).toBe('gatewayVehicleRefused')
  for (const who of ['other', 'limited'] as const)
    expect((await post(who, 'release', { deviceId: 'y1', fromVehicleId: hidden.id })).status).toBe(409)
  await post('other', 'revoke')
  await post('other', 'key', { replaces: true })
  expect((await forward(key, 'y1')).stored).toBe(1)
  expect((await read('manager')).status).toBe(403)
  expect((await post('manager', 'key', { replaces: true })).status).toBe(403)
  const repository = createGatewayRepository({ db: backend.database.db, now: Date.now })
  expect(await repository.vehicleOfDevice(company, 'y1')).toMatchObject({ vehicleId: hidden.id })
})
