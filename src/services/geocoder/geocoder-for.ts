import { createTabLock } from '../tab-lock.ts'
import type { Addresses, AddressLookup } from './geocoder.port.ts'
import { createGeocoder } from './geocoder.ts'
import { type GeocoderChoice, geocoderSource } from './geocoder-source.ts'
import { createGoogleLookup } from './google-lookup.ts'
import { createNearestPlaceLookup } from './nearest-place.ts'
import { createNominatimLookup } from './nominatim.ts'
import { createQueue } from './queue.ts'

/** The public service of the Nominatim protocol allows one question a second; Google's counts them a minute. */
const GAP_MS = { nominatim: 1000, google: 100 } as const
/** Questions that may wait. */
const MOST = 20

/** A tab waits no longer than this for the others' questions, in ms: one that sleeps must not hold up all. */
const LONGEST_TURN_MS = 15_000

type QueueOptions = Parameters<typeof createQueue>[0]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const queueOf = (gapMs: number, more: Pick<QueueOptions, 'inTurn'> = {}) =>
  createQueue({ gapMs, most: MOST, now: () => performance.now(), wait, ...more })

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
