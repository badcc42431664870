// GeoJSON for the tiles.
import { simplified } from './simplify.mjs'
import { KM_PER_LAT, kmPerLng } from './towns.mjs'

const rounded = (coordinates, digits) =>
  typeof coordinates[0] === 'number'
    ? coordinates.map((value) => Number(value.toFixed(digits)))
    : coordinates.map((part) => rounded(part, digits))

const collection = (features) => ({ type: 'FeatureCollection', features })
const featureOf = (type, properties, coordinates) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})

/** One feature of many lines or polygons, with coordinates rounded to a number of digits. */
export const lineFeature = (lines, digits) =>
  collection([featureOf('MultiLineString', {}, rounded(lines, digits))])
export const areaFeature = (polygons, digits) =>
  collection([featureOf('MultiPolygon', {}, rounded(polygons, digits))])

/** Roads by class as `c`; `curveOf` gives the course of an edge. */
export const roadFeatures = ({ edges }, curveOf) =>
  collection(
    [1, 2, 3].map((c) =>
      featureOf(
        'MultiLineString',
        { c },
        edges
          .filter(([, , roadClass]) => roadClass === c)
          .map((edge) => rounded(simplified(curveOf(edge), 0.018), 4)),
      ),
    ),
  )

/** Some names in the source are outdated, and diacritics are dropped. */
const RENAMED = { Gurgaon: 'Gurugram', Panjim: 'Panaji', Sholapur: 'Solapur', Calcutta: 'Kolkata' }
export const plainName = (name) => {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return RENAMED[plain] ?? plain
}

const STEPS = [
  [4_000_000, 3],
  [1_800_000, 4],
  [900_000, 5],
  [400_000, 6],
  [120_000, 7],
  [50_000, 8],
  [15_000, 9],
  [1, 10],
  [0, 11],
]

/** The zoom from which a place is labelled; a filter in the style sees whole zooms only, so it is computed here. */
const zoomOf = (population, capital) => {
  const zoom = capital === 2 ? 3 : STEPS.find(([least]) => population >= least)[1]
  return capital === 1 && population < 400_000 ? zoom - 1 : zoom
}

/** Places as points: `n` name, `p` population, `c` capital, `z` zoom. Foreign ones weigh less. */
export const placeFeatures = (towns) =>
  collection(
    towns.map(({ name, lng, lat, population, capital, foreign }) => {
      const weight = foreign ? population * 0.3 : population
      return featureOf(
        'Point',
        { n: plainName(name), p: weight, c: capital, z: zoomOf(weight, capital) },
        rounded([lng, lat], 4),
      )
    }),
  )

const random = (seed) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
}

const PEOPLE_PER_KM2 = 9000
const LEAST_PEOPLE = 30_000
const TURN = 6.28318

/** Built-up land, which no package has: an uneven outline whose area follows from the population. */
export const builtUpFeatures = (towns) =>
  collection(
    towns
      .filter(({ population, foreign }) => !foreign && population >= LEAST_PEOPLE)
      .map((town) => {
        const [lng, lat] = rounded([town.lng, town.lat], 4)
        const radius = Math.sqrt(town.population / PEOPLE_PER_KM2 / Math.PI) * 0.95
        const next = random(Math.round(lng * 1e4) * 31 + Math.round(lat * 1e4))
        const [a, b, c] = [next() * 6.28, next() * 6.28, next() * 6.28]
        const count = Math.min(96, 32 + Math.round(radius * 3))
        const ring = Array.from({ length: count + 1 }, (_, i) => {
          const angle = ((i % count) / count) * TURN
          const km =
            radius *
            (1 +
              0.1 * Math.sin(2 * angle + a) +
              0.07 * Math.sin(3 * angle + b) +
              0.045 * Math.sin(7 * angle + c))
          return [lng + (km * Math.cos(angle)) / kmPerLng(lat), lat + (km * Math.sin(angle)) / KM_PER_LAT]
        })
        return featureOf('Polygon', {}, [ring])
      }),
  )
