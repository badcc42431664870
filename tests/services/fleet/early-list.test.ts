import { expect, test } from 'vitest'
import { createEarlyList, EARLY_LIST_KEPT_MS } from '#src/services/fleet/early-list.ts'
import { createFleetService } from '#src/services/fleet/fleet-service.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { Http } from '#src/services/http/http.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'

const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

/** A fleet service whose server names the maker of each call: the session, or the bearer of a token. */
const firstLists = ({ refuses = false } = {}) => {
  const calls: string[] = []
  const ended: string[] = []
  let token: string | null = 'one'
  let time = 0
  const answering = (maker: string) =>
    ({
      call: async ({ id }: { id: string }, _input: object, signal?: AbortSignal) => {
        calls.push(`${id} ${maker}`)
        signal?.addEventListener('abort', () => ended.push(`${id} ${maker}`))
        if (refuses && maker !== 'session') throw new Error('Refused.')
        return { vehicles: [vehicle(1)], counts }
      },
    }) as unknown as Pick<Http, 'call'>
  const earlyList = createEarlyList({ token: () => token, asBearer: answering, now: () => time })
  const fleet = createFleetService({ http: answering('session'), store: createFleetStore(), earlyList })
  return {
    ...{ calls, ended, earlyList, fleet },
    wait: (ms: number) => {
      time += ms
    },
    setToken: (next: string | null) => {
      token = next
    },
  }
}

test('MAP-36 a list requested early is not requested again by the map, but at the next refresh', async () => {
  const { calls, earlyList, fleet } = firstLists()
  earlyList.request({ kind: 'default' })
  expect(calls).toEqual(['vehicleList one'])
  expect(await fleet.load({ kind: 'default' })).toEqual({ shown: 1, counts })
  expect(calls).toEqual(['vehicleList one'])
  await fleet.load({ kind: 'default' })
  expect(calls).toEqual(['vehicleList one', 'vehicleList session'])
})

test('a failed one is requested again by the session', async () => {
  const { calls, earlyList, fleet } = firstLists({ refuses: true })
  earlyList.request({ kind: 'default' })
  await fleet.load({ kind: 'default' })
  expect(calls).toEqual(['vehicleList one', 'vehicleList session'])
})

test('another list, or another login, does not get it; nor does what comes after', async () => {
  const other = firstLists()
  other.earlyList.request({ kind: 'default' })
  await other.fleet.load(filtered())
  await other.fleet.load({ kind: 'default' })
  expect(other.calls).toEqual(['vehicleList one', 'filterFleet session', 'vehicleList session'])

  const next = firstLists()
  next.earlyList.request({ kind: 'default' })
  next.setToken('two')
  await next.fleet.load({ kind: 'default' })
  expect(next.calls).toEqual(['vehicleList one', 'vehicleList session'])
})

test('one that is first asked for after half a minute is requested again', async () => {
  const timely = firstLists()
  timely.earlyList.request({ kind: 'default' })
  timely.wait(EARLY_LIST_KEPT_MS)
  await timely.fleet.load({ kind: 'default' })
  expect(timely.calls).toEqual(['vehicleList one'])

  const late = firstLists()
  late.earlyList.request({ kind: 'default' })
  late.wait(EARLY_LIST_KEPT_MS + 1)
  await late.fleet.load({ kind: 'default' })
  expect(late.calls).toEqual(['vehicleList one', 'vehicleList session'])
})

test('SES-15 a log-out ends the request and drops its list, also for a login with the same token', async () => {
  const { calls, ended, earlyList, fleet } = firstLists()
  earlyList.request({ kind: 'default' })
  earlyList.forget()
  expect(ended).toEqual(['vehicleList one'])
  await fleet.load({ kind: 'default' })
  expect(calls).toEqual(['vehicleList one', 'vehicleList session'])
})

test('without a token nothing is requested', () => {
  const { calls, earlyList, setToken } = firstLists()
  setToken(null)
  earlyList.request({ kind: 'default' })
  expect(calls).toEqual([])
})
