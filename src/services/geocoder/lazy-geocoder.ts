import type { Addresses, Geocoder } from './geocoder.port.ts'
import { addressCredit, type GeocoderChoice } from './geocoder-source.ts'

/** The geocoder; its code is loaded with the first lookup. `environment` must be known by then. */
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
