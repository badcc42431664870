import type { CompassPoint } from '#domain/compass.ts'
import type { LngLat } from '#domain/geo.ts'

/** The source of an address, and the page of its copyright notice. */
export type AddressCredit = { readonly name: string; readonly href: string }

/** A town as the address of a position that many km from it, in a direction seen from there. */
export type NearTown = {
  readonly town: string
  readonly distanceKm: number
  readonly direction: CompassPoint
}

/** The address of a position, as its source words it or as a town near it. */
export type Address = string | NearTown

/** Looks up the address of a position. */
export type Addresses = {
  /**
   * The address of a position in degrees (MAP-16, MAP-49), or null if it cannot be determined (MAP-50). Rejects only
   * when `signal` aborts. Positions within about ten metres share one lookup.
   */
  addressOf(place: LngLat, signal?: AbortSignal): Promise<Address | null>
}

/** Address lookups and their attribution. */
export type Geocoder = Addresses & {
  /** The attribution to show with every address; null if none is required. */
  credit(): AddressCredit | null
}

/** One source of addresses. Rejects if the lookup fails; null means there is no address. */
export type AddressLookup = (place: LngLat, signal: AbortSignal) => Promise<Address | null>
