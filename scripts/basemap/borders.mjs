import polygonClipping from 'polygon-clipping'
import { feature, mesh } from 'topojson-client'
import { awayFrom, clipped, joined, nearnessTo } from './lines.mjs'

const nameOf = (geometry) => geometry.properties.name
/** Pairs whose common line is corrected. */
const CORRECTED = new Set(['India/Pakistan', 'China/India', 'China/Pakistan'])
const SIACHEN = 'Siachen Glacier'
/** Closes the northern claim on its inner side, well within India. */
const INSIDE = [
  [78.9, 33.2],
  [78.2, 32.9],
  [76.5, 33.6],
  [75.6, 33.2],
  [74.9, 32.9],
]

const between = (world, a, b) =>
  mesh(world, world.objects.countries, (left, right) => {
    const names = [nameOf(left), nameOf(right)]
    return left !== right && names.includes(a) && names.includes(b)
  }).coordinates

const nearestIndex = (line, [x, y]) =>
  line.reduce(
    ([least, at], point, i) => {
      const distance = Math.hypot(point[0] - x, point[1] - y)
      return distance < least ? [distance, i] : [least, at]
    },
    [Number.POSITIVE_INFINITY, 0],
  )[1]

/** The part of a line from near one point to near another, in that direction. */
const stretch = (line, from, to) => {
  const [a, b] = [nearestIndex(line, from), nearestIndex(line, to)]
  return a <= b ? line.slice(a, b + 1) : line.slice(b, a + 1).reverse()
}

const westmost = (line) => Math.min(...line.map(([lng]) => lng))

/** The outline of the north as India claims it: up the west, along Afghanistan and China, back inside the country. */
const claim = (world, added) => {
  const [west] = [...added].sort((a, b) => westmost(a) - westmost(b))
  const northward = west[0][1] < west.at(-1)[1] ? west : [...west].reverse()
  const east = added
    .filter((line) => line !== west && westmost(line) > 75)
    .map((line) => (line[0][0] < line.at(-1)[0] ? line : [...line].reverse()))
    .sort((a, b) => a[0][0] - b[0][0])
  const [afghan] = between(world, 'Afghanistan', 'Pakistan')
  const corner = afghan.reduce((most, point) => (point[0] > most[0] ? point : most))
  const [chinese] = joined(between(world, 'Pakistan', 'China'), 0.001)
  return [
    ...northward,
    ...stretch(afghan, northward.at(-1), corner),
    ...stretch(chinese, corner, east[0][0]),
    ...east.flat(),
    ...INSIDE,
    northward[0],
  ]
}

const polygonsOf = ({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/**
 * International lines inside the window, and India's area as polygons without holes, both as India publishes them. Showing
 * another outline of India in India is an offence.
 */
export const borders = (world, corrections) => {
  const { countries } = world.objects
  const isDeleted = nearnessTo(corrections['to-del-ne'])
  const isDisputed = nearnessTo(corrections['to-del-ne-disp'])
  const kept = (a, b) => awayFrom(between(world, a, b), isDeleted, 0.05)
  const added = joined(corrections['to-add-ne'], 0.12)
  const northern = [
    ...awayFrom(kept('India', 'Pakistan'), isDisputed, 0.05),
    ...awayFrom(kept('India', 'China'), isDisputed, 0.13),
    ...kept('Pakistan', 'China'),
    ...added.filter((line) => line.length > 20),
    ...joined(corrections['to-add-ne-disp'], 0.12),
  ]
  const others = mesh(world, countries, (a, b) => {
    const names = [nameOf(a), nameOf(b)].sort()
    return a !== b && !names.includes(SIACHEN) && !CORRECTED.has(names.join('/'))
  }).coordinates
  const named = (name) =>
    polygonsOf(
      feature(
        world,
        countries.geometries.find((one) => nameOf(one) === name),
      ),
    )
  const india = polygonClipping.union(named('India'), [[claim(world, added)]], named(SIACHEN))
  return {
    border: [...joined(northern, 0.16), ...others].flatMap(clipped),
    india: india.map(([outer]) => [outer]),
  }
}
