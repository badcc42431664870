import type { Environment } from '#contract/records/environment.ts'
import type { AddressLookup, Geocoder } from './geocoder.port.ts'
import { createGeocoder } from './geocoder.ts'
import { createNearestPlaceLookup } from './nearest-place.ts'
import { createNominatimLookup } from './nominatim.ts'
import { createQueue } from './queue.ts'

/** The public service of the protocol allows one question a second. */
const GAP_MS = 1000
/** Questions that may wait. */
const MOST = 20

const bundled = (page: Window): AddressLookup =>
  createNearestPlaceLookup(async () => {
    const address = new URL(`${import.meta.env.BASE_URL}basemap/places.json`, page.document.baseURI)
    const response = await page.fetch(address)
    if (!response.ok) throw new Error(`The places are missing: status ${response.status}.`)
    return response.json()
  })

const lookupFor = (environment: Environment, page: Window): AddressLookup =>
  environment.geocoderUrl === ''
    ? bundled(page)
    : createNominatimLookup({
        base: new URL(environment.geocoderUrl, page.location.href).href,
        queue: createQueue({
          ...{ gapMs: GAP_MS, most: MOST, now: () => performance.now() },
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        }),
      })

/** The geocoder that the environment asks for: `geocoderUrl`'s, else the nearest town of the bundled places (OPEN-72). */
export const geocoderFor = (environment: Environment, page: Window): Geocoder =>
  createGeocoder(lookupFor(environment, page))
