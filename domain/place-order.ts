/** Orders in which the two numbers of a place may be written. */
export const PLACE_ORDERS = ['latFirst', 'lngFirst'] as const
export type PlaceOrder = (typeof PLACE_ORDERS)[number]

/** Around India, islands included, in degrees. No latitude in it is a longitude of it. */
const INDIA = { south: 6, north: 38, west: 68, east: 98 } as const

/** Whether a place in degrees may be in India. */
export const mayBeInIndia = (lat: number, lng: number): boolean =>
  lat >= INDIA.south && lat <= INDIA.north && lng >= INDIA.west && lng <= INDIA.east
