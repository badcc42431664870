import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { mayBeInIndia, PLACE_ORDERS, type PlaceOrder } from '#domain/place-order.ts'
import { isRoadless } from '#domain/roadless.ts'

/** What the places of a file in one column prove: which number comes first, or that it is open, with an example. */
export type PlacesFound =
  | { readonly order: PlaceOrder; readonly example?: never }
  | { readonly order?: never; readonly example: string }

const isPossible = (lat: number, lng: number): boolean => !isRoadless(lat) && Math.abs(lng) <= 180

/**
 * Finds which number of a place comes first, from those whose text does not say it: no road is at some latitudes, the header may name the
 * order, and in the time zone of India all places may be there in one order alone.
 */
export const createPlaceSurvey = () => {
  const refuted = new Set<PlaceOrder>()
  const abroad = new Set<PlaceOrder>()
  let inHeader: PlaceOrder | undefined
  let example: string | undefined

  return {
    /** Whether nothing more can be found. */
    isSettled: (): boolean => refuted.size === PLACE_ORDERS.length,
    /** Notes a place by its two numbers in degrees, and the order that its header names. (0, 0) is no place. */
    note: (first: number, second: number, text: string, named: PlaceOrder | undefined): void => {
      if (Number.isNaN(first) || Number.isNaN(second) || (first === 0 && second === 0)) return
      example ??= text
      inHeader ??= named
      const places = { latFirst: [first, second], lngFirst: [second, first] } as const
      for (const order of PLACE_ORDERS) {
        const [lat, lng] = places[order]
        if (!isPossible(lat, lng)) refuted.add(order)
        if (!mayBeInIndia(lat, lng)) abroad.add(order)
      }
    },
    /** `chosen` is what the user says, which decides where the file does not; `timeZone` is that of the file. */
    found: (chosen: PlaceOrder | undefined, timeZone: string): PlacesFound => {
      const standing = PLACE_ORDERS.filter((order) => !refuted.has(order))
      const [only] = standing
      if (example === undefined) return { order: 'latFirst' }
      if (only !== undefined && standing.length === 1) return { order: only }
      const inIndia = PLACE_ORDERS.filter((order) => !abroad.has(order))
      const order = inHeader ?? (timeZone === DEFAULT_TIME_ZONE ? inIndia[0] : undefined) ?? chosen
      return order === undefined ? { example } : { order }
    },
  }
}
