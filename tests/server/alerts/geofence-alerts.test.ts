import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { RULES } from '#server/rules/limits.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, DAY, IN, inShort, MINUTE, NOON, OUT } from './alerts.fixture.ts'

const database = withDatabase()
const passing = (minute: number, more: Partial<Fix> = {}): Fix => at(minute, { speed: 20, ...more })

describe('geofences', () => {
  test('GEO-01 ALR-27 an entry and an exit are alerts as soon as the fixes are stored, with the length of the stay', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    await fixture.send([passing(-60)])
    await fixture.send([passing(-50, { lng: IN }), passing(-40, { lng: IN })])
    expect(inShort(await fixture.stored())).toEqual([['GEOFENCEINOUT 0 IN', -50, -50, null]])
    await fixture.send([passing(-30)])
    const live = await fixture.expectWhole()
    expect(inShort(live)).toMatchObject([
      ['GEOFENCEINOUT 0 IN', -50, -50, -30],
      ['GEOFENCEINOUT 0 OUT', -30, -30, -30],
    ])
    expect(live[1]?.[4]).toMatchObject({ durationS: 1200 })
    expect(fixture.notified.map(({ fence, subject }) => [fence?.name, subject.split(' ')[1]])).toEqual([
      ['Depot', 'IN'],
      ['Depot', 'OUT'],
    ])
    await fixture.close()
    expect(await fixture.stored()).toEqual(live)
  })

  test('GEO-09 GEO-10 raise alerts only while they are valid, and only for their vehicles', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence({ name: 'Over', valid_to: new Date(NOON - DAY) })
    await fixture.addFence({ name: 'To come', valid_from: new Date(NOON + DAY) })
    await fixture.addFence({ name: 'One', all_vehicles: false, vehicleIds: [fixture.otherId] })
    const drive = [passing(-60), passing(-50, { lng: IN }), passing(-40)]
    await fixture.send(drive)
    await fixture.send(drive, fixture.otherId)
    expect(await fixture.stored()).toEqual([])
    expect(inShort(await fixture.stored(fixture.otherId))).toHaveLength(2)
  })

  test('what a device crosses with every fix of a long message is stored in steps, and not without end', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    const minutes = Array.from({ length: 1_800 }, (_, i) => -1 - i / 3).reverse()
    let turns = 0
    const others = setInterval(() => {
      turns += 1
    })
    await fixture.send([passing(-700)])
    await fixture.send(minutes.map((minute, i) => passing(minute, i % 2 === 0 ? { lng: IN } : {})))
    clearInterval(others)
    // Each entry is reported twice, each exit once.
    const crossed = await fixture.stored()
    expect(crossed).toHaveLength(Math.ceil((RULES.reportsADay * 2) / 3))
    expect(turns).toBeGreaterThan(10)
    expect(await fixture.expectWhole()).toEqual(crossed)
    await fixture.restart()
    await fixture.send([passing(0)])
    expect(await fixture.expectWhole()).toEqual(crossed)
    fixture.setClock(NOON + DAY)
    await fixture.send([passing(DAY / MINUTE, { lng: IN })])
    expect((await fixture.stored()).length).toBeGreaterThan(crossed.length)
  })

  test('an entry that turns out to be earlier, and an exit, stay the same alerts', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    await fixture.send([passing(-60), passing(-50, { lng: IN }), passing(-40)])
    const before = await fixture.rows()
    await fixture.send([passing(-55, { lng: IN }), passing(-45)])
    expect(inShort(await fixture.expectWhole())).toEqual([
      ['GEOFENCEINOUT 0 IN', -55, -55, -45],
      ['GEOFENCEINOUT 0 OUT', -45, -45, -45],
    ])
    expect((await fixture.rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(fixture.notified).toHaveLength(2)
  })

  test('DI-04 a moved or deleted fence keeps its earlier alerts, however late fixes arrive', async () => {
    const fixture = await createAlertFixture(database)
    const fence = await fixture.addFence()
    await fixture.send([passing(-60), passing(-50, { lng: IN }), passing(-40)])
    const before = await fixture.stored()
    expect(before).toHaveLength(2)
    await fixture.editFence(fence, { points: [[74, 19]] }, NOON - 30 * MINUTE)
    await fixture.send([passing(-20, { lng: IN }), passing(-10)])
    expect(await fixture.stored()).toEqual(before)
    await fixture.removeFence(fence, NOON)
    await fixture.send([passing(-58)])
    expect(await fixture.stored()).toEqual(before)
    await fixture.close()
    expect(await fixture.expectWhole()).toEqual(before)
  })

  test('GEO-01 a new fence raises nothing for the time before it was saved, and everything after', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([passing(-60), passing(-50, { lng: IN }), passing(-40)])
    await fixture.addFence({}, NOON - 35 * MINUTE)
    await fixture.send([passing(-30), passing(-20, { lng: IN })])
    expect(inShort(await fixture.expectWhole())).toEqual([['GEOFENCEINOUT 0 IN', -20, -20, null]])
    // This one is heard of only after fixes of its time have been evaluated.
    await fixture.addFence({ name: 'Late', points: [[OUT, 18.5]] }, NOON - 25 * MINUTE)
    await fixture.send([passing(-10)])
    expect(inShort(await fixture.expectWhole()).map(([rule, began]) => [rule, began])).toEqual([
      ['GEOFENCEINOUT 0 IN', -20],
      ['GEOFENCEINOUT 0 IN', -10],
      ['GEOFENCEINOUT 0 OUT', -10],
    ])
  })
})
