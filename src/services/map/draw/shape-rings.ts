import type { FenceShape } from '#domain/fences.ts'
import { type LngLat, parallelLengthM } from '#domain/geo.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { mercatorX, mercatorY, toLngLat } from '../scene/mercator.ts'

const CIRCLE_CORNERS = 64
/** terra-draw rejects coordinates with more decimals. */
const DIGITS = 9

const cut = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** A closed ring, longitude first. Circles are round in Web Mercator, so moving and resizing keeps them circles. */
export const ringOf = (shape: FenceShape): [number, number][] => {
  const corners: readonly LngLat[] = shape.kind === 'circle' ? circleRing(shape) : shape.corners
  const ring = corners.map(([lng, lat]): [number, number] => [cut(lng), cut(lat)])
  const [first] = ring
  return first ? [...ring, first] : []
}

const circleRing = ({ centre, radiusM }: { centre: LngLat; radiusM: number }): LngLat[] => {
  const [x, y, reach] = [mercatorX(centre[0]), mercatorY(centre[1]), radiusM / parallelLengthM(centre[1])]
  return Array.from({ length: CIRCLE_CORNERS }, (_, place) => {
    const turn = (2 * Math.PI * place) / CIRCLE_CORNERS
    return toLngLat({ x: x + reach * Math.cos(turn), y: y - reach * Math.sin(turn) })
  })
}

/** The shape of a ring drawn by terra-draw. */
export const shapeOfRing = (kind: FenceShape['kind'], ring: readonly (readonly number[])[]): FenceShape => {
  const places = ring.map(([lng = 0, lat = 0]): LngLat => [lng, lat])
  if (kind === 'polygon')
    return {
      kind,
      corners: places.slice(0, -1).map(([lng, lat]): LngLat => [roundDegrees(lng), roundDegrees(lat)]),
    }
  const xs = places.map(([lng]) => mercatorX(lng))
  const ys = places.map(([, lat]) => mercatorY(lat))
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [lng, lat] = toLngLat({ x: middle(xs), y: middle(ys) })
  const reach = (Math.max(...xs) - Math.min(...xs)) / 2
  return {
    kind,
    centre: [roundDegrees(lng), roundDegrees(lat)],
    radiusM: Math.round(reach * parallelLengthM(lat)),
  }
}
