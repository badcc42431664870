import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type {
  AdblueReply,
  DrivingScoreReply,
  MileageReply,
  PerformanceReply,
  SpeedBandReply,
  TripRowsReply,
  TripStatusReply,
  UtilizationReply,
} from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { istDateTime } from '#domain/ist.ts'
import { HOUR_S, MINUTE_MS } from '#domain/units.ts'
import type { Caller } from '#server/access/caller.ts'
import { createTripStatus } from '#server/dashboard/trip-status.service.ts'
import type { FiguresQuestion } from '#server/figures/figures.service.ts'
import { createTripRepository } from '#server/trips/trips.repository.ts'
import { TODAY, withDrivenFleet } from './driven-fleet.fixture.ts'

const { backend, ids, did, ask } = withDrivenFleet()

/** A range of nine days, a week and two days more; as many days before it count as those before. */
const FIRST = shiftDay(TODAY, -40)
const LAST = shiftDay(FIRST, 8)
const figuresOf = <T>(name: string, registrations: readonly string[], more: object = {}): Promise<T> =>
  ask(name, FIRST, LAST, { vehicleIds: registrations.map((registration) => ids[registration]), ...more })
const BOTH = ['FAST', 'SLOW']

beforeAll(async () => {
  await did('FAST', FIRST, {
    ...{ fixes: 10, runningS: 12 * HOUR_S, adblueUsed: 4, neutralS: 0.6 * HOUR_S, gearKnownS: 12 * HOUR_S },
    ...{ distanceKm: 400, odometerKm: 300, meteredKm: 360, fuelUsed: 90 },
    ...{ speedTo60S: 6000, overspeedS: 2000, rpmTo1600S: 3000 },
  })
  await did('SLOW', shiftDay(FIRST, 7), {
    ...{
      fixes: 10,
      runningS: 5 * HOUR_S,
      idlingS: HOUR_S,
      adblueUsed: 1,
      neutralS: 0.6 * HOUR_S,
      gearKnownS: 5 * HOUR_S,
    },
    ...{ distanceKm: 100, meteredKm: 40, fuelUsed: 10, speedTo40S: 2000, rpmTo900S: 1000 },
  })
  await did('IDLE', FIRST, { fixes: 1, distanceKm: 10 })
  await did('STOPPED', FIRST, { fixes: 1, distanceKm: 90 })
  await did('FAST', shiftDay(FIRST, -9), {
    ...{ fixes: 10, runningS: 9 * HOUR_S, adblueUsed: 2, neutralS: 0.9 * HOUR_S, gearKnownS: 9 * HOUR_S },
    ...{ distanceKm: 200, odometerKm: 200, meteredKm: 150, fuelUsed: 50 },
    ...{ speedTo20S: 100, speedTo60S: 300, rpmAbove2500S: 50 },
  })
  const none = { fixes: 1, distanceKm: 999, meteredKm: 999, fuelUsed: 1, adblueUsed: 99, runningS: 999 }
  for (const outside of [shiftDay(FIRST, -10), shiftDay(LAST, 1)])
    await did('FAST', outside, { ...none, speedTo20S: 999, rpmTo900S: 999, neutralS: 999 })
})

test('API-01 DSH-01 fuel economy by day is over the metered distance, and stands with that of the days before', async () => {
  const { days, total, before } = await figuresOf<z.infer<typeof MileageReply>>('MileageVsDate', BOTH)
  expect(days).toHaveLength(9)
  const first = {
    date: FIRST,
    distanceKm: 400,
    meteredKm: 360,
    fuelUsed: 90,
    mileage: 4,
    odometerShare: 0.75,
    doubtedKm: 0,
  }
  const silent = {
    distanceKm: 0,
    meteredKm: 0,
    fuelUsed: 0,
    mileage: null,
    odometerShare: null,
    doubtedKm: 0,
  }
  expect(days.slice(0, 2)).toEqual([first, { date: shiftDay(FIRST, 1), ...silent }])
  expect(total).toEqual({
    distanceKm: 500,
    meteredKm: 400,
    fuelUsed: 100,
    mileage: 4,
    odometerShare: 0.6,
    doubtedKm: 0,
  })
  expect(before).toEqual({
    distanceKm: 200,
    meteredKm: 150,
    fuelUsed: 50,
    mileage: 3,
    odometerShare: 1,
    doubtedKm: 0,
  })
})

test('API-02 DSH-01 AdBlue by day stands with that of the days before', async () => {
  const { days, total, before } = await figuresOf<z.infer<typeof AdblueReply>>('adbluebydate', BOTH)
  expect(days.map(({ adblueUsed }) => adblueUsed)).toEqual([4, ...Array(6).fill(null), 1, null])
  expect([total, before]).toEqual([{ adblueUsed: 5 }, { adblueUsed: 2 }])
})

describe('utilisation', () => {
  test('API-09 DSH-11 DSH-12 OPEN-50 a long range is by weeks from its first day on, the last of the days that are left', async () => {
    const { days, total, before } = await figuresOf<z.infer<typeof UtilizationReply>>(
      'UtilizationVsDate',
      BOTH,
      {
        timeDiffGreaterThan7Days: true,
      },
    )
    expect(days.map(({ date, days: count }) => [date, count])).toEqual([
      [FIRST, 7],
      [shiftDay(FIRST, 7), 2],
    ])
    expect(days[0]).toMatchObject({ runningS: 12 * HOUR_S, idlingS: 0 })
    expect(days[0]?.utilization).toBeCloseTo((12 / (7 * 24 * 2)) * 100, 9)
    expect(days[1]?.utilization).toBeCloseTo((6 / (2 * 24 * 2)) * 100, 9)
    expect(total?.utilization).toBeCloseTo((18 / (9 * 24 * 2)) * 100, 9)
    expect(before?.utilization).toBeCloseTo((9 / (9 * 24 * 2)) * 100, 9)
  })

  test('API-09 DSH-11 any other range is by days', async () => {
    const { days } = await figuresOf<z.infer<typeof UtilizationReply>>('UtilizationVsDate', BOTH)
    expect(days.map(({ days: count }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect(days[7]?.utilization).toBeCloseTo((6 / (24 * 2)) * 100, 9)
  })

  test('DSH-12 a range that goes on has its hours until now, and the one before it all of them', async () => {
    await did('NEW', shiftDay(TODAY, -1), { fixes: 1, runningS: 6 * HOUR_S })
    await did('NEW', shiftDay(TODAY, -2), { fixes: 1, runningS: 12 * HOUR_S })
    await did('NEW', TODAY, { fixes: 1, runningS: HOUR_S })
    const reply = await ask<z.infer<typeof UtilizationReply>>(
      ...(['UtilizationVsDate', shiftDay(TODAY, -1), TODAY] as const),
      { vehicleIds: [ids['NEW']] },
    )
    expect(reply.hours).toBeGreaterThanOrEqual(24)
    expect(reply.total?.utilization).toBeCloseTo((7 / reply.hours) * 100, 9)
    expect(reply.days[0]?.utilization).toBeCloseTo(25, 9)
    // Just after midnight the hours of today are few, and each ms counts.
    const ofToday = (1 / (reply.hours - 24)) * 100
    expect((reply.days[1]?.utilization ?? 0) / ofToday, 'of the hours of today until now').toBeCloseTo(1, 2)
    expect(reply.before?.utilization).toBeCloseTo(25, 9)
  })
})

test.each([
  [
    'API-04 DSH-09 speed',
    'speedband',
    {
      speedTo20S: [0, 0.25],
      speedTo40S: [0.2, 0],
      speedTo60S: [0.6, 0.75],
      speedTo80S: [0, 0],
      overspeedS: [0.2, 0],
    },
  ],
  [
    'API-03 DSH-10 engine speed',
    'rpmband',
    {
      rpmTo900S: [0.25, 0],
      rpmTo1200S: [0, 0],
      rpmTo1600S: [0.75, 0],
      rpmTo2500S: [0, 0],
      rpmAbove2500S: [0, 1],
    },
  ],
])('%s: each band has its share, and that of the days before', async (_, name, shares) => {
  const { bands } = await figuresOf<z.infer<typeof SpeedBandReply>>(name, BOTH)
  expect(Object.fromEntries(bands.map(({ name, share, before }) => [name, [share, before]]))).toEqual(shares)
  const alone = await figuresOf<z.infer<typeof SpeedBandReply>>(name, ['SLOW'])
  expect(
    alone.bands.map(({ before }) => before),
    'nothing is known of before',
  ).toEqual(Array(5).fill(null))
})

test('API-05 DSH-13 the score of the fleet stands with that of the days before, and trucks follow it, best first', async () => {
  const { fleet, before, rows, scoring } = await figuresOf<z.infer<typeof DrivingScoreReply>>(
    'drivingScore',
    [...BOTH, 'IDLE'],
  )
  // Four alerts are enabled. Neutral for a share of the driving takes 500 points of one: 1.2 of 17 h, and before them 0.9 of 9 h.
  expect(fleet?.score).toBeCloseTo(100 - (500 * 1.2) / 17 / 4, 9)
  expect([fleet?.companyScore, scoring.isSame]).toEqual([fleet?.score, true])
  expect(before).toBeCloseTo(87.5, 9)
  expect(rows.map(({ registration, score }) => [registration, score])).toEqual([
    ['FAST', 93.75],
    ['SLOW', 85],
    ['IDLE', null],
  ])
})

test('DSH-13 a better score comes before more km, and trucks without a score come last', async () => {
  const { rows } = await figuresOf<z.infer<typeof DrivingScoreReply>>('drivingScore', [
    'STOPPED',
    'SLOW',
    'IDLE',
  ])
  expect(rows.map(({ registration }) => registration)).toEqual(['STOPPED', 'SLOW', 'IDLE'])
})

test('API-08 DSH-07 OPEN-61 each status has its count and its percentage of all', async () => {
  const statusesOf = async (registrations: readonly string[]) => {
    const reply = await figuresOf<z.infer<typeof PerformanceReply>>('getPerformance', registrations)
    return [
      reply.vehicles,
      ...reply.statuses.map(({ status, count, percent }) => `${status} ${count} ${percent}`),
    ]
  }
  expect(await statusesOf(['FAST', 'SLOW', 'IDLE', 'STOPPED'])).toEqual([
    ...[4, 'RUNNING 2 50', 'IDLING 1 25', 'STOPPED 1 25', 'KEYON 0 0', 'OFFLINE 0 0'],
  ])
  expect(await statusesOf(['SILENT'])).toEqual([
    ...[1, 'RUNNING 0 0', 'IDLING 0 0', 'STOPPED 0 0', 'KEYON 0 0', 'OFFLINE 1 100'],
  ])
})

test.each([
  ...['MileageVsDate', 'UtilizationVsDate', 'drivingScore', 'speedband', 'truckinsight'],
  ...['getTripStatusForDashboard', 'trips', 'getPerformance'],
])('%s knows no vehicle that is gone, and none of others', async (name) => {
  for (const vehicleIds of [[2_000_000_000], [ids['FAST'], 2_000_000_000]])
    expect(await ask(name, FIRST, LAST, { vehicleIds })).toMatchObject({ code: 'notFound' })
})

test('API-06 DSH-08 trips that were to arrive are early, on time or delayed; others are not counted', async () => {
  const { from, to } = dayBounds(FIRST, 'Asia/Kolkata')
  const trip = (
    end: number,
    lateMinutes: number | null,
    status: 'COMPLETED' | 'CANCELLED' | 'RUNNING' = 'COMPLETED',
  ) => ({
    ...{
      company_id: ids['company'] ?? 0,
      vehicle_id: ids['STOPPED'] ?? 0,
      from_city: 'Pune',
      to_city: 'Nagpur',
    },
    ...{ scheduled_start: new Date(end - 1), scheduled_end: new Date(end), status },
    eta: lateMinutes === null ? null : new Date(end + lateMinutes * MINUTE_MS),
  })
  await backend.database.db
    .insertInto('trip')
    .values([
      ...[trip(from, -20), trip(to, 0), trip(to, 20), trip(to, 30)],
      ...[trip(to, null), trip(to, 20, 'CANCELLED'), trip(from - 1, 20)],
      // Under way, and its truck is offline.
      { ...trip(to, 20, 'RUNNING'), vehicle_id: ids['SILENT'] ?? 0 },
    ])
    .execute()
  const vehicles = ['STOPPED', 'SILENT']
  expect(await figuresOf<z.infer<typeof TripStatusReply>>('getTripStatusForDashboard', vehicles)).toEqual({
    trips: 4,
    buckets: [
      { bucket: 'Early', count: 1, percent: 25 },
      { bucket: 'Ontime', count: 1, percent: 25 },
      { bucket: 'Delayed', count: 2, percent: 50 },
    ],
  })
  expect(
    await figuresOf<z.infer<typeof TripStatusReply>>('getTripStatusForDashboard', ['NEW']),
  ).toMatchObject({
    ...{ trips: 0, buckets: [{ percent: 0 }, { percent: 0 }, { percent: 0 }] },
  })
  const tripsOf = async (punctuality?: string, own = vehicles) => {
    const vehicleIds = own.map((name) => ids[name] ?? 0)
    const reply = await ask<z.infer<typeof TripRowsReply>>('trips', FIRST, LAST, {
      ...{ vehicleIds, punctuality },
    })
    return {
      total: reply.total,
      trips: reply.trips.map((each) => [each.punctuality, each.truck, each.eta]),
    }
  }
  const shown = (end: number, lateMinutes: number) => istDateTime(end + lateMinutes * MINUTE_MS)
  expect(await tripsOf('Delayed')).toEqual({
    total: 2,
    // Of two that were to arrive together, the newer first.
    trips: [30, 20].map((late) => ['Delayed', 'STOPPED', shown(to, late)]),
  })
  const early = ['Early', 'STOPPED', shown(from, -20)]
  expect(await tripsOf('Early')).toEqual({ total: 1, trips: [early] })
  const all = await tripsOf()
  expect([all.total, all.trips.at(-1)]).toEqual([4, early])
  expect(await tripsOf('Delayed', ['NEW'])).toEqual({ total: 0, trips: [] })
})

test('the trips that were to arrive last are answered where there are more than fit, with how many there are', async () => {
  const { from, to } = dayBounds(FIRST, 'Asia/Kolkata')
  const vehicle_id = ids['NEW'] ?? 0
  const trips = createTripRepository({ db: backend.database.db, now: Date.now })
  const arrival = (end: number) => ({
    ...{ company_id: ids['company'] ?? 0, vehicle_id, from_city: 'Pune', to_city: 'Nagpur' },
    ...{ scheduled_start: new Date(from), scheduled_end: new Date(end), actual_end: new Date(end) },
    status: 'COMPLETED' as const,
  })
  await backend.database.db
    .insertInto('trip')
    .values([arrival(from + 1), arrival(to - 2), arrival(to - 1)])
    .execute()
  const question = { query: { vehicleIds: [vehicle_id] }, from, to }
  const figures = { questionOf: async () => question as unknown as FiguresQuestion }
  const caller = { companyId: ids['company'] ?? 0 } as Caller
  const filter = {} as ReportFilter
  const reply = await createTripStatus({ figures, trips, most: 2 }).rows(caller, filter)
  expect([reply.total, reply.trips.map(({ scheduledEndDate }) => scheduledEndDate)]).toEqual([
    ...[3, [istDateTime(to - 1), istDateTime(to - 2)]],
  ])
  expect((await createTripStatus({ figures, trips }).rows(caller, filter)).trips).toHaveLength(3)
})
