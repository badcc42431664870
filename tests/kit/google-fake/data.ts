import { MVCObject } from './events.ts'
import { LatLng } from './geometry.ts'

type Position = readonly [lng: number, lat: number, ...rest: number[]]
type GeoJsonGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
type GeoJsonFeature = {
  readonly type: 'Feature'
  readonly id?: string | number
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: GeoJsonGeometry
}

class Geometry {
  readonly #type: string
  readonly places: unknown
  constructor(type: string, places: unknown) {
    this.#type = type
    this.places = places
  }
  getType() {
    return this.#type
  }
}

const at = ([lng, lat]: Position) => new LatLng(lat, lng)

const geometryOf = (given: GeoJsonGeometry): Geometry => {
  if (given.type === 'Point') return new Geometry('Point', at(given.coordinates))
  if (given.type === 'LineString') return new Geometry('LineString', given.coordinates.map(at))
  return new Geometry(
    'Polygon',
    given.coordinates.map((ring) => ring.map(at)),
  )
}

class Feature {
  readonly #id: string | number | undefined
  readonly #properties: Map<string, unknown>
  #geometry: Geometry
  constructor({ id, properties, geometry }: GeoJsonFeature) {
    this.#id = id
    this.#properties = new Map(Object.entries(properties))
    this.#geometry = geometryOf(geometry)
  }
  getId() {
    return this.#id
  }
  getProperty(name: string) {
    return this.#properties.get(name)
  }
  setProperty(name: string, value: unknown) {
    if (value === undefined) this.#properties.delete(name)
    else this.#properties.set(name, value)
  }
  forEachProperty(notify: (value: unknown, name: string) => void) {
    for (const [name, value] of [...this.#properties]) notify(value, name)
  }
  getGeometry() {
    return this.#geometry
  }
  setGeometry(geometry: Geometry) {
    this.#geometry = geometry
  }
}

type Style = ((feature: Feature) => object) | object | null

/** `google.maps.Data`: features with properties, styled when added, as Google does. */
export class Data extends MVCObject {
  static readonly Point = class extends Geometry {
    constructor(place: unknown) {
      super('Point', place)
    }
  }
  static readonly LineString = class extends Geometry {
    constructor(places: unknown) {
      super('LineString', places)
    }
  }
  static readonly Polygon = class extends Geometry {
    constructor(rings: unknown) {
      super('Polygon', rings)
    }
  }

  readonly #features = new Map<string | number, Feature>()
  #style: Style = null

  setMap() {}
  getStyle() {
    return this.#style
  }
  setStyle(style: Style) {
    this.#style = style
    for (const feature of this.#features.values()) this.#applyStyle(feature)
  }
  addGeoJson(given: GeoJsonFeature | { type: 'FeatureCollection'; features: readonly GeoJsonFeature[] }) {
    for (const each of given.type === 'Feature' ? [given] : given.features) {
      const feature = new Feature(each)
      this.#features.set(each.id ?? this.#features.size, feature)
      this.#applyStyle(feature)
    }
  }
  getFeatureById(id: string | number) {
    return this.#features.get(id)
  }
  remove(feature: Feature) {
    this.#features.delete(feature.getId() ?? '')
  }
  forEach(notify: (feature: Feature) => void) {
    for (const feature of [...this.#features.values()]) notify(feature)
  }

  #applyStyle(feature: Feature) {
    if (typeof this.#style === 'function') this.#style(feature)
  }
}
