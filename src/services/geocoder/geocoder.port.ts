import type { LngLat } from '#domain/geo.ts'

/** The source of an address, and the page of its copyright notice. */
export type AddressCredit = { readonly name: string; readonly href: string }

/** Looks up the address of a position. */
export type Addresses = {
  /**
   * The address of a position in degrees (MAP-16, MAP-49), or 'N/A' if it cannot be determined (MAP-50). Rejects only
   * when `signal` aborts. Positions within about ten metres share one lookup.
   */
  addressOf(place: LngLat, signal?: AbortSignal): Promise<string>
}

/** Address lookups and their attribution. */
export type Geocoder = Addresses & {
  /** The attribution to show with every address; null if none is required. */
  credit(): AddressCredit | null
}

/** One source of addresses. Rejects if the lookup fails; '' means there is no address. */
export type AddressLookup = (place: LngLat, signal: AbortSignal) => Promise<string>
