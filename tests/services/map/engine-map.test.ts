// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createEngineMap, type EngineKind } from '#src/services/map/engine-map.ts'

const PROBLEM = { code: 'mapNotStarted', params: { reason: 'No code came.' } } as const
const kindOf = (load: EngineKind['load']): EngineKind => ({ load, problemOf: () => PROBLEM })
const start = () => ({ layout: () => undefined, isReady: () => true, stop: () => {} })

test('MAP-47 the drawing code is fetched before the map is mounted, and not again for each list', async () => {
  const load = vi.fn(async () => start)
  const map = createEngineMap({ fleet: createFleetStore(), kinds: () => [kindOf(load)] })
  map.prepare()
  expect(load).toHaveBeenCalledTimes(1)
  expect(map.drawn().ready).toBe(false)
  map.mount(document.body)
  await vi.waitFor(() => expect(map.drawn().ready).toBe(true))
  map.prepare()
  expect(load).toHaveBeenCalledTimes(2)
})

test("MAP-47 the engine starts in a task of its own, after the page's first requests to the server", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const started = vi.fn(start)
  const map = createEngineMap({ fleet: createFleetStore(), kinds: () => [kindOf(async () => started)] })
  map.mount(document.body)
  await new Promise(setImmediate)
  expect(started).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(started).toHaveBeenCalledTimes(1)
})

test('MAP-47 code that fails to load is reported once the map is mounted, and not before', async () => {
  const failed = vi.fn()
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  const map = createEngineMap({ fleet: createFleetStore(), kinds: () => [kindOf(load)] })
  map.onFailure(failed)
  map.prepare()
  await expect(load.mock.results[0]?.value).rejects.toThrow('offline')
  expect(failed).not.toHaveBeenCalled()
  map.mount(document.body)
  await vi.waitFor(() =>
    expect(failed).toHaveBeenCalledWith({
      ...PROBLEM,
      isDrawn: false,
      offersBundledMap: false,
    }),
  )
})
