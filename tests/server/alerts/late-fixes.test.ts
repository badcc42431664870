import { describe, expect, test } from 'vitest'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import {
  at,
  createAlertFixture,
  DAY,
  every,
  FAST,
  IN,
  inShort,
  MINUTE,
  MOVING,
  NOON,
} from './alerts.fixture.ts'

const database = withDatabase()

describe('late fixes', () => {
  test('an alert that turns out to be none is withdrawn, comes back as the same, and is told of once', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-60, MOVING), at(-50, FAST), at(-45, FAST), at(-40, MOVING)])
    const [before] = await fixture.rows()
    expect(fixture.notified).toHaveLength(1)
    // Just after each fast fix it was slow.
    await fixture.send([at(-49.99, MOVING), at(-44.99, MOVING)])
    const [gone] = await fixture.rows()
    expect(gone).toMatchObject({ id: before?.id })
    expect(gone?.withdrawn_at).not.toBeNull()
    expect(await fixture.expectWhole()).toEqual([])
    await fixture.send([at(-49.9, FAST), at(-45.5, FAST), at(-44.995, FAST)])
    const rows = await fixture.rows()
    expect(rows.filter(({ withdrawn_at }) => withdrawn_at === null).length).toBeGreaterThan(0)
    expect(rows.map(({ id }) => id)).toContain(before?.id)
    expect(fixture.notified).toHaveLength(1)
    await fixture.expectWhole()
  })

  test('an alert that began earlier stays the same alert, acknowledged as it was', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-60, MOVING), at(-50, FAST), at(-49, FAST), at(-40, MOVING)])
    const [before] = await fixture.rows()
    await database.db
      .updateTable('alert')
      .set({ acknowledged_at: new Date(NOON), acknowledged_by: await fixture.addUser() })
      .where('vehicle_id', '=', fixture.vehicleId)
      .execute()
    await fixture.send([at(-52, FAST)])
    const after = await fixture.rows()
    expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 80 ', -52, -50, -49]])
    expect(after).toMatchObject([{ id: before?.id, acknowledged_at: new Date(NOON) }])
    expect(fixture.notified).toHaveLength(1)
  })

  test('an alert that falls into two tells of neither again', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([
      at(-60, MOVING),
      at(-50, FAST),
      at(-48, FAST),
      at(-44, FAST),
      at(-42, FAST),
      at(-40, MOVING),
    ])
    expect(fixture.notified).toHaveLength(1)
    await fixture.send([at(-46, MOVING)])
    expect(inShort(await fixture.expectWhole())).toEqual([
      ['OVERSPEED 80 ', -50, -48, -48],
      ['OVERSPEED 80 ', -44, -42, -42],
    ])
    expect(fixture.notified).toHaveLength(1)
    expect((await fixture.rows()).filter(({ is_news }) => is_news)).toHaveLength(1)
  })

  test('of a closed day change its alerts, and those of days after it as far as they must', async () => {
    const fixture = await createAlertFixture(database)
    fixture.setClock(NOON + 2 * DAY)
    const evening = 11 * 60
    await fixture.send([at(evening, MOVING), ...every(evening + 10, evening + 30)])
    await fixture.send([at(evening + 90), at(evening + 120, MOVING), ...every(40 * 60, 40 * 60 + 5, FAST)])
    await fixture.close()
    const before = await fixture.expectWhole()
    expect(inShort(before)).toContainEqual(['STOPPAGE 30 ', evening + 10, evening + 90, evening + 120])
    await fixture.send([at(evening + 60, MOVING)])
    expect(inShort(await fixture.expectWhole())).toContainEqual([
      ...['STOPPAGE 30 ', evening + 60, evening + 90, evening + 120],
    ])
    await fixture.close()
    await fixture.expectWhole()
  })

  test('an alert of the day before that a long gap had ended lasts on where late fixes close the gap', async () => {
    const fixture = await createAlertFixture(database)
    fixture.setClock(NOON + 600 * MINUTE)
    // Parked in the evening; 25 hours without a fix are too long to know that it stayed.
    await fixture.send([at(-1090, MOVING), at(-1080), at(-1040), at(-1000), at(500), at(540)])
    expect(inShort(await fixture.expectWhole())).toEqual([
      ['STOPPAGE 30 ', -1080, -1040, -1000],
      ['STOPPAGE 30 ', 500, 540, null],
    ])
    await fixture.send([at(0)])
    expect(inShort(await fixture.expectWhole())).toEqual([['STOPPAGE 30 ', -1080, -1040, null]])
  })

  test('that change nothing leave the alerts as they were written', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    const there = { lng: IN, ...MOVING }
    await fixture.send([
      ...[at(-90, MOVING), at(-80, FAST), at(-75, FAST), at(-70, MOVING), at(-60, there), at(-50, there)],
      ...[at(-40, MOVING), ...every(-39, 0)],
    ])
    const written = async () =>
      (await fixture.rows()).map(({ type, subject, changed_at }) => [type, subject, changed_at.getTime()])
    const before = await written()
    expect(before.map(([type]) => type)).toEqual([
      ...['OVERSPEED', 'GEOFENCEINOUT', 'GEOFENCEINOUT', 'STOPPAGE'],
    ])
    fixture.setClock(NOON + MINUTE)
    await fixture.send([at(-85, MOVING)])
    await fixture.expectWhole()
    expect(await written()).toEqual(before)
  })

  test('found more than two hours later tell nobody', async () => {
    const fixture = await createAlertFixture(database)
    const there = { ...FAST, lng: 75 }
    await fixture.send([at(-200, FAST), at(-199, FAST), at(-198, MOVING), at(-30, there), at(-29, there)])
    expect(await fixture.expectWhole()).toHaveLength(2)
    expect(fixture.notified).toMatchObject([{ time: NOON - 29 * MINUTE }])
  })

  test('found just two hours later are told of still', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-122, MOVING), at(-121, FAST), at(-120, FAST)])
    expect(fixture.notified).toMatchObject([{ time: NOON - 120 * MINUTE }])
  })
})
