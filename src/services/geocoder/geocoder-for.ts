import type { Environment } from '#contract/records/environment.ts'
import type { AddressLookup, Geocoder } from './geocoder.port.ts'
import { createGeocoder } from './geocoder.ts'
import { createGoogleLookup } from './google-lookup.ts'
import { createNearestPlaceLookup } from './nearest-place.ts'
import { createNominatimLookup } from './nominatim.ts'
import { createQueue } from './queue.ts'

/** The public service of the Nominatim protocol allows one question a second; Google's counts them a minute. */
const GAP_MS = { nominatim: 1000, google: 100 } as const
/** Questions that may wait. */
const MOST = 20

const queueOf = (gapMs: number) =>
  createQueue({
    ...{ gapMs, most: MOST, now: () => performance.now() },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })

const bundled = (page: Window): AddressLookup =>
  createNearestPlaceLookup(async () => {
    const address = new URL(`${import.meta.env.BASE_URL}basemap/places.json`, page.document.baseURI)
    const response = await page.fetch(address)
    if (!response.ok) throw new Error(`The places are missing: status ${response.status}.`)
    return response.json()
  })

const lookupFor = ({ googleMapsKey: key, geocoderUrl }: Environment, page: Window): AddressLookup => {
  if (key !== '') return createGoogleLookup({ key, queue: queueOf(GAP_MS.google) })
  if (geocoderUrl === '') return bundled(page)
  const base = new URL(geocoderUrl, page.location.href).href
  return createNominatimLookup({ base, queue: queueOf(GAP_MS.nominatim) })
}

/** The geocoder that the environment asks for: Google's with a key, that of `geocoderUrl`, else the nearest town of the bundled places (OPEN-72). */
export const geocoderFor = (environment: Environment, page: Window): Geocoder =>
  createGeocoder(lookupFor(environment, page))
