import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { MOST_REPORTS } from '#server/track/dtc-reports.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createDtcFixture, DAY, MINUTE } from './dtcs.fixture.ts'

const database = withDatabase()
const OIL = 'SPN 100 FMI 1'
const NOX = 'SPN 3216 FMI 2'

describe('HLT-01 trouble codes of a vehicle', () => {
  test('begin with the first fix that lists them and are cleared by the first that lists codes without them', async () => {
    const fixture = await createDtcFixture(database)
    fixture.setClock(10)
    await fixture.send([at(0, [OIL]), at(1, ['spn100fmi1', NOX]), at(2), at(3, [NOX]), at(4), at(5, [])])
    expect(await fixture.occurrences()).toEqual([
      [OIL, 0, 1, 3, 1, 0],
      [NOX, 1, 3, 5, 1, 1],
    ])
    await fixture.send([at(6, [OIL])])
    expect((await fixture.occurrences()).at(-1)).toEqual([OIL, 6, 6, null, 2, 6])
    expect(await fixture.live()).toEqual([OIL])
    await fixture.stop()
  })

  test('of a truck that reports other codes with every fix so many reports of a day are kept, in whatever pieces they come', async () => {
    const fixture = await createDtcFixture(database)
    fixture.setClock(600)
    const fixes = Array.from({ length: MOST_REPORTS + 400 }, (_, i) => at(i / 10, [`P${1000 + i}`]))
    const count = async () =>
      (
        await fixture.db
          .selectFrom('dtc_report')
          .select('began')
          .where('vehicle_id', '=', fixture.vehicle.id)
          .execute()
      ).length
    for (let i = 0; i < fixes.length; i += 700) await fixture.send(fixes.slice(i, i + 700))
    expect(await count()).toBe(MOST_REPORTS)
    // A late one has the day derived as a whole.
    await fixture.send([{ ...at(0.05, ['P0001']) }])
    expect(await count()).toBe(MOST_REPORTS)
    await fixture.stop()
  })

  test('trouble codes of very many places at one time are one report', async () => {
    const fixture = await createDtcFixture(database)
    const codes = Array.from({ length: 20 }, (_, i) => `P${2000 + i}`)
    const places = Array.from({ length: 5_000 }, (_, i) => ({ ...at(0, codes), lng: 73 + i / 10_000 }))
    await fixture.send(places)
    expect((await fixture.occurrences()).map(([code]) => code).sort()).toEqual(codes)
    await fixture.stop()
  })

  test('a fix that says nothing of codes clears none', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL])])
    await fixture.send([at(1), at(2)])
    expect(await fixture.live()).toEqual([OIL])
    await fixture.stop()
  })

  test('DI-04 a late fix splits what seemed to last, and a repeated one changes nothing', async () => {
    const fixture = await createDtcFixture(database)
    fixture.setClock(10)
    await fixture.send([at(0, [OIL]), at(10, [OIL])])
    await fixture.send([at(5, [])])
    await fixture.send([at(5, []), at(0, [OIL])])
    expect(await fixture.occurrences()).toEqual([
      [OIL, 0, 0, 5, 1, 0],
      [OIL, 10, 10, null, 2, 10],
    ])
    await fixture.stop()
  })

  test('last over midnight, and late fixes of a closed day count once it is closed again', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL])])
    fixture.setClock((2 * DAY) / MINUTE)
    await fixture.closeDays()
    await fixture.send([at(1440, [OIL]), at(1450, [])])
    expect(await fixture.occurrences()).toEqual([[OIL, 0, 1440, 1450, 1, 0]])
    await fixture.send([at(60, [])])
    await fixture.closeDays()
    expect(await fixture.occurrences()).toEqual([
      [OIL, 0, 0, 60, 1, 0],
      [OIL, 1440, 1440, 1450, 2, 1440],
    ])
    await fixture.stop()
  })

  test('of a device whose clock is ahead are those of now', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(590, [OIL]), at(600, [NOX])])
    expect(await fixture.live()).toEqual([NOX])
    await fixture.stop()
  })

  test('DI-01 what was stored before an end without warning is derived at the next start', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL])])
    await fixture.sendAndDie([at(1, [NOX])])
    expect(await fixture.live()).toEqual([OIL])
    await fixture.restart()
    expect(await fixture.live()).toEqual([NOX])
    expect(fixture.errors).toEqual([])
    await fixture.stop()
  })

  test('history that an earlier release has closed is derived after the upgrade', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL]), at(1, [])])
    fixture.setClock((2 * DAY) / MINUTE)
    await fixture.closeDays()
    await fixture.db.deleteFrom('dtc_report').execute()
    const { companyId, vehicleId } = fixture.owned
    await fixture.db
      .insertInto('figures_pending')
      .values({ company_id: companyId, vehicle_id: vehicleId, day: '2026-11-20' })
      .execute()
    await fixture.restart()
    expect(await fixture.occurrences()).toEqual([[OIL, 0, 0, 1, 1, 0]])
    expect(await fixture.db.selectFrom('figures_pending').selectAll().execute()).toEqual([])
    await fixture.stop()
  })

  test('a failure of the database is tried again, and nothing is lost', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL])])
    await fixture.db.schema.alterTable('dtc_report').renameTo('dtc_report_away').execute()
    await fixture.send([at(1, [NOX])])
    await fixture.db.schema.alterTable('dtc_report_away').renameTo('dtc_report').execute()
    expect(fixture.errors.length).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await fixture.live()).toEqual([NOX]), 60_000)
    await fixture.stop()
  })

  test('more readings than can wait are dropped, and their days derived from the stored fixes', async () => {
    const fixture = await createDtcFixture(database)
    await fixture.send([at(0, [OIL])])
    await fixture.sendUnheard([at(1, [NOX]), at(2, [])])
    expect(await fixture.live()).toEqual([OIL])
    await fixture.flood(at(2, []))
    expect(await fixture.occurrences()).toEqual([
      [OIL, 0, 0, 1, 1, 0],
      [NOX, 1, 1, 2, 1, 1],
    ])
    await fixture.stop()
  })

  test('DI-03 DI-04 are the same in any order of arrival, with repeats, restarts and closed days', async () => {
    const codes = fc.constantFrom(undefined, [], [OIL], [NOX], [OIL, NOX])
    const fixes = fc
      .uniqueArray(fc.record({ minute: fc.integer({ min: -1500, max: 300 }), codes }), {
        ...{ minLength: 3, maxLength: 25, selector: ({ minute }) => minute },
      })
      .map((all) => all.map((one) => at(one.minute, one.codes)))
    const inOrder = async (all: readonly Fix[]) => {
      const fixture = await createDtcFixture(database)
      fixture.setClock(1000)
      await fixture.send(all.toSorted((a, b) => a.time - b.time))
      const expected = await fixture.occurrences()
      await fixture.stop()
      return expected
    }
    let occurred = 0
    await fc.assert(
      fc.asyncProperty(
        fixes.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all, ...all.slice(0, 3)], { minLength: all.length }),
          ),
        ),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 25 }),
        async ([all, some], size, restartAt) => {
          const order = [...some, ...all]
          const fixture = await createDtcFixture(database)
          fixture.setClock(1000)
          for (let from = 0; from < order.length; from += size) {
            if (from <= restartAt && restartAt < from + size) {
              await fixture.sendAndDie(order.slice(from, from + size))
              await fixture.closeDays()
              await fixture.restart()
            } else await fixture.send(order.slice(from, from + size))
          }
          const expected = await inOrder(all)
          occurred += expected.length
          // Fixes of a closed day count when it is closed again.
          fixture.setClock((3 * DAY) / MINUTE)
          await fixture.closeDays()
          expect(await fixture.occurrences()).toEqual(expected)
          await fixture.stop()
        },
      ),
      { numRuns: 25 },
    )
    expect(occurred).toBeGreaterThan(25)
  }, 120_000)
})
