import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import type { Caller } from '#server/access/caller.ts'
import type { FleetRow } from '#server/fleet/fleet.repository.ts'
import { createFleetService as createServerFleet } from '#server/fleet/fleet.service.ts'
import { createHeldLists } from '#server/fleet/held-lists.ts'
import { fleetBatchOf } from '#server/live/fleet-channel.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import { createFleetService } from '#src/services/fleet/fleet-service.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { Http } from '#src/services/http/http.ts'
import { filtered, NO_EARLY_LIST } from '#tests/kit/builders/list-requests.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const CALLER = { userId: 1 } as Caller
const MOST = 8

const rowOf = (vehicleId: number): FleetRow => ({
  ...{ vehicleId, companyId: 1, registration: `MH 12 ${vehicleId}`, imei: `86${vehicleId}`, model: '3528' },
  ...{ fuelTankLitres: 300, adblueTankLitres: 40, latest: null, intervalS: 10, trip: null },
})

/** The server's fleet with a switch for each thing that can change, two clients of it, and the stream to both. */
const createFleets = () => {
  const rows = new Map<number, FleetRow>()
  const visible = new Set<number>()
  let isOpen = true
  let clock = NOW - 60_000
  let heldLists = createHeldLists()
  const replies: { sent: number; isWhole: boolean }[] = []
  const serve = () =>
    createServerFleet({
      fleet: { list: async () => [...rows.values()], idsHolding: async () => [] },
      heldLists,
      groupings: { groupsOf: async () => [], regionsOf: async () => [], membersOf: async () => null },
      visibleVehicles: async () => ({ companyId: 1, vehicleIds: visible }),
      vehiclesOfUsers: async () => null,
      now: () => NOW,
    })
  let server = serve()
  const answer = async (id: string, input: { query?: { held?: string }; body?: never }) => {
    const held = input.query?.held
    if (id === 'filterFleet') return server.filter(CALLER, input.body as never, held)
    const list = await server.allOf(CALLER, held)
    if (id === 'vehicleList') return list
    const { vehicles, revision, changes } = list
    return { showAllTrucksList: vehicles, revision, ...(changes && { changes }) }
  }
  const createClient = (asksForChanges: boolean) => {
    const store = createFleetStore()
    const http = {
      call: async ({ id }: { id: string }, input: object) => {
        const reply = JSON.parse(
          JSON.stringify(await answer(id, asksForChanges ? input : { ...input, query: {} })),
        )
        if (asksForChanges)
          replies.push({
            sent: (reply.vehicles ?? reply.showAllTrucksList).length,
            isWhole: reply.changes === undefined,
          })
        return reply
      },
    } as unknown as Pick<Http, 'call'>
    const fleet = createFleetService({ http, store, earlyList: NO_EARLY_LIST })
    const seen = () => ({
      counts: store.counts(),
      vehicles: Array.from({ length: store.size }, (_, slot) => {
        const { vehicleId, time, lng, lat, speed, heading, status } = store.columns
        const { registrationId, imei, model, tripDetail, intervalS } =
          store.record(vehicleId[slot] ?? 0) ?? {}
        return {
          ...{ id: vehicleId[slot] ?? 0, registrationId, imei, model, tripDetail, intervalS },
          at: [time[slot], lng[slot], lat[slot], speed[slot], heading[slot], status[slot]],
        }
      }).sort((a, b) => a.id - b.id),
    })
    return { store, fleet, seen }
  }
  const changing = createClient(true)
  const whole = createClient(false)
  const send = (ids: Iterable<number>) => {
    if (!isOpen) return
    const places = [...ids].flatMap((id) => {
      const latest = rows.get(id)?.latest
      return latest && visible.has(id) ? [[id, latest] as const] : []
    })
    for (const { store } of [changing, whole]) store.applyBatch(fleetBatchOf(places, NOW))
  }
  const change = (id: number, fields: Partial<FleetRow>) => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, ...fields })
  }
  return {
    ...{ changing, whole, replies },
    act: {
      add: (id: number) => {
        rows.set(id, rows.get(id) ?? rowOf(id))
        visible.add(id)
        send(visible)
      },
      remove: (id: number) => {
        rows.delete(id)
        visible.delete(id)
      },
      /** Ownership, or the user whom the caller acts for, has changed: the stream begins anew. */
      hide: (id: number) => visible.delete(id),
      rename: (id: number, n: number) => change(id, { registration: `KA ${n}`, model: `${n}` }),
      interval: (id: number, n: number) => change(id, { intervalS: n === 0 ? null : n }),
      trip: (id: number, n: number) =>
        change(id, { trip: n === 0 ? null : { id: n, fromCity: 'Pune', toCity: `Town ${n}`, eta: null } }),
      drive: (id: number, n: number) => {
        clock += 10
        const fix: Fix = { time: clock, lng: 70 + n, lat: 20, speed: n * 20, heading: n, ignition: n !== 3 }
        change(id, { latest: fix })
        send([id])
      },
      lose: () => {
        isOpen = false
      },
      reconnect: () => {
        isOpen = true
        send(visible)
      },
      restart: () => {
        heldLists = createHeldLists()
        server = serve()
      },
    },
    load: async (list: ListRequest) => {
      const request = { ...list, streamed: isOpen }
      const [a, b] = await Promise.all([changing.fleet.load(request), whole.fleet.load(request)])
      expect(a).toEqual(b)
      expect(changing.seen()).toEqual(whole.seen())
    },
  }
}

const LISTS: readonly ListRequest[] = [
  { kind: 'default' },
  { kind: 'all' },
  filtered(),
  filtered({ status: 'RUNNING' }),
  filtered({ overSpeed: 60 }),
  filtered({ vehicleIds: [1, 2, 3] }),
]

test('OPEN-44 a list made of changes is the list read as a whole, whatever has happened in between', async () => {
  const id = fc.integer({ min: 1, max: MOST })
  const n = fc.integer({ min: 0, max: 4 })
  const step = fc.oneof(
    fc.tuple(fc.constantFrom('drive', 'rename', 'interval', 'trip', 'add', 'remove', 'hide'), id, n),
    fc.tuple(fc.constantFrom('lose', 'reconnect', 'restart'), id, n),
    { weight: 2, arbitrary: fc.tuple(fc.constant('list'), id, n) },
    { weight: 5, arbitrary: fc.tuple(fc.constant('refresh'), id, n) },
  )
  let changesSeen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const fleets = createFleets()
      for (let vehicle = 1; vehicle <= MOST / 2; vehicle++) fleets.act.add(vehicle)
      let list = LISTS[0] as ListRequest
      await fleets.load(list)
      for (const [name, vehicle, value] of steps) {
        if (name === 'list') list = LISTS[(vehicle + value) % LISTS.length] ?? list
        if (name === 'list' || name === 'refresh') await fleets.load(list)
        else fleets.act[name as keyof typeof fleets.act](vehicle, value)
      }
      await fleets.load(list)
      changesSeen += fleets.replies.filter(({ isWhole }) => !isWhole).length
    }),
    { numRuns: 200 },
  )
  expect(changesSeen).toBeGreaterThan(500)
})

test('while the stream is open a refresh brings nothing of vehicles that only moved, and the whole list without it', async () => {
  const { act, load, replies } = createFleets()
  for (let vehicle = 1; vehicle <= MOST; vehicle++) act.add(vehicle)
  await load({ kind: 'default' })
  for (let vehicle = 1; vehicle <= MOST; vehicle++) act.drive(vehicle, 2)
  await load({ kind: 'default' })
  act.rename(3, 4)
  await load({ kind: 'default' })
  act.lose()
  await load({ kind: 'default' })
  act.reconnect()
  act.restart()
  act.interval(1, 4)
  await load({ kind: 'default' })
  expect(replies).toEqual([
    { sent: MOST, isWhole: true },
    { sent: 0, isWhole: false },
    { sent: 1, isWhole: false },
    { sent: MOST, isWhole: true },
    { sent: MOST, isWhole: true },
  ])
})

test('what is remembered of lists is bounded: the oldest is forgotten, and asked for again as a whole', async () => {
  const lists = createHeldLists({ mostRows: 4 })
  const counts = { RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }
  const server = createServerFleet({
    fleet: { list: async () => [1, 2, 3].map(rowOf), idsHolding: async () => [] },
    heldLists: lists,
    groupings: { groupsOf: async () => [], regionsOf: async () => [], membersOf: async () => null },
    visibleVehicles: async () => ({ companyId: 1, vehicleIds: new Set([1, 2, 3]) }),
    vehiclesOfUsers: async () => null,
    now: () => NOW,
  })
  const { vehicles, revision } = await server.allOf(CALLER)
  const other = vehicles.map((vehicle) => ({ ...vehicle, model: 'other' }))
  expect(lists.reply(other, { counts, listed: counts }, revision).vehicles).toHaveLength(3)
  expect(lists.reply(other, { counts, listed: counts }, revision).changes).toBeUndefined()
})
