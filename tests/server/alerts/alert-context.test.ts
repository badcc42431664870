import { expect, test } from 'vitest'
import type { AlertContext } from '#server/alerts/alert-context.repository.ts'
import { fencesDifferFrom } from '#server/alerts/alert-context.ts'
import type { DayFence } from '#server/track/close-day.ts'

const DEPOT: DayFence = {
  ...{ id: 1, name: 'Depot', shape: 'circle', points: [[73, 18]], radiusM: 500 },
  ...{ validFrom: 1000, validTo: 9000, entryAlert: true, exitAlert: true },
}
const contextOf = (...fences: DayFence[]) =>
  ({
    fences: fences.map((fence) => ({ fence, vehicleIds: null })),
    fencesSince: 0,
  }) as unknown as AlertContext

test.each<[string, Partial<DayFence>, number]>([
  ['nothing', {}, Number.POSITIVE_INFINITY],
  ['its name', { name: 'Yard' }, Number.POSITIVE_INFINITY],
  ['its end', { validTo: 5000 }, 5000],
  ['its place', { points: [[74, 18]] }, 1000],
  ['what it reports', { exitAlert: false }, 1000],
])('a fence of which %s changes matters to fixes from then on', (_, change, from) => {
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf({ ...DEPOT, ...change }))).toBe(from)
})

test('a fence matters from its beginning on where it is added, and where it is removed', () => {
  expect(fencesDifferFrom(contextOf(), contextOf(DEPOT))).toBe(1000)
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf())).toBe(1000)
})

test('a fence that lasts longer matters from its former end on', () => {
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf({ ...DEPOT, validTo: 12_000 }))).toBe(9000)
})

test('of several fences that change the earliest counts', () => {
  const yard = { ...DEPOT, id: 2, validFrom: 500 }
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf(yard, { ...DEPOT, validTo: 5000 }))).toBe(500)
  expect(fencesDifferFrom(contextOf(DEPOT, yard), contextOf({ ...DEPOT, validTo: 5000 }))).toBe(500)
})

test('a fence that is missing because it ended before what is known has not been removed', () => {
  const later = (fencesSince: number) => ({ ...contextOf(), fencesSince })
  expect(fencesDifferFrom(contextOf(DEPOT), later(9000))).toBe(1000)
  expect(fencesDifferFrom(contextOf(DEPOT), later(9001))).toBe(Number.POSITIVE_INFINITY)
})

test('a fence watches the same vehicles in whatever order they are named', () => {
  const watching = (vehicleIds: readonly number[] | null) =>
    ({
      fences: [{ fence: DEPOT, vehicleIds: vehicleIds && new Set(vehicleIds) }],
      fencesSince: 0,
    }) as unknown as AlertContext
  expect(fencesDifferFrom(watching([5, 10]), watching([10, 5]))).toBe(Number.POSITIVE_INFINITY)
  expect(fencesDifferFrom(watching([5]), watching([5, 10]))).toBe(1000)
  expect(fencesDifferFrom(watching([5]), watching(null))).toBe(1000)
})
