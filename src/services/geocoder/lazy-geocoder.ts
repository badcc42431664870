import type { Addresses, Geocoder } from './geocoder.port.ts'
import { addressCredit, type GeocoderChoice } from './geocoder-source.ts'

/** The geocoder, its code loaded with the first address that is asked for. `environment` must have been read by then. */
export const createLazyGeocoder = (page: Window, environment: () => GeocoderChoice): Geocoder => {
  let loaded: Promise<Addresses> | undefined
  return {
    credit: () => addressCredit(environment()),
    addressOf: async (...args) => {
      loaded ??= import('./geocoder.ts').then(({ geocoderFor }) => geocoderFor(environment(), page))
      return (await loaded).addressOf(...args)
    },
  }
}
