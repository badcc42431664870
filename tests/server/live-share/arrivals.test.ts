import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createBus } from '#server/live/bus.ts'
import { createArrivals } from '#server/live-share/arrivals.ts'
import type { LiveShareRepository } from '#server/live-share/live-share.repository.ts'
import type { DayFence } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'

const BEGAN = 1_795_000_000_000
const NOW = BEGAN + HOUR_MS
const DEPOT = { lng: 79.1, lat: 21.1 }
/** 600 km away. */
const ROAD = { lng: 73.85, lat: 18.5 }

type ArrivingLink = Awaited<ReturnType<LiveShareRepository['arriving']>>[number]['link']
const link: ArrivingLink = {
  ...{ id: 1, company_id: 1, created_by: null, created_at: new Date(BEGAN), hash: '', label: '' },
  ...{ ends_by: 'arrival', ends_at: new Date(NOW + HOUR_MS), trip_id: null, geofence_id: 3 },
  ...{ revoked_at: null, views: 0, last_viewed_at: null, trip_status: null },
  ...{ fence_name: 'Depot', creator_name: null },
  vehicles: [{ vehicleId: 5, registrationId: 'MH 5', hasArrived: false }],
}
const fence: DayFence = {
  ...{ id: 3, name: 'Depot', shape: 'circle', points: [[DEPOT.lng, DEPOT.lat]], radiusM: 500 },
  ...{ validFrom: 0, validTo: NOW + HOUR_MS, entryAlert: false, exitAlert: false },
}

let stop = async () => {}
afterEach(() => stop())

/** Arrivals of the link, with what is stored by the time that the server starts. Times are minutes since the link began. */
const startArrivals = async (
  stored: ReadonlyArray<{ min: number; lng: number; lat: number; accuracy?: number }>,
  {
    fence: more = {},
    arrived = vi.fn(async () => {}),
    onError = (error) => {
      throw error
    },
  }: {
    fence?: Partial<DayFence>
    arrived?: ReturnType<typeof vi.fn<() => Promise<void>>>
    onError?: (error: unknown) => void
  } = {},
) => {
  const all = stored.map(({ min, ...place }) => ({ time: BEGAN + min * MINUTE_MS, ...place }))
  const bus = createBus()
  const arriving = vi.fn(async () => [{ link, fence: { ...fence, ...more } }])
  const arrivals = createArrivals({
    links: { arriving, arrived },
    bus,
    track: {
      readRange: async ({ from, to }) => columnsOf(all.filter(({ time }) => time >= from && time < to)),
    },
    arrived: () => {},
    now: () => NOW,
    onError,
  })
  stop = arrivals.stop
  arrivals.start()
  await arrivals.refresh()
  return { arrived, arriving, arrivals, bus }
}
/** The arrivals that a server finds in what is stored when it starts. */
const arrivalsIn = async (...given: Parameters<typeof startArrivals>) =>
  (await startArrivals(...given)).arrived.mock.calls

test('OPEN-43 a vehicle that arrived while the server was down has left the link', async () => {
  const near = { lng: 79.1, lat: 21.05 }
  const calls = await arrivalsIn([
    { min: 5, ...near },
    { min: 20, ...DEPOT },
    { min: 30, ...DEPOT },
  ])
  expect(calls).toEqual([[1, 5, BEGAN + 20 * MINUTE_MS]])
})

test.each([
  ['between the others', 10],
  ['as the first one since the link began', 1],
])('DI-06 a stored fix in the fence that no truck can have reached is no arrival: %s', async (_name, min) => {
  const calls = await arrivalsIn([
    { min: -5, ...ROAD },
    { min, ...DEPOT },
    { min: min + 1, ...ROAD },
  ])
  expect(calls).toEqual([])
})

test('links that are made while others are read are read together', async () => {
  const { arrivals, arriving } = await startArrivals([])
  const before = arriving.mock.calls.length
  await Promise.all(Array.from({ length: 20 }, () => arrivals.refresh()))
  expect(arriving.mock.calls.length - before).toBe(1)
})

test('a fix in the fence from before the link is no arrival', async () => {
  expect(
    await arrivalsIn([
      { min: -20, ...DEPOT },
      { min: 10, lng: 79.1, lat: 21.15 },
    ]),
  ).toEqual([])
})

test('OPEN-43 a position that is less exact than the fence is large is no arrival', async () => {
  const near = { lng: 79.1, lat: 21.05 }
  const visit = (accuracy: number) =>
    arrivalsIn([
      { min: 5, ...near },
      { min: 20, ...DEPOT, accuracy },
    ])
  expect(await visit(501)).toEqual([])
  expect(await visit(500)).toEqual([[1, 5, BEGAN + 20 * MINUTE_MS]])
})

test('of what comes live, a fix in the fence since the link began is an arrival, and nothing else is', async () => {
  const { arrived, arrivals, bus } = await startArrivals([])
  const comes = async (min: number, place: typeof DEPOT) => {
    const fix = { time: BEGAN + min * MINUTE_MS, ...place }
    bus.publish(1, [{ companyId: 1, vehicleId: 5, intervalS: null, fix }])
    await arrivals.refresh()
    return arrived.mock.calls
  }
  expect(await comes(5, ROAD)).toEqual([])
  expect(await comes(-5, DEPOT), 'late, from before the link').toEqual([])
  expect(await comes(20, DEPOT)).toEqual([[1, 5, BEGAN + 20 * MINUTE_MS]])
})

test('the first moment of the link, and the first and the last one of the fence, are of them', async () => {
  const instant = (min: number) => BEGAN + min * MINUTE_MS
  const visits = [19, 20, 21].map((min) => ({ min, ...DEPOT }))
  expect(await arrivalsIn([{ min: 0, ...DEPOT }])).toEqual([[1, 5, BEGAN]])
  await stop()
  expect(await arrivalsIn(visits, { fence: { validFrom: instant(20) } })).toEqual([[1, 5, instant(20)]])
  await stop()
  expect(await arrivalsIn(visits.slice(1), { fence: { validTo: instant(20) } })).toEqual([
    [1, 5, instant(20)],
  ])
  await stop()
  expect(await arrivalsIn(visits.slice(2), { fence: { validTo: instant(20) } })).toEqual([])
})

test('an arrival that could not be stored is stored with the next fix there, and once', async () => {
  const failures: unknown[] = []
  const away = new Error('away')
  const { arrived, arrivals, bus } = await startArrivals([], {
    arrived: vi.fn(async () => {}).mockRejectedValueOnce(away),
    onError: (error) => failures.push(error),
  })
  for (const min of [20, 21, 22]) {
    const fix = { time: BEGAN + min * MINUTE_MS, ...DEPOT }
    bus.publish(1, [{ companyId: 1, vehicleId: 5, intervalS: null, fix }])
  }
  await arrivals.stop()
  expect(failures).toEqual([away])
  expect(arrived.mock.calls).toEqual([20, 21].map((min) => [1, 5, BEGAN + min * MINUTE_MS]))
})
