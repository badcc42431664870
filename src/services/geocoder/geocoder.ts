import type { LngLat } from '#domain/geo.ts'
import { createTabLock } from '../kit/tab-lock.ts'
import type { Address, Addresses, AddressLookup } from './geocoder.port.ts'
import { type GeocoderChoice, geocoderSource } from './geocoder-source.ts'
import { createGoogleLookup } from './google-lookup.ts'
import { createQueue } from './lookup-queue.ts'
import { createNearestPlaceLookup } from './nearest-place-lookup.ts'
import { createNominatimLookup } from './nominatim-lookup.ts'

/**
 * Least time between two requests in ms. The public Nominatim service allows one a second; Google has a quota per
 * minute.
 */
const GAP_MS = { nominatim: 1000, google: 100 } as const
/** Most requests in the queue. */
const MAX_WAITING = 20

/** Longest wait in ms for other tabs' requests: a sleeping tab must not block all others. */
const LONGEST_TURN_MS = 15_000

type QueueOptions = Parameters<typeof createQueue>[0]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const queueOf = (gapMs: number, more: Pick<QueueOptions, 'inTurn'> = {}) =>
  createQueue({ gapMs, maxWaiting: MAX_WAITING, now: () => performance.now(), wait, ...more })

/** Turns shared by all tabs of the browser. A turn with work lasts at least `gapMs`. */
const turnsOfBrowser = (page: Window, gapMs: number): Required<Pick<QueueOptions, 'inTurn'>> => {
  const { locks } = page.navigator
  const lock = createTabLock({ locks, name: 'roadbook.addresses', longestWaitMs: LONGEST_TURN_MS })
  return {
    inTurn: (work) =>
      lock(async () => {
        const gap = wait(gapMs)
        if (await work()) await gap
      }),
  }
}

const bundled = (page: Window): AddressLookup =>
  createNearestPlaceLookup(async () => {
    const address = new URL(`${import.meta.env.BASE_URL}basemap/places.json`, page.document.baseURI)
    const response = await page.fetch(address)
    if (!response.ok) throw new Error(`The bundled places could not be loaded: status ${response.status}.`)
    return response.json()
  })

const lookupFor = (choice: GeocoderChoice, page: Window): AddressLookup => {
  const source = geocoderSource(choice)
  if (source === 'google')
    return createGoogleLookup({ key: choice.googleMapsKey, queue: queueOf(GAP_MS.google) })
  if (source === 'bundled') return bundled(page)
  const base = new URL(choice.geocoderUrl, page.location.href).href
  const queue = queueOf(GAP_MS.nominatim, turnsOfBrowser(page, GAP_MS.nominatim))
  return createNominatimLookup({ base, queue })
}

/** The addresses from the configured source. */
export const geocoderFor = (choice: GeocoderChoice, page: Window): Addresses =>
  createGeocoder(lookupFor(choice, page))

/** Addresses cached; the least recently used one is dropped first. */
const MAX_KEPT = 500
/** Decimals of a degree that distinguish positions: about ten metres. */
const DIGITS = 4

const keyOf = ([lng, lat]: LngLat) => `${lng.toFixed(DIGITS)},${lat.toFixed(DIGITS)}`

/** A lookup in progress and its number of callers. */
type SharedLookup = {
  readonly address: Promise<Address | null>
  readonly stop: AbortController
  waiting: number
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(signal.reason)
    if (signal.aborted) rejectAborted()
    else signal.addEventListener('abort', rejectAborted, { once: true })
  })

/**
 * Caches each address found. A lookup is cancelled when its last caller aborts; a failed one gives null and is tried
 * again at the next call.
 */
export const createGeocoder = (lookUp: AddressLookup): Addresses => {
  const cache = new Map<string, Address | null>()
  const pending = new Map<string, SharedLookup>()

  const remember = (key: string, address: Address | null) => {
    cache.delete(key)
    cache.set(key, address)
    const [oldest] = cache.keys()
    if (cache.size > MAX_KEPT && oldest !== undefined) cache.delete(oldest)
    return address
  }

  const startLookup = (key: string, place: LngLat): SharedLookup => {
    const stop = new AbortController()
    const address = lookUp(place, stop.signal)
      .then((address) => remember(key, address || null))
      .catch(() => null)
      .finally(() => {
        if (pending.get(key)?.stop === stop) pending.delete(key)
      })
    const shared = { address, stop, waiting: 0 }
    pending.set(key, shared)
    return shared
  }

  return {
    addressOf: async (place, signal) => {
      signal?.throwIfAborted()
      if (!place.every(Number.isFinite)) return null
      const key = keyOf(place)
      const known = cache.get(key)
      if (known !== undefined) return remember(key, known)
      const shared = pending.get(key) ?? startLookup(key, place)
      shared.waiting += 1
      try {
        return await (signal ? Promise.race([shared.address, aborted(signal)]) : shared.address)
      } finally {
        shared.waiting -= 1
        if (shared.waiting === 0 && pending.get(key) === shared) {
          pending.delete(key)
          shared.stop.abort()
        }
      }
    },
  }
}
