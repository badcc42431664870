import { throwError } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { Call } from '#contract/calls/call.ts'
import { liveTrack } from '#contract/calls/live.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireFleet } from '#src/wiring/fleet.ts'
import type { MapServices } from '#src/wiring/member.ts'
import type { Page } from '#src/wiring/services.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('OPEN-39 OPEN-44 while the stream is away, the latest position is requested at the stored refresh interval', async () => {
  vi.useFakeTimers()
  let requests = 0
  const services = {
    storage: { get: (key: string) => (key === STORED.refreshRate ? 10 : null) },
    streams: { open: () => throwError(() => ({ kind: 'busy', retryAfterMs: 20_000 })) },
    http: {
      call: async ({ id }: Call) => {
        if (id === liveTrack.id) requests += 1
        throw new Error('Nobody is there.')
      },
    },
    map: { prepare: () => {} },
    fleet: { load: () => new Promise(() => {}) },
    serverNow: Date.now,
  } as unknown as MapServices
  const page = { window: globalThis, notify: () => {} } as unknown as Page
  const machine = wireFleet(
    services,
    page,
    () => {},
    () => {},
  )
  const fleet = createActor(machine, {
    input: { role: 'MANAGER', choosesDataOwner: false, timeZone: DEFAULT_TIME_ZONE },
  }).start()
  fleet.send({ type: 'map.opened' })
  fleet.send({ type: 'live.opened', vehicleId: 7 })
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  fleet.stop()
  expect(requests).toBe(1 + 6)
})
