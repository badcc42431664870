import { featureOfArcGis } from '#domain/arcgis.ts'
import { otherCoordinateSystem } from '#domain/coordinate-system.ts'
import type { LngLat } from '#domain/geo.ts'
import { numberOf } from '#domain/numbers.ts'
import type { FenceToWrite, FoundShape, NamedShape, ReadShapes } from './found-shape.ts'

type Json = Readonly<Record<string, unknown>>

/** Deepest nesting of collections. */
const DEEPEST = 20
const UNREADABLE: FoundShape = { kind: 'unreadable' }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null)

const placeOf = (position: unknown): LngLat | null => {
  const [lng, lat] = [numberOf(listOf(position)?.[0]), numberOf(listOf(position)?.[1])]
  return Number.isNaN(lng) || Number.isNaN(lat) ? null : [lng, lat]
}

const placesOf = (positions: unknown): readonly LngLat[] | null => {
  const places = listOf(positions)?.map(placeOf) ?? [null]
  return places.includes(null) ? null : (places as LngLat[])
}

const polygonOf = (rings: unknown): FoundShape => {
  const corners = placesOf(listOf(rings)?.[0])
  return corners === null
    ? UNREADABLE
    : { kind: 'polygon', corners, hasHoles: (listOf(rings)?.length ?? 0) > 1 }
}

const lineOf = (positions: unknown): FoundShape => {
  const corners = placesOf(positions)
  return corners === null ? UNREADABLE : { kind: 'line', corners }
}

const shapesOf = (geometry: unknown, radius: unknown, depth = 0): readonly FoundShape[] => {
  if (geometry === null || geometry === undefined) return [{ kind: 'noPlace' }]
  if (!isObject(geometry) || depth > DEEPEST) return [UNREADABLE]
  const { type, coordinates, geometries } = geometry
  const circle = (position: unknown): FoundShape => {
    const centre = placeOf(position)
    return centre === null ? UNREADABLE : { kind: 'circle', centre, radius }
  }
  const each = (list: unknown, read: (one: unknown) => FoundShape): readonly FoundShape[] =>
    listOf(list)?.map(read) ?? [UNREADABLE]
  if (Array.isArray(coordinates) && coordinates.length === 0) return [{ kind: 'noPlace' }]
  switch (type) {
    case 'Point':
      return [circle(coordinates)]
    case 'MultiPoint':
      return each(coordinates, circle)
    case 'LineString':
      return [lineOf(coordinates)]
    case 'MultiLineString':
      return each(coordinates, lineOf)
    case 'Polygon':
      return [polygonOf(coordinates)]
    // None of GeoJSON, but some programs write it.
    case 'LinearRing':
      return [polygonOf([coordinates])]
    case 'MultiPolygon':
      return each(coordinates, polygonOf)
    case 'GeometryCollection': {
      const all = listOf(geometries) ?? []
      return all.length === 0 ? [{ kind: 'noPlace' }] : all.flatMap((one) => shapesOf(one, radius, depth + 1))
    }
    default:
      return [typeof type === 'string' ? { kind: 'unknownType' } : UNREADABLE]
  }
}

const GEOMETRIES: ReadonlySet<unknown> = new Set([
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'],
  ...['GeometryCollection', 'LinearRing'],
])

const namedShapes = (value: unknown, depth = 0): readonly NamedShape[] => {
  if (!isObject(value) || depth > DEEPEST) return [UNREADABLE]
  const features = listOf(value['features'])
  if (features !== null) return features.flatMap((each) => namedShapes(each, depth + 1))
  const feature = featureOfArcGis(value) ?? value
  if (feature['type'] !== 'Feature') return shapesOf(value, undefined)
  const properties = isObject(feature['properties']) ? feature['properties'] : {}
  const named = (...names: readonly string[]) =>
    names.map((name) => properties[name]).find((each) => each !== undefined)
  const name = named('name', 'Name', 'NAME', 'title')
  return shapesOf(feature['geometry'], named('radius', 'Radius', 'radius_m')).map((shape) => ({
    ...shape,
    name,
  }))
}

/** The JSON of a text, or of each of its lines. Throws a SyntaxError where it is neither. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (failure) {
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
    if (lines.length < 2) throw failure
    return { features: lines.map((line): unknown => JSON.parse(line)) }
  }
}

/** The shapes of a GeoJSON or ArcGIS text. Throws a SyntaxError where it is no JSON. */
export const readGeoJsonShapes = (text: string): ReadShapes => {
  const value = parsed(text)
  if (!isObject(value)) return null
  const isKnown =
    Array.isArray(value['features']) || value['type'] === 'Feature' || GEOMETRIES.has(value['type'])
  if (!isKnown) return null
  const system = otherCoordinateSystem(value)
  return system === undefined ? namedShapes(value) : { kind: 'projected', system }
}

/** GeoJSON of fences: a circle is a point with `radius` in metres. */
export const writeGeoJson = (fences: readonly FenceToWrite[]): string =>
  `${JSON.stringify(
    {
      type: 'FeatureCollection',
      features: fences.map(({ name, shape }) =>
        shape.kind === 'circle'
          ? {
              type: 'Feature',
              properties: { name, radius: shape.radiusM },
              geometry: { type: 'Point', coordinates: shape.centre },
            }
          : {
              type: 'Feature',
              properties: { name },
              geometry: { type: 'Polygon', coordinates: [[...shape.corners, shape.corners[0]]] },
            },
      ),
    },
    null,
    1,
  )}\n`
