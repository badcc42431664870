import type { Environment } from '#contract/records/environment.ts'
import type { Geocoder } from './geocoder.port.ts'

/** The geocoder, its code loaded with the first address that is asked for. `environment` must have been read by then. */
export const createLazyGeocoder = (page: Window, environment: () => Environment): Geocoder => {
  let loaded: Promise<Geocoder> | undefined
  return {
    addressOf: async (...asked) => {
      loaded ??= import('./geocoder-for.ts').then(({ geocoderFor }) => geocoderFor(environment(), page))
      return (await loaded).addressOf(...asked)
    },
  }
}
