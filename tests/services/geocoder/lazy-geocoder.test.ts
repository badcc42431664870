// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { geocoderFor } from '#src/services/geocoder/geocoder.ts'
import { createLazyGeocoder } from '#src/services/geocoder/lazy-geocoder.ts'
import { type FakeGoogle, installFakeGoogle } from '#tests/kit/google-fake/install.ts'
import { createLocks } from '#tests/kit/services/web-locks.ts'

const NONE = { googleMapsKey: '', geocoderUrl: '' }
const NASHIK = [73.79, 19.998] as const
const PUNE = [73.85, 18.52] as const

/** Stands in for the network: the test gives the reply to each address. */
const requests: { url: URL; signal: AbortSignal | null | undefined; answer: (reply: unknown) => void }[] = []
const controlledFetch: typeof fetch = (input, init) =>
  new Promise((resolve) => {
    requests.push({
      url: new URL(String(input)),
      signal: init?.signal,
      answer: (reply) => resolve(new Response(JSON.stringify(reply))),
    })
  })
const town = (city: string) => ({ address: { city } })

let google: FakeGoogle

beforeEach(() => {
  requests.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', controlledFetch)
  google = installFakeGoogle(window as Window & typeof globalThis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a service of the Nominatim protocol', () => {
  const nominatim = { ...NONE, geocoderUrl: '/nominatim' }

  test('MAP-49 is queried once a second and once per place, below the page if its address is relative', async () => {
    const { addressOf } = geocoderFor(nominatim, window)
    const both = [addressOf(NASHIK), addressOf(PUNE), addressOf(NASHIK)]
    await vi.advanceTimersByTimeAsync(0)
    requests[0]?.answer(town('Nashik'))
    await vi.advanceTimersByTimeAsync(999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2)
    requests[1]?.answer(town('Pune'))
    expect(await Promise.all(both)).toEqual(['Nashik', 'Pune', 'Nashik'])
    expect(await addressOf(PUNE)).toBe('Pune')
    await vi.advanceTimersByTimeAsync(5000)
    expect(requests.map(({ url }) => [url.origin, url.pathname])).toEqual(
      Array(2).fill([window.location.origin, '/nominatim/reverse']),
    )
  })

  test('MAP-49 is queried once a second by all tabs of a browser together', async () => {
    vi.spyOn(window, 'navigator', 'get').mockReturnValue({ locks: createLocks() } as unknown as Navigator)
    const tabs = [1, 2, 3].map(() => geocoderFor(nominatim, window))
    const places = tabs.map(({ addressOf }, tab) => addressOf([73 + tab, 18]))
    for (const count of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(0)
      expect(requests).toHaveLength(count)
      requests[count - 1]?.answer(town(`Town ${count}`))
      await vi.advanceTimersByTimeAsync(999)
      expect(requests).toHaveLength(count)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect((await Promise.all(places)).toSorted()).toEqual(['Town 1', 'Town 2', 'Town 3'])
  })

  test('MAP-49 a cancelled request does not make the other tabs wait', async () => {
    vi.spyOn(window, 'navigator', 'get').mockReturnValue({ locks: createLocks() } as unknown as Navigator)
    const tab = () => geocoderFor(nominatim, window)
    const leave = new AbortController()
    const first = tab().addressOf(NASHIK)
    const left = tab().addressOf(PUNE, leave.signal)
    const last = tab().addressOf([73, 18])
    await vi.advanceTimersByTimeAsync(0)
    leave.abort()
    await expect(left).rejects.toThrow('aborted')
    requests[0]?.answer(town('Nashik'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(requests.map(({ url }) => url.searchParams.get('lon'))).toEqual(['73.79000', '73.00000'])
    requests[1]?.answer(town('Alibag'))
    expect(await Promise.all([first, last])).toEqual(['Nashik', 'Alibag'])
  })

  test('a request without waiting callers is cancelled, or never sent', async () => {
    const { addressOf } = geocoderFor(nominatim, window)
    const leave = new AbortController()
    const left = [addressOf(NASHIK, leave.signal), addressOf(PUNE, leave.signal)]
    await vi.advanceTimersByTimeAsync(0)
    leave.abort()
    for (const each of left) await expect(each).rejects.toThrow('aborted')
    expect(requests[0]?.signal?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(5000)
    expect(requests).toHaveLength(1)
  })
})

test('MAP-47 with a key Google is queried, whatever other service is configured', async () => {
  google.answerWith([{ address_components: [{ long_name: 'Nashik', types: ['locality'] }] }])
  const { addressOf } = geocoderFor({ googleMapsKey: 'a-key', geocoderUrl: '/nominatim' }, window)
  expect(await addressOf(NASHIK)).toBe('Nashik')
  expect(requests).toHaveLength(0)
})

test('OPEN-72 MAP-50 without either the bundled places are used; if they are missing the address is unknown', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(controlledFetch)
  const { addressOf } = geocoderFor(NONE, window)
  const address = addressOf(NASHIK)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests[0]?.url.pathname).toBe('/basemap/places.json')
  requests[0]?.answer('no places')
  expect(await address).toBeNull()
  const again = addressOf(NASHIK)
  await vi.advanceTimersByTimeAsync(0)
  requests[1]?.answer({ states: { Maharashtra: ['Nashik', 73_790, 19_998] } })
  expect(await again).toBe('Nashik, Maharashtra')
})

test.each([
  ['a service of the Nominatim protocol', { geocoderUrl: '/nominatim' }, '© OpenStreetMap contributors'],
  ['Google', { googleMapsKey: 'a-key', geocoderUrl: '/nominatim' }, undefined],
  ['the bundled places', {}, undefined],
])('MAP-16 addresses from %s credit OpenStreetMap as required', (_who, overrides, name) => {
  expect(createLazyGeocoder(window, () => ({ ...NONE, ...overrides })).credit()?.name).toBe(name)
})
