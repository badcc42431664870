import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alertsPlot } from '#contract/calls/playback.ts'
import { setAlertConfiguration } from '#contract/calls/settings.ts'
import type { AlertCounts, LiveAlert } from '#contract/records/alerts.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { wantedOf } from '#server/alerts/wanted.repository.ts'
import { range, withStoredAlerts } from './stored-alerts.fixture.ts'

const { backend, ids, own, store, post } = withStoredAlerts()

/** Before and after the moment in which a test saves settings. */
const before = Date.now() - HOUR_MS
const after = Date.now() + 30 * MINUTE_MS
const RANGE = range(before - HOUR_MS, after + HOUR_MS)

const save = (choice: { selected: boolean; value: number | null }) =>
  backend.ask('POST', `/api/v2/${setAlertConfiguration.path}`, {
    token: own.token,
    body: { overspeedAlert: choice },
  })
const overspeed = (threshold: number, time: number, more: object = {}) =>
  store('FAST', { threshold, time: new Date(time), began: new Date(time - 10_000), ...more })
const listed = async (): Promise<Array<[id: number, limit: number]>> => {
  const { alerts } = await post<{ alerts: LiveAlert[] }>('alerts/live-notifications', RANGE)
  return alerts.map(({ alertId, threshold }) => [alertId, threshold])
}

describe('ALR-09 ADM-10 a limit that is changed', () => {
  test('leaves what was raised with its limit, in lists, counts, plots and notifications', async () => {
    const old = await overspeed(80, before)
    const acknowledged = await overspeed(80, before + MINUTE_MS, {
      acknowledged_at: new Date(),
      acknowledged_by: own.userId,
    })
    // Raised for another user of the company.
    await overspeed(90, before + 2 * MINUTE_MS)
    await overspeed(80, after)
    const raised = await overspeed(90, after + MINUTE_MS)
    expect((await save({ selected: true, value: 90 })).status).toBe(200)
    expect(await listed()).toEqual([
      [raised, 90],
      [acknowledged, 80],
      [old, 80],
    ])
    const { byType } = await post<AlertCounts>('alerts/counts', RANGE)
    expect(byType.OVERSPEED).toEqual({ count: 3, unacknowledged: 2 })
    const markers = await post<{ alerts: unknown[] }>(`/api/v2/${alertsPlot.path}`, {
      vehicleId: ids['FAST'],
      fromDate: toPayloadTime(before - HOUR_MS),
      toDate: toPayloadTime(after + HOUR_MS),
      telemetryEnabled: true,
    })
    expect(markers.alerts).toHaveLength(3)
  })

  test.each([0, 60])(
    'and changed back does not bring what the other one did not raise, also after %i changes before',
    async (changes) => {
      const old = await overspeed(80, before)
      const between = await overspeed(80, before + 10 * MINUTE_MS)
      const { db } = backend.database
      const choice = { user_id: own.userId, id: 'overspeedAlert', selected: true }
      await db
        .insertInto('alert_setting')
        .values([
          ...Array.from({ length: changes }, (_, i) => ({
            ...{ ...choice, value: i % 2 === 0 ? 100 : 80, since: new Date(before - HOUR_MS + i * 1000) },
          })),
          { ...choice, value: 90, since: new Date(before + 5 * MINUTE_MS) },
          { ...choice, value: 80, since: new Date(before + 20 * MINUTE_MS) },
        ])
        .execute()
      expect(between).toBeGreaterThan(0)
      const now = await overspeed(80, after)
      expect(await listed()).toEqual([
        [now, 80],
        [old, 80],
      ])
    },
  )

  test('a type that is switched off raises nothing more, and what waits of it is not sent', async () => {
    const { db } = backend.database
    const old = await overspeed(80, before)
    await overspeed(80, after)
    await db.insertInto('alert_preference').values({ user_id: own.userId, name: 'overSpeedEmail' }).execute()
    await db.updateTable('app_user').set({ email: 'own@example.com' }).where('id', '=', own.userId).execute()
    expect(await wantedOf(db, [String(old)])).toMatchObject([{ userId: own.userId }])
    await save({ selected: true, value: 90 })
    expect(await wantedOf(db, [String(old)])).toMatchObject([{ userId: own.userId }])
    await save({ selected: false, value: 90 })
    expect(await listed()).toEqual([[old, 80]])
    expect(await wantedOf(db, [String(old)])).toEqual([])
  })

  /** The limits that were kept, the first one first. */
  const keptValues = async () =>
    (await backend.database.db.selectFrom('alert_setting').select('value').orderBy('since').execute()).map(
      ({ value }) => value,
    )
  const age = (by: string) =>
    sql`update alert_setting set since = since - ${by}::interval`.execute(backend.database.db)

  test('the same choice saved again is none', async () => {
    for (const value of [90, 90, 100]) {
      await save({ selected: true, value })
      await age('61 seconds')
    }
    expect(await keptValues()).toEqual([90, 100])
  })

  test('and changed again within a minute is replaced; after a hundred changes, within a day', async () => {
    for (const value of [90, 80, 100]) await save({ selected: true, value })
    expect(await keptValues()).toEqual([100])
    await backend.database.db
      .insertInto('alert_setting')
      .values(
        Array.from({ length: 98 }, (_, i) => ({
          ...{ user_id: own.userId, id: 'overspeedAlert', selected: true, value: 70 + (i % 2) },
          since: new Date(before + i),
        })),
      )
      .execute()
    await age('61 seconds')
    await save({ selected: true, value: 50 })
    await age('61 seconds')
    await save({ selected: true, value: 60 })
    expect((await keptValues()).slice(-2)).toEqual([100, 60])
    await age('1 day')
    await save({ selected: true, value: 90 })
    expect((await keptValues()).slice(-2)).toEqual([60, 90])
  })
})
