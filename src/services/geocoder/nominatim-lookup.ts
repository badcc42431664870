import * as z from 'zod/mini'
import { type AddressParts, addressText } from '#domain/address.ts'
import type { AddressLookup } from './geocoder.port.ts'
import type { Queue } from './lookup-queue.ts'

const Text = z.catch(z.optional(z.string()), undefined)
/** The part of a `reverse` reply that we read; https://nominatim.org/release-docs/latest/api/Reverse/ */
const Reply = z.object({
  address: z.optional(
    z.object({
      building: Text,
      amenity: Text,
      shop: Text,
      office: Text,
      house_name: Text,
      house_number: Text,
      road: Text,
      neighbourhood: Text,
      quarter: Text,
      residential: Text,
      city_block: Text,
      suburb: Text,
      city: Text,
      town: Text,
      village: Text,
      municipality: Text,
      hamlet: Text,
      state_district: Text,
      county: Text,
      state: Text,
      country: Text,
      postcode: Text,
    }),
  ),
})
type NominatimAddress = NonNullable<z.infer<typeof Reply>['address']>

/**
 * Maps a Nominatim address to ours. The road is part of the number: otherwise an address on a highway would be nearly
 * empty.
 */
const partsOf = (found: NominatimAddress): AddressParts => ({
  premise: found.building ?? found.house_name ?? found.amenity ?? found.shop ?? found.office,
  streetNumber: [found.house_number, found.road].filter(Boolean).join(' '),
  neighbourhood: found.neighbourhood,
  sublocality3: found.city_block ?? found.residential,
  sublocality2: found.quarter,
  sublocality1: found.suburb,
  locality: found.city ?? found.town ?? found.municipality ?? found.village ?? found.hamlet,
  district: found.state_district ?? found.county,
  state: found.state,
  country: found.country,
  postalCode: found.postcode,
})

/** Longest reply that is parsed, in characters. */
const MAX_REPLY = 64 * 1024
const TIMEOUT_MS = 10_000

const addressAt = (base: string, lng: number, lat: number) => {
  const address = new URL('reverse', base.endsWith('/') ? base : `${base}/`)
  const query = {
    format: 'jsonv2',
    lat: lat.toFixed(5),
    lon: lng.toFixed(5),
    zoom: '18',
    addressdetails: '1',
  }
  address.search = new URLSearchParams({ ...query, 'accept-language': 'en-IN,en' }).toString()
  return address
}

/**
 * Looks up addresses with a Nominatim service. `base` is its address, absolute or relative to the page. Requests carry
 * no credentials; they name the page's origin, as the usage policy requires.
 */
export const createNominatimLookup =
  ({
    base,
    queue,
    fetch: send = (input, init) => fetch(input, init),
  }: {
    base: string
    queue: Queue
    fetch?: typeof fetch
  }): AddressLookup =>
  ([lng, lat], signal) =>
    queue.run(async () => {
      const response = await send(addressAt(base, lng, lat), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        credentials: 'omit',
        referrerPolicy: 'origin',
        headers: { accept: 'application/json' },
      })
      if (!response.ok) throw new Error(`The geocoder answered with status ${response.status}.`)
      const text = await response.text()
      if (text.length > MAX_REPLY) throw new Error('The reply of the geocoder is too long.')
      const { address } = Reply.parse(JSON.parse(text))
      return address ? addressText(partsOf(address)) : null
    }, signal)
