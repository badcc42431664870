import type { Environment } from '#contract/records/environment.ts'
import type { AddressCredit } from './geocoder.port.ts'

/** The settings that choose the geocoder. */
export type GeocoderChoice = Pick<Environment, 'googleMapsKey' | 'geocoderUrl'>

/**
 * The source of addresses: Google if there is a key, the Nominatim service at `geocoderUrl`, else the bundled places
 * (OPEN-72).
 */
export const geocoderSource = ({
  googleMapsKey,
  geocoderUrl,
}: GeocoderChoice): 'google' | 'nominatim' | 'bundled' => {
  if (googleMapsKey !== '') return 'google'
  return geocoderUrl === '' ? 'bundled' : 'nominatim'
}

/**
 * Nominatim services return OpenStreetMap data, whose licence requires attribution. The maps credit Google and the
 * bundled places.
 */
const OPEN_STREET_MAP: AddressCredit = {
  name: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
}

/** The attribution of addresses, null if none is required. */
export const addressCredit = (chosen: GeocoderChoice): AddressCredit | null =>
  geocoderSource(chosen) === 'nominatim' ? OPEN_STREET_MAP : null
