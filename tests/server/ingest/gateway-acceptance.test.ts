import { expect, test, vi } from 'vitest'
import { createGatewayRepository } from '#server/ingest/gateway.repository.ts'
import { TRACCAR_PATH } from '#server/ingest/limits.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { lockTable, waitersFor } from '#tests/kit/server/locked-table.ts'

const backend = withBackend()
const DEVICES = ['one', 'two', 'three', 'four']

test('devices that are accepted for one new truck at once are all its own, and it is added once', async () => {
  const { db } = backend.database
  const { id } = await addCompany(db)
  await backend.addUser('owner', 'CUSTOMERADMIN', id)
  const { token } = await backend.logIn('owner')
  const device = { company_id: id, last_seen: new Date() }
  await db
    .insertInto('gateway_device')
    .values(DEVICES.map((deviceId) => ({ ...device, device_id: deviceId })))
    .execute()
  const replies = await Promise.all(
    DEVICES.map((deviceId) =>
      backend.ask('POST', `${FLEET_API}/gateway/accept`, {
        token,
        body: { deviceId, registration: 'MH 14 NEW 0001', addsVehicle: true, fromVehicleId: null },
      }),
    ),
  )
  for (const { status, body } of replies) expect([200, 409], JSON.stringify(body)).toContain(status)
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  const vehicles = await db.selectFrom('vehicle').select('id').where('company_id', '=', id).execute()
  expect(vehicles).toHaveLength(1)
})

test('a device that is accepted for several new trucks at once adds the one that it is accepted for alone', async () => {
  const { db } = backend.database
  const { id } = await addCompany(db)
  await backend.addUser('admin', 'CUSTOMERADMIN', id)
  const { token } = await backend.logIn('admin')
  await db
    .insertInto('gateway_device')
    .values({ company_id: id, last_seen: new Date(), device_id: 'wanted' })
    .execute()
  const replies = await Promise.all(
    DEVICES.map((name) =>
      backend.ask('POST', `${FLEET_API}/gateway/accept`, {
        token,
        body: { deviceId: 'wanted', registration: `NEW ${name}`, addsVehicle: true, fromVehicleId: null },
      }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const accepted = DEVICES.filter((_, at) => replies[at]?.status === 200)
  const vehicles = await db
    .selectFrom('vehicle')
    .select('registration')
    .where('company_id', '=', id)
    .execute()
  expect(vehicles.map(({ registration }) => registration)).toEqual(accepted.map((name) => `NEW ${name}`))
})

test('twenty devices that are accepted at once, of a pool of ten connections, are all answered', async () => {
  const { id } = await addCompany(backend.database.db)
  await backend.addUser('many', 'CUSTOMERADMIN', id)
  const { token } = await backend.logIn('many')
  const devices = Array.from({ length: 20 }, (_, i) => `many ${i}`)
  const device = { company_id: id, last_seen: new Date() }
  await backend.database.db
    .insertInto('gateway_device')
    .values(devices.map((device_id) => ({ ...device, device_id })))
    .execute()
  const replies = await Promise.all(
    devices.map((deviceId) =>
      backend.ask('POST', `${FLEET_API}/gateway/accept`, {
        token,
        body: { deviceId, registration: `NEW ${deviceId}`, addsVehicle: true, fromVehicleId: null },
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(devices.map(() => 200))
})

test('devices that a gateway names are looked up and listed in turns of companies, one request of each at a time', async () => {
  const { db } = backend.database
  const gateways = createGatewayRepository({ db, now: Date.now })
  const send = async (companyId: number, count: number) => {
    const key = await gateways.makeKey(companyId, true)
    return Array.from({ length: count }, (_, i) =>
      backend.ask('POST', TRACCAR_PATH, {
        headers: { authorization: `Bearer ${key}` },
        body: {
          device: { uniqueId: `unknown ${companyId} ${i}` },
          position: { fixTime: new Date().toISOString(), latitude: 18.5, longitude: 73.8, attributes: {} },
        },
      }),
    )
  }
  const [mine, theirs] = [(await addCompany(db)).id, (await addCompany(db)).id]
  const sent = await db.transaction().execute(async (trx) => {
    await lockTable(trx, 'gateway_device')
    const waits = (most: number) =>
      vi.waitFor(async () => expect(await waitersFor(trx, 'gateway_device')).toBe(most), 20_000)
    const many = await send(mine, 20)
    await waits(1)
    many.push(...(await send(theirs, 1)))
    await waits(2)
    return many
  })
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(200))
  expect(await gateways.pending(mine)).toHaveLength(20)
})
