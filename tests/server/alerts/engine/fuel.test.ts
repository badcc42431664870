import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RULES } from '#server/alerts/engine/limits.ts'
import { alertsOf, at, startRun } from './vehicle-day.fixture.ts'

const LIMIT = 8
type Sample = { readonly minute: number; readonly litres: number | undefined }

/** Drops and fills of a truck that stands, found by looking back over all levels at each fix. */
const byLookingBack = (samples: readonly Sample[]): string[] => {
  const found: string[] = []
  let since = 0
  for (let i = 1; i < samples.length; i += 1) {
    const now = samples[i]?.litres
    if (now === undefined || now === samples[i - 1]?.litres) continue
    let [highest, lowest] = [-1, -1]
    for (let k = i - 1; k >= since; k -= 1) {
      const level = samples[k]?.litres
      if (level === undefined) continue
      const isNear = ((samples[i]?.minute ?? 0) - (samples[k]?.minute ?? 0)) * 60 <= RULES.levelWindowS
      if (!isNear && highest >= 0) break
      if (highest < 0 || level > (samples[highest]?.litres ?? 0)) highest = k
      if (lowest < 0 || level < (samples[lowest]?.litres ?? 0)) lowest = k
    }
    if (highest < 0) continue
    const isDrop = (samples[highest]?.litres ?? 0) - now >= LIMIT
    if (!isDrop && now - (samples[lowest]?.litres ?? 0) < LIMIT) continue
    const first = isDrop ? highest : lowest
    let last = i
    for (let k = i + 1; k < samples.length; k += 1) {
      const further = (isDrop ? -1 : 1) * ((samples[k]?.litres ?? Number.NaN) - (samples[last]?.litres ?? 0))
      if (Number.isNaN(further)) continue
      if (further < RULES.levelStepLitres) break
      last = k
    }
    found.push([isDrop ? 'FUELDROP' : 'FUELFILL', first, i, last].join(' '))
    since = last
    i = Math.max(i, last)
  }
  return found
}

const samples = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 3, 9),
      litres: fc.oneof(
        fc.constant(undefined),
        fc.integer({ min: 900, max: 1100 }).map((tenths) => tenths / 10),
        fc.integer({ min: 1000, max: 1005 }).map((tenths) => tenths / 10),
      ),
    }),
    { minLength: 2, maxLength: 60, size: 'max' },
  )
  .map((steps) => {
    let minute = 0
    return steps.map(({ gap, litres }) => {
      minute += gap
      return { minute, litres }
    })
  })

test('ALR-05 the levels that are kept find what all levels find', () => {
  let changes = 0
  fc.assert(
    fc.property(samples, (all) => {
      const stood = all.map(({ minute, litres }) => at(minute, { fuel: litres }))
      const leaves = at((all.at(-1)?.minute ?? 0) + 1000, { speed: 60, lng: 74 })
      const alerts = alertsOf([...stood, leaves])
      const indexOf = (time: number | null) => all.findIndex(({ minute }) => at(minute).time === time)
      const found = alerts
        .filter(({ type }) => type === 'FUELDROP' || type === 'FUELFILL')
        .map(({ type, began, time, lastSeen }) =>
          [type, indexOf(began), indexOf(time), indexOf(lastSeen)].join(' '),
        )
      const expected = byLookingBack(all)
      changes += expected.length
      expect(found).toEqual(expected)
    }),
    { numRuns: 400 },
  )
  expect(changes).toBeGreaterThan(100)
})

test('a level that trembles for an hour leaves a small state', () => {
  const run = startRun({ rules: [{ type: 'FUELDROP', threshold: LIMIT }] })
  for (let second = 0; second < 3600; second += 1)
    run.step(at(second / 60, { fuel: 200 + Math.round(Math.sin(second) * 20) / 10 }))
  expect(JSON.stringify(run.state()).length).toBeLessThan(3000)
  expect(run.take()).toEqual([])
})
