import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { mergedFix } from '#domain/merged-fix.ts'
import { columnsOf, fixAt } from '#server/track/columns.ts'
import { orderedWithin } from '#server/track/order.ts'

const PLACE = { time: Date.UTC(2026, 10, 20, 6), lng: 73.85, lat: 18.52 }
const fixOf = (more: Partial<Fix>): Fix => ({ ...PLACE, ...more })

test.each<[what: string, own: Partial<Fix>, other: Partial<Fix>, merged: Partial<Fix>]>([
  [
    'what the first lacks',
    { speed: 40 },
    { ignition: true, fuel: 210 },
    { speed: 40, ignition: true, fuel: 210 },
  ],
  [
    'an ignition that is off, and the lower value',
    { ignition: true, speed: 4 },
    { ignition: false, speed: 6 },
    { ignition: false, speed: 4 },
  ],
  ['a value that was reported', { speed: 3, derived: DERIVED_BIT.speed }, { speed: 40 }, { speed: 40 }],
  [
    'a derived value where there is no other',
    { ignition: true },
    { speed: 3, derived: DERIVED_BIT.speed },
    { ignition: true, speed: 3, derived: DERIVED_BIT.speed },
  ],
  [
    'the trouble codes of both',
    { dtcs: ['P20EE'] },
    { dtcs: ['P0420', 'P20EE'] },
    { dtcs: ['P0420', 'P20EE'] },
  ],
  ['codes beside a message that there is none', { dtcs: [] }, { dtcs: ['P20EE'] }, { dtcs: ['P20EE'] }],
])('of two messages of one time and place counts %s', (_, own, other, merged) => {
  expect(mergedFix(fixOf(own), fixOf(other))).toEqual(fixOf(merged))
  expect(mergedFix(fixOf(other), fixOf(own))).toEqual(fixOf(merged))
})

test('a message that says nothing more leaves the fix as it is', () => {
  const fix = fixOf({ speed: 40, ignition: false, dtcs: ['P20EE', 'P0420'] })
  expect(mergedFix(fix, fixOf({ speed: 40 }))).toBe(fix)
  expect(mergedFix(fix, { ...fix, dtcs: [...(fix.dtcs ?? [])] })).toBe(fix)
})

test('the rows of one time and place become one fix with what all say, in any order', () => {
  const message = fc.record(
    {
      speed: fc.integer({ min: 0, max: 3 }),
      ignition: fc.boolean(),
      fuel: fc.integer({ min: 0, max: 3 }),
      dtcs: fc.uniqueArray(fc.constantFrom('P1', 'P2', 'P3')).map((codes) => codes.sort()),
      derived: fc.constantFrom(0, DERIVED_BIT.speed),
    },
    { requiredKeys: ['speed', 'derived'] },
  )
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (messages, keys) => {
        const fixes = messages.map(fixOf)
        const turned = fixes
          .map((fix) => ({ fix, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ fix }) => fix)
        const whole = (all: readonly Fix[]) => {
          const ordered = orderedWithin(columnsOf(all), 0, Number.POSITIVE_INFINITY)
          expect(ordered.length).toBe(1)
          return fixAt(ordered, 0)
        }
        expect(whole(turned)).toEqual(whole(fixes))
        expect(whole([...turned, ...turned])).toEqual(whole(fixes))
        expect(whole(fixes).fuel).toBe(
          fixes.reduce<number | undefined>(
            (least, { fuel }) => (fuel === undefined ? least : Math.min(fuel, least ?? fuel)),
            undefined,
          ),
        )
      },
    ),
  )
})
