import { type AddressParts, addressText } from '#domain/address.ts'
import { loadGoogleGeocoding } from '../google/google-api.ts'
import type { AddressLookup } from './geocoder.port.ts'
import type { Queue } from './lookup-queue.ts'

/** Google's type of each address part (MAP-49). */
const TYPES = {
  premise: 'premise',
  streetNumber: 'street_number',
  neighbourhood: 'neighborhood',
  sublocality3: 'sublocality_level_3',
  sublocality2: 'sublocality_level_2',
  sublocality1: 'sublocality_level_1',
  locality: 'locality',
  district: 'administrative_area_level_2',
  state: 'administrative_area_level_1',
  country: 'country',
  postalCode: 'postal_code',
} as const satisfies Record<keyof AddressParts, string>

const partsOf = (components: readonly google.maps.GeocoderAddressComponent[]): AddressParts =>
  Object.fromEntries(
    Object.entries(TYPES).map(([part, type]) => [
      part,
      components.find(({ types }) => types.includes(type))?.long_name,
    ]),
  )

/** Looks up addresses with Google (MAP-47) and takes the most precise result. */
export const createGoogleLookup = ({ key, queue }: { key: string; queue: Queue }): AddressLookup => {
  let geocoder: google.maps.Geocoder | undefined
  return ([lng, lat], signal) =>
    queue.run(async () => {
      geocoder ??= new (await loadGoogleGeocoding(key)).Geocoder()
      const { results } = await geocoder.geocode({ location: { lat, lng }, region: 'IN' })
      return addressText(partsOf(results[0]?.address_components ?? []))
    }, signal)
}
