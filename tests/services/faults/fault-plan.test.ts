import { describe, expect, test } from 'vitest'
import { FAULT_KINDS, type FaultSettings } from '#contract/records/faults.ts'
import { createFaultPlan, type Fate, fateOf, itemsUntilCut } from '#src/services/faults/fault-plan.ts'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'

const every = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0.3])) as FaultSettings['rates']
const first = (count: number, settings: FaultSettings, callId = 'vehicleList'): Fate[] =>
  Array.from({ length: count }, (_, place) => fateOf(settings, callId, place))

const kindsOf = ({ outcome, isDoubled, isReordered, lateMs }: Fate) => [
  ...(outcome === null ? [] : [outcome]),
  ...(isDoubled ? ['doubled'] : []),
  ...(isReordered ? ['reordered'] : []),
  ...(lateMs > 0 ? ['late'] : []),
]

describe('fates', () => {
  const settings = faultSettings({ ...every }, { seed: 42 })

  test('are the same for a seed, and others for another', () => {
    expect(first(200, settings)).toEqual(first(200, settings))
    expect(first(200, settings)).not.toEqual(first(200, { ...settings, seed: 43 }))
    expect(first(200, settings)).not.toEqual(first(200, settings, 'trips'))
  })

  test('of a call do not depend on what is requested beside it', () => {
    const alone = createFaultPlan(settings)
    const expected = first(100, settings)
    expect(expected.map(() => alone.nextFate('vehicleList'))).toEqual(expected)
    const busy = createFaultPlan(settings)
    const seen = expected.map((_, place) => {
      for (let others = 0; others < place % 4; others++) busy.nextFate(`other ${others}`)
      busy.nextCut('fleetStream')
      return busy.nextFate('vehicleList')
    })
    expect(seen).toEqual(expected)
  })

  test('keep their faults when a probability grows, or another one changes', () => {
    const more = faultSettings({ serverError: 0.6 }, { seed: 42 })
    const less = faultSettings({ serverError: 0.2, late: 1 }, { seed: 42 })
    const hitBy = (fates: Fate[]) =>
      fates.flatMap(({ outcome }, place) => (outcome === 'serverError' ? [place] : []))
    const few = hitBy(first(500, less))
    expect(few.length).toBeGreaterThan(50)
    expect(hitBy(first(500, more))).toEqual(expect.arrayContaining(few))
  })
})

describe('probabilities', () => {
  const COUNT = 4000

  test.each(FAULT_KINDS.filter((kind) => kind !== 'streamDropped'))('of %s are kept', (kind) => {
    for (const rate of [0, 0.1, 0.5, 1]) {
      const fates = first(COUNT, faultSettings({ [kind]: rate }, { seed: 7 }))
      const share = fates.filter((fate) => kindsOf(fate).includes(kind)).length / COUNT
      // Five standard deviations of a share of one half.
      expect(Math.abs(share - rate)).toBeLessThan(rate % 1 === 0 ? 1e-9 : 0.04)
      expect(new Set(fates.flatMap(kindsOf)).size).toBeLessThanOrEqual(1)
    }
  })

  test('of streams are kept, and cuts come within twenty items', () => {
    const settings = faultSettings({ streamDropped: 0.5 }, { seed: 7 })
    const cuts = Array.from({ length: COUNT }, (_, place) => itemsUntilCut(settings, 'fleetStream', place))
    const given = cuts.filter((items) => items !== null)
    expect(Math.abs(given.length / COUNT - 0.5)).toBeLessThan(0.04)
    expect(new Set(given)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => index + 1)))
  })

  test('of two kinds, and of one request and the next, are independent', () => {
    const fates = first(COUNT, faultSettings({ doubled: 0.5, reordered: 0.5 }, { seed: 7 }))
    const both = fates.filter(({ isDoubled, isReordered }) => isDoubled && isReordered).length / COUNT
    const twice =
      fates.filter(({ isDoubled }, place) => isDoubled && fates[place + 1]?.isDoubled).length / COUNT
    expect(Math.abs(both - 0.25)).toBeLessThan(0.04)
    expect(Math.abs(twice - 0.25)).toBeLessThan(0.04)
  })

  test('delays are spread from above nothing to the longest', () => {
    const fates = first(COUNT, faultSettings({ late: 1 }, { seed: 7, lateMs: 1000 }))
    const delays = fates.map(({ lateMs }) => lateMs)
    expect(Math.min(...delays)).toBeGreaterThan(0)
    expect(Math.max(...delays)).toBeLessThanOrEqual(1000)
    expect(Math.abs(delays.reduce((sum, ms) => sum + ms, 0) / COUNT - 500)).toBeLessThan(25)
  })
})
