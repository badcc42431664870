import { describe, expect, test } from 'vitest'
import type { AlertEvidence, AlertNotification, LiveAlert } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { at, lastDay, noon, range, withStoredAlerts } from './stored-alerts.fixture.ts'

const { backend, ids, own, post, store } = withStoredAlerts()
const NOTIFICATIONS = '/api/v3/alerts/tk3/getAlertNotificationDetails'
type Live = { alerts: LiveAlert[]; total: number }
const live = (filter: Partial<ReportFilter> = {}, token = own.token) =>
  post<Live>('alerts/live-notifications', { ...lastDay(), ...filter }, token)
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
      ...{ value: 92, durationS: 60, fence: null, isOpen: false, lastSeen: null, acknowledgement: null },
      threshold: 80,
    })
    expect(alerts[0]?.isOpen).toBe(true)
  })

  describe('of a truck that is silent', () => {
    const seenAt = async (registration: string, minutesAgo: number) => {
      const vehicle = { company_id: ids['company'] ?? 0, id: ids[registration] ?? 0 }
      await backend.database.db.deleteFrom('latest_fix').where('vehicle_id', '=', vehicle.id).execute()
      const time = Date.now() - minutesAgo * MINUTE_MS
      await backend.database.db
        .insertInto('latest_fix')
        .values({
          company_id: vehicle.company_id,
          vehicle_id: vehicle.id,
          time: new Date(time),
          lng: 79,
          lat: 21,
        })
        .execute()
      return time
    }
    const OPEN = { began: new Date(noon), time: new Date(noon), ended: null, duration_s: 300 }

    test.each([
      ['ALR-18 idling', 'IDLING', 5, 9, 11],
      ['ALR-17 a stop', 'STOPPAGE', 30, 23 * 60, 25 * 60],
    ] as const)(
      '%s lasts until the last fix, and does not go on for ever',
      async (_, type, threshold, known, silent) => {
        const began = new Date(Date.now() - 2 * DAY_MS)
        const options = { ...OPEN, began, time: new Date(noon), type, threshold }
        const alertId = await store('SLOW', options)
        for (const [minutes, isSilent] of [
          [known, false],
          [silent, true],
        ] as const) {
          const seen = await seenAt('SLOW', minutes)
          const durationS = (seen - began.getTime()) / 1000
          const expected = { isOpen: true, lastSeen: isSilent ? seen : null, durationS, value: durationS }
          expect((await live()).alerts).toMatchObject([expected])
          expect((await evidence(alertId)).body).toMatchObject({ alert: expected, ended: null })
        }
      },
    )

    test('ALR-28 what is reported until another value is lasts however long it is silent', async () => {
      await store('SLOW', { ...OPEN, type: 'ADBLUELOW', threshold: 5 })
      await seenAt('SLOW', 10 * 24 * 60)
      expect((await live()).alerts).toMatchObject([{ isOpen: true, lastSeen: null }])
    })

    test('ALR-15 a list asks whether it has changed and hears that nobody knows any more', async () => {
      await store('SLOW', { ...OPEN, type: 'IDLING', threshold: 5 })
      await backend.database.db
        .updateTable('alert')
        .set({ changed_at: new Date(noon) })
        .execute()
      const isChanged = async (minutesAgo: number) => {
        await seenAt('SLOW', minutesAgo)
        const since = Date.now() - MINUTE_MS
        return post<{ isChanged: boolean }>('alerts/changes', { ...lastDay(), since })
      }
      expect(await isChanged(5)).toEqual({ isChanged: false })
      expect(await isChanged(10.5)).toEqual({ isChanged: true })
      expect(await isChanged(40)).toEqual({ isChanged: false })
    })
  })

  test('ALR-29 ALR-31 tell what a fault or a regeneration is made of, as their reports do', async () => {
    await store('FAST', { type: 'ADBLUEFAULT', threshold: 0, evidence: { figures: { codes: '3364/18' } } })
    expect((await live()).alerts).toMatchObject([{ type: 'ADBLUEFAULT', codes: ['3364/18'] }])
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
    const ahead = Date.now() + 2 * DAY_MS
    expect(await refusal(range(ahead, ahead + DAY_MS))).toEqual([400, 'rangeAhead'])
    expect(await refusal(range(noon - 367 * DAY_MS - 1000, noon))).toEqual([400, 'alertRangeTooLong'])
    expect(await refusal({ reportNames: ['SPEEDING'] })).toEqual([400, 'alertTypeUnknown'])
    expect((await live(range(noon - 368 * DAY_MS, noon - DAY_MS))).total).toBe(0)
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

describe('evidence', () => {
  test('names the rule with its numbers and the fixes, also of a withdrawn alert', async () => {
    const id = await store('FAST', { time: new Date(noon), withdrawn_at: new Date(at(5)) })
    const { status, body } = await evidence(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      alert: { RegistrationNumber: 'FAST', alertId: id, type: 'OVERSPEED' },
      ...{ began: noon - 30_000, ended: noon + 30_000, withdrawn: at(5) },
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
