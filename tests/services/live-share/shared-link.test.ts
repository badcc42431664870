import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { validateShare } from '#contract/calls/live-share.ts'
import { TEXTS } from '#contract/texts.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { Http } from '#src/services/http/http.ts'
import { createSharedLink } from '#src/services/live-share/shared-link.ts'

type Reply = z.output<(typeof validateShare)['reply']>
const NOW = 1_795_000_000_000
const vehicle = {
  ...{ vehicleId: 5, registrationId: 'MH 31 AB 1234', imei: '86', vehicleStatus: 'RUNNING' },
  ...{ latitude: 21.1, longitude: 79.1, currentVehicleSpeed: 58, time: NOW - 4000, heading: 90 },
}

const open = (answer: Awaited<ReturnType<Http['send']>>, q = 'abc') => {
  const store = createFleetStore()
  const sent: unknown[] = []
  const link = createSharedLink({
    http: {
      send: async (_, input) => {
        sent.push(input)
        return answer as never
      },
    },
    store,
    shareId: () => q,
    now: () => NOW - 3_600_000,
  })
  return { store, sent, check: () => link.check(new AbortController().signal), link }
}
const body = (reply: Reply) => ({ kind: 'body', body: reply, sentAt: NOW }) as const

describe('the link in the address', () => {
  test('SHR-05 CONFLICT-20 an open one puts its vehicles into the store, and ages are told by the server’s clock', async () => {
    const { store, sent, check, link } = open(
      body({ liveShareVehicleDetails: [vehicle], label: 'Order 12', endsBy: 'trip', endsAt: NOW + 5 }),
    )
    expect(await check()).toEqual({
      kind: 'open',
      link: { vehicleIds: [5], label: 'Order 12', endsBy: 'trip', endsAt: NOW + 5 },
    })
    expect(sent).toEqual([{ params: { q: 'abc' }, isSilent: true }])
    expect([link.imeiOf(5), link.imeiOf(6), link.now()]).toEqual(['86', '', NOW])
    expect(store.record(5)?.registrationId).toBe('MH 31 AB 1234')
    link.move({
      ...{ LAT: 21.2, LONG: 79.2, status: 'IDLE', RegNo: '', UpdatedTime: '', vehicleId: 5 },
      ...{ time: NOW, speed: null, heading: null },
    })
    const slot = store.slotOf(5) ?? -1
    expect([store.columns.lat[slot], store.columns.time[slot]]).toEqual([21.2, NOW])
  })

  test('SHR-08 SHR-09 a message is told, a reply without it and without vehicles is not', async () => {
    expect(await open(body({ message: 'over' })).check()).toEqual({ kind: 'broken', message: 'over' })
    expect(await open(body({ label: 'x' })).check()).toEqual({ kind: 'broken', message: null })
    expect(await open({ kind: 'empty', reference: '' }).check()).toEqual({ kind: 'broken', message: null })
  })

  test('an address without an id is told apart from nothing, without asking', async () => {
    const { sent, check } = open(body({}), '')
    expect(await check()).toEqual({ kind: 'broken', message: TEXTS.shareLinkBroken })
    expect(sent).toEqual([])
  })
})
