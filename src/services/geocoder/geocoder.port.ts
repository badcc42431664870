import type { LngLat } from '../map/map.port.ts'

/** Turns places into addresses for people. */
export type Geocoder = {
  /**
   * The address of a place in degrees (MAP-16, MAP-49), 'N/A' when it cannot be found out (MAP-50).
   * Rejects only when `signal` aborts. The same place, to about ten metres, is looked up once.
   */
  addressOf(place: LngLat, signal?: AbortSignal): Promise<string>
}

/** One way of finding an address. Rejects when it fails; '' means that there is none. */
export type AddressLookup = (place: LngLat, signal: AbortSignal) => Promise<string>
