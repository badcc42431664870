import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UndeliveredNotification } from '#contract/records/alert-deliveries.ts'
import type { Role } from '#contract/roles.ts'
import { deleteSettledDeliveries } from '#server/alerts/deliveries.repository.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const DELIVERIES = `${FLEET_API}/alerts/deliveries`
const TOKEN = 'gateway-token'
const NUMBERS = ['919845011111', '919845022222', '919845033333']
let status = 400
const gateway = createServer((_, response) => response.writeHead(status).end(`no ${NUMBERS}`))
beforeAll(async () => {
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
})
afterAll(() => {
  gateway.closeAllConnections()
  gateway.close()
})
const backend = withBackend({
  sms: () => {
    const { port } = gateway.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/${TOKEN}`, token: TOKEN, from: 'RDBOOK' }
  },
})
const ids = { own: 0, foreign: 0, vehicle: 0 }

const addUser = async (name: string, role: Role, companyId: number | null, mobile: string | null) => {
  const { db } = backend.database
  const id = await backend.addUser(name, role, companyId)
  await db.updateTable('app_user').set({ mobile }).where('id', '=', id).execute()
  if (mobile !== null)
    await db.insertInto('alert_preference').values({ user_id: id, name: 'overSpeedSms' }).execute()
}

const addAlert = async (company_id: number, vehicle_id: number) => {
  const { db } = backend.database
  const now = new Date()
  const place = { lng: 77.5, lat: 12.9, value: 92, duration_s: null, detail: '{}' }
  const times = { began: now, time: now, ended: null, stored_at: now, changed_at: now }
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('alert')
      .values({
        company_id,
        vehicle_id,
        type: 'OVERSPEED',
        threshold: 80,
        subject: '',
        ...place,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await backend.notifications.write(trx, [{ id: String(id) }])
  })
}

beforeAll(async () => {
  const { db } = backend.database
  ids.own = (await addCompany(db)).id
  ids.foreign = (await addCompany(db)).id
  await addUser('asha', 'CUSTOMERADMIN', ids.own, NUMBERS[0] ?? '')
  await addUser('ravi', 'CUSTOMER', ids.own, null)
  await addUser('foreigner', 'CUSTOMERADMIN', ids.foreign, NUMBERS[1] ?? '')
  await addUser('staff', 'SUPERADMIN', null, NUMBERS[2] ?? '')
  ids.vehicle = (await addVehicle(db, { company_id: ids.own, registration: 'OWN' })).id
  const other = await addVehicle(db, { company_id: ids.foreign, registration: 'FOREIGN' })
  await addAlert(ids.own, ids.vehicle)
  await addAlert(ids.foreign, other.id)
})
beforeEach(async () => {
  status = 400
  await backend.notifications.sendDue()
})

const listOf = async (userName: string) => {
  const { token } = await backend.logIn(userName)
  const { body } = await backend.ask('GET', DELIVERIES, { token })
  return body as { deliveries: UndeliveredNotification[]; total: number }
}
const namesOf = async (userName: string) =>
  (await listOf(userName)).deliveries
    .map((delivery) => `${delivery.userName} ${delivery.RegistrationNumber}`)
    .sort()

test('ALR-13 a manager reads those to users of the own company, staff all', async () => {
  const { deliveries, total } = await listOf('asha')
  expect(total).toBe(1)
  expect(deliveries).toEqual([
    {
      deliveryId: expect.any(Number),
      at: expect.any(Number),
      userName: 'asha',
      channel: 'sms',
      type: 'OVERSPEED',
      RegistrationNumber: 'OWN',
      failure: 'refused',
      status: 400,
      attempts: 1,
    },
  ])
  expect(await namesOf('foreigner')).toEqual(['foreigner FOREIGN'])
  expect(await namesOf('staff')).toEqual(['asha OWN', 'foreigner FOREIGN', 'staff FOREIGN', 'staff OWN'])
  const { token } = await backend.logIn('ravi')
  expect((await backend.ask('GET', DELIVERIES, { token })).status).toBe(403)
})

test('ALR-13 retrying sends those of the own company once more, and nothing of others', async () => {
  const { token } = await backend.logIn('asha')
  const deliveryIds = (await listOf('staff')).deliveries.map(({ deliveryId }) => deliveryId)
  const retry = (body: unknown) => backend.ask('POST', `${DELIVERIES}/retry`, { token, body })
  expect(await retry({ deliveryIds })).toMatchObject({ status: 200, body: { retried: 1 } })
  expect(await namesOf('asha')).toEqual([])
  await backend.notifications.sendDue()
  expect(await namesOf('asha')).toEqual(['asha OWN'])
  expect(await retry({ deliveryIds })).toMatchObject({ body: { retried: 1 } })
  status = 200
  await backend.notifications.sendDue()
  expect(await namesOf('asha')).toEqual([])
  expect(await retry({ deliveryIds })).toMatchObject({ body: { retried: 0 } })
  expect(await namesOf('staff')).toHaveLength(3)
  expect((await retry({ deliveryIds: [] })).status).toBe(400)
  expect((await retry({ deliveryIds: Array.from({ length: 501 }, (_, i) => i + 1) })).status).toBe(400)
})

test('AC-01 who is limited to groups reads and retries nothing of other vehicles', async () => {
  const { db } = backend.database
  const user_id = await backend.addUser('limited', 'CUSTOMERADMIN', ids.own)
  const { id: group_id } = await db
    .insertInto('vehicle_group')
    .values({ company_id: ids.own, name: 'Without trucks' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_group').values({ company_id: ids.own, user_id, group_id }).execute()
  await addAlert(ids.own, ids.vehicle)
  await backend.notifications.sendDue()
  const deliveryIds = (await listOf('asha')).deliveries.map(({ deliveryId }) => deliveryId)
  expect(deliveryIds).not.toEqual([])
  const { token } = await backend.logIn('limited')
  expect(await listOf('limited')).toEqual({ deliveries: [], total: 0, sends: { email: false, sms: true } })
  const retried = await backend.ask('POST', `${DELIVERIES}/retry`, { token, body: { deliveryIds } })
  expect(retried.body).toEqual({ retried: 0 })
})

test('ALR-13 what is retried has all its tries again, and is not deleted with what was settled long ago', async () => {
  const { token } = await backend.logIn('asha')
  const before = (await listOf('asha')).deliveries
  const deliveryIds = before.map(({ deliveryId }) => deliveryId)
  expect(deliveryIds).not.toEqual([])
  const retried = await backend.ask('POST', `${DELIVERIES}/retry`, { token, body: { deliveryIds } })
  expect(retried.body).toEqual({ retried: deliveryIds.length })
  await deleteSettledDeliveries(backend.database.db, Date.now() + 1)
  await backend.notifications.sendDue()
  const after = (await listOf('asha')).deliveries
  expect(after.map(({ deliveryId, attempts }) => [deliveryId, attempts]).sort()).toEqual(
    deliveryIds.map((id) => [id, 1]).sort(),
  )
  await deleteSettledDeliveries(backend.database.db, Date.now() + 1)
  expect((await listOf('asha')).deliveries).toEqual([])
})

test('SE-14 the log names what was given up, without numbers, names, trucks and tokens', async () => {
  const lines = backend.logged.filter((line) => line.includes('given up'))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, channel: 'sms', reason: 'refused 400', alerts: 1 }),
  )
  for (const secret of [TOKEN, ...NUMBERS, 'OWN', 'asha', 'RDBOOK'])
    expect(lines.join('')).not.toContain(secret)
})
