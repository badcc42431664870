import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FleetList, FleetVehicle } from '#contract/records/fleet.ts'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import { createFleetList } from '#src/services/fleet/fleet-list.ts'
import { createFleetService } from '#src/services/fleet/fleet-service.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { NO_EARLY_LIST } from '#tests/kit/builders/list-requests.ts'
import { mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { createFakeMap } from '#tests/kit/services/fake.map.ts'

type LatestReport = { readonly time: number; readonly status: number }

const IDS = [1, 2, 3, 4, 5, 6]
const RUNNING: ListRequest = {
  kind: 'filter',
  adds: false,
  body: { status: 'RUNNING', filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] } },
}

const countsOf = (statuses: readonly number[]): FleetList['counts'] => {
  const of = (name: string) => statuses.filter((status) => VEHICLE_STATUSES[status] === name).length
  return {
    RUNNING: of('RUNNING'),
    IDLING: of('IDLE'),
    STOPPED: of('STOPPED'),
    KEYON: of('KEYON'),
    OFFLINE: of('OFFLINE'),
  }
}

const recordOf = (vehicleId: number, { time, status }: LatestReport): FleetVehicle =>
  mapVehicle(vehicleId, {
    fixTime: time,
    longitude: 70 + vehicleId,
    latitude: 10 + ((time - NOON) % 50) / 10,
    vehicleStatus: VEHICLE_STATUSES[status] ?? '',
  })

/** A server whose trucks drive, with a stream in order and lists that arrive at any time; and the client under test. */
const createBenchEnvironment = () => {
  const truth = new Map<number, LatestReport>(IDS.map((id) => [id, { time: NOON, status: id % 4 }]))
  const streamed: [number, LatestReport][] = []
  const requests: { readonly status: string; answer?: FleetList; resolve(list: FleetList): void }[] = []
  const store = createFleetStore()
  const list = createFleetList({ store })
  const map = createFakeMap({ fleet: store })
  map.showFleet('all')
  // Reads the list as the screen does, so that it keeps itself up to date.
  list.subscribe(() => {})
  const service = createFleetService({
    earlyList: NO_EARLY_LIST,
    store,
    http: {
      call: (async (_: unknown, input?: { body?: { status: string } }) =>
        new Promise((resolve) =>
          requests.push({ status: input?.body?.status ?? '', resolve: resolve as never }),
        )) as never,
    },
  })
  /** What the client has received for each vehicle from any source: the newest counts (OPEN-44). */
  const received = new Map<number, LatestReport>()
  const record = (id: number, point: LatestReport, wins: (held: LatestReport) => boolean) => {
    const held = received.get(id)
    if (held === undefined || wins(held)) received.set(id, point)
  }

  return {
    ...{ store, list, map, received, truth },
    drive: (id: number, status: number) => {
      const next = { time: (truth.get(id)?.time ?? NOON) + 1000, status }
      truth.set(id, next)
      streamed.push([id, next])
    },
    flush: (count: number) => {
      const rows = streamed.splice(0, count)
      for (const [id, point] of rows) record(id, point, ({ time }) => point.time >= time)
      const records = rows.map(([id, point]) => recordOf(id, point))
      store.applyBatch({
        vehicleId: rows.map(([id]) => id),
        time: rows.map(([, { time }]) => time),
        lng: records.map(({ longitude }) => longitude ?? 0),
        lat: records.map(({ latitude }) => latitude ?? 0),
        speed: rows.map(() => 54),
        heading: rows.map(() => 45),
        status: rows.map(([, { status }]) => status),
      })
    },
    /** The stream is cut and reconnects with a snapshot. */
    cut: () => {
      streamed.length = 0
      for (const [id, now] of truth) streamed.push([id, now])
    },
    ask: (isFiltered: boolean) => {
      void service.load(isFiltered ? RUNNING : { kind: 'default' }).catch(() => {})
    },
    /** The server reads its tables for its oldest unanswered request. */
    read: () => {
      const request = requests.find(({ answer }) => answer === undefined)
      if (request === undefined) return
      const all = [...truth]
      request.answer = {
        vehicles: all
          .filter(([, { status }]) => request.status === '' || VEHICLE_STATUSES[status] === request.status)
          .map(([id, point]) => recordOf(id, point)),
        counts: countsOf(all.map(([, { status }]) => status)),
      }
    },
    /** A reply arrives; one overtaken by a newer request changes nothing. */
    arrive: async () => {
      const request = requests.shift()
      if (request === undefined) return undefined
      if (request.answer === undefined) {
        requests.unshift(request)
        return undefined
      }
      const isNewest = requests.length === 0
      if (isNewest)
        for (const { vehicleId, fixTime, vehicleStatus } of request.answer.vehicles) {
          const point = { time: fixTime, status: VEHICLE_STATUSES.indexOf(vehicleStatus as never) }
          record(vehicleId, point, ({ time }) => point.time >= time)
        }
      request.resolve(request.answer)
      await settled()
      return isNewest ? request.answer : undefined
    },
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('drive' as const),
      id: fc.constantFrom(...IDS),
      status: fc.nat(4),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('flush' as const), count: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), isFiltered: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
)

test('OPEN-44 list, counts and map always agree about a vehicle, however refreshes and batches interleave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const harness = createBenchEnvironment()
      let listed: FleetList | undefined
      for (const now of [...steps, { do: 'ask', isFiltered: false } as const]) {
        if (now.do === 'drive') harness.drive(now.id, now.status)
        else if (now.do === 'flush') harness.flush(now.count)
        else if (now.do === 'ask') harness.ask(now.isFiltered)
        else if (now.do === 'arrive') listed = (await harness.arrive()) ?? listed
        else harness[now.do]()

        const { store, received } = harness
        const ids = [...harness.list.getSnapshot()].toSorted()
        expect(ids).toEqual((listed?.vehicles ?? []).map(({ vehicleId }) => vehicleId).toSorted())
        const held = ids.map((id) => {
          const slot = store.slotOf(id) ?? -1
          return { time: store.columns.time[slot], status: store.columns.status[slot] }
        })
        expect(held).toEqual(ids.map((id) => received.get(id)))
        const drawn = harness.map.drawn().vehicles.toSorted((a, b) => a.vehicleId - b.vehicleId)
        expect(drawn.map(({ vehicleId, status }) => [vehicleId, status])).toEqual(
          ids.map((id, place) => [id, VEHICLE_STATUSES[held[place]?.status ?? -1]]),
        )
        const before = countsOf(
          (listed?.vehicles ?? []).map((each) => VEHICLE_STATUSES.indexOf(each.vehicleStatus as never)),
        )
        const after = countsOf(held.map(({ status }) => status ?? -1))
        for (const [name, count] of Object.entries(store.counts()))
          expect([name, count]).toEqual([
            name,
            (listed?.counts[name as keyof typeof after] ?? 0) -
              before[name as keyof typeof after] +
              after[name as keyof typeof after],
          ])
      }
      // Once everything has arrived, all agree with the server.
      harness.flush(1000)
      for (let i = 0; i < 100; i++) {
        harness.read()
        await harness.arrive()
      }
      for (const [id, { time, status }] of harness.truth) {
        const slot = harness.store.slotOf(id) ?? -1
        expect([harness.store.columns.time[slot], harness.store.columns.status[slot]]).toEqual([time, status])
      }
      expect(harness.store.counts()).toEqual(
        countsOf([...harness.truth.values()].map(({ status }) => status)),
      )
    }),
    { numRuns: 200 },
  )
})
