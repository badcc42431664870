import { beforeAll, expect, test } from 'vitest'
import { ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { cpuGrowth, LINEAR } from '#tests/kit/server/cpu-growth.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { type WorstRequest, worstRequests } from '#tests/kit/server/worst-requests.ts'

const backend = withBackend()
const tokens = new Map<Role, string>()
const DEVICE = { id: 'worst', key: 'key of the worst' }
const GATEWAY_KEY = 'key-of-the-gateway'
const doors = new Map<string, WorstRequest[]>()
for (const request of worstRequests(DEVICE, GATEWAY_KEY))
  doors.set(request.door, [...(doors.get(request.door) ?? []), request])
const statuses = new Map<number, number>()
let senders = 0

const nameOf = (role: Role): string => role.toLowerCase().replace(' ', '')
const logIn = async (role: Role) => tokens.set(role, (await backend.logIn(nameOf(role))).token)

beforeAll(async () => {
  const { db } = backend.database
  const company = await addCompany(db)
  await addVehicle(db, { company_id: company.id, imei: DEVICE.id, ingest_key: DEVICE.key })
  await db
    .insertInto('gateway_key')
    .values({ company_id: company.id, hash: storedHashOf(GATEWAY_KEY), made_at: new Date() })
    .execute()
  for (const role of ROLES) {
    await backend.addUser(nameOf(role), role, STAFF_ROLES.some((staff) => staff === role) ? null : company.id)
    await logIn(role)
  }
})

/** Sends the request from an address of its own, so that no limit of tries answers it instead of its door. */
const send = (request: WorstRequest, size: number) => {
  senders += 1
  const token = tokens.get(request.sender as Role)
  const body = request.body?.(size)
  const sent = {
    ...{ method: request.method, url: request.url(size) },
    remoteAddress: `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
    headers: {
      ...request.headers(size),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
    // A stream would never end.
    payloadAsStream: true,
  } as const
  return async () => {
    const reply = await backend.app.inject(sent)
    reply.stream().destroy()
    return reply.statusCode
  }
}

test.each([...doors])('AC-22 %s takes time in proportion to the worst request', async (door, requests) => {
  for (const request of requests) {
    const [small, large] = [Math.floor(request.limit / 8), request.limit].map((size) => send(request, size))
    const growth = await cpuGrowth(request.limit, async (size) => {
      const status = await (size === request.limit ? large : small)?.()
      expect(status === 501 || Number(status) < 500, `${request.shape}: ${status}`).toBe(true)
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1)
    })
    expect(growth, request.shape).toBeLessThan(LINEAR)
  }
  if (door === 'logOut') await logIn('ROOTADMIN')
})

test('the worst requests reached their doors', () => {
  for (const status of [200, 400, 401, 501]) expect(statuses.get(status)).toBeGreaterThan(10)
})
