// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { PageErrorCode } from '#contract/page-errors.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createLazyModule } from '#src/services/kit/lazy-module.ts'
import { createEngineMap, type EngineKind } from '#src/services/map/engine-map.ts'
import { mapLibre } from '#src/services/map/portal.map.ts'

const PROBLEM = { code: 'mapNotStarted' } as const
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

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
/** What the map's code fails with when it cannot be fetched. */
const notLoaded = async (): Promise<unknown> => {
  const code = createLazyModule<void>(() => Promise.reject(new TypeError('Failed to fetch')))
  return code.load().catch((error: unknown) => error)
}
const FAILURES: ReadonlyArray<readonly [string, () => unknown, PageErrorCode]> = [
  ['has no code', notLoaded, 'pagePartNotLoaded'],
  ['has no GPU', () => named('GPUInitializationError', 'No adapter'), 'mapWithoutWebGl'],
  ['has no WebGL', () => new Error('Failed to initialize WebGL'), 'mapWithoutWebGl'],
  ['fails otherwise', () => new Error('Container not found.'), 'mapNotStarted'],
  ['fails without an error', () => 'Container not found.', 'mapNotStarted'],
]

test.each(FAILURES)(
  'MAP-47 MapLibre that %s is a problem without its English words, which are logged',
  async (_, errorOf, code) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const error = await errorOf()
    const kind = mapLibre(() => ({ styleUrl: '', satelliteTilesUrl: '', roadDetail: 'all' }))
    expect(kind.problemOf(error)).toEqual({ code })
    expect(warn).toHaveBeenCalledWith(expect.any(String), error)
  },
)
