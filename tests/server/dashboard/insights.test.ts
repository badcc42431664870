import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { TruckInsightReply } from '#contract/records/figures.ts'
import { dayOf, shiftDay } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type Figures } from '#domain/figure-fields.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, ids, own } = withFleet()

const TODAY = dayOf(Date.now(), 'Asia/Kolkata')

/** Stores what a vehicle did on a day. */
const did = async (registration: string, day: string, figures: Partial<Figures>) => {
  const all: Figures = { ...NO_FIGURES, ...figures }
  const columns = Object.fromEntries(
    Object.entries(FIGURE_FIELDS).map(([name, { column }]) => [column, all[name as keyof Figures]]),
  )
  await backend.database.db
    .insertInto('vehicle_day_figures')
    .values({
      ...{ company_id: ids['company'] ?? 0, vehicle_id: ids[registration] ?? 0, day, driver_id: 0 },
      ...(columns as Record<string, number> as object),
    })
    .execute()
}

/** The insights of so many days; each number is asked once, because answers are given again for moments. */
const insights = async (days: number): Promise<z.infer<typeof TruckInsightReply>['insights']> => {
  const { body } = await backend.ask('POST', '/api/v3/dashboard/tk3/truckinsight', {
    token: own.token,
    body: { fromTsInIST: `${shiftDay(TODAY, 1 - days)} 00:00:00`, toTsInIST: `${TODAY} 23:59:59` },
  })
  return (body as z.infer<typeof TruckInsightReply>).insights
}

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
