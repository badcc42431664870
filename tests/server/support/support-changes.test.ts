import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '#contract/calls/index.ts'
import { MAX_SUPPORT_CHANGES } from '#contract/calls/support.ts'
import type { SupportChange } from '#contract/records/support-changes.ts'
import { COMPANY_ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { HOUR_MS } from '#domain/units.ts'
import { addressesOf } from '#server/http/mount.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { NAMING_FIELDS } from '#server/support/support-changes.repository.ts'
import { LONGEST_VALUE, MOST_VALUES } from '#server/support/support-changes.service.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const REASON = 'Ticket 4711: asked by phone'
const TRUCK = 'MH 01 MINE 0001'

let vehicleId = 0
let truckOfOthers = 0
let admin = 0
let alertId = 0
let manager = 0
let tokens: Record<'support' | 'root' | 'admin' | 'manager' | 'limited' | 'stranger', string>

const tokenOf = async (name: string) => (await backend.logIn(name)).token

beforeAll(async () => {
  const { db } = backend.database
  const [mine, theirs] = [await addCompany(db), await addCompany(db)]
  const truck = await addVehicle(db, { company_id: mine.id, registration: TRUCK })
  vehicleId = truck.id
  alertId = (await addAlerts(db, [alertOf(truck)]))[0] ?? 0
  truckOfOthers = (await addVehicle(db, { company_id: theirs.id, registration: 'MH 02 THEIRS 0002' })).id
  admin = await backend.addUser('admin', 'CUSTOMERADMIN', mine.id)
  manager = await backend.addUser('manager', 'MANAGER', mine.id)
  const limited = await backend.addUser('limited', 'CUSTOMERADMIN', mine.id)
  await backend.addUser('stranger', 'CUSTOMERADMIN', theirs.id)
  await backend.addUser('support', 'CSSUPPORT', null)
  await backend.addUser('root', 'ROOTADMIN', null)
  const group = await db
    .insertInto('vehicle_group')
    .values({ company_id: mine.id, name: 'North' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_group')
    .values({ company_id: mine.id, group_id: group.id, user_id: limited })
    .execute()
})
beforeEach(async () => {
  await backend.database.db.deleteFrom('support_change').execute()
  tokens = {
    support: await tokenOf('support'),
    root: await tokenOf('root'),
    admin: await tokenOf('admin'),
    manager: await tokenOf('manager'),
    limited: await tokenOf('limited'),
    stranger: await tokenOf('stranger'),
  }
})

const begin = (userId: number, role: Role, reason: unknown = REASON) =>
  backend.ask('POST', `${FLEET_API}/beginActing`, { token: tokens.support, body: { userId, role, reason } })
const as = (userId: number, role: Role) => ({
  token: tokens.support,
  headers: { requestedUserId: String(userId), requestedRole: role },
})
const changesFor = async (name: keyof typeof tokens): Promise<SupportChange[]> => {
  const { body } = await backend.ask('GET', `${FLEET_API}/supportChanges`, { token: tokens[name] })
  return (body as { changes: SupportChange[] }).changes
}

describe('OPEN-04 entering', () => {
  test.each([
    ['none', undefined],
    ['empty', ''],
    ['blank', '        '],
    ['dots', '........'],
    ['a letter', ' x '],
    ['not text', 4711],
    ['too long', 'x'.repeat(201)],
  ])('needs a reason: %s is refused, and nobody is entered', async (_name, reason) => {
    const { status, body } = await backend.ask('POST', `${FLEET_API}/beginActing`, {
      token: tokens.support,
      body: { userId: manager, role: 'MANAGER', ...(reason === undefined ? {} : { reason }) },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: [{ field: 'reason' }] })
    expect(await changesFor('admin')).toEqual([])
  })

  test('is read by the company, with who, when, in whose name and why; blanks around the reason are cut', async () => {
    const before = Date.now()
    expect((await begin(manager, 'MANAGER', `  ${REASON} `)).status).toBe(200)
    const [entry, ...others] = await changesFor('admin')
    expect(others).toEqual([])
    expect(entry).toMatchObject({ call: 'beginActing', userName: 'manager', reason: REASON, total: 0 })
    expect(entry?.staffName).not.toBe('')
    expect(entry?.at).toBeGreaterThanOrEqual(before - 1)
  })

  test('a reason in another script counts', async () => {
    expect((await begin(manager, 'MANAGER', 'வாடிக்கையாளர் கேட்டார்')).status).toBe(200)
  })
})

const idOf = async (call: string, body: object, field: string): Promise<number> => {
  const answer = await backend.ask('POST', `${FLEET_API}/${call}`, { token: tokens.admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body as Record<string, number>)[field] ?? 0
}
let fences = 0
const fence = () => ({
  ...{
    dicvUserId: admin,
    geoFenceId: null,
    geoFenceName: `Depot ${++fences}`,
    shapeType: 'circle',
    typeId: 2,
  },
  ...{ geoFencePolygonCoordinates: null, geoFenceCircleLatitude: 18.5, geoFenceCircleLongitude: 73.8 },
  ...{ geoFenceCircleRadiusInMeters: 500, validFrom: '2026-01-01 00:00:00', validTo: '2027-01-01 00:00:00' },
  ...{ applyToAllVehicles: true, entryAlert: true, exitAlert: false, skippedAlert: true, vehicleList: [] },
  ...{ entryNotificationTime: null, exitNotificationTime: null, vehicleDtoList: [], vehicleInfoList: [] },
})
const link = () => ({
  ...{ vehicleIds: [vehicleId], endsBy: 'time', endsAt: Date.now() + HOUR_MS, label: 'Load of steel' },
})
const service = () => ({ vehicleId, doneAt: Date.now() - 1000, note: 'Oil' })
const newFence = () => idOf('geofence', fence(), 'geoFenceId')
const newLink = () => idOf('liveshares', link(), 'shareId')

/** What support changes as a user: what each call is sent, and what the company reads that it was about. */
const CHANGES: Readonly<Record<string, { body: () => Promise<object> | object; about: RegExp }>> = {
  createLiveShare: { body: link, about: /MH 01 MINE 0001.*"label","value":"Load of steel"/ },
  changeLiveShare: {
    body: async () => ({ shareId: await newLink(), endsAt: Date.now() + HOUR_MS }),
    about: /Load of steel/,
  },
  revokeLiveShare: { body: async () => ({ shareId: await newLink() }), about: /Load of steel/ },
  saveGeofence: { body: fence, about: /"geoFenceName","value":"Depot/ },
  deleteGeofences: { body: async () => ({ geoFenceIdList: [await newFence()] }), about: /Depot \d/ },
  acknowledgeAlerts: { body: () => ({ alertIds: [alertId] }), about: /MH 01 MINE 0001/ },
  retryAlertDeliveries: { body: () => ({ deliveryIds: [1] }), about: /retryAlertDeliveries/ },
  setAlertConfiguration: {
    body: () => ({ overspeedAlert: { selected: true, value: 60 } }),
    about: /"overspeedAlert.value","value":60/,
  },
  setUserAlertPreference: { body: () => ({ idleEmail: true }), about: /"idleEmail","value":true/ },
  recordService: { body: service, about: /MH 01 MINE 0001.*"note","value":"Oil"/ },
  undoService: {
    body: async () => ({ serviceId: await idOf('service-reminder/done', service(), 'serviceId') }),
    about: /MH 01 MINE 0001/,
  },
  setServiceInterval: {
    body: () => ({ vehicleId, interval: { km: 20_000, hours: null, days: null }, isConfirmed: true }),
    about: /MH 01 MINE 0001.*"interval.km","value":20000.*"interval.hours","value":null/,
  },
}

/** The calls by which support can change something as a user: both roles may make them. */
const writing = allCalls.filter(
  ({ id, isQuery, acting, roles }) =>
    !isQuery &&
    acting === 'target' &&
    !NOT_BUILT.includes(id) &&
    roles !== 'public' &&
    roles.includes('CSSUPPORT') &&
    COMPANY_ROLES.some((role) => roles.includes(role)),
)

type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
}

/** How many values an object of the schema can have, of nested objects too. */
const leavesOf = ({ properties, anyOf }: JsonSchema): number => {
  if (anyOf !== undefined) return Math.max(...anyOf.map(leavesOf))
  return properties === undefined ? 1 : Object.values(properties).reduce((sum, one) => sum + leavesOf(one), 0)
}

describe('AC-15 what support changes as a user', () => {
  test('every call that does so is in the table below', () => {
    expect(writing.map(({ id }) => id).toSorted()).toEqual(Object.keys(CHANGES).toSorted())
  })

  test.each(writing.map((call) => [call.id, call] as const))(
    '%s leaves a trace for the user and the company, and for nobody else',
    async (id, call) => {
      const body = await CHANGES[id]?.body()
      await begin(admin, 'CUSTOMERADMIN')
      const answer = await backend.ask(call.method, addressesOf(call)[0] ?? '', {
        ...as(admin, 'CUSTOMERADMIN'),
        body,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const [change, entry, ...others] = await changesFor('admin')
      expect([entry?.call, others]).toEqual(['beginActing', []])
      expect(change).toMatchObject({ call: id, userName: 'admin', reason: REASON })
      const values = change?.values.map(({ path, value }) => `"${path}","value":${JSON.stringify(value)}`)
      expect(`${change?.call} ${change?.subjects} ${values}`).toMatch(CHANGES[id]?.about ?? /never/)
      expect(await changesFor('stranger')).toEqual([])
      expect(await changesFor('manager')).toEqual([])
    },
  )

  test.each(writing.map((call) => [call.id, call] as const))(
    '%s sets no more values and no longer texts than are kept, so that none is changed unseen',
    (_id, { body }) => {
      const schema = z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' })
      const leaves = leavesOf(schema as JsonSchema)
      expect(leaves).toBeGreaterThan(0)
      expect(leaves).toBeLessThanOrEqual(MOST_VALUES)
      const lengths = [...JSON.stringify(schema).matchAll(/"maxLength":(\d+)/g)].map(([, most]) =>
        Number(most),
      )
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST_VALUE)
    },
  )

  test('a manager reads what was done in the own name, and so does an administrator of the whole company', async () => {
    await begin(manager, 'MANAGER')
    for (const name of ['manager', 'admin'] as const)
      expect((await changesFor(name)).map(({ userName }) => userName)).toEqual(['manager'])
    expect(await changesFor('limited')).toEqual([])
  })

  test('what only reads, what is refused, and what users do themselves leaves none', async () => {
    await begin(admin, 'CUSTOMERADMIN')
    const login = as(admin, 'CUSTOMERADMIN')
    await backend.ask('GET', `${FLEET_API}/alert/configuration`, login)
    const interval = { vehicleId: 2_000_000_000, interval: null }
    const url = `${FLEET_API}/service-reminder/interval`
    expect((await backend.ask('POST', url, { ...login, body: interval })).status).toBe(404)
    const ahead = { ...service(), doneAt: Date.now() + 86_400_000 }
    const done = `${FLEET_API}/service-reminder/done`
    expect((await backend.ask('POST', done, { ...login, body: ahead })).status).toBe(400)
    await newFence()
    expect((await changesFor('admin')).map(({ call }) => call)).toEqual(['beginActing'])
  })

  test('ids of another company in a list name nothing of it', async () => {
    await begin(admin, 'CUSTOMERADMIN')
    await backend.ask('POST', `${FLEET_API}/geofence`, {
      ...as(admin, 'CUSTOMERADMIN'),
      body: { ...fence(), vehicleList: [truckOfOthers, vehicleId] },
    })
    expect((await changesFor('admin'))[0]?.subjects).toEqual([TRUCK])
  })
})

test('AC-15 however much support does, what it did before can be read', async () => {
  await begin(admin, 'CUSTOMERADMIN', 'The first of many')
  const [first] = await changesFor('admin')
  await sql`insert into support_change (at, company_id, actor_id, target_id, call_id, subjects, total, set_values, reason)
    select at, company_id, actor_id, target_id, 'acknowledgeAlerts', subjects, total, set_values, 'again'
    from support_change, generate_series(1, ${MAX_SUPPORT_CHANGES}::int4)`.execute(backend.database.db)
  const page = async (query: string) =>
    (await backend.ask('GET', `${FLEET_API}/supportChanges${query}`, { token: tokens.admin })).body as {
      changes: SupportChange[]
      total: number
    }
  const newest = await page('')
  expect([newest.changes.length, newest.total]).toEqual([MAX_SUPPORT_CHANGES, MAX_SUPPORT_CHANGES + 1])
  expect(newest.changes.map(({ changeId }) => changeId)).not.toContain(first?.changeId)
  const older = await page(`?before=${newest.changes.at(-1)?.changeId}`)
  expect(older.changes).toEqual([first])
  expect(older.total).toBe(1)
})

test('AC-15 what an administrator of the portal changes by its own access is read by the company it belongs to', async () => {
  const body = { vehicleId, interval: null }
  const url = `${FLEET_API}/service-reminder/interval`
  expect((await backend.ask('POST', url, { token: tokens.root, body })).status).toBe(200)
  expect(await changesFor('admin')).toMatchObject([
    {
      ...{ call: 'setServiceInterval', userName: null, subjects: [TRUCK], reason: '' },
      values: [{ path: 'interval', value: null }],
    },
  ])
  expect(await changesFor('limited')).toEqual([])
  expect(await changesFor('stranger')).toEqual([])
})

test('AC-15 every list or number that may name something of a company leads to its name', () => {
  const fields = allCalls
    .filter(({ id, isQuery, roles, scope }) => {
      const isOfCompany = scope === 'vehicles' || scope === 'company'
      return (
        !isQuery && isOfCompany && !NOT_BUILT.includes(id) && STAFF_ROLES.some((role) => roles.includes(role))
      )
    })
    .flatMap(({ params, query, body }) =>
      [params, query, body].flatMap((schema) =>
        Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
      ),
    )
    .filter((name) => /(Id|Ids|List)$/.test(name))
  // The user who saves, the kind of a fence, and lists that repeat another one.
  const others = ['dicvUserId', 'typeId', 'vehicleDtoList', 'vehicleInfoList']
  expect([...new Set(fields)].filter((name) => !(name in NAMING_FIELDS)).toSorted()).toEqual(
    others.toSorted(),
  )
})

describe('OPEN-04 support that has chosen nobody', () => {
  const all = allCalls.filter(
    ({ acting, scope, roles, replyKind }) =>
      acting === 'target' &&
      ['vehicles', 'company'].includes(scope) &&
      roles.includes('CSSUPPORT') &&
      replyKind === 'json',
  )
  test('gets nothing of any company, whichever call it makes', async () => {
    expect(all.length).toBeGreaterThan(60)
    for (const call of all) {
      const { status, body } = await backend.ask(call.method, addressesOf(call)[0] ?? '', {
        token: tokens.support,
        ...(call.method === 'GET' ? {} : { body: {} }),
      })
      expect([call.id, status, (body as { code: string }).code]).toEqual([call.id, 403, 'actingFirst'])
    }
  })
})
