import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { routePlayback } from '#contract/calls/playback.ts'
import { ErrorReply } from '#contract/records/error-reply.ts'
import { RECORDING_VERSION } from '#contract/records/recording.ts'
import { MANAGER_ROLES, ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'
import { SUBJECT_FIELDS } from '#server/access/ownership.service.ts'
import { addressesOf } from '#server/http/mount.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { type Known, sampleInput } from '#tests/kit/server/sample-input.ts'
import { storeFixes } from '#tests/kit/server/stored-fixes.ts'

const backend = withBackend()
const UNKNOWN = 2_000_000_000

/** The caller's own; another group's in the same company; another company's; missing. */
const OWNERSHIPS = ['own', 'sibling', 'stranger', 'unknown'] as const
type Ownership = (typeof OWNERSHIPS)[number]

let lastFence = 0
/** Of the address that the caller's login has asked for. */
let fileToken = 'x'

/** Values that no schema describes. */
const FIXED: Known = {
  geoFenceCircleLatitude: 21,
  geoFenceCircleLongitude: 79,
  validFrom: '2026-01-01 00:00:00',
  validTo: '2027-01-01 00:00:00',
  profileId: 1,
  mailId: 1,
  importId: '00000000-0000-4000-8000-000000000001',
}
const FIXED_FOR: Readonly<Record<string, Known>> = {
  filterFleet: { status: '' },
  saveGeofence: {
    // Names are unique in a company.
    get geoFenceName() {
      return `Fence ${++lastFence}`
    },
    geoFencePolygonCoordinates: null,
    applyToAllVehicles: true,
  },
  playbackFile: {
    get token() {
      return fileToken
    },
  },
  // A file of one byte, by calls that follow each other in the table.
  beginImport: { bytes: 1 },
  sendImportPart: { at: 0 },
  runImport: { vehicle: null, timeZone: null, speedUnit: null, dryRun: true },
  // The report that the call before it in the table has sent first.
  problemReportFile: { reportId: 1 },
  // Nothing is asked about a service of today.
  get recordService() {
    return { doneAt: Date.now() - 60_000 }
  },
  setAlertConfiguration: { overspeedAlert: { selected: true, value: 60 } },
  setUserAlertPreference: { idleEmail: true },
  makeGatewayKey: { replaces: true },
  acceptGatewayDevice: {
    ...{ deviceId: 'waits', registration: 'MH 01 OWN 0001', addsVehicle: false, fromVehicleId: null },
  },
  releaseGatewayDevice: {
    deviceId: 'reports',
    get fromVehicleId() {
      return ids.own['vehicleId']
    },
  },
  createLiveShare: { endsBy: 'trip' },
  changeLiveShare: {
    get endsAt() {
      return Date.now() + HOUR_MS
    },
  },
  setServiceInterval: { interval: null },
  changePassword: { currentPassword: PASSWORD, newPassword: 'A good passw0rd' },
}

/** Files of calls that take them, where any byte will not do. */
const RAW: Readonly<Record<string, Buffer>> = {
  sendProblemReport: gzipSync(
    JSON.stringify({
      ...{ version: RECORDING_VERSION, release: '1', startedAt: 0, userAgent: '', notes: [], segments: [] },
      ...{ viewport: { width: 1, height: 1 }, placesShifted: true },
    }),
  ),
}

/** Calls that name users or things from the database, not what belongs to the caller. */
const SPECIAL: Readonly<Record<string, () => Known>> = {
  beginActing: () => ({ userId: ids.own['target'] ?? 0, role: 'MANAGER', reason: 'Ticket 4711' }),
  editTickerMessage: () => ({ messageId: nextMessage() }),
  deleteTickerMessage: () => ({ messageId: nextMessage() }),
}

let lastMessage = 0
const nextMessage = () => ++lastMessage

const logins = new Map<Role, { token: string; userId: number }>()
let ids: Record<Ownership, Record<string, number>> = { own: {}, sibling: {}, stranger: {}, unknown: {} }

const guarded = allCalls.filter(({ roles }) => roles !== 'public')
const isStaff = (role: Role) => STAFF_ROLES.some((staff) => staff === role)
const loginNameOf = (role: Role) => role.toLowerCase().replace(' ', '')
const loginOf = (role: Role) => {
  const login = logins.get(role)
  if (!login) throw new Error(`No ${role} is logged in.`)
  return login
}

const insertNamed = async (table: 'vehicle_group' | 'region', company_id: number): Promise<number> => {
  const { id } = await backend.database.db
    .insertInto(table)
    .values({ company_id, name: `${table} ${Math.random()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One vehicle with all its named data, in a group of its own. */
const addThings = async (companyId: number, registration: string): Promise<Record<string, number>> => {
  const vehicle = await addVehicle(backend.database.db, { company_id: companyId, registration })
  await storeFixes(backend.database.db, vehicle, [
    { time: Date.now() - 10_000, lng: 79, lat: 21, speed: 40, ignition: true },
  ])
  const groupId = await insertNamed('vehicle_group', companyId)
  await backend.database.db
    .insertInto('group_vehicle')
    .values({ company_id: companyId, group_id: groupId, vehicle_id: vehicle.id })
    .execute()
  const at = (ms: number) => new Date(Date.now() + ms)
  const trip = await backend.database.db
    .insertInto('trip')
    .values({
      ...{ company_id: companyId, vehicle_id: vehicle.id, from_city: 'Pune', to_city: 'Nagpur' },
      ...{ scheduled_start: at(-HOUR_MS), scheduled_end: at(HOUR_MS), actual_start: at(-HOUR_MS) },
      status: 'RUNNING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fence = await backend.database.db
    .insertInto('geofence')
    .values({
      ...{
        company_id: companyId,
        name: `Fence of ${companyId} at ${vehicle.id}`,
        shape: 'circle',
        points: '[[79,21]]',
        radius_m: 100,
      },
      ...{ type_id: 1, valid_from: at(0), valid_to: at(HOUR_MS), entry_alert: true, exit_alert: true },
      ...{ all_vehicles: true, created_by: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [alertId = 0] = await addAlerts(backend.database.db, [alertOf(vehicle)])
  const share = await backend.database.db
    .insertInto('live_share')
    .values({
      ...{
        company_id: companyId,
        created_by: null,
        created_at: at(0),
        hash: registration,
        label: registration,
      },
      ...{ ends_by: 'time', ends_at: at(HOUR_MS), trip_id: null, geofence_id: null, revoked_at: null },
      last_viewed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await backend.database.db
    .insertInto('live_share_vehicle')
    .values({ share_id: share.id, vehicle_id: vehicle.id, arrived_at: null })
    .execute()
  const service = await backend.database.db
    .insertInto('service_record')
    .values({
      ...{ company_id: companyId, vehicle_id: vehicle.id, done_at: at(-HOUR_MS), recorded_at: at(-HOUR_MS) },
      ...{ odo: null, engine_hours: null, note: '' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    serviceId: Number(service.id),
    shareId: share.id,
    ...{ vehicleId: vehicle.id, tripId: trip.id, geoFenceId: fence.id, companyId, alertId },
    ...{ groupId, subGroupId: groupId, regionId: await insertNamed('region', companyId) },
  }
}

const addMember = async (name: string, role: Role, companyId: number, groupId: number): Promise<number> => {
  const userId = await backend.addUser(name, role, companyId)
  await backend.database.db
    .insertInto('user_group')
    .values({ company_id: companyId, group_id: groupId, user_id: userId })
    .execute()
  return userId
}

beforeAll(async () => {
  await backend.database.db
    .insertInto('ticker_message')
    .values(Array.from({ length: 60 }, () => ({ content: 'Read me', criticality: 0, changed_by: null })))
    .execute()
  const { db } = backend.database
  const [mine, theirs] = [await addCompany(db), await addCompany(db)]
  const own = await addThings(mine.id, 'MH 01 OWN 0001')
  const sibling = await addThings(mine.id, 'MH 02 SIBLING 0002')
  const stranger = await addThings(theirs.id, 'MH 03 OTHER 0003')
  const device = { company_id: mine.id, last_seen: new Date() }
  await db
    .insertInto('gateway_device')
    .values([
      { ...device, device_id: 'waits' },
      { ...device, device_id: 'reports', vehicle_id: own['vehicleId'] ?? 0 },
      { ...device, device_id: 'of a SIBLING', vehicle_id: sibling['vehicleId'] ?? 0 },
      { ...device, company_id: theirs.id, device_id: 'of another company: OTHER' },
    ])
    .execute()
  for (const role of ROLES) {
    if (isStaff(role)) await backend.addUser(loginNameOf(role), role, null)
    else await addMember(loginNameOf(role), role, mine.id, own['groupId'] ?? 0)
    logins.set(role, await backend.logIn(loginNameOf(role)))
  }
  const target = await backend.addUser('target', 'MANAGER', mine.id)
  const mail = { recipient: 'a@fleet.example', subject: 'A', body: 'A', sent_at: new Date() }
  await db
    .insertInto('mail')
    .values({ user_id: target, ...mail })
    .execute()
  const siblingUser = await addMember('sibling', 'MANAGER', mine.id, sibling['groupId'] ?? 0)
  const strangeUser = await backend.addUser('stranger', 'MANAGER', theirs.id)
  const unknown = Object.fromEntries(Object.keys(SUBJECT_FIELDS).map((field) => [field, UNKNOWN]))
  ids = {
    own: { ...own, target },
    sibling: { ...sibling, userId: siblingUser, dicvUserId: siblingUser },
    stranger: { ...stranger, userId: strangeUser, dicvUserId: strangeUser },
    unknown,
  }
})

/** The request of a call that names things of `owner`, for a caller. */
const ask = (call: Call, ownership: Ownership, login: { token?: string; userId?: number }, headers = {}) => {
  const self = login.userId === undefined ? {} : { userId: login.userId, dicvUserId: login.userId }
  const known = {
    ...FIXED,
    ...FIXED_FOR[call.id],
    ...ids.own,
    ...self,
    ...(ownership === 'own' ? {} : ids[ownership]),
    ...SPECIAL[call.id]?.(),
  }
  const path = Object.entries(sampleInput(call.params, known)).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    addressesOf(call)[0] ?? '',
  )
  const search = Object.entries(sampleInput(call.query, known)).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const { token } = login
  return backend.ask(call.method, `${path}?${search.join('&')}`, {
    headers: call.bodyType === 'raw' ? { 'content-type': 'application/octet-stream', ...headers } : headers,
    ...(token === undefined ? {} : { token }),
    ...(call.method === 'GET'
      ? {}
      : { body: call.bodyType === 'raw' ? (RAW[call.id] ?? 'x') : sampleInput(call.body, known) }),
  })
}

const fileTokenFor = async ({ token }: { token: string }): Promise<string> => {
  const body = {
    vehicleId: ids.own['vehicleId'],
    fromDate: toPayloadTime(Date.now() - HOUR_MS),
    toDate: toPayloadTime(Date.now()),
  }
  const answer = await backend.ask('POST', addressesOf(routePlayback)[0] ?? '', { token, body })
  return (answer.body as { fileUrl: string }).fileUrl.split('/').at(-1) ?? ''
}

const subjectsOf = (call: Call): ReadonlySet<string> => {
  const known = { ...FIXED, ...Object.fromEntries(Object.keys(SUBJECT_FIELDS).map((field) => [field, 1])) }
  const named = [call.params, call.query, call.body].flatMap((part) => Object.keys(sampleInput(part, known)))
  return new Set(
    Object.entries(SUBJECT_FIELDS).flatMap(([field, subject]) => (named.includes(field) ? [subject] : [])),
  )
}

/** Whether a role may name such a thing, by the rules alone: repeated here on purpose. */
const checkOwnership = (call: Call, role: Role, subject: string, ownership: Ownership): boolean => {
  if (ownership === 'own') return true
  if (ownership === 'unknown') return false
  if (subject === 'user') {
    if (call.scope === 'self' || call.scope === 'vehicles') return false
    if (!MANAGER_ROLES.some((manager) => manager === role)) return false
    return isStaff(role) || ownership === 'sibling'
  }
  if (isStaff(role)) return true
  if (ownership === 'stranger') return false
  return subject === 'geofence' || subject === 'region' || subject === 'company'
}

const expectedStatus = (call: Call, role: Role, ownership: Ownership): number => {
  if (!call.roles.includes(role)) return 403
  // Support sees no customer's data before a user is chosen; as a user it is tested in tests/server/support.
  if (role === 'CSSUPPORT' && call.acting === 'target' && ['vehicles', 'company'].includes(call.scope))
    return 403
  // The admins of this test see one group of their company.
  if (role === 'CUSTOMERADMIN' && ['makeGatewayKey', 'revokeGatewayKey'].includes(call.id)) return 403
  const isForeign = [...subjectsOf(call)].some((subject) => !checkOwnership(call, role, subject, ownership))
  if (isForeign && !SPECIAL[call.id]) return 404
  return NOT_BUILT.includes(call.id) ? 501 : 200
}

const cells: Record<number, number> = {}
const NOT_FOUND = { status: 404, error: true, message: 'Not found', code: 'notFound' }

describe('AC-01 AC-05 every call × every role × every owner', () => {
  test.each(guarded.map((call) => [call.id, call] as const))('%s', async (id, call) => {
    for (const login of [{}, { token: 'x.y.z' }]) {
      const { status, body } = await ask(call, 'own', login)
      expect([status, ErrorReply.parse(body).code]).toEqual([401, 'unauthenticated'])
    }
    for (const role of ROLES) {
      const login = id === 'logOut' ? await backend.logIn(loginNameOf(role)) : loginOf(role)
      for (const ownership of subjectsOf(call).size === 0 ? (['own'] as const) : OWNERSHIPS) {
        const expected = expectedStatus(call, role, ownership)
        cells[expected] = (cells[expected] ?? 0) + 1
        if (expected === 200 && call.replyKind === 'stream') continue
        if (expected === 200 && id === 'playbackFile') fileToken = await fileTokenFor(login)
        const { status, body } = await ask(call, ownership, login)
        expect(`${role} ${ownership} ${status}`).toBe(`${role} ${ownership} ${expected}`)
        if (expected === 404) expect(body).toEqual(NOT_FOUND)
        if (expected >= 400) expect(ErrorReply.parse(body).status, 'the form of errors').toBe(expected)
        const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
        if (!isStaff(role)) expect(text).not.toMatch(/OTHER|SIBLING/)
        expect(text).not.toMatch(/password_hash|ingest_key|\$argon2|\$scrypt/)
      }
    }
  })

  test('the matrix holds refusals of each kind, and successes', () => {
    expect(cells[200]).toBeGreaterThan(150)
    expect(cells[403]).toBeGreaterThan(200)
    expect(cells[404]).toBeGreaterThan(300)
  })

  test('an address is not matched by another method, another spelling or an overriding header', async () => {
    const { token } = loginOf('CUSTOMER')
    const url = '/api/v2/onlinefleetmngmt/dicv/enablemaintenance'
    const body = { maintenance: true }
    const statuses = [
      (await backend.ask('POST', url, { token, body })).status,
      (await backend.ask('GET', url, { token, headers: { 'x-http-method-override': 'POST' } })).status,
      (await backend.ask('PUT', url, { token, body })).status,
      (await backend.ask('POST', `${url}/`, { token, body })).status,
      (await backend.ask('POST', url.replace('enable', 'ENABLE'), { token, body })).status,
      (await backend.ask('POST', url.replace('/dicv', '//dicv'), { token, body })).status,
      (await backend.ask('POST', url.replace('dicv', 'x/../dicv'), { token, body })).status,
    ]
    for (const status of statuses) expect([403, 404, 405]).toContain(status)
    const { status } = await backend.ask('GET', '/api/v2/onlinefleetmngmt/dicv/maintenancestatus')
    expect(status).toBe(200)
  })
})

describe('callers', () => {
  const url = '/api/v2/onlinefleetmngmt/dicv/fleetmaptracking/vehicles'

  test('a user with groups sees only their vehicles', async () => {
    const { body } = await backend.ask('GET', url, { token: loginOf('MANAGER').token })
    const { vehicles } = body as { vehicles: Array<{ registrationId: string }> }
    expect(vehicles.map(({ registrationId }) => registrationId)).toEqual(['MH 01 OWN 0001'])
  })

  test("SES-42 an AuthUser header that names a user other than the token's is refused", async () => {
    const { token, userId } = loginOf('MANAGER')
    const named = (id: number) => backend.ask('GET', url, { token, headers: { AuthUser: String(id) } })
    expect((await named(userId)).status).toBe(200)
    expect((await named(ids.stranger['userId'] ?? 0)).status).toBe(403)
  })

  test.each([
    'vehicleId=1&vehicleId=2',
    'vehicleId[0]=1',
    'vehicleId=*',
    'vehicleId=1,2',
    'vehicleId=-1',
    'vehicleId=0',
    'vehicleId=1e3',
    'vehicleId=99999999999999999999',
    'vehicleId=',
    '',
  ])('AC-03 live track of %j is a bad request', async (query) => {
    const { token } = loginOf('MANAGER')
    const { status, body } = await backend.ask('GET', `/api/v2/onlinefleetmngmt/dicv/livetrack?${query}`, {
      token,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      status: 400,
      error: true,
      message: expect.stringMatching(/vehicleId|query/),
    })
  })
})
