import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { toPayloadTime } from '#contract/ist.ts'
import { ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { addressesOf } from '#server/http/mount.ts'
import { NOT_BUILT } from '#server/routes/not-built.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { withBackend } from './backend.ts'
import { storeFixes } from './tracks.ts'

const backend = withBackend()

/** Whom and what a request names. */
type Ids = { readonly userId: number; readonly vehicleId: number; readonly tripId: number }
type Sample = {
  readonly params?: Record<string, number>
  readonly query?: Record<string, number>
  readonly body?: object
}

const HOUR_MS = 3_600_000
const range = {
  fromDate: toPayloadTime(Date.now() - HOUR_MS),
  toDate: toPayloadTime(Date.now() + HOUR_MS),
}
const nothing = (): Sample => ({})
const ofUser = ({ userId }: Ids): Sample => ({ query: { userId } })
const ofVehicle = ({ vehicleId }: Ids): Sample => ({ query: { vehicleId } })
const ofRange = ({ vehicleId }: Ids): Sample => ({ body: { vehicleId, ...range } })
const unfiltered = { status: '', filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] } }

const message = { messageContent: 'Read me', messageCriticality: 0 }
let lastMessage = 0
/** Names a message that no sample before has named, since some delete theirs. */
const nextMessage = (): Sample => ({ params: { messageId: ++lastMessage } })

/** A valid request for every built call that needs a caller; and whose the thing is that it names. */
const SAMPLES: Readonly<
  Record<string, { sample: (ids: Ids) => Sample; names: 'user' | 'vehicle' | 'trip' | null }>
> = {
  logOut: { sample: nothing, names: null },
  vehicleList: { sample: nothing, names: null },
  filterFleet: { sample: () => ({ body: unfiltered }), names: null },
  showAllTrucks: { sample: nothing, names: null },
  fleetStream: { sample: nothing, names: null },
  fleetGroups: { sample: ofUser, names: 'user' },
  getGroups: { sample: ofUser, names: 'user' },
  fleetRegions: { sample: ofUser, names: 'user' },
  getActiveVehicles: { sample: ofUser, names: 'user' },
  vehicleDropdown: { sample: ({ userId }) => ({ params: { userId } }), names: 'user' },
  userDetail: { sample: ofUser, names: 'user' },
  liveTrack: { sample: ofVehicle, names: 'vehicle' },
  liveStream: { sample: ofVehicle, names: 'vehicle' },
  routePlayback: { sample: ofRange, names: 'vehicle' },
  alertsPlot: { sample: ofRange, names: 'vehicle' },
  tripRoute: { sample: ofRange, names: 'vehicle' },
  getTripUpdate: { sample: nothing, names: null },
  tickerMessages: { sample: nothing, names: null },
  addTickerMessage: { sample: () => ({ body: message }), names: null },
  editTickerMessage: { sample: () => ({ ...nextMessage(), body: message }), names: null },
  deleteTickerMessage: { sample: nextMessage, names: null },
  enableMaintenance: { sample: () => ({ body: { maintenance: false } }), names: null },
  userManual: { sample: nothing, names: null },
  paymentRedirection: { sample: nothing, names: null },
  getTripTrack: { sample: ({ tripId }) => ({ query: { tripId } }), names: 'trip' },
}

const guarded = allCalls.filter(({ id, roles }) => roles !== 'public' && !NOT_BUILT.includes(id))
const logins = new Map<Role, { token: string; userId: number }>()
let own: Ids = { userId: 0, vehicleId: 0, tripId: 0 }
let foreign: Ids = own

const addTrip = async (company_id: number, vehicle_id: number): Promise<number> => {
  const { id } = await backend.database.db
    .insertInto('trip')
    .values({
      company_id,
      vehicle_id,
      from_city: 'Pune',
      to_city: 'Nagpur',
      scheduled_start: new Date(Date.now() - HOUR_MS),
      scheduled_end: new Date(Date.now() + HOUR_MS),
      actual_start: new Date(Date.now() - HOUR_MS),
      status: 'RUNNING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addFleet = async (registration: string) => {
  const { db } = backend.database
  const { id: companyId } = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: companyId, registration })
  await storeFixes(db, vehicle, [{ time: Date.now() - 10_000, lng: 79, lat: 21, speed: 40, ignition: true }])
  return { companyId, vehicleId: vehicle.id, tripId: await addTrip(companyId, vehicle.id) }
}

beforeAll(async () => {
  await backend.database.db
    .insertInto('ticker_message')
    .values(Array.from({ length: 60 }, () => ({ content: 'Read me', criticality: 0, changed_by: null })))
    .execute()
  const mine = await addFleet('MH 01 OWN 0001')
  const theirs = await addFleet('MH 02 OTHER 0002')
  for (const role of ROLES) {
    const name = role.toLowerCase().replace(' ', '')
    const isStaff = STAFF_ROLES.some((staff) => staff === role)
    await backend.addUser(name, role, isStaff ? null : mine.companyId)
    logins.set(role, await backend.logIn(name))
  }
  own = { ...mine, userId: 0 }
  foreign = { ...theirs, userId: await backend.addUser('stranger', 'MANAGER', theirs.companyId) }
})

const sampleOf = ({ id }: Call) => {
  const found = SAMPLES[id]
  if (!found) throw new Error(`${id} is built and needs a sample here, so that its access is tested.`)
  return found
}

const ask = (call: Call, ids: Ids, options: { token?: string; headers?: Record<string, string> }, at = 0) => {
  const { params = {}, query = {}, body } = sampleOf(call).sample(ids)
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, String(value)),
    addressesOf(call)[at] ?? '',
  )
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return backend.ask(call.method, `${path}?${search.join('&')}`, { ...options, ...(body ? { body } : {}) })
}

const loginOf = (role: Role) => {
  const login = logins.get(role)
  if (!login) throw new Error(`No ${role} is logged in.`)
  return login
}

describe.each(guarded.map((call) => [call.id, call] as const))('AC-01 AC-05 %s', (id, call) => {
  test('is refused without a token, and with one that is none', async () => {
    expect((await ask(call, own, {})).status).toBe(401)
    expect((await ask(call, own, { token: 'x.y.z' })).status).toBe(401)
  })

  test.each(ROLES)('answers %s as the table says', async (role) => {
    const isAllowed = call.roles.includes(role)
    if (isAllowed && call.replyKind === 'stream') return
    const name = role.toLowerCase().replace(' ', '')
    const login = id === 'logOut' ? await backend.logIn(name) : loginOf(role)
    const answer = await ask(call, { ...own, userId: login.userId }, { token: login.token })
    expect(answer.status).toBe(isAllowed ? 200 : 403)
    const isStaff = STAFF_ROLES.some((staff) => staff === role)
    if (!isStaff) expect(JSON.stringify(answer.body)).not.toContain('OTHER')
  })

  test.runIf(SAMPLES[id]?.names)(
    'answers what is another company’s exactly like what is absent',
    async () => {
      const { token, userId } = loginOf('CUSTOMER')
      const absent: Ids = { userId: 987_654, vehicleId: 987_654, tripId: 987_654 }
      const answers = await Promise.all([
        ask(call, { ...foreign, userId: foreign.userId }, { token }),
        ask(call, absent, { token }),
        ask(call, { userId, vehicleId: 2_147_483_647, tripId: 2_147_483_647 }, { token }),
      ])
      const [theirs, none, huge] = answers.map(({ status, body }) => ({ status, body }))
      expect(theirs).toEqual({ status: 404, body: { status: 404, error: true, message: 'Not found' } })
      expect(none).toEqual(theirs)
      if (SAMPLES[id]?.names !== 'user') expect(huge).toEqual(theirs)
    },
  )
})

describe('AC-05 what is not built', () => {
  const pending = allCalls.filter(({ id, roles }) => roles !== 'public' && NOT_BUILT.includes(id))
  test.each(pending.map((call) => [call.id, call] as const))(
    '%s is guarded all the same',
    async (_id, call) => {
      const url = (addressesOf(call)[0] ?? '').replaceAll(/:\w+/g, '1')
      expect((await backend.ask(call.method, url)).status).toBe(401)
      const refused = ROLES.find((role) => !call.roles.includes(role))
      if (!refused) return
      const { token } = loginOf(refused)
      expect((await backend.ask(call.method, url, { token })).status).toBe(403)
    },
  )
})

describe('callers', () => {
  const url = '/api/v2/onlinefleetmngmt/dicv/fleetmaptracking/vehicles'

  test('a user of some groups sees their vehicles only', async () => {
    const { db } = backend.database
    const { companyId } = await addFleet('MH 03 GROUP 0001')
    const other = await addVehicle(db, { company_id: companyId, registration: 'MH 03 GROUP 0002' })
    const { id: groupId } = await db
      .insertInto('vehicle_group')
      .values({ company_id: companyId, name: 'North' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const userId = await backend.addUser('grouped', 'MANAGER', companyId)
    await db
      .insertInto('group_vehicle')
      .values({ company_id: companyId, group_id: groupId, vehicle_id: other.id })
      .execute()
    await db
      .insertInto('user_group')
      .values({ company_id: companyId, group_id: groupId, user_id: userId })
      .execute()
    const { token } = await backend.logIn('grouped')
    const { body } = await backend.ask('GET', url, { token })
    const { vehicles } = body as { vehicles: Array<{ registrationId: string }> }
    expect(vehicles.map(({ registrationId }) => registrationId)).toEqual(['MH 03 GROUP 0002'])
  })

  test('SES-42 an AuthUser header that names another user than the token is refused', async () => {
    const { token, userId } = loginOf('MANAGER')
    const named = (id: number) => backend.ask('GET', url, { token, headers: { AuthUser: String(id) } })
    expect((await named(userId)).status).toBe(200)
    expect((await named(foreign.userId)).status).toBe(403)
  })

  test.each(['requestedUserId', 'requestedRole'])('AC-13 %s is refused, not ignored', async (header) => {
    for (const role of ['MANAGER', 'CSSUPPORT', 'ROOTADMIN'] as const) {
      const { token } = loginOf(role)
      expect((await backend.ask('GET', url, { token, headers: { [header]: '1' } })).status).toBe(403)
    }
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
