// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createEngineMap } from '#src/services/map/engine-map.ts'
import type { MapFailure } from '#src/services/map/map.port.ts'
import { installFakeGoogle } from '#tests/kit/google-fake/install.ts'

const KEY = 'a-key'
const page = window as Window & typeof globalThis
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="maps.googleapis.com"]')]

/** Our code as a freshly opened page has it. */
const freshPage = async () => {
  const [api, { googleMaps }] = await Promise.all([
    import('#src/services/google/google-api.ts'),
    import('#src/services/map/portal.map.ts'),
  ])
  return { ...api, googleMaps }
}
/** A script that loads until it is delivered. */
const pendingScript = () => {
  let deliver = () => {}
  const come = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const importLibrary = async (name: string): Promise<unknown> => {
    await come
    return google.maps.importLibrary(name)
  }
  Object.assign(page, { google: { maps: { importLibrary } } })
  return () => {
    const fake = installFakeGoogle(page)
    deliver()
    return fake
  }
}
/** The state of a load so far. */
const outcomeOf = (load: Promise<unknown>) => {
  const outcome: { result?: string } = {}
  load.then(
    () => (outcome.result = 'loaded'),
    (error: Error) => (outcome.result = error.message),
  )
  return outcome
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const script of scripts()) script.remove()
  Object.assign(page, { google: undefined, gm_authFailure: undefined })
})

test('MAP-48 a failed script is requested again; one that takes over 20 s is given up, does no harm when it arrives late, and is used then', async () => {
  const { loadGoogleMaps, loadGoogleGeocoding } = await freshPage()
  const first = outcomeOf(loadGoogleMaps(KEY))
  await pass(0)
  scripts()[0]?.dispatchEvent(new Event('error'))
  await pass(0)
  expect(first.result).toContain('could not load')
  const [map, addresses] = [outcomeOf(loadGoogleMaps(KEY)), outcomeOf(loadGoogleGeocoding(KEY))]
  await pass(19_999)
  expect([map, addresses, scripts().length]).toEqual([{}, {}, 2])
  await pass(1)
  const late = { result: "Google's script did not load within 20 s." }
  expect([map, addresses]).toEqual([late, late])
  const fake = installFakeGoogle(page)
  await pass(0)
  expect([map, addresses, fake.maps.length]).toEqual([late, late, 0])
  expect((await loadGoogleMaps(KEY)).maps).toBeDefined()
  expect([scripts().length, vi.getTimerCount()]).toEqual([2, 0])
})

test('MAP-48 a key refused before the map exists is refused for good', async () => {
  const { loadGoogleMaps, loadGoogleGeocoding } = await freshPage()
  const deliver = pendingScript()
  const map = outcomeOf(loadGoogleMaps(KEY))
  await pass(0)
  page.gm_authFailure?.()
  deliver()
  await pass(0)
  expect(map.result).toBe('Google rejected the API key for this page.')
  await expect(loadGoogleGeocoding(KEY)).rejects.toThrow('rejected the API key')
})

test('MAP-48 a script that arrives too late reports once, and the offered fallback stays', async () => {
  const { googleMaps } = await freshPage()
  const deliver = pendingScript()
  const loadInstead = vi.fn(async () => () => ({
    layout: () => undefined,
    isReady: () => true,
    stop: () => {},
  }))
  const map = createEngineMap({
    fleet: createFleetStore(),
    kinds: () => [
      googleMaps(() => ({ key: KEY, mapId: 'a-map' })),
      { load: loadInstead, problemOf: () => ({ code: 'mapWithoutWebGl' }) },
    ],
  })
  const failures: MapFailure[] = []
  map.onFailure((failure) => failures.push(failure))
  map.mount(document.createElement('div'))
  // Our code for Google is fetched first.
  await vi.dynamicImportSettled()
  expect(failures).toEqual([])
  await pass(20_000)
  expect(failures).toEqual([{ code: 'googleMapFailed', isDrawn: false, offersBundledMap: true }])
  expect(console.error).toHaveBeenCalledWith('Load error: Google Maps')
  const google = deliver()
  await pass(60_000)
  map.showBundledMap()
  await pass(0)
  expect([failures.length, google.maps.length, loadInstead.mock.calls.length]).toEqual([1, 0, 1])
  expect(map.drawn().ready).toBe(true)
})
