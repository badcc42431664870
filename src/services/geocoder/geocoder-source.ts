import type { Environment } from '#contract/records/environment.ts'
import type { AddressCredit } from './geocoder.port.ts'

/** What of the environment says who is asked for addresses. */
export type GeocoderChoice = Pick<Environment, 'googleMapsKey' | 'geocoderUrl'>

/** Who is asked for addresses: Google with a key, the service of the Nominatim protocol at `geocoderUrl`, else the bundled places (OPEN-72). */
export const geocoderSource = ({
  googleMapsKey,
  geocoderUrl,
}: GeocoderChoice): 'google' | 'nominatim' | 'bundled' => {
  if (googleMapsKey !== '') return 'google'
  return geocoderUrl === '' ? 'bundled' : 'nominatim'
}

/** Services of the Nominatim protocol tell what OpenStreetMap knows, whose licence wants that said. Google and the bundled places are named on their maps. */
const OPEN_STREET_MAP: AddressCredit = {
  name: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
}

/** Whom an address owes its knowledge to. */
export const addressCredit = (chosen: GeocoderChoice): AddressCredit | null =>
  geocoderSource(chosen) === 'nominatim' ? OPEN_STREET_MAP : null
