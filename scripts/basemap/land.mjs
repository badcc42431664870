import polygonClipping from 'polygon-clipping'
import { feature, mesh } from 'topojson-client'
import { cutAtAntimeridian } from './antimeridian.mjs'
import { clipped, inWindow, smoothed, WINDOW } from './lines.mjs'

const [WEST, SOUTH, EAST, NORTH] = WINDOW
const FRAME = [
  [
    [WEST, SOUTH],
    [EAST, SOUTH],
    [EAST, NORTH],
    [WEST, NORTH],
    [WEST, SOUTH],
  ],
]
/** Outside the window, islands of fewer points are left out. */
const LEAST_POINTS = 12

const partsOf = ({ geometry }) =>
  /^Multi/.test(geometry.type) ? geometry.coordinates : [geometry.coordinates]
const touchesWindow = ([outer]) => outer.some(inWindow)
const featuresOf = (topology, name) => {
  const found = feature(topology, topology.objects[name])
  return (found.features ?? [found]).flatMap(partsOf)
}

/** Land as polygons: in detail inside the window, coarse around it. */
export const land = ({ land10, land50 }) => [
  ...featuresOf(land10, 'land')
    .filter(touchesWindow)
    .flatMap((polygon) => polygonClipping.intersection(polygon, FRAME)),
  ...cutAtAntimeridian(featuresOf(land50, 'land'))
    .flatMap((polygon) => (touchesWindow(polygon) ? polygonClipping.difference(polygon, FRAME) : [polygon]))
    .filter(([outer]) => outer.length > LEAST_POINTS),
]

export const coast = ({ world }) =>
  mesh(world, world.objects.countries, (a, b) => a === b).coordinates.flatMap(clipped)

export const rivers = ({ water }) =>
  featuresOf(water, 'rivers')
    .flatMap(clipped)
    .map((line) => smoothed(line))

export const lakes = ({ water }) => featuresOf(water, 'lakes').filter(touchesWindow)
