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

const lookupFor = (choice: GeocoderChoice, page: Window): AddressLookup => {
  const source = geocoderSource(choice)
  if (source === 'google')
    return createGoogleLookup({ key: choice.googleMapsKey, queue: queueOf(GAP_MS.google) })
  if (source === 'bundled') return bundled(page)
  const base = new URL(choice.geocoderUrl, page.location.href).href
  return createNominatimLookup({ base, queue: queueOf(GAP_MS.nominatim) })
}

/** The addresses that the choice asks for. */
export const geocoderFor = (choice: GeocoderChoice, page: Window): Addresses =>
  createGeocoder(lookupFor(choice, page))
