import { describe, expect, test } from 'vitest'
import type { PlaybackPoint } from '#contract/calls/playback.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { Http } from '#src/services/http/http.ts'
import { createPlots } from '#src/services/trips/plots.ts'
import { createTripList } from '#src/services/trips/trip-list.ts'
import { trip } from '#tests/kit/builders/trips.ts'

const START = Date.UTC(2026, 10, 20, 2, 30)
const MINUTE = 60_000

/** A point a minute, each 0.1 degrees farther north. */
const point = (minute: number, overrides: Partial<PlaybackPoint> = {}): PlaybackPoint => ({
  gpsTime: START + minute * MINUTE,
  gpsLatitude: 20 + minute / 10,
  gpsLongitude: 79,
  gpsSpkm: 60,
  gpsIgnition: 1,
  gpsHead: 0,
  ...overrides,
})

const plotsOf = (reply: unknown, now = START + 3 * MINUTE) => {
  const requests: { id: string; input: unknown }[] = []
  const http = {
    call: async ({ id }: { id: string }, input: unknown) => {
      requests.push({ id, input })
      return reply
    },
  } as unknown as Pick<Http, 'call'>
  return { requests, plots: createPlots({ http, now: () => now }) }
}
const ofTrip = { kind: 'trip', vehicleId: 5, tripId: 9 } as const

describe('plotted routes', () => {
  test('PLT-09 a trip is plotted from its track: points, span, distance, remaining distance and the truck', async () => {
    const { requests, plots } = plotsOf({ trip: trip(9), data: [point(1), point(0), point(2)] })
    const { plotId, ...summary } = await plots.load(ofTrip)
    expect(requests).toEqual([{ id: 'getTripTrack', input: { query: { tripId: 9 } } }])
    expect(summary).toEqual({
      trip: trip(9),
      points: 3,
      startsAt: START,
      endsAt: START + 2 * MINUTE,
      distanceKm: expect.closeTo(22.24, 1),
    })
    const route = plots.get(plotId)
    expect(route?.driven.lat).toEqual([20, 20.1, 20.2])
    expect(route?.ahead).toEqual([79.09, 21.15])
    expect(route?.truck).toEqual({
      at: [79, 20.2],
      heading: 0,
      status: 'RUNNING',
      time: START + 2 * MINUTE,
    })
  })

  test('PLT-04 OPEN-13 CONFLICT-15 a range is sent by POST as in the playback, both spellings in IST', async () => {
    const { requests, plots } = plotsOf({ data: [point(0)] })
    const { trip: none } = await plots.load({
      kind: 'range',
      vehicleId: 5,
      from: START,
      to: START + 24 * 60 * MINUTE,
    })
    const [from, to] = ['2026-11-20 08:00:00', '2026-11-21 08:00:00']
    expect(requests).toEqual([
      {
        id: 'tripRoute',
        input: {
          body: {
            vehicleId: 5,
            ...{ fromDate: from, toDate: to, startDate: from, endDate: to },
            telemetryEnabled: false,
          },
        },
      },
    ])
    expect(none).toBeNull()
  })

  test('PLT-02 a route without usable points is a reply', async () => {
    const { plots } = plotsOf({ trip: trip(9), data: [point(0, { gpsLatitude: 0, gpsLongitude: 0 })] })
    const plot = await plots.load(ofTrip)
    expect(plot).toMatchObject({ points: 0, startsAt: null, endsAt: null, distanceKm: null })
  })

  test('PLT-01 the odometer gives the distance if known; a break splits the line', async () => {
    const { plots } = plotsOf({
      trip: trip(9),
      data: [point(0, { currentOdo: 100, plotNextPoint: false }), point(1, { currentOdo: 131.456 })],
    })
    const { plotId, distanceKm } = await plots.load(ofTrip)
    expect([distanceKm, plots.get(plotId)?.driven.breaks]).toEqual([expect.closeTo(31.456, 6), [1, 0]])
  })

  test('OPEN-37 if no point names a break, a long silence splits the line; otherwise only the named breaks do', async () => {
    const minutes = [0, 1, 2, 3, 9]
    const silent = minutes.map((minute) => point(0, { gpsTime: START + minute * MINUTE }))
    const breaksOf = async (data: readonly PlaybackPoint[]) => {
      const { plots } = plotsOf({ trip: trip(9), data })
      const { plotId } = await plots.load(ofTrip)
      return Array.from(plots.get(plotId)?.driven.breaks ?? [])
    }
    expect(await breaksOf(silent)).toEqual([0, 0, 0, 1, 0])
    expect(await breaksOf(silent.map((each) => ({ ...each, plotNextPoint: true })))).toEqual([0, 0, 0, 0, 0])
  })

  test('PLT-01 a finished trip has no remaining distance and no truck; a silent truck is not shown as running', async () => {
    const over = plotsOf({ trip: trip(9, { status: 'COMPLETED' }), data: [point(0)] })
    const { plotId } = await over.plots.load(ofTrip)
    expect(over.plots.get(plotId)).toMatchObject({ ahead: null, truck: null })
    const silent = plotsOf({ trip: trip(9), data: [point(0)] }, START + 60 * MINUTE)
    expect(silent.plots.get((await silent.plots.load(ofTrip)).plotId)?.truck?.status).toBe('OFFLINE')
  })

  test('one route is stored: a newer one replaces it, and dropping an older one keeps the newer', async () => {
    const { plots } = plotsOf({ trip: trip(9), data: [point(0)] })
    const first = await plots.load(ofTrip)
    const second = await plots.load(ofTrip)
    plots.drop(first.plotId)
    expect([plots.get(first.plotId), plots.get(second.plotId) === undefined]).toEqual([undefined, false])
    plots.drop(second.plotId)
    expect(plots.get(second.plotId)).toBeUndefined()
  })
})

describe('the trip list', () => {
  const listOf = () => {
    const requests: { input: unknown; answer: (reply: unknown) => void }[] = []
    const http = {
      call: (_: unknown, input: unknown) =>
        new Promise((answer) => {
          requests.push({ input, answer })
        }),
    } as unknown as Pick<Http, 'call'>
    return { requests, list: createTripList({ http }) }
  }

  test('OPEN-22 OPEN-25 requests running trips that contain the text', async () => {
    const { requests, list } = listOf()
    const first = list.load({ search: ' ', punctuality: null, dataOwner: null })
    requests[0]?.answer({ trips: [trip(1), trip(2)], total: 7 })
    expect(await first).toEqual({ shown: 2, total: 7 })
    expect(list.getSnapshot().map(({ tripId }) => tripId)).toEqual([1, 2])
    void list.load({ search: 'pune', punctuality: 'Delayed', dataOwner: null })
    expect(requests.map(({ input }) => input)).toEqual([
      { query: { status: 'RUNNING' } },
      { query: { status: 'RUNNING', search: 'pune', punctuality: 'Delayed' } },
    ])
  })

  test('OPEN-77 requests the trips of the user chosen in the support view', () => {
    const { requests, list } = listOf()
    void list.load({
      search: '',
      punctuality: null,
      dataOwner: { companyId: 4, userId: null, timeZone: DEFAULT_TIME_ZONE },
    })
    void list.load({
      search: '',
      punctuality: null,
      dataOwner: { companyId: 4, userId: 5, timeZone: DEFAULT_TIME_ZONE },
    })
    expect(requests.map(({ input }) => input)).toEqual([
      { query: { status: 'RUNNING', companyId: 4 } },
      { query: { status: 'RUNNING', companyId: 4, userIds: [5] } },
    ])
  })

  test('an answer to an older request, and one after logging out, change nothing', async () => {
    const { requests, list } = listOf()
    const old = list.load({ search: '', punctuality: null, dataOwner: null })
    const late = list.load({ search: 'p', punctuality: null, dataOwner: null })
    requests[0]?.answer({ trips: [trip(1)], total: 1 })
    await expect(old).rejects.toThrow('Newer trips were requested.')
    list.clear()
    requests[1]?.answer({ trips: [trip(2)], total: 1 })
    await expect(late).rejects.toThrow('Newer trips were requested.')
    expect(list.getSnapshot()).toEqual([])
  })
})
