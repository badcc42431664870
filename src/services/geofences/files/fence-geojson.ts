import * as z from 'zod/mini'
import type { LngLat } from '#domain/geo.ts'
import type { FenceToWrite, FoundShape, NamedShape } from './found-shape.ts'

const Position = z.pipe(
  z.array(z.number()).check(z.minLength(2)),
  z.transform(([lng = 0, lat = 0]): LngLat => [lng, lat]),
)
const Ring = z.array(Position)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Ring }),
  z.object({ type: z.literal('LineString'), coordinates: Ring }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }),
])
type Geometry = z.infer<typeof Geometry>
const Feature = z.object({
  type: z.literal('Feature'),
  geometry: z.unknown(),
  properties: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
const Collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })

const polygon = (rings: readonly (readonly LngLat[])[]): FoundShape => ({
  kind: 'polygon',
  corners: rings[0] ?? [],
  hasHoles: rings.length > 1,
})

const shapesOf = (geometry: Geometry, radius: unknown): readonly FoundShape[] => {
  const circle = (centre: LngLat): FoundShape => ({ kind: 'circle', centre, radius })
  switch (geometry.type) {
    case 'Point':
      return [circle(geometry.coordinates)]
    case 'MultiPoint':
      return geometry.coordinates.map(circle)
    case 'LineString':
      return [{ kind: 'line', corners: geometry.coordinates }]
    case 'Polygon':
      return [polygon(geometry.coordinates)]
    case 'MultiPolygon':
      return geometry.coordinates.map(polygon)
  }
}

/** The shapes of a GeoJSON text; null where it is none. Throws a SyntaxError where it is no JSON. */
export const readGeoJsonShapes = (text: string): readonly NamedShape[] | null => {
  const value: unknown = JSON.parse(text)
  const collection = Collection.safeParse(value)
  const features = collection.success ? collection.data.features : [value]
  const isKnown = collection.success || Feature.safeParse(value).success || Geometry.safeParse(value).success
  if (!isKnown) return null
  return features.flatMap((each): readonly NamedShape[] => {
    const feature = Feature.safeParse(each)
    const properties = feature.data?.properties ?? {}
    const geometry = Geometry.safeParse(feature.success ? feature.data.geometry : each)
    if (!geometry.success) return [{ kind: 'other' }]
    const name = properties['name'] ?? properties['Name'] ?? properties['title']
    const radius = properties['radius'] ?? properties['Radius'] ?? properties['radius_m']
    return shapesOf(geometry.data, radius).map((shape) => ({ ...shape, name }))
  })
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
