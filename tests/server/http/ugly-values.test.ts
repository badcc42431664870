import { beforeAll, expect, test, vi } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { addressesOf } from '#server/http/mount.ts'
import { createGatewayRepository } from '#server/ingest/gateway.repository.ts'
import { TRACCAR_PATH } from '#server/ingest/limits.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { sampleInput } from '#tests/kit/server/sample-input.ts'

const backend = withBackend()
let senders = 0
const tokens = new Map<Role, string>()
let known: Readonly<Record<string, unknown>> = {}

/** Values that a database, a formatter or a careless line chokes on, as JSON. */
const UGLY = [
  '"\\u0000"',
  '"x\\u0000y"',
  '"\\ud800"',
  '"%_\\\\"',
  '"\'"',
  '"__proto__"',
  '"2026-02-30 25:61:61"',
  '"9999-12-31 23:59:59"',
  '"-1"',
  '"1e300"',
  '""',
  `"${'9'.repeat(400)}"`,
  '1.5',
  '-1',
  '0',
  '-0',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1e300',
  '1e999',
  'null',
  'true',
  '{}',
  '[]',
  '[1.5]',
  '[2147483648]',
  '[1e300]',
  '["\\u0000"]',
  '[null]',
  '[[1]]',
  '{"\\u0000":1}',
  '{"toString":1}',
  '{"length":1e9}',
] as const

const fieldsOf = (schema: ZodMiniType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

type Json = Readonly<Record<string, unknown>>

/** A body with one field as it is written, which `JSON.stringify` would change. */
const withField = (body: Json, field: string, value: string): string => {
  const { [field]: _, ...rest } = body
  return JSON.stringify({ ...rest, [field]: '\u0001' }).replace('"\\u0001"', value)
}

const textOf = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** A value of a body as a query sends it: `a[0]=1`. */
const inQuery = (name: string, value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => inQuery(`${name}[${key}]`, each))
    : [`${name}=${encodeURIComponent(textOf(value))}`]

/** The fields of objects within an object's field are reached too: `filter.userIds`. */
const nestedFields = (schema: ZodMiniType, sample: Json): Array<readonly [string, string]> =>
  fieldsOf(schema).flatMap((field) => {
    const below = sample[field]
    if (typeof below !== 'object' || below === null || Array.isArray(below)) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const inner = properties[field]
    return typeof inner === 'object'
      ? Object.keys(inner.properties ?? {}).map((name) => [field, name] as const)
      : []
  })

const nameOf = (role: Role): string => role.toLowerCase().replace(' ', '')

const logIn = async (role: Role) => tokens.set(role, (await backend.logIn(nameOf(role))).token)

beforeAll(async () => {
  const { db } = backend.database
  const company = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: company.id })
  for (const role of ROLES) {
    await backend.addUser(nameOf(role), role, STAFF_ROLES.some((staff) => staff === role) ? null : company.id)
    await logIn(role)
  }
  known = {
    ...{ vehicleId: vehicle.id, companyId: company.id, status: '', messageCriticality: 0 },
    ...{ geoFenceCircleLatitude: 21, geoFenceCircleLongitude: 79, geoFencePolygonCoordinates: null },
    ...{ validFrom: '2026-01-01 00:00:00', validTo: '2027-01-01 00:00:00', applyToAllVehicles: true },
    ...{ currentPassword: 'a wrong one', newPassword: 'A good passw0rd' },
  }
})

/** Everything a call is sent: each ugly value in each field of its path, query and body, the others as they should be. */
const requestsOf = (call: Call): Array<{ where: string; url: string; body?: string }> => {
  const address = addressesOf(call)[0] ?? ''
  const [params, query, body] = [call.params, call.query, call.body].map((part) =>
    sampleInput(part, known),
  ) as [Json, Json, Json]
  const urlOf = (inPath: Json, search: readonly string[]): string =>
    `${Object.entries(inPath).reduce(
      (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(textOf(value))),
      address,
    )}?${search.join('&')}`
  const usual = Object.entries(query).flatMap(([name, value]) => inQuery(name, value))
  const sent = call.method === 'GET' ? {} : { body: JSON.stringify(body) }
  return UGLY.flatMap((ugly) => {
    const value: unknown = JSON.parse(ugly)
    return [
      ...fieldsOf(call.params).map((field) => ({
        ...{ where: `${field} ${ugly} in the path`, url: urlOf({ ...params, [field]: value }, usual) },
        ...sent,
      })),
      ...fieldsOf(call.query).map((field) => {
        const { [field]: _, ...rest } = query
        const search = Object.entries({ ...rest, [field]: value }).flatMap(([name, each]) =>
          inQuery(name, each),
        )
        return { where: `${field} ${ugly} in the query`, url: urlOf(params, search), ...sent }
      }),
      ...(call.method === 'GET'
        ? []
        : [
            ...fieldsOf(call.body).map((field) => ({
              ...{ where: `${field} ${ugly}`, url: urlOf(params, usual), body: withField(body, field, ugly) },
            })),
            ...nestedFields(call.body, body).map(([field, name]) => ({
              ...{ where: `${field}.${name} ${ugly}`, url: urlOf(params, usual) },
              body: withField(body, field, withField(body[field] as Json, name, ugly)),
            })),
            { where: `a body of ${ugly}`, url: urlOf(params, usual), body: ugly },
          ]),
    ]
  })
}

/** A sender with an address of its own, so that no limit of tries keeps a value from its call. */
const send = async (call: Call, { url, body }: { url: string; body?: string }, more: Json = {}) => {
  const role = call.roles === 'public' ? undefined : call.roles[0]
  const token = role === undefined ? undefined : tokens.get(role)
  senders += 1
  return backend.app.inject({
    ...{
      method: call.method,
      url,
      remoteAddress: `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
    },
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...more,
    },
    ...(body === undefined ? {} : { payload: body }),
    // A stream would never end.
    payloadAsStream: true,
  })
}

const statuses = new Map<number, number>()

test.each(allCalls.map((call) => [call.id, call] as const))(
  'AC-03 AC-24 %s answers no ugly value with a 5xx',
  async (_id, call) => {
    for (const { where, ...request } of requestsOf(call)) {
      const reply = await send(call, request)
      reply.stream().destroy()
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
      expect(reply.statusCode < 500 || reply.statusCode === 501, `${where}: ${reply.statusCode}`).toBe(true)
      if (call.id === 'logOut') await logIn('ROOTADMIN')
    }
  },
)

test('the values reached the calls', () => {
  expect(statuses.get(200)).toBeGreaterThan(100)
  expect(statuses.get(400)).toBeGreaterThan(1_000)
  expect(statuses.get(401)).toBeUndefined()
})

/** Ranges at the ends of the calendar and of what payloads may name, and one of all that they may. */
const FURTHEST_RANGES = [
  ['0000-01-01 00:00:00', '0001-01-01 23:59:59'],
  ['0001-01-01 05:30:00', '0001-01-02 05:29:59'],
  ['1970-01-01 00:00:00', '1970-01-01 23:59:59'],
  ['1970-01-01 00:00:00', '2199-12-31 23:59:59'],
  ['1970-01-15 00:00:00', '1970-02-15 00:00:00'],
  ['2199-12-31 00:00:00', '2199-12-31 23:59:59'],
  ['2026-11-29 00:00:00', '9999-12-31 23:59:59'],
] as const
const RANGE_FIELDS = [
  ['fromTsInIST', 'toTsInIST'],
  ['fromDate', 'toDate'],
  ['startDate', 'endDate'],
  ['validFrom', 'validTo'],
] as const
const ranged = allCalls.flatMap((call) =>
  RANGE_FIELDS.filter(([from]) => fieldsOf(call.body).includes(from)).map((fields) => ({ call, fields })),
)

test.each(ranged.map((each) => [each.call.id, each.fields[0], each] as const))(
  'AC-24 %s answers no range of %s at the ends of time with a 5xx',
  async (_id, _field, { call, fields: [from, to] }) => {
    const body = sampleInput(call.body, known) as Json
    for (const [begins, ends] of FURTHEST_RANGES)
      for (const by of ['by' in body ? body['by'] : undefined, 'day', 'hour', 'vehicle']) {
        const reply = await send(call, {
          url: addressesOf(call)[0] ?? '',
          body: JSON.stringify({ ...body, [from]: begins, [to]: ends, by }),
        })
        reply.stream().destroy()
        const isAnswered = reply.statusCode < 500 || reply.statusCode === 501
        expect(isAnswered, `${begins} to ${ends} by ${by}: ${reply.statusCode}`).toBe(true)
      }
  },
)

test('calls with ranges were found', () => expect(ranged.length).toBeGreaterThan(20))

test('AC-24 a NUL is refused with the name of its field, and spelled out it is a text like any other', async () => {
  const token = tokens.get('ROOTADMIN') ?? ''
  const add = (messageContent: string) =>
    backend.ask('POST', '/api/v3/dicvticker/tk3/messages', {
      token,
      body: { messageContent, messageCriticality: 0 },
    })
  expect(await add('a\0b')).toMatchObject({
    status: 400,
    body: { code: 'invalidInput', fields: [{ field: 'messageContent', code: 'holdsNul' }] },
  })
  expect((await add('a\\u0000b')).status).toBe(200)
  const deep = `${'['.repeat(25_000)}"\\u0000"${']'.repeat(25_000)}`
  const { statusCode } = await backend.app.inject({
    ...{ method: 'POST', url: '/api/v2/login', payload: `{"userName":${deep}}` },
    headers: { 'content-type': 'application/json' },
  })
  expect(statusCode).toBe(400)
})

test('AC-22 JSON that is nested too deep is refused before it is parsed; brackets in a text are none', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const post = async (url: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await backend.app.inject({ method: 'POST', url, payload, headers })).statusCode
  }
  const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)},"b":${'{"c":'.repeat(40)}1${'}'.repeat(40)}}`
  for (const url of ['/api/v2/login', '/ingest/osmand']) expect(await post(url, deep)).toBe(400)
  expect(parse).not.toHaveBeenCalled()
  const text = JSON.stringify({
    userName: `"\\${'['.repeat(100)}`,
    password: 'x',
    wide: Array(100).fill([[]]),
  })
  expect(await post('/api/v2/login', text)).toBe(200)
})

test('AC-24 the door of Traccar answers no ugly value with a 5xx, with and without a key', async () => {
  const { db } = backend.database
  const company = await addCompany(db)
  const { imei } = await addVehicle(db, { company_id: company.id })
  const key = await createGatewayRepository({ db, now: Date.now }).makeKey(company.id, false)
  const position = {
    ...{ fixTime: new Date().toISOString(), deviceTime: '', latitude: 18.5, longitude: 73.8, speed: 1 },
    ...{ course: 1, valid: true, protocol: 'h02', attributes: {} },
  }
  const element = { position, device: { uniqueId: imei, name: 'T' } }
  const statusesSeen = new Map<number, number>()
  const post = async (payload: string, authorization: string, where: string) => {
    senders += 1
    const { statusCode } = await backend.app.inject({
      ...{
        method: 'POST',
        url: TRACCAR_PATH,
        payload,
        remoteAddress: `10.200.${(senders >> 8) & 255}.${senders & 255}`,
      },
      headers: { 'content-type': 'application/json', authorization },
    })
    statusesSeen.set(statusCode, (statusesSeen.get(statusCode) ?? 0) + 1)
    expect(statusCode, where).toBeLessThan(500)
  }
  for (const ugly of UGLY) {
    const within = (part: 'position' | 'device', field: string) =>
      withField(element, part, withField(element[part], field, ugly))
    for (const field of Object.keys(position))
      await post(within('position', field), `Bearer ${key}`, `position.${field} ${ugly}`)
    for (const field of ['uniqueId', 'name'])
      await post(within('device', field), `Bearer ${key}`, `device.${field} ${ugly}`)
    for (const name of ['rpm', 'odometer', 'hours', 'fuel', 'fuelLevel', 'ignition', 'dtcs'])
      await post(
        withField(element, 'position', withField(position, 'attributes', withField({}, name, ugly))),
        `Bearer ${key}`,
        `attributes.${name} ${ugly}`,
      )
    for (const part of ['position', 'device'] as const)
      await post(withField(element, part, ugly), `Bearer ${key}`, `${part} ${ugly}`)
    await post(ugly, `Bearer ${key}`, `a body of ${ugly}`)
    await post(ugly, `Bearer ${ugly.replaceAll(/[^\x20-\x7e]/g, '')}`, `a key of ${ugly}`)
  }
  expect(statusesSeen.get(200)).toBeGreaterThan(100)
  expect(statusesSeen.get(400)).toBeGreaterThan(100)
  expect(statusesSeen.get(401)).toBeGreaterThan(10)
})

test('AC-24 a NUL at the addresses of the identity is a 400', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await backend.ask('GET', '/identity/authorize?state=%00')).status).toBe(400)
  for (const url of ['/identity/logout', '/identity/token'])
    expect((await backend.ask('POST', url, { headers: form, body: 'code=%00' })).status).toBe(400)
})
