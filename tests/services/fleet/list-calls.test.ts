import { describe, expect, test } from 'vitest'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import { createFleetService } from '#src/services/fleet/fleet-service.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { Http } from '#src/services/http/http.ts'
import { filtered, NO_EARLY_LIST } from '#tests/kit/builders/list-requests.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'

const none = { RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

/** A server that gives these replies in turn, by call id. */
const lists = (replies: Readonly<Record<string, readonly unknown[]>>) => {
  const requests: { id: string; input: unknown }[] = []
  const store = createFleetStore()
  const http = {
    call: async ({ id }: { id: string }, input: unknown) => {
      const reply = replies[id]?.[requests.filter((one) => one.id === id).length]
      requests.push({ id, input })
      return reply
    },
  } as unknown as Pick<Http, 'call'>
  return { requests, store, fleet: createFleetService({ http, store, earlyList: NO_EARLY_LIST }) }
}
const list = (...vehicles: FleetVehicle[]) => ({
  vehicles,
  counts: { ...none, RUNNING: vehicles.length },
})

describe('the list calls', () => {
  test('MAP-22 OPEN-75 a filter is sent as status, filter and vehicle ids', async () => {
    const { requests, fleet } = lists({ filterFleet: [list(), list()] })
    await fleet.load(filtered({ status: 'IDLE', companyIds: [4], userIds: [5] }))
    await fleet.load(filtered({ overSpeed: 80, groupIds: [2, 3], vehicleIds: [7] }))
    const body = { status: '', filter: { overSpeed: 80, companyIds: [], regionIds: [], groupIds: [2, 3] } }
    expect(requests.map(({ input }) => input)).toEqual([
      {
        body: {
          status: 'IDLE',
          filter: { overSpeed: 0, companyIds: [4], regionIds: [], groupIds: [], userIds: [5] },
        },
      },
      { body: { ...body, vehicleIds: [7] } },
    ])
  })

  test('MAP-36 MAP-07 OPEN-23 the default list and the list of all trucks have their own calls', async () => {
    const { requests, fleet, store } = lists({
      vehicleList: [list(vehicle(1))],
      showAllTrucks: [{ showAllTrucksList: [vehicle(1), vehicle(2, { vehicleStatus: 'IDLE' })] }],
    })
    expect(await fleet.load({ kind: 'default' })).toEqual({ shown: 1, counts: { ...none, RUNNING: 1 } })
    const all = await fleet.load({ kind: 'all' })
    expect(all).toEqual({ shown: 2, counts: { ...none, RUNNING: 1, IDLING: 1 } })
    expect(requests.map(({ id }) => id)).toEqual(['vehicleList', 'showAllTrucks'])
    expect(requests.map(({ input }) => input)).toEqual([{}, {}])
    expect(store.size).toBe(2)
  })

  test('MAP-51 a further batch is added to the one before, with its counts; another list starts anew', async () => {
    const { fleet, store } = lists({
      filterFleet: [list(vehicle(1)), list(vehicle(2), vehicle(3)), list(vehicle(9))],
    })
    await fleet.load(filtered({ vehicleIds: [1] }))
    expect(await fleet.load(filtered({ vehicleIds: [2, 3], adds: true }))).toEqual({
      shown: 3,
      counts: { ...none, RUNNING: 3 },
    })
    expect([1, 2, 3].map((id) => store.record(id)?.vehicleId)).toEqual([1, 2, 3])
    expect(await fleet.load(filtered())).toEqual({ shown: 1, counts: { ...none, RUNNING: 1 } })
    expect(store.size).toBe(1)
  })

  test('a list that arrives after a newer one was requested is ignored', async () => {
    let answer: (reply: unknown) => void = () => {}
    const store = createFleetStore()
    const late = new Promise((resolve) => {
      answer = resolve
    })
    const http = {
      call: ({ id }: { id: string }) => (id === 'vehicleList' ? late : Promise.resolve(list(vehicle(2)))),
    } as unknown as Pick<Http, 'call'>
    const fleet = createFleetService({ http, store, earlyList: NO_EARLY_LIST })
    const first = fleet.load({ kind: 'default' })
    await fleet.load(filtered())
    answer(list(vehicle(1)))
    await expect(first).rejects.toThrow('A newer list was asked for.')
    expect([store.size, store.slotOf(2)]).toEqual([1, 0])
  })
})
