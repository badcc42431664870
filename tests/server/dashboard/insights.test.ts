import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { TruckInsightReply } from '#contract/records/figures.ts'
import { shiftDay } from '#domain/company-time.ts'
import { HOUR_S } from '#domain/units.ts'
import { TODAY, withDrivenFleet } from './driven-fleet.fixture.ts'

const { did, ask } = withDrivenFleet()

const insightsOf = async (fromDay: string, toDay: string) =>
  (await ask<z.infer<typeof TruckInsightReply>>('truckinsight', fromDay, toDay)).insights
/** The insights of so many days. */
const insights = (days: number) => insightsOf(shiftDay(TODAY, 1 - days), TODAY)

const DAY = shiftDay(TODAY, -2)

const DROVE = { distanceKm: 400, runningS: 10 * HOUR_S, measuredS: 10 * HOUR_S, fixes: 10 }

beforeAll(async () => {
  await did('FAST', DAY, { ...DROVE, speedingS: 9 * HOUR_S, excessKm: 40 })
  await did('SLOW', DAY, { ...DROVE, speedingS: HOUR_S })
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
  // Four alerts are enabled. Speeding a tenth of the time; nine tenths of it, 4 km/h too fast as a mean of all.
  expect(scored[0]?.vehicles[0]?.value).toBeCloseTo(100 - 4 / 4, 6)
  expect(scored[1]?.vehicles[0]?.value).toBeCloseTo(100 - (36 + 18) / 4, 6)
  expect(scored[1]?.vehicles[0]?.companyScore).toBe(scored[1]?.vehicles[0]?.value)
})

test('DSH-01 nothing is said of scores that are all the same', async () => {
  await did('SLOW', shiftDay(DAY, 1), { speedingS: 8 * HOUR_S, excessKm: 40, fixes: 1 })
  expect((await insights(8)).filter(({ figure }) => figure === 'score')).toEqual([])
})

describe('of a day long ago', () => {
  const LONG_AGO = shiftDay(TODAY, -100)
  const found = async (kind: string, day = LONG_AGO) => {
    const insight = (await insightsOf(day, day)).find((each) => each.kind === kind)
    return [insight?.count, ...(insight?.vehicles.map(({ registration }) => registration) ?? [])]
  }

  beforeAll(async () => {
    const drove = (mileage: number) => ({ fixes: 9, meteredKm: 100, fuelUsed: 100 / mileage })
    for (let before = 1; before <= 7; before++)
      for (const registration of ['FAST', 'SLOW', 'IDLE'])
        await did(registration, shiftDay(LONG_AGO, -before), drove(before % 2 ? 3 : 3.2))
    // What nobody knows of FAST's day makes it no lower: it was used for half of the 12 hours known.
    await did('FAST', LONG_AGO, { ...drove(4), runningS: 6 * HOUR_S, stoppedS: 6 * HOUR_S })
    await did('SLOW', LONG_AGO, { ...drove(2), runningS: 8 * HOUR_S, stoppedS: 11 * HOUR_S })
    await did('IDLE', LONG_AGO, { ...drove(3.1), runningS: 2 * HOUR_S, stoppedS: 12 * HOUR_S })
    await did('NEW', LONG_AGO, { fixes: 1, stoppedS: 13 * HOUR_S })
    await did('STOPPED', LONG_AGO, { fixes: 1, runningS: 60, stoppedS: 20 * HOUR_S })
  })

  test('DSH-01 the best and the lowest fuel economy and utilisation stand out', async () => {
    const extremes = (await insightsOf(LONG_AGO, LONG_AGO)).filter(({ kind }) => /best|worst/.test(kind))
    const named = extremes.map(({ kind, figure, count, vehicles }) => [
      ...[kind, figure, count, ...vehicles.map(({ registration }) => registration)],
    ])
    expect(named).toEqual([
      ['best', 'mileage', 1, 'FAST'],
      ['worst', 'mileage', 1, 'SLOW'],
      ['best', 'utilization', 2, 'FAST', 'SLOW'],
      ['worst', 'utilization', 2, 'NEW', 'STOPPED'],
    ])
    const [fast] = extremes.find(({ figure }) => figure === 'utilization')?.vehicles ?? []
    expect([fast?.value, fast?.ofSelected], 'of what is known, and of all hours (DSH-12)').toEqual([50, 25])
  })

  test('DSH-01 trucks that stood for more than half of the time are named, the longest first', async () => {
    expect(await found('stood')).toEqual([2, 'STOPPED', 'NEW'])
  })

  test('DSH-01 trucks outside of their own usual fuel economy are named, the farthest first', async () => {
    expect(await found('fuelUse')).toEqual([2, 'SLOW', 'FAST'])
    const [slow] =
      (await insightsOf(LONG_AGO, LONG_AGO)).find(({ kind }) => kind === 'fuelUse')?.vehicles ?? []
    expect(slow?.value).toBeCloseTo(2, 9)
    expect([slow?.band?.from, slow?.band?.to]).toEqual([2.89, 3.28])
  })

  test('DSH-01 how far is by their own fuel economy, so that a thirsty truck is not behind a thrifty one', async () => {
    const day = shiftDay(LONG_AGO, -100)
    const drove = (mileage: number) => ({ fixes: 9, meteredKm: 100, fuelUsed: 100 / mileage })
    for (let before = 1; before <= 7; before++) {
      await did('FAST', shiftDay(day, -before), drove(before % 2 ? 3 : 3.2))
      await did('SLOW', shiftDay(day, -before), drove(before % 2 ? 6 : 6.4))
    }
    await did('FAST', day, drove(2))
    await did('SLOW', day, drove(4.5))
    expect(await found('fuelUse', day)).toEqual([2, 'FAST', 'SLOW'])
  })

  test('DSH-01 trucks that did not report are counted, and the five are named that have been silent longest', async () => {
    expect(await found('silent')).toEqual([1, 'SILENT'])
    const [count, first, second, ...others] = await found('silent', shiftDay(LONG_AGO, 30))
    expect([count, first, second, others.length]).toEqual([6, 'NEW', 'SILENT', 3])
  })
})
