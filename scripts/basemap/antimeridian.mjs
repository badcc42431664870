// Areas of the whole world. Distances are in degrees.
import polygonClipping from 'polygon-clipping'

const box = (west, east) => [
  [
    [west, -90],
    [east, -90],
    [east, 90],
    [west, 90],
    [west, -90],
  ],
]
/** Longitudes beyond 180° and the offset that brings them back. */
const WORLD_COPIES = [
  [box(-180, 180), 0],
  [box(180, 540), -360],
  [box(-540, -180), 360],
]

const crosses = (ring) => ring.some(([lng], i) => i > 0 && Math.abs(lng - ring[i - 1][0]) > 180)

/** A ring whose longitudes continue where they jumped from one side of the antimeridian to the other; round a pole it closes through the pole. */
const unrolled = (ring) => {
  let turn = 0
  const line = ring.map(([lng, lat], i) => {
    const leap = i > 0 ? lng - ring[i - 1][0] : 0
    if (Math.abs(leap) > 180) turn -= Math.sign(leap) * 360
    return [lng + turn, lat]
  })
  const [first, last] = [line[0], line.at(-1)]
  if (Math.abs(last[0] - first[0]) < 180) return line
  const pole = Math.sign(first[1]) * 90
  return [...line, [last[0], pole], [first[0], pole], first]
}

/** Polygons whose rings cross the antimeridian, cut there; the others unchanged. */
export const cutAtAntimeridian = (polygons) =>
  polygons.flatMap((polygon) => {
    if (!polygon.some(crosses)) return [polygon]
    const whole = polygon.map(unrolled)
    return WORLD_COPIES.flatMap(([world, turn]) =>
      polygonClipping
        .intersection(whole, world)
        .map((rings) => rings.map((ring) => ring.map(([lng, lat]) => [lng + turn, lat]))),
    )
  })
