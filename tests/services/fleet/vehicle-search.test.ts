import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFleetList } from '#src/services/fleet/fleet-list.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createVehicleSearch } from '#src/services/fleet/vehicle-search.ts'
import { createVehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import type { Http } from '#src/services/http/http.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const store = createFleetStore()
  store.replaceMembers([vehicle(1), vehicle(2), vehicle(3, { registrationId: 'MH 31 CD 0003' })])
  const list = createFleetList({ store })
  const requests: { text: string; answer(ids: readonly number[]): void; fail(): void }[] = []
  const http = {
    call: (_call: unknown, { body }: { body: { search: string } }) =>
      new Promise((resolve, reject) => {
        requests.push({
          text: body.search,
          answer: (vehicleIds) => resolve({ vehicleIds }),
          fail: () => reject(new Error('away')),
        })
      }),
  } as unknown as Pick<Http, 'call'>
  return { requests, search: createVehicleSearch({ http, list }), found: () => list.getSnapshot() }
}

describe('API-119 the search box', () => {
  test("finds registrations at once, and adds the server's results once typing pauses", async () => {
    const { requests, search, found } = open()
    search.setSearch('mh31')
    expect(found()).toEqual([3])
    search.setSearch('mh31c')
    vi.advanceTimersByTime(249)
    expect(requests).toEqual([])
    vi.advanceTimersByTime(1)
    expect(requests.map(({ text }) => text)).toEqual(['mh31c'])
    requests[0]?.answer([2, 99])
    await settled()
    expect(found()).toEqual([3, 2])
    search.setSearch('')
    expect(found()).toEqual([3, 1, 2])
  })

  test('an answer to an older text and an unreachable server change nothing', async () => {
    const { requests, search, found } = open()
    search.setSearch('mh31')
    vi.advanceTimersByTime(250)
    search.setSearch('tn01ab0001')
    requests[0]?.answer([3])
    await settled()
    expect(found()).toEqual([1])
    vi.advanceTimersByTime(250)
    requests[1]?.fail()
    await settled()
    expect(found()).toEqual([1])
  })

  test('a short text is not sent', () => {
    const { requests, search } = open()
    search.setSearch('mh')
    vi.advanceTimersByTime(1000)
    expect(requests).toEqual([])
  })
})

test("API-102 MAP-53 the selectable vehicles are requested by the user's id, and cached by registration until released", async () => {
  const requests: unknown[] = []
  const http = {
    call: async (_call: unknown, input: unknown) => {
      requests.push(input)
      return { vehicles: [{ registrationId: 'TN 10' }, { registrationId: 'TN 9' }] }
    },
  } as unknown as Pick<Http, 'call'>
  const options = createVehicleOptions({ http, userId: () => 7 })
  await options.load()
  expect(requests).toEqual([{ params: { userId: 7 }, isSentOnce: true }])
  expect(options.list().map(({ registrationId }) => registrationId)).toEqual(['TN 9', 'TN 10'])
  options.clear()
  expect(options.list()).toEqual([])
})
