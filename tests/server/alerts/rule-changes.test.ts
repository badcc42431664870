import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { shiftDay } from '#domain/company-time.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, every, inShort, MINUTE, MOVING, NOON } from './alerts.fixture.ts'

const database = withDatabase()
const TODAY = '2026-11-20'
const AT_70 = { ...MOVING, speed: 70 }

test('ALR-09 many thresholds that are saved in a row put two days of a vehicle down, once', async () => {
  const fixture = await createAlertFixture(database)
  const users = [await fixture.addUser(), await fixture.addUser()]
  await fixture.send([at(-1440, { ...MOVING, lng: 75 }), at(-60, MOVING)])
  await fixture.engine().settled()
  expect(await fixture.pending()).toEqual([])
  fixture.setClock(NOON - 50 * MINUTE)
  for (const threshold of [50, 60, 70, 90, 100, 60, 65])
    for (const user of users) await fixture.choose(user, 'overspeedAlert', threshold)
  expect(await fixture.pending()).toEqual([shiftDay(TODAY, -1), TODAY])

  fixture.setClock(NOON)
  await fixture.engine().settled()
  await fixture.send([...every(-40, -38, AT_70)])
  expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 65 ', -40, -39, null]])
  await fixture.engine().stop()
})

test('two users of a company who save at once change its rules one after the other', async () => {
  const fixture = await createAlertFixture(database)
  const user = await fixture.addUser()
  const saved = await database.db.transaction().execute(async (trx) => {
    await sql`select from company for no key update`.execute(trx)
    const saving = fixture.choose(user, 'overspeedAlert', 65)
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(trx)
      expect(rows.length).toBeGreaterThan(0)
    }, 20_000)
    return { saving }
  })
  await saved.saving
  await fixture.engine().stop()
})

test('ALR-09 a limit that is changed while its alert lasts leaves the alert to its end, and to late fixes', async () => {
  const fixture = await createAlertFixture(database)
  const user = await fixture.addUser()
  fixture.setClock(NOON - 60 * MINUTE)
  await fixture.choose(user, 'overspeedAlert', 65)
  fixture.setClock(NOON - 38 * MINUTE)
  await fixture.send([...every(-40, -38, AT_70)])
  await fixture.engine().settled()
  fixture.setClock(NOON - 37 * MINUTE)
  await fixture.choose(user, 'overspeedAlert', 90)
  await fixture.engine().settled()
  expect(inShort(await fixture.stored())).toEqual([['OVERSPEED 65 ', -40, -39, null]])
  fixture.setClock(NOON)
  await fixture.send([...every(-37, -36, AT_70), at(-35, { ...MOVING, speed: 30 })])
  await fixture.engine().settled()
  expect(inShort(await fixture.stored())).toEqual([['OVERSPEED 65 ', -40, -39, -36]])
  await fixture.send([
    at(-50, { ...MOVING, speed: 30 }),
    at(-49, AT_70),
    at(-48, AT_70),
    at(-47, { ...MOVING, speed: 30 }),
  ])
  await fixture.engine().settled()
  expect(inShort(await fixture.stored())).toHaveLength(2)
  await fixture.engine().stop()
})
