import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ALERT_COLUMNS, VEHICLE_WISE_COLUMNS } from '#contract/records/alert-columns.ts'
import type {
  AlertCounts,
  AlertEvidence,
  AlertNotification,
  AlertRow,
  LiveAlert,
} from '#contract/records/alerts.ts'
import { COUNT_COLUMNS } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { istDateTime, toPayloadTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, ids, own } = withFleet()
const NOTIFICATIONS = '/api/v3/alerts/tk3/getAlertNotificationDetails'
/** A whole minute, so that seconds at the ends of ranges can be named. */
const noon = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS

type Options = Parameters<typeof alertOf>[1]
const store = async (registration: string, options: Options = {}): Promise<number> => {
  const company_id = (registration === 'FOREIGN' ? ids['foreign company'] : ids['company']) ?? 0
  const vehicle = { id: ids[registration] ?? 0, company_id }
  const [id = 0] = await addAlerts(backend.database.db, [alertOf(vehicle, options)])
  return id
}
const range = (from: number, to: number): ReportFilter => ({
  fromTsInIST: toPayloadTime(from),
  toTsInIST: toPayloadTime(to),
})
const lastDay = () => range(Date.now() - DAY_MS, Date.now() + MINUTE_MS)
const post = async <T>(path: string, body: unknown, token = own.token): Promise<T> => {
  const answer = await backend.ask('POST', path.startsWith('/') ? path : `${FLEET_API}/${path}`, {
    token,
    body,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body as T
}
type Live = { alerts: LiveAlert[]; total: number }
type Report = { rows: AlertRow[]; total: number }
const live = (filter: Partial<ReportFilter> = {}, token = own.token) =>
  post<Live>('alerts/live-notifications', { ...lastDay(), ...filter }, token)
const report = (type: AlertCode, filter: Partial<ReportFilter> = {}) =>
  post<Report>('reports/alertsByImei', { ...lastDay(), reportNames: [type], ...filter })
const counts = (filter: Partial<ReportFilter> = {}) =>
  post<AlertCounts>('alerts/counts', { ...lastDay(), ...filter })
const evidence = async (alertId: number, token = own.token) =>
  backend.ask('GET', `${FLEET_API}/alerts/evidence?alertId=${alertId}`, { token })
const refusal = async (filter: Partial<ReportFilter>) => {
  const answer = await backend.ask('POST', `${FLEET_API}/alerts/live-notifications`, {
    token: own.token,
    body: { ...lastDay(), ...filter },
  })
  return [answer.status, (answer.body as { code: string }).code]
}
const idsOf = ({ alerts }: Live) => alerts.map(({ alertId }) => alertId)

beforeAll(async () => {
  await backend.database.db
    .updateTable('vehicle')
    .set({ vin: 'VIN-FAST', model: 'Tipper' })
    .where('id', '=', ids['FAST'] ?? 0)
    .execute()
})
afterEach(async () => {
  await backend.database.db.deleteFrom('alert').execute()
  await backend.database.db.deleteFrom('alert_setting').execute()
})

describe('live alerts', () => {
  test('ALR-15 CONFLICT-25 have registrationId, ALERT_NAME, IST_TIME and latlng, the newest first', async () => {
    const earlier = await store('FAST', { time: new Date(noon) })
    const later = await store('SLOW', {
      time: new Date(noon + MINUTE_MS),
      type: 'IDLING',
      threshold: 5,
      ended: null,
    })
    const { alerts, total } = await live()
    expect([idsOf({ alerts, total }), total]).toEqual([[later, earlier], 2])
    expect(alerts[1]).toEqual({
      ...{
        registrationId: 'FAST',
        ALERT_NAME: 'Overspeed',
        IST_TIME: istDateTime(noon),
        latlng: '21.15,79.09',
      },
      ...{ alertId: earlier, vehicleId: ids['FAST'], type: 'OVERSPEED', time: noon, lat: 21.15, lng: 79.09 },
      ...{ value: 92, durationS: 60, fence: null, isOpen: false, acknowledgement: null },
    })
    expect(alerts[0]?.isOpen).toBe(true)
  })

  test('API-80 OPEN-10 are answered at both addresses', async () => {
    const id = await store('FAST')
    expect(idsOf(await post<Live>('/api/v2/alerts/live-notifications', lastDay()))).toEqual([id])
  })

  test('ALR-34 are those of the named vehicles, chassis numbers, groups and types', async () => {
    const fast = await store('FAST')
    const idle = await store('IDLE', { type: 'IDLING', threshold: 5 })
    const slow = await store('SLOW')
    expect(idsOf(await live({ vehicleIds: [ids['SLOW'] ?? 0] }))).toEqual([slow])
    expect(idsOf(await live({ vins: ['VIN-FAST'] }))).toEqual([fast])
    expect(idsOf(await live({ groupNames: ['North'] }))).toEqual([fast, idle])
    expect(idsOf(await live({ groupNames: ['North'], vehicleIds: [ids['SLOW'] ?? 0] }))).toEqual([])
    expect(idsOf(await live({ groupNames: ['Foreign group'] }))).toEqual([])
    expect(idsOf(await live({ reportNames: ['IDLING'] }))).toEqual([idle])
    expect(idsOf(await live({ vehicleIds: [], vins: [], groupNames: [], reportNames: [] }))).toEqual([
      fast,
      idle,
      slow,
    ])
  })

  test('AC-01 are those of visible vehicles only', async () => {
    await store('FOREIGN')
    const [fast] = [await store('FAST'), await store('SLOW')]
    const { token } = await backend.logIn('north')
    expect(idsOf(await live({}, token))).toEqual([fast])
    expect((await live({ vehicleIds: [ids['FOREIGN'] ?? 0] })).total).toBe(0)
    const { token: staff } = await backend.logIn('analyst')
    expect((await live({}, staff)).total).toBe(3)
  })

  test('ALR-09 are of the types and thresholds in the own settings, and never withdrawn', async () => {
    const { db } = backend.database
    const at80 = await store('FAST')
    const at60 = await store('FAST', { threshold: 60 })
    await store('FAST', { withdrawn_at: new Date() })
    expect(idsOf(await live())).toEqual([at80])
    const setting = { user_id: own.userId, id: 'overspeedAlert' }
    await db
      .insertInto('alert_setting')
      .values({ ...setting, selected: true, value: 60 })
      .execute()
    expect(idsOf(await live())).toEqual([at60])
    await db.updateTable('alert_setting').set({ selected: false }).execute()
    expect((await live()).total).toBe(0)
  })

  test('CST-03 a range takes the whole second that it ends with; one that cannot be read is refused', async () => {
    await store('FAST', { time: new Date(noon - 1) })
    const first = await store('FAST', { time: new Date(noon) })
    const last = await store('FAST', { time: new Date(noon + 10_999) })
    await store('FAST', { time: new Date(noon + 11_000) })
    expect(idsOf(await live(range(noon, noon + 10_000)))).toEqual([last, first])
    expect(await refusal(range(noon, noon - 1000))).toEqual([400, 'rangeReversed'])
    expect(await refusal({ fromTsInIST: '2026-02-30 00:00:00' })).toEqual([400, 'timeInvalid'])
    expect(await refusal(range(noon - 368 * DAY_MS, noon))).toEqual([400, 'alertRangeTooLong'])
    expect(await refusal({ reportNames: ['SPEEDING'] })).toEqual([400, 'alertTypeUnknown'])
    expect((await live(range(noon - 366 * DAY_MS, noon - DAY_MS))).total).toBe(0)
  })

  test('hold the newest 5,000, and the number of all', async () => {
    const vehicle = { id: ids['FAST'] ?? 0, company_id: ids['company'] ?? 0 }
    for (let part = 0; part < 3; part += 1)
      await addAlerts(
        backend.database.db,
        Array.from({ length: 1700 }, (_, i) =>
          alertOf(vehicle, { time: new Date(noon - (part * 1700 + i) * 1000) }),
        ),
      )
    const { alerts, total } = await live()
    expect([alerts.length, total]).toEqual([5000, 5100])
    expect([alerts[0]?.time, alerts.at(-1)?.time]).toEqual([noon, noon - 4999 * 1000])
  }, 60_000)
})

describe('notifications', () => {
  test('ALR-14 ALR-36 are a map from type to details, by when they were stored, without those of an import; polls that follow each other miss none', async () => {
    const late = await store('FAST', { time: new Date(noon - HOUR_MS), stored_at: new Date(noon) })
    await store('FAST', { stored_at: new Date(noon), is_news: false })
    const next = await store('FAST', {
      time: new Date(noon - MINUTE_MS),
      stored_at: new Date(noon + MINUTE_MS),
    })
    const idle = await store('IDLE', { type: 'IDLING', threshold: 5, stored_at: new Date(noon + 1000) })
    const poll = (from: number, to: number) =>
      post<Record<string, AlertNotification[]>>(NOTIFICATIONS, { ...range(from, to), groupNames: [] })
    const found = await poll(noon, noon + MINUTE_MS)
    const none = Object.fromEntries(Object.keys(ALERT_NAME).map((type) => [type, []]))
    const ids = Object.entries(found).map(([type, rows]) => [type, rows.map(({ alertId }) => alertId)])
    expect(Object.fromEntries(ids)).toEqual({ ...none, OVERSPEED: [late], IDLING: [idle] })
    expect(found['OVERSPEED']?.[0]).toMatchObject({
      Date: istDateTime(noon - HOUR_MS),
      RegistrationNumber: 'FAST',
    })
    expect(Object.values(await poll(noon + MINUTE_MS, noon + 2 * MINUTE_MS)).flat()).toMatchObject([
      { alertId: next },
    ])
    expect(await poll(noon - HOUR_MS, noon)).toEqual(none)
  })
})

const at = (minutes: number) => noon + minutes * MINUTE_MS
const place = { lng: 79.09, lat: 21.15 }
const COMMON = { RegistrationNumber: 'FAST', Vin: 'VIN-FAST', Model: 'Tipper' }
const DATED = { ...COMMON, Date: istDateTime(noon), Address: '21.15,79.09' }
const REPORTS: ReadonlyArray<{
  row: string
  type: AlertCode
  threshold?: number
  subject?: string
  figures: Record<string, number | string | null>
  columns: Record<string, unknown>
}> = [
  {
    ...{ row: 'ALR-17', type: 'STOPPAGE', threshold: 30, figures: { thresholdS: 1800, durationS: 2400 } },
    columns: { ...DATED, StoppageThreshold: 1800, StoppageDuration: 2400, GeoFenceName: 'Depot' },
  },
  {
    ...{ row: 'ALR-18', type: 'IDLING', threshold: 5, figures: { thresholdS: 300, durationS: 360 } },
    columns: { ...DATED, IdlingThreshold: 300, IdlingDuration: 360, GeoFenceName: 'Depot' },
  },
  {
    ...{ row: 'ALR-16 ALR-19', type: 'OVERSPEED', threshold: 80, figures: { limit: 80, maxSpeed: 92.5 } },
    columns: { ...DATED, SpeedLimit: 80, MaxSpeed: 92.5 },
  },
  {
    ...{ row: 'ALR-21', type: 'ENGINEOVERRUN' },
    figures: { limit: 2850, rpm: 2900, maxRpm: 3000, durationS: 12, speed: 61 },
    columns: {
      ...{ ...DATED, OverrunRPMThreshold: 2850, OverrunRPM: 2900, MaxOverrunrpm: 3000 },
      ...{ OverrunDuration: 12, VehicleSpeed: 61 },
    },
  },
  {
    ...{ row: 'ALR-23', type: 'NEUTRALDRIVING', threshold: 10 },
    figures: { durationS: 25, maxSpeed: 48, distanceM: 340 },
    columns: { ...DATED, NeutralRunDuration: 25, MaxSpeed: 48, NeutralDistanceTravel: 0.34 },
  },
  {
    ...{
      row: 'ALR-25',
      type: 'FUELDROP',
      threshold: 8,
      figures: { threshold: 8, litres: 18, from: 120, to: 102 },
    },
    columns: { ...DATED, AlertThreshold: 8, FuelQuantity: 18, GeoFenceName: 'Depot' },
  },
  {
    ...{
      row: 'ALR-26',
      type: 'FUELFILL',
      threshold: 8,
      figures: { threshold: 8, litres: 60, from: 40, to: 100 },
    },
    columns: {
      ...{ ...DATED, fuel_fill_alert_limit: 8, FuelFilledFrom: 40, FuelFilledTo: 100, TotalFuelFilled: 60 },
      GeoFenceName: 'Depot',
    },
  },
  {
    ...{ row: 'ALR-27', type: 'GEOFENCEINOUT', subject: '12 OUT' },
    figures: {
      ...{
        entrySpeed: 22,
        exitSpeed: 30,
        entryTime: at(-60),
        exitTime: noon,
        durationS: 3600,
        runningS: 600,
      },
      ...{
        entryLng: 79,
        entryLat: 21,
        exitLng: 79.5,
        exitLat: 21.5,
        idlingS: 1000,
        stoppedS: 2000,
        fuelDrop: 3,
      },
    },
    columns: {
      ...{
        ...COMMON,
        GEOFENCE_NAME: 'Depot',
        EntrySpeed: 22,
        EntryDate: istDateTime(at(-60)),
        ExitSpeed: 30,
      },
      ...{
        ExitDate: istDateTime(noon),
        DurationWithinGeofence: 3600,
        RunningDuration: 600,
        IdlingDuration: 1000,
      },
      ...{ STOPPAGE_DURATION: 2000, FUEL_DROP: 3, Entry_Address: '21,79', Exit_Address: '21.5,79.5' },
    },
  },
  {
    ...{ row: 'ALR-28', type: 'ADBLUELOW', threshold: 5, figures: { limit: 5, litres: 4.2 } },
    columns: { ...DATED, Adblue: 4.2 },
  },
  {
    ...{ row: 'ALR-29', type: 'ADBLUEFAULT', figures: { description: 'Dosing valve', codes: '1235' } },
    columns: { ...DATED, AdblueFaultDescription: 'Dosing valve' },
  },
  {
    ...{ row: 'ALR-30', type: 'ADBLUEZONE', figures: { zone: 3, description: 'Torque is reduced' } },
    columns: { ...DATED, AdblueZone: 3, ALERT_DESC: 'Torque is reduced' },
  },
  {
    ...{ row: 'ALR-31', type: 'DPFREGEN', figures: { state: 'active', odo: 51234.5, description: 'Active' } },
    columns: { ...DATED, ODO: 51234.5, DpfRegenAlertDescription: 'Active' },
  },
]

describe('reports', () => {
  test.each(REPORTS)(
    '$row the report of $type has its columns',
    async ({ type, threshold, subject, figures, columns }) => {
      const alert = { type, threshold: threshold ?? 0, subject: subject ?? '', time: new Date(noon) }
      await store('FAST', { ...alert, ...place, evidence: { figures, fence: { id: 12, name: 'Depot' } } })
      await store('FAST', {
        type: type === 'IDLING' ? 'STOPPAGE' : 'IDLING',
        threshold: type === 'IDLING' ? 30 : 5,
      })
      const { rows, total } = await report(type)
      expect(total).toBe(1)
      expect(rows[0]?.columns).toEqual(columns)
      expect(Object.keys(rows[0]?.columns ?? {})).toEqual(Object.keys(ALERT_COLUMNS[type]))
      expect(rows[0]).toMatchObject({ type, vehicleId: ids['FAST'], time: noon, ...place })
    },
  )

  test('ALR-27 an alert of an entry has no exit yet', async () => {
    await store('FAST', {
      ...{ type: 'GEOFENCEINOUT', threshold: 0, subject: '12 IN' },
      evidence: {
        figures: { entryTime: noon, entrySpeed: 4, entryLng: 79, entryLat: 21 },
        fence: { id: 12, name: 'Depot' },
      },
    })
    const { rows } = await report('GEOFENCEINOUT')
    expect(rows[0]?.fence).toEqual({ name: 'Depot', crossing: 'IN' })
    expect(rows[0]?.columns).toMatchObject({
      ExitDate: null,
      Exit_Address: null,
      DurationWithinGeofence: null,
    })
  })

  test('every type has a report, and none is answered without one', async () => {
    expect(REPORTS.map(({ type }) => type).sort()).toEqual(Object.keys(ALERT_NAME).sort())
    await store('FAST')
    expect(await post<Report>('reports/alertsByImei', lastDay())).toEqual({ rows: [], total: 0 })
  })
})

describe('counts', () => {
  test('ALR-32 ALR-33 are by vehicle with a column for each type, also where it is 0', async () => {
    await store('FAST')
    await store('FAST')
    await store('SLOW', { type: 'IDLING', threshold: 5, acknowledged_at: new Date() })
    await store('FOREIGN')
    const found = await counts()
    expect(found.byType).toEqual({
      OVERSPEED: { count: 2, unacknowledged: 2 },
      IDLING: { count: 1, unacknowledged: 0 },
    })
    expect(found.byVehicle.map(({ RegistrationNumber }) => RegistrationNumber)).toEqual(['FAST', 'SLOW'])
    expect(Object.keys(found.byVehicle[0]?.counts ?? {})).toEqual(Object.keys(COUNT_COLUMNS))
    expect(found.byVehicle[0]).toMatchObject({
      ...{ vehicleId: ids['FAST'], Vin: 'VIN-FAST', Model: 'Tipper' },
      counts: { Overspeed: 2, Idling: 0, GeoFence: 0 },
    })
    expect((await counts({ reportNames: ['IDLING'] })).byVehicle).toMatchObject([
      { counts: { Idling: 1, Overspeed: 0 } },
    ])
  })

  test('ALR-20 ALR-22 ALR-24 have the columns of types that are viewed by vehicle', async () => {
    const figures = [
      { limit: 80, maxSpeed: 92, distanceM: 1500, durationS: 60, atMaxS: 10 },
      { limit: 80, maxSpeed: 95, distanceM: 500, durationS: 30, atMaxS: 4 },
    ]
    for (const each of figures) await store('FAST', { evidence: { figures: each } })
    for (const maxRpm of [2900, 3000])
      await store('FAST', {
        type: 'ENGINEOVERRUN',
        threshold: 0,
        evidence: { figures: { maxRpm, durationS: 20 } },
      })
    for (const [maxSpeed, distanceM] of [
      [40, 200],
      [52, 300],
    ])
      await store('FAST', {
        ...{ type: 'NEUTRALDRIVING', threshold: 10 },
        evidence: { figures: { maxSpeed: maxSpeed ?? 0, distanceM: distanceM ?? 0 } },
      })
    expect((await counts()).byVehicle[0]?.columns, 'only of types that are named').toEqual({})
    const columns = (await counts({ reportNames: Object.keys(ALERT_NAME) })).byVehicle[0]?.columns
    expect(columns).toEqual({
      ...{ Overspeedcount: 2, OverSpeedDistance: 2, OverSpeedDuration: 90, DurationAtMaxSpeed: 14 },
      ...{ OverrunCount: 2, OverrunDuration: 40, MaxOverrunrpm: 3000 },
      ...{ MaxVehicleSpeedWhileNeutral: 52, DistanceTravelledInNeutral: 0.5 },
    })
    const named = Object.values(VEHICLE_WISE_COLUMNS).flatMap((each) => Object.keys(each))
    expect(Object.keys(columns ?? {}).sort()).toEqual(named.sort())
  })

  test('are known to have changed, so that a list is loaded again only then', async () => {
    const id = await store('FAST', { time: new Date(noon), changed_at: new Date(noon) })
    const isChanged = async (since: number) =>
      (await post<{ isChanged: boolean }>('alerts/changes', { ...lastDay(), since })).isChanged
    expect([await isChanged(noon), await isChanged(noon + 10_001)]).toEqual([true, false])
    const change = (values: Record<string, Date>) =>
      backend.database.db.updateTable('alert').set(values).where('id', '=', String(id)).execute()
    await change({ acknowledged_at: new Date(at(1)) })
    expect([await isChanged(at(1)), await isChanged(at(1) + 10_001)]).toEqual([true, false])
    await change({ withdrawn_at: new Date(at(2)) })
    expect([await isChanged(at(2)), await isChanged(at(2) + 10_001)]).toEqual([true, false])
    expect((await counts()).byType).toEqual({})
  })
})

describe('evidence', () => {
  test('names the rule with its numbers and the fixes, also of a withdrawn alert', async () => {
    const id = await store('FAST', { time: new Date(noon), withdrawn_at: new Date(at(5)) })
    const { status, body } = await evidence(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      alert: { RegistrationNumber: 'FAST', alertId: id, type: 'OVERSPEED' },
      ...{ threshold: 80, began: noon - 30_000, ended: noon + 30_000, withdrawn: at(5) },
      rule: { limit: 80, afterS: 30 },
      fixes: [
        { shows: 'began', time: noon - 30_000, value: 84 },
        { shows: 'peak', time: noon, value: 92 },
      ],
    } satisfies { [K in keyof AlertEvidence]?: unknown })
  })

  test("AC-01 of others' alerts and of missing ones is not found", async () => {
    const [foreign, slow] = [await store('FOREIGN'), await store('SLOW')]
    const { token } = await backend.logIn('north')
    expect([(await evidence(foreign)).status, (await evidence(slow, token)).status]).toEqual([404, 404])
    expect((await evidence(2_000_000_000)).status).toBe(404)
  })
})

describe('acknowledging', () => {
  type Acknowledged = {
    acknowledged: Array<{ alertId: number; acknowledgement: { by: string; at: number } }>
  }
  const acknowledge = (alertIds: number[], token = own.token) =>
    post<Acknowledged>('alerts/acknowledge', { alertIds }, token)

  test('names who and when; a second time, or another user, changes nothing', async () => {
    const id = await store('FAST')
    const first = await acknowledge([id, id])
    expect(first.acknowledged).toMatchObject([{ alertId: id, acknowledgement: { by: 'kamala' } }])
    const { token } = await backend.logIn('north')
    expect(await acknowledge([id], token)).toEqual(first)
    expect((await live()).alerts[0]?.acknowledgement).toEqual(first.acknowledged[0]?.acknowledgement)
  })

  test('of several users at once, the first one counts for all of them', async () => {
    const made = [await store('FAST'), await store('IDLE')]
    const { token } = await backend.logIn('north')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => acknowledge(made, i % 2 === 0 ? own.token : token)),
    )
    const byId = (answer: Acknowledged) => answer.acknowledged.sort((a, b) => a.alertId - b.alertId)
    for (const answer of answers) expect(byId(answer)).toEqual(byId(answers[0] ?? answer))
  })

  test("AC-01 leaves others' alerts and withdrawn ones as they are", async () => {
    const [foreign, withdrawn] = [await store('FOREIGN'), await store('FAST', { withdrawn_at: new Date() })]
    expect(await acknowledge([foreign, withdrawn])).toEqual({ acknowledged: [] })
    const rows = await backend.database.db.selectFrom('alert').select('acknowledged_at').execute()
    expect(rows.map(({ acknowledged_at }) => acknowledged_at)).toEqual([null, null])
  })
})
