import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type {
  ServiceCounts,
  ServiceRecords,
  ServiceReminder,
  ServiceReminders,
} from '#contract/records/health.ts'
import { istDate, toPayloadTime } from '#domain/ist.ts'
import { DEFAULT_SERVICE_INTERVAL } from '#domain/service.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { createServiceRepository } from '#server/health/services.repository.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, ids, own } = withFleet()
const DASHBOARD = '/api/v3/dashboard/tk3'
const now = Math.floor(Date.now() / 1000) * 1000
const ODO = 200_000
const { km: KM } = DEFAULT_SERVICE_INTERVAL.HDT
const users: Record<string, string> = {}

beforeAll(async () => {
  const { db } = backend.database
  await db.updateTable('latest_fix').set({ odo: ODO, engine_hours: 4_000 }).execute()
  users['operator'] = (await backend.logIn('north')).token
  users['viewer'] = (await backend.logIn('analyst')).token
})
afterEach(async () => {
  await backend.database.db.deleteFrom('vehicle_hour').execute()
  await backend.database.db.deleteFrom('service_record').execute()
  await backend.database.db.deleteFrom('service_interval').execute()
})

const get = async <T>(path: string, token = own.token) => {
  const { status, body } = await backend.ask('GET', `${FLEET_API}/${path}`, { token })
  expect(status).toBe(200)
  return body as T
}
const post = (path: string, body: unknown, token = own.token) =>
  backend.ask('POST', path.startsWith('/') ? path : `${FLEET_API}/${path}`, { token, body })
const record = async (registration: string, more: Record<string, unknown> = {}, token = own.token) => {
  const answer = await post(
    'service-reminder/done',
    { vehicleId: ids[registration], doneAt: now, isConfirmed: true, ...more },
    token,
  )
  return { ...answer, serviceId: (answer.body as { serviceId?: number }).serviceId ?? 0 }
}
const undo = (serviceId: number, token = own.token) => post('service-reminder/undo', { serviceId }, token)
const namesOf = ({ reminders }: ServiceReminders) => reminders.map(({ registrationId }) => registrationId)
const reminderOf = async (registration: string): Promise<ServiceReminder | undefined> =>
  (await get<ServiceReminders>('service-reminders')).reminders.find(
    ({ registrationId }) => registrationId === registration,
  )
const lastYear = () => ({ fromTsInIST: toPayloadTime(now - 365 * DAY_MS), toTsInIST: toPayloadTime(now) })

/** Has a truck drive 100 km in each of these hours before now. */
const drove = (registration: string, hoursAgo: readonly number[]) =>
  backend.database.db
    .insertInto('vehicle_hour')
    .values(
      hoursAgo.map((hours) => ({
        ...{ company_id: ids['company'] ?? 0, vehicle_id: ids[registration] ?? 0, day: '2026-01-01' },
        hour: new Date(now - hours * HOUR_MS),
        ...{
          distance_km: 100,
          running_s: 3_600,
          idling_s: 1_800,
          stopped_s: 0,
          fuel_used: 0,
          fuel_filled: 0,
        },
        ...{ adblue_used: 0, max_speed: 0, overspeed_s: 0, fixes: 1 },
      })),
    )
    .execute()

describe('service reminders', () => {
  test('API-17 API-18 API-19 HLT-02 are due soon or overdue by what is left of the interval, with counts', async () => {
    await record('FAST', { odo: ODO - (KM ?? 0) - 500, doneAt: now - 60 * DAY_MS })
    await record('SLOW', { odo: ODO - (KM ?? 0) + 1_500, doneAt: now - 60 * DAY_MS })
    await record('IDLE', { doneAt: now - 170 * DAY_MS })
    await record('STOPPED')
    expect(namesOf(await get('service-reminder-overdue'))).toEqual(['FAST'])
    expect(namesOf(await get('service-reminder-duesoon'))).toEqual(['SLOW', 'IDLE'])
    expect(namesOf(await get('service-reminders'))).toEqual([
      ...['FAST', 'SLOW', 'IDLE', 'STOPPED', 'NEW', 'SILENT'],
    ])
    expect(await get<ServiceCounts>('service-reminder-count')).toEqual({
      ...{ overdue: 1, dueSoon: 2, upToDate: 1, notCounted: 0, notRecorded: 2, done: 4 },
    })
    expect((await reminderOf('FAST'))?.left[0]).toEqual({
      ...{ measure: 'km', interval: KM, left: -500, state: 'overdue' },
    })
    expect((await reminderOf('IDLE'))?.left[0]).toMatchObject({ measure: 'days', state: 'dueSoon' })
  })

  test('CONFLICT-24 DSH-06 DSH-15 API-10 API-11 API-12 API-13 the dashboard reads the same, narrowed by its filter', async () => {
    await record('FAST', { odo: 0, doneAt: now - 110 * DAY_MS })
    await record('SLOW', { odo: 0, doneAt: now - 400 * DAY_MS })
    const dashboard = async <T>(name: string, filter = {}) => {
      const { status, body } = await post(`${DASHBOARD}/${name}`, { ...lastYear(), ...filter })
      expect(status).toBe(200)
      return body as T
    }
    expect(namesOf(await dashboard('service-reminder-overdue')).sort()).toEqual(['FAST', 'SLOW'])
    expect(namesOf(await dashboard('service-reminder-overdue', { groupNames: ['North'] }))).toEqual(['FAST'])
    expect(namesOf(await dashboard('service-reminder-duesoon'))).toEqual([])
    expect(await dashboard<ServiceCounts>('service-reminder-count')).toMatchObject({ overdue: 2, done: 1 })
    const slow = { vehicleIds: [ids['SLOW']] }
    expect(await dashboard<ServiceCounts>('service-reminder-count', slow)).toEqual({
      ...{ overdue: 1, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 0, done: 0 },
    })
    expect((await dashboard<ServiceRecords>('servicedone')).records).toHaveLength(1)
    expect((await get<ServiceRecords>('servicedone')).records).toHaveLength(2)
  })

  test('HLT-02 are narrowed to a vehicle or a group, and so are their counts; a vehicle that is not the caller’s is not found', async () => {
    await record('FAST', { odo: 0, doneAt: now - 110 * DAY_MS })
    await record('SLOW', { odo: 0, doneAt: now - 110 * DAY_MS })
    const of = async (owner: string) => ({
      overdue: namesOf(await get(`service-reminder-overdue?${owner}`)),
      dueSoon: namesOf(await get(`service-reminder-duesoon?${owner}`)),
      all: namesOf(await get(`service-reminders?${owner}`)),
      done: (await get<ServiceRecords>(`servicedone?${owner}`)).total,
      counts: await get<ServiceCounts>(`service-reminder-count?${owner}`),
    })
    expect(await of(`vehicleIds[0]=${ids['SLOW']}`)).toEqual({
      ...{ overdue: ['SLOW'], dueSoon: [], all: ['SLOW'], done: 1 },
      counts: { overdue: 1, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 0, done: 1 },
    })
    expect(await of('groupNames[0]=North')).toEqual({
      ...{ overdue: ['FAST'], dueSoon: [], all: ['FAST', 'IDLE'], done: 1 },
      counts: { overdue: 1, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 1, done: 1 },
    })
    for (const owner of ['groupNames[0]=Foreign%20group', 'groupNames[0]='])
      expect((await of(owner)).all).toEqual([])
    for (const call of ['service-reminders', 'servicedone', 'service-reminder-count'])
      expect(
        await backend.ask('GET', `${FLEET_API}/${call}?vehicleIds[0]=${ids['FOREIGN']}`, {
          token: own.token,
        }),
        call,
      ).toMatchObject({ status: 404, body: { code: 'notFound' } })
  })

  test('what a truck does not report is not counted', async () => {
    await record('NEW')
    expect(await reminderOf('NEW')).toMatchObject({
      ...{ odo: null, engineHours: null, state: 'upToDate', left: [{ measure: 'days' }] },
    })
  })

  test('AC-01 a user of some groups sees those of their vehicles alone', async () => {
    const { reminders } = await get<ServiceReminders>('service-reminders', users['operator'])
    expect(reminders.map(({ registrationId }) => registrationId).sort()).toEqual(['FAST', 'IDLE'])
  })
})

describe('a service', () => {
  test('API-16 HLT-02 that is marked as done says by whom and when, and what the truck showed', async () => {
    await record('FAST', { note: ' Oil and filters ' })
    const { records, total } = await get<ServiceRecords>('servicedone')
    expect(total).toBe(1)
    expect(records[0]).toMatchObject({
      ...{ registrationId: 'FAST', doneAt: now, odo: ODO, engineHours: 4_000, note: 'Oil and filters' },
      ...{ recorded: { by: 'kamala' }, undone: null },
    })
    expect(records[0]?.recorded.at).toBeGreaterThanOrEqual(now)
  })

  test('of an earlier day has the readings of that day, as far as they are known', async () => {
    await drove('SLOW', [1, 48, 200])
    await record('SLOW', { doneAt: now - 3 * DAY_MS })
    const { records } = await get<ServiceRecords>('servicedone')
    expect(records[0]).toMatchObject({ odo: ODO - 200, engineHours: 4_000 - 3 })
  })

  test('HLT-02 of a day before the first position has no readings: the odometer is asked for, or does not count', async () => {
    await record('FAST', { odo: ODO - (KM ?? 0) - 500, doneAt: now - 60 * DAY_MS })
    expect((await reminderOf('FAST'))?.state).toBe('overdue')
    const ago = { doneAt: now - 40 * DAY_MS }
    const params = { thatDay: ODO, day: expect.stringMatching(/^\d\d-\d\d-\d{4}$/) }
    expect(await record('FAST', { ...ago, isConfirmed: false })).toMatchObject({
      status: 409,
      body: { error: false, code: 'serviceOdometerUnknown', params },
    })
    for (const [typed, code] of [
      [{ odo: ODO - 1_001 }, 'serviceOdometerBefore'],
      [{ odo: ODO, engineHours: 3_949 }, 'serviceHoursBefore'],
    ] as const)
      expect(await record('FAST', { ...typed, ...ago, isConfirmed: false })).toMatchObject({
        status: 409,
        body: { code, params: { day: params.day } },
      })
    expect((await reminderOf('FAST'))?.state).toBe('overdue')
    expect((await record('FAST', ago)).status).toBe(200)
    const { records } = await get<ServiceRecords>('servicedone')
    expect(records[0]).toMatchObject({ odo: null, engineHours: null })
    expect((await reminderOf('FAST'))?.left).toMatchObject([{ measure: 'days' }])
    expect((await record('NEW', { ...ago, isConfirmed: false })).status).toBe(200)
  })

  test.each([
    ['far behind', { odo: 5 }, 'serviceOdometerImpossible'],
    ['ahead', { odo: ODO + 501 }, 'serviceOdometerImpossible'],
    ['hours behind', { engineHours: 3_900 }, 'serviceHoursImpossible'],
    ['hours ahead', { engineHours: 4_025 }, 'serviceHoursImpossible'],
  ])(
    'HLT-02 with a reading that is %s of what the truck reports is refused, also if confirmed',
    async (_, typed, code) => {
      for (const isConfirmed of [false, true])
        expect(await record('FAST', { ...typed, isConfirmed })).toMatchObject({ status: 400, body: { code } })
      expect((await get<ServiceRecords>('servicedone')).total).toBe(0)
    },
  )

  test.each([
    ['km', { odo: ODO - 1_001 }, 'serviceOdometerDoubtful', { odo: ODO - 1_000 }],
    ['hours', { engineHours: 3_949 }, 'serviceHoursDoubtful', { engineHours: 3_950 }],
  ])(
    'HLT-02 with a doubtful reading in %s is asked about; what was confirmed says what it changed',
    async (_, typed, code, near) => {
      const ago = { doneAt: now - 10 * DAY_MS, isConfirmed: false }
      await drove('FAST', [300])
      await drove('SLOW', [300])
      const answer = await record('FAST', { ...typed, ...ago })
      expect(answer).toMatchObject({
        status: 409,
        body: { code, params: { given: Object.values(typed)[0] } },
      })
      expect(await record('FAST', { ...typed, ...ago, isConfirmed: true })).toMatchObject({
        ...{ status: 200, body: { before: 'notRecorded', after: { state: 'upToDate' } } },
      })
      expect((await record('SLOW', { ...near, ...ago })).status).toBe(200)
      expect((await record('NEW', { ...typed, ...ago })).status).toBe(200)
    },
  )

  test.each([
    [{ odo: 2_000_001 }, 'serviceOdometerUnusual', { odo: 2_000_000 }],
    [{ engineHours: 60_001 }, 'serviceHoursUnusual', { engineHours: 60_000 }],
  ])('HLT-02 with %j, where the truck reports nothing, is asked about', async (typed, code, usual) => {
    const asking = { isConfirmed: false }
    const refused = { status: 409, body: { error: false, code, params: { given: Object.values(typed)[0] } } }
    expect(await record('NEW', { ...typed, ...asking })).toMatchObject(refused)
    expect((await record('NEW', { ...usual, ...asking })).status).toBe(200)
    expect((await record('NEW', typed)).status).toBe(200)
  })

  test('HLT-02 of more than ten years ago is refused, also if confirmed', async () => {
    for (const doneAt of [0, now - 3_651 * DAY_MS])
      expect(await record('NEW', { doneAt })).toMatchObject({
        status: 400,
        body: { code: 'serviceTooOld', params: { years: 10 } },
      })
    expect((await record('NEW', { doneAt: now - 3_649 * DAY_MS })).status).toBe(200)
  })

  test('DI-12 that is marked twice is there once', async () => {
    const [first, second] = await Promise.all([record('FAST'), record('FAST')])
    expect(first.serviceId).toBe(second.serviceId)
    expect((await get<ServiceRecords>('servicedone')).total).toBe(1)
  })

  test('DI-12 of a day that has one, by another user or with another odometer or note, is stored too, and each once', async () => {
    const doneAt = now - 2 * DAY_MS
    const each = [
      [{ doneAt, odo: ODO - 500, note: 'Oil' }, own.token],
      [{ doneAt, odo: ODO - 300, note: 'Brakes' }, users['operator']],
      [{ doneAt, odo: ODO - 400, note: 'Oil' }, own.token],
    ] as const
    for (const [more, token] of [...each, ...each])
      expect((await record('FAST', more, token)).status).toBe(200)
    await Promise.all(each.map(([more, token]) => record('FAST', more, token)))
    const { records } = await get<ServiceRecords>('servicedone')
    expect(records.map(({ odo, note }) => [odo, note])).toEqual([
      [ODO - 400, 'Oil'],
      [ODO - 300, 'Brakes'],
      [ODO - 500, 'Oil'],
    ])
    expect(new Set(records.map((one) => istDate(one.doneAt)))).toEqual(new Set([istDate(doneAt)]))
  })

  test('HLT-02 that is taken back stays in the history, and the one before counts again', async () => {
    await record('FAST', { odo: 0, doneAt: now - 110 * DAY_MS })
    const { serviceId } = await record('FAST')
    expect((await reminderOf('FAST'))?.state).toBe('upToDate')
    expect((await undo(serviceId, users['operator'])).status).toBe(200)
    expect((await undo(serviceId)).status).toBe(200)
    expect((await reminderOf('FAST'))?.state).toBe('overdue')
    const { records } = await get<ServiceRecords>('servicedone')
    expect(records.map(({ undone }) => undone?.by ?? null)).toEqual(['north', null])
    expect((await get<ServiceCounts>('service-reminder-count')).done).toBe(1)
    expect((await record('FAST')).serviceId).not.toBe(serviceId)
  })

  test('cannot be done in the future, or of a vehicle or by a role that may not', async () => {
    const refused = await record('FAST', { doneAt: now + HOUR_MS })
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([400, 'serviceInFuture'])
    expect((await record('FOREIGN')).status).toBe(404)
    expect((await record('SLOW', {}, users['operator'])).status).toBe(404)
    expect((await record('FAST', {}, users['viewer'])).status).toBe(403)
    const { serviceId } = await record('SLOW')
    expect((await undo(serviceId, users['operator'])).status).toBe(404)
    expect((await undo(serviceId + 1)).status).toBe(404)
  })
})

describe('a service interval', () => {
  const set = (interval: unknown, token = own.token, registration = 'FAST', isConfirmed = false) =>
    post('service-reminder/interval', { vehicleId: ids[registration], interval, isConfirmed }, token)

  test('HLT-02 is that of the segment until a role that manages sets another, and again after', async () => {
    await record('FAST', { odo: ODO - 10_000, doneAt: now - 30 * DAY_MS })
    expect(await reminderOf('FAST')).toMatchObject({
      ...{ hasOwnInterval: false, interval: DEFAULT_SERVICE_INTERVAL.HDT, state: 'upToDate' },
    })
    expect((await set({ km: 9_000, hours: null, days: null })).status).toBe(200)
    expect(await reminderOf('FAST')).toMatchObject({ hasOwnInterval: true, state: 'overdue' })
    expect((await reminderOf('FAST'))?.left).toEqual([
      { measure: 'km', interval: 9_000, left: -1_000, state: 'overdue' },
    ])
    expect(await set(null)).toMatchObject({ status: 409, body: { code: 'intervalLessUrgent' } })
    expect((await reminderOf('FAST'))?.hasOwnInterval).toBe(true)
    expect(await set(null, own.token, 'FAST', true)).toMatchObject({
      status: 200,
      body: { before: 'overdue', after: { state: 'upToDate', hasOwnInterval: false } },
    })
    expect((await reminderOf('FAST'))?.hasOwnInterval).toBe(false)
  })

  test('HLT-02 under which a truck would never be due is stored only when that is confirmed', async () => {
    const nothing = { km: null, hours: null, days: null }
    const refused = { status: 409, body: { error: false, code: 'intervalNeverDue' } }
    expect(await set(nothing)).toMatchObject(refused)
    // It reports neither.
    expect(await set({ km: 9_000, hours: 500, days: null }, own.token, 'NEW')).toMatchObject(refused)
    expect((await set({ km: 9_000, hours: null, days: 90 }, own.token, 'NEW')).status).toBe(200)
    expect((await set({ km: 9_000, hours: null, days: null })).status).toBe(200)
    expect((await set(nothing, own.token, 'FAST', true)).status).toBe(200)
    expect((await reminderOf('FAST'))?.interval).toEqual(nothing)
    expect((await reminderOf('FAST'))?.state).toBe('notRecorded')
    await record('FAST', { doneAt: now - 3_649 * DAY_MS })
    expect(await reminderOf('FAST')).toMatchObject({ state: 'notCounted', left: [] })
    expect(await get<ServiceCounts>('service-reminder-count')).toMatchObject({ notCounted: 1, upToDate: 0 })
  })

  test.each([
    [
      { km: 160_001, hours: null, days: null },
      { km: 160_000, hours: null, days: null },
    ],
    [
      { km: null, hours: 4_001, days: null },
      { km: null, hours: 4_000, days: null },
    ],
    [
      { km: null, hours: null, days: 721 },
      { km: null, hours: null, days: 720 },
    ],
  ])('HLT-02 of %j, far longer than that of the segment, is asked about', async (long, usual) => {
    expect(await set(long)).toMatchObject({
      status: 409,
      body: { error: false, code: 'intervalUnusual', params: DEFAULT_SERVICE_INTERVAL.HDT },
    })
    expect((await set(usual)).status).toBe(200)
    expect((await set(long, own.token, 'FAST', true)).status).toBe(200)
  })

  test('has limits, and is for roles that manage', async () => {
    for (const interval of [
      { km: 1, hours: null, days: null },
      { km: 1e9, hours: null, days: null },
      { km: 9_000 },
      7,
    ])
      expect((await set(interval)).status).toBe(400)
    expect((await set(null, users['operator'])).status).toBe(403)
    expect((await set(null, own.token, 'FOREIGN')).status).toBe(404)
  })
})

test('a service that was taken back just as it was recorded again is stored', async () => {
  const { db } = backend.database
  const { serviceId } = await record('FAST')
  /** Takes the service back as soon as it has kept another one from being stored. */
  let isUndone = false
  const services = createServiceRepository({
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isUndone) await db.updateTable('service_record').set({ undone_at: new Date() }).execute()
        isUndone = true
        return result
      },
    }),
  })
  const service = { vehicleId: ids['FAST'] ?? 0, doneAt: now, odo: ODO, engineHours: null }
  const again = await services.add(
    { ...service, note: '', by: own.userId, at: now },
    { odo: undefined, engineHours: undefined },
  )
  expect(again).not.toBe(serviceId)
})
