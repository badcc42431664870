import { beforeAll, describe, expect, test } from 'vitest'
import { shiftDay } from '#domain/company-time.ts'
import { compareAlerts, replayVehicle } from '#server/alerts/replay.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { type AlertFixture, createAlertFixture, DAY, MINUTE, NOON } from './alerts.fixture.ts'

const database = withDatabase()
const TODAY = '2026-11-20'

describe('of a history of three days', () => {
  let fixture: AlertFixture
  beforeAll(async () => {
    fixture = await createAlertFixture(database)
    await fixture.writeDays([-3, -2, -1].map((back) => shiftDay(TODAY, back)))
    await fixture.engine().settled()
  })
  const replayed = async (since: string | null = null, now = NOON) =>
    Object.fromEntries(await replayVehicle(database.db, fixture, { since, now }))
  /** A comparison in which every alert is found and stored. */
  const same = (count: number) => ({ found: count, stored: count, missing: 0, surplus: 0, different: 0 })

  test('every alert is compared', async () => {
    // Three nights, and the first morning.
    expect(await replayed()).toEqual({ OVERSPEED: same(3), STOPPAGE: same(4) })
  })

  test('since a day those of its time are compared alone', async () => {
    expect((await replayed(shiftDay(TODAY, -1)))['OVERSPEED']).toEqual(same(1))
  })

  test('those of the last minute are not compared: they may be about to be stored', async () => {
    const ends = (await fixture.rows()).filter(({ type }) => type === 'OVERSPEED').map(({ ended }) => ended)
    const last = ends.at(-1)?.getTime() ?? Number.NaN
    expect((await replayed(null, last + MINUTE))['OVERSPEED']).toEqual(same(3))
    expect((await replayed(null, last + MINUTE - 1))['OVERSPEED']).toEqual(same(2))
  })

  test('one that was withdrawn is none, and one that the rules do not find is too many', async () => {
    const { companyId: company_id, vehicleId: vehicle_id } = fixture
    const [began, instant] = [new Date(NOON - 2 * DAY - 100 * MINUTE), new Date(NOON)]
    const extra = {
      ...{ company_id, vehicle_id, type: 'OVERSPEED', threshold: 80, subject: '', lng: 73.5, lat: 18.5 },
      ...{ began, time: began, ended: began, stored_at: instant, changed_at: instant },
      detail: JSON.stringify({ rule: {}, fixes: [], figures: {}, fence: null }),
    }
    const { id } = await database.db
      .insertInto('alert')
      .values({ ...extra, withdrawn_at: instant })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await replayed())['OVERSPEED']).toEqual(same(3))
    await database.db.updateTable('alert').set({ withdrawn_at: null }).where('id', '=', id).execute()
    expect((await replayed())['OVERSPEED']).toEqual({ ...same(3), stored: 4, surplus: 1 })
    // What a server has just stored is not too many yet.
    const surplusAt = async (now: number) => (await replayed(null, now))['OVERSPEED']?.surplus ?? 0
    const minuteLater = began.getTime() + MINUTE
    expect([await surplusAt(minuteLater - 1), await surplusAt(minuteLater)]).toEqual([0, 1])
  })
})

test('of an alert that has ended all figures are compared, of one that lasts when it began to count', () => {
  type Alert = Parameters<typeof compareAlerts>[0][number]
  const alert = (more: Partial<Alert>): Alert => ({
    ...{ type: 'OVERSPEED', threshold: 80, subject: '', began: NOON, time: NOON, ended: NOON + MINUTE },
    ...{
      lng: 73.5,
      lat: 18.5,
      value: 95,
      durationS: 60,
      evidence: { rule: {}, fixes: [], figures: {}, fence: null },
    },
    ...more,
  })
  const different = (found: Partial<Alert>, stored: Partial<Alert>) =>
    compareAlerts([alert(found)], [alert(stored)]).get('OVERSPEED')?.different
  expect(different({}, {})).toBe(0)
  expect(different({}, { value: 96 })).toBe(1)
  expect(different({}, { ended: NOON + 2 * MINUTE })).toBe(1)
  expect(different({ ended: null }, { ended: null, value: 96 })).toBe(0)
  expect(different({ ended: null }, { ended: null, time: NOON + 1 })).toBe(1)
})
