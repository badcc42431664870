import type { LngLat } from '../map/map.port.ts'

/** Whose knowledge an address is, and the page that says so. */
export type AddressCredit = { readonly name: string; readonly href: string }

/** Turns places into addresses for people. */
export type Addresses = {
  /**
   * The address of a place in degrees (MAP-16, MAP-49), 'N/A' when it cannot be found out (MAP-50).
   * Rejects only when `signal` aborts. The same place, to about ten metres, is looked up once.
   */
  addressOf(place: LngLat, signal?: AbortSignal): Promise<string>
}

/** Addresses, and whom they are owed to. */
export type Geocoder = Addresses & {
  /** Who must be named wherever an address is shown; null where nobody must. */
  credit(): AddressCredit | null
}

/** One way of finding an address. Rejects when it fails; '' means that there is none. */
export type AddressLookup = (place: LngLat, signal: AbortSignal) => Promise<string>
