/** Literal or object, as Google's functions accept positions. */
export type PlaceLike = LatLng | { readonly lat: number; readonly lng: number }

const wrap = (lng: number) => (lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180)

export class LatLng {
  readonly #lat: number
  readonly #lng: number
  constructor(place: PlaceLike | number, lng?: number) {
    const at = typeof place === 'number' ? { lat: place, lng: lng ?? Number.NaN } : literalOf(place)
    if (!Number.isFinite(at.lat) || !Number.isFinite(at.lng))
      throw new Error('InvalidValueError: not a LatLng or LatLngLiteral')
    this.#lat = Math.max(-90, Math.min(90, at.lat))
    this.#lng = wrap(at.lng)
  }
  lat() {
    return this.#lat
  }
  lng() {
    return this.#lng
  }
  toJSON() {
    return { lat: this.#lat, lng: this.#lng }
  }
  equals(other: LatLng | null) {
    return other !== null && other.lat() === this.#lat && other.lng() === this.#lng
  }
}

export const literalOf = (place: PlaceLike) => (place instanceof LatLng ? place.toJSON() : place)

export class Point {
  x: number
  y: number
  constructor(x: number, y: number) {
    this.x = x
    this.y = y
  }
}

export class Size {
  width: number
  height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }
}

export class LatLngBounds {
  #south = 90
  #north = -90
  #west = 180
  #east = -180
  constructor(southWest?: PlaceLike | null, northEast?: PlaceLike | null) {
    if (southWest) this.extend(southWest)
    if (northEast) this.extend(northEast)
  }
  extend(place: PlaceLike) {
    const { lat, lng } = literalOf(place)
    this.#south = Math.min(this.#south, lat)
    this.#north = Math.max(this.#north, lat)
    this.#west = Math.min(this.#west, lng)
    this.#east = Math.max(this.#east, lng)
    return this
  }
  getSouthWest() {
    return new LatLng(this.#south, this.#west)
  }
  getNorthEast() {
    return new LatLng(this.#north, this.#east)
  }
  getCenter() {
    return new LatLng((this.#south + this.#north) / 2, (this.#west + this.#east) / 2)
  }
  contains(place: PlaceLike) {
    const { lat, lng } = literalOf(place)
    return lat >= this.#south && lat <= this.#north && lng >= this.#west && lng <= this.#east
  }
}

/** Google's world is 256 px wide at zoom 0. */
const WORLD_PX = 256
const POLE = 85.05112878

/** Positions as px of the whole world at a zoom, and back. */
export const worldPx = (place: PlaceLike, zoom: number): Point => {
  const { lat, lng } = literalOf(place)
  const sin = Math.sin((Math.max(-POLE, Math.min(POLE, lat)) * Math.PI) / 180)
  const world = WORLD_PX * 2 ** zoom
  return new Point(
    ((lng + 180) / 360) * world,
    (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world,
  )
}

export const placeAt = ({ x, y }: { x: number; y: number }, zoom: number): LatLng => {
  const world = WORLD_PX * 2 ** zoom
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI
  return new LatLng(lat, (x / world) * 360 - 180)
}
