import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { putDownHistory } from '#server/alerts/checkpoints.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, DAY, FAR, IN, MINUTE, NOON, OUT } from './alerts.fixture.ts'

const database = withDatabase()

/** A fix that may raise or end any of several alerts, with values that make that likely. */
const fields = fc.record(
  {
    lng: fc.constantFrom(IN, OUT),
    speed: fc.constantFrom(0, 0, 30, 60, 95, 110),
    ignition: fc.boolean(),
    rpm: fc.constantFrom(0, 1500, 3000),
    neutral: fc.boolean(),
    fuel: fc.constantFrom(100, 120, 150),
    adblue: fc.constantFrom(3, 20),
    adblueZone: fc.constantFrom(0, 3),
    dpf: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['lng', 'speed', 'ignition'] },
)
/** Half a minute after some fixes there is one where nobody can have driven, in a fence and with the values of another fix. */
const driveOf = (minutes: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(fc.record({ minute: minutes, fields, spike: fc.option(fields, { freq: 2 }) }), {
      minLength: 5,
      maxLength: 40,
      size: 'max',
      selector: ({ minute }) => minute,
    })
    .map((fixes) =>
      fixes
        .flatMap(({ minute, fields: more, spike }) => [
          at(minute, more),
          ...(spike === null ? [] : [at(minute + 0.5, { ...spike, lng: FAR })]),
        ])
        .sort((a, b) => a.time - b.time),
    )
const isNoSpike = (time: number): boolean => time % MINUTE === 0
/** Some of a drive's fixes are stored elsewhere: by two in a row the truck is believed to be there. */
const movedAt = (fixes: readonly Fix[], places: readonly number[]): Fix[] =>
  fixes.map((fix, i) => (places.includes(i) ? { ...fix, lng: FAR } : fix))

test('DI-03 DI-04 any order of arrival within two hours of lateness gives the same alerts, with restarts and repeats', async () => {
  const arrivals = driveOf(fc.integer({ min: -12 * 60, max: 0 })).chain((fixes) =>
    fc
      .array(fc.record({ lateS: fc.integer({ min: 0, max: 7200 }), again: fc.boolean() }), {
        minLength: fixes.length,
        maxLength: fixes.length,
      })
      .map((how) =>
        fixes
          .flatMap((fix, i) => {
            const { lateS = 0, again = false } = how[i] ?? {}
            const arrival = fix.time + lateS * 1000
            return [{ fix, arrival }, ...(again ? [{ fix, arrival: arrival + MINUTE }] : [])]
          })
          .sort((a, b) => a.arrival - b.arrival)
          .map(({ fix }) => fix),
      ),
  )
  let found = 0
  let withdrawn = 0
  let spikes = 0
  await fc.assert(
    fc.asyncProperty(
      arrivals,
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 12 }),
      async (order, sizes, restartAt) => {
        const fixture = await createAlertFixture(database)
        await fixture.addFence()
        await fixture.addFence({ name: 'Far', points: [[FAR, 18.5]] })
        for (let from = 0, piece = 0; from < order.length; piece += 1) {
          const size = sizes[piece % sizes.length] ?? 1
          if (piece === restartAt) await fixture.restart()
          await fixture.send(order.slice(from, from + size))
          from += size
        }
        const alerts = await fixture.expectWhole()
        found += alerts.length
        spikes += order.filter(({ time }) => !isNoSpike(time)).length
        // What nobody can have driven to raises, ends and changes nothing.
        expect(alerts).toEqual(await fixture.folded(fixture.vehicleId, isNoSpike))
        const rows = await fixture.rows()
        withdrawn += rows.filter(({ withdrawn_at }) => withdrawn_at !== null).length
        // Each alert was told of at most once.
        const ids = fixture.notified.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
    { numRuns: 30 },
  )
  expect(found).toBeGreaterThan(100)
  expect(withdrawn).toBeGreaterThan(5)
  expect(spikes).toBeGreaterThan(50)
}, 240_000)

test('DI-04 fixes of three days in any order and pieces, with restarts, closings and upgrades, give the alerts of one fold', async () => {
  const pieces = fc.array(
    fc.record({
      fixes: fc
        .tuple(
          driveOf(fc.integer({ min: -2 * 24 * 12, max: 0 }).map((step) => step * 5)),
          fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
        )
        .map(([fixes, places]) => movedAt(fixes, places)),
      // After an upgrade all history is put down, and its evaluation waits until the backlog is worked off.
      after: fc.constantFrom('nothing', 'restart', 'close', 'closeLate', 'upgrade', 'workOff'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  let found = 0
  let ahead = 0
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      const fixture = await createAlertFixture(database)
      await fixture.addFence()
      await fixture.addFence({ name: 'Far', points: [[FAR, 18.5]] })
      await fixture.addFence({ name: 'Second', radius_m: 600, valid_from: new Date(NOON - DAY) })
      let isBehind = false
      for (const { fixes, after } of sent) {
        if (after === 'restart') await fixture.restart()
        if (isBehind) await fixture.report(fixes)
        else await fixture.send(fixes)
        if (isBehind) ahead += (await fixture.stored()).length
        if (after === 'close') await fixture.tracks.closeFinishedDays({ now: NOON })
        if (after === 'closeLate') await fixture.close()
        if (after === 'workOff') await fixture.engine().settled()
        if (after === 'upgrade') {
          await fixture.restart()
          await putDownHistory(database.db, fixture, { since: null, timeZone: fixture.timeZone })
        }
        isBehind = after === 'upgrade' || (isBehind && after !== 'closeLate' && after !== 'workOff')
      }
      await fixture.engine().settled()
      found += (await fixture.expectWhole()).length
      await fixture.close()
      await fixture.expectWhole()
      const ids = fixture.notified.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 25 },
  )
  expect(found).toBeGreaterThan(100)
  expect(ahead).toBeGreaterThan(10)
}, 240_000)
