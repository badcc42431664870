import { expect, test } from 'vitest'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

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
