import { TEXTS } from '#contract/texts.ts'
import { createTabLock } from '../kit/tab-lock.ts'
import type { LngLat } from '../map/map.port.ts'
import type { Addresses, AddressLookup } from './geocoder.port.ts'
import { type GeocoderChoice, geocoderSource } from './geocoder-source.ts'
import { createGoogleLookup } from './google-lookup.ts'
import { createQueue } from './lookup-queue.ts'
import { createNearestPlaceLookup } from './nearest-place-lookup.ts'
import { createNominatimLookup } from './nominatim-lookup.ts'

/** The public service of the Nominatim protocol allows one question a second; Google's counts them a minute. */
const GAP_MS = { nominatim: 1000, google: 100 } as const
/** Questions that may wait. */
const MAX_WAITING = 20

/** A tab waits no longer than this for the others' questions, in ms: one that sleeps must not hold up all. */
const LONGEST_TURN_MS = 15_000

type QueueOptions = Parameters<typeof createQueue>[0]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const queueOf = (gapMs: number, more: Pick<QueueOptions, 'inTurn'> = {}) =>
  createQueue({ gapMs, maxWaiting: MAX_WAITING, now: () => performance.now(), wait, ...more })

/** Turns that all tabs of the browser share: one lasts as long as its work, and no less than `gapMs` where there was any. */
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
    if (!response.ok) throw new Error(`The places are missing: status ${response.status}.`)
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

/** The addresses that the choice asks for. */
export const geocoderFor = (choice: GeocoderChoice, page: Window): Addresses =>
  createGeocoder(lookupFor(choice, page))

/** Addresses kept, the longest unused going first. */
const MAX_KEPT = 500
/** Digits of a degree that tell places apart: about ten metres. */
const DIGITS = 4

const keyOf = ([lng, lat]: LngLat) => `${lng.toFixed(DIGITS)},${lat.toFixed(DIGITS)}`

/** A lookup under way, for all who wait for it. */
type SharedLookup = { readonly address: Promise<string>; readonly stop: AbortController; waiting: number }

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(signal.reason)
    if (signal.aborted) rejectAborted()
    else signal.addEventListener('abort', rejectAborted, { once: true })
  })

/**
 * Addresses by a lookup, each kept once found. A lookup that nobody waits for any more is cancelled; one that fails gives
 * 'N/A' and is tried again when asked the next time.
 */
export const createGeocoder = (lookUp: AddressLookup): Addresses => {
  const cache = new Map<string, string>()
  const underWay = new Map<string, SharedLookup>()

  const remember = (key: string, address: string) => {
    cache.delete(key)
    cache.set(key, address)
    const [oldest] = cache.keys()
    if (cache.size > MAX_KEPT && oldest !== undefined) cache.delete(oldest)
    return address
  }

  const startLookup = (key: string, place: LngLat): SharedLookup => {
    const stop = new AbortController()
    const address = lookUp(place, stop.signal)
      .then((text) => remember(key, text || TEXTS.addressNotKnown))
      .catch(() => TEXTS.addressNotKnown)
      .finally(() => {
        if (underWay.get(key)?.stop === stop) underWay.delete(key)
      })
    const shared = { address, stop, waiting: 0 }
    underWay.set(key, shared)
    return shared
  }

  return {
    addressOf: async (place, signal) => {
      signal?.throwIfAborted()
      if (!place.every(Number.isFinite)) return TEXTS.addressNotKnown
      const key = keyOf(place)
      const known = cache.get(key)
      if (known !== undefined) return remember(key, known)
      const shared = underWay.get(key) ?? startLookup(key, place)
      shared.waiting += 1
      try {
        return await (signal ? Promise.race([shared.address, aborted(signal)]) : shared.address)
      } finally {
        shared.waiting -= 1
        if (shared.waiting === 0 && underWay.get(key) === shared) {
          underWay.delete(key)
          shared.stop.abort()
        }
      }
    },
  }
}
