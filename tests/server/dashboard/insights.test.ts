import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { TruckInsightReply } from '#contract/records/figures.ts'
import { shiftDay } from '#domain/company-time.ts'
import { TODAY, withDrivenFleet } from './driven-fleet.fixture.ts'

const { did, ask } = withDrivenFleet()

/** The insights of so many days. */
const insights = async (days: number) =>
  (await ask<z.infer<typeof TruckInsightReply>>('truckinsight', shiftDay(TODAY, 1 - days), TODAY)).insights

const DAY = shiftDay(TODAY, -2)

beforeAll(async () => {
  await did('FAST', DAY, { distanceKm: 400, overspeeds: 8, fixes: 10 })
  await did('SLOW', DAY, { distanceKm: 400, overspeeds: 1, fixes: 10 })
  await did('IDLE', DAY, { distanceKm: 40, fixes: 10 })
})

test('DSH-01 DSH-13 API-07 the best and the worst driving score stand out, of vehicles that drove far enough', async () => {
  const scored = (await insights(7)).filter(({ figure }) => figure === 'score')
  expect(
    scored.map(({ kind, vehicles }) => [kind, vehicles.map(({ registration }) => registration)]),
  ).toEqual([
    ['best', ['SLOW']],
    ['worst', ['FAST']],
  ])
  // Four alerts are enabled: 8 and 1 overspeeds in 400 km, of 10 points for each in 100 km.
  expect(scored[0]?.vehicles[0]?.value).toBeCloseTo(100 - 2.5 / 4, 6)
  expect(scored[1]?.vehicles[0]?.value).toBeCloseTo(100 - 20 / 4, 6)
})

test('DSH-01 nothing is said of scores that are all the same', async () => {
  await did('SLOW', shiftDay(DAY, 1), { overspeeds: 7, fixes: 1 })
  expect((await insights(8)).filter(({ figure }) => figure === 'score')).toEqual([])
})
