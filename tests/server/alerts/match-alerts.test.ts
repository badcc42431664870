import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchAlerts, restsOf } from '#server/alerts/match-alerts.ts'

const spell = fc
  .record({
    type: fc.constantFrom('OVERSPEED', 'STOPPAGE'),
    threshold: fc.constantFrom(30, 80),
    subject: fc.constantFrom('', '12 IN'),
    began: fc.integer({ min: 0, max: 60 }),
    before: fc.constantFrom(0, 0, 3),
    lasts: fc.option(fc.integer({ min: 0, max: 15 })),
  })
  .map(({ before, lasts, began, ...rule }) => ({
    ...{ ...rule, began, from: began - before },
    ended: lasts === null ? null : began + lasts,
  }))
type Spell = typeof spell extends fc.Arbitrary<infer T> ? T : never
const groupOf = ({ type, threshold, subject }: Spell): string => `${type} ${threshold} ${subject}`
const keyOf = (one: Spell): string => `${groupOf(one)} ${one.began}`
const spells = fc.uniqueArray(spell, { maxLength: 12, selector: keyOf })
const stored = spells.chain((list) =>
  fc
    .array(fc.boolean(), { minLength: list.length, maxLength: list.length })
    .map((withdrawn) =>
      list.map((one, i) => ({ ...one, id: i, isWithdrawn: withdrawn[i] ?? false, isFree: i % 3 > 0 })),
    ),
)
const meet = (a: Spell, b: Spell): boolean =>
  a.from <= (b.ended ?? Number.POSITIVE_INFINITY) && b.from <= (a.ended ?? Number.POSITIVE_INFINITY)

test('every alert that is found, and every stored one, has exactly one place', () => {
  fc.assert(
    fc.property(spells, stored, (found, known) => {
      const { same, fresh, missing } = matchAlerts(found, known)
      const keys = [...same, ...fresh].map((one) => keyOf(one.found))
      expect(keys.sort()).toEqual(found.map(keyOf).sort())
      const ids = [...same.map((one) => one.stored.id), ...missing.map(({ id }) => id)]
      expect(ids.sort()).toEqual(known.map(({ id }) => id).sort())
    }),
  )
})

test('the same alert is of the same rule and subject, and began at the same time or shares some', () => {
  fc.assert(
    fc.property(spells, stored, (found, known) => {
      const isFree = ({ isFree: free }: (typeof known)[number]) => free
      for (const { found: one, stored: other } of matchAlerts(found, known, isFree).same) {
        expect(groupOf(one)).toBe(groupOf(other))
        expect(one.began === other.began || (isFree(other) && meet(one, other))).toBe(true)
      }
    }),
  )
})

test('what began when a stored alert began is that alert, so that no two get one beginning', () => {
  fc.assert(
    fc.property(spells, stored, (found, known) => {
      const began = new Map(known.map((one) => [keyOf(one), one.id]))
      const { same, missing } = matchAlerts(found, known)
      for (const { found: one, stored: other } of same)
        if (began.has(keyOf(one))) expect(other.id).toBe(began.get(keyOf(one)))
      const after = [...same.map((one) => keyOf(one.found)), ...missing.map(keyOf)]
      expect(new Set(after).size).toBe(after.length)
    }),
  )
})

test('an alert is new only where none that is left shares its time, and known where any did', () => {
  fc.assert(
    fc.property(spells, stored, (found, known) => {
      const { fresh, missing } = matchAlerts(found, known)
      for (const { found: one, isKnown } of fresh) {
        const near = (other: Spell) => groupOf(other) === groupOf(one) && meet(one, other)
        expect(missing.some(near)).toBe(false)
        expect(isKnown).toBe(known.some(near))
      }
    }),
  )
})

test('one that is not withdrawn comes before one that is', () => {
  const one = { type: 'STOPPAGE', threshold: 30, subject: '' }
  const [gone, there] = [
    { ...one, began: 5, from: 5, ended: 20, isWithdrawn: true },
    { ...one, began: 10, from: 10, ended: 20, isWithdrawn: false },
  ]
  const { same, missing } = matchAlerts([{ ...one, began: 7, from: 7, ended: 25 }], [gone, there])
  expect(same).toMatchObject([{ stored: there }])
  expect(missing).toEqual([gone])
})

test('the order in which they are given does not matter', () => {
  fc.assert(
    fc.property(spells, stored, fc.infiniteStream(fc.nat()), (found, known, random) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((item) => ({ item, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item)
      const pairs = ({ same }: ReturnType<typeof matchAlerts<Spell, (typeof known)[number]>>) =>
        same.map((each) => `${keyOf(each.found)} ${each.stored.id}`).sort()
      expect(pairs(matchAlerts(shuffled(found), shuffled(known)))).toEqual(pairs(matchAlerts(found, known)))
    }),
  )
})

test('a stored alert that began before a run goes on with the first one that is found of its rule', () => {
  const rule = { type: 'STOPPAGE', threshold: 30, subject: '' }
  const stop = (began: number, ended: number | null, more = {}) => ({
    ...{ ...rule, began, from: began, ended, ...more },
  })
  const known = (began: number, ended: number | null, isWithdrawn = false) => ({
    ...stop(began, ended),
    isWithdrawn,
  })
  const [rest, next] = [stop(100, 120), stop(150, null)]
  const found = [next, rest]
  const lasting = known(50, null)
  expect([...restsOf(found, [lasting], 100)]).toEqual([[rest, lasting]])
  expect([...restsOf(found, [lasting], null)], 'of a run that knows everything').toEqual([])
  expect([...restsOf(found, [known(50, 100)], 100)], 'one that is over').toEqual([])
  expect([...restsOf(found, [known(50, null, true)], 100)], 'a withdrawn one').toEqual([])
  expect([...restsOf(found, [known(100, null)], 100)], 'one of the time of the run').toEqual([])
  expect([...restsOf([...found, stop(50, 90)], [lasting], 100)], 'one that is found').toEqual([])
  expect([...restsOf([stop(100, null, { threshold: 60 })], [lasting], 100)], 'another rule').toEqual([])
})
