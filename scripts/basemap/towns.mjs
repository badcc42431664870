// Towns of India from two lists of GeoNames: one with current names, one with population.

/** Populations far wrong in the source, which would put villages on the map of the country: name, place, inhabitants. */
const CORRECT = [
  ['Gorakhpur', 75.7, 29.4, 8000],
  ['Nowrangapur', 82.5, 19.2, 29_000],
  ['Tirunelveli', 77.7, 8.7, 474_000],
  ['Teni', 77.5, 10, 94_000],
  ['Najafgarh', 77, 28.6, 250_000],
  ['Navi Mumbai', 73, 19, 1_120_000],
  ['Narela', 77.1, 28.9, 120_000],
  ['Shivaji Nagar', 73.9, 18.5, 20_000],
  ['Rohini', 77.1, 28.7, 90_000],
  ['Gurgaon', 77, 28.5, 876_000],
]
/** Countries whose large cities are drawn too. */
const NEIGHBOURS = 'PK NP BD LK MM CN AF BT TH IR TJ UZ OM AE KG KZ TM MV'.split(' ')

export const kmPerLng = (lat) => 111.32 * Math.cos((lat * Math.PI) / 180)
export const KM_PER_LAT = 110.57
export const kmBetween = (a, b) =>
  Math.hypot((a.lng - b.lng) * kmPerLng((a.lat + b.lat) / 2), (a.lat - b.lat) * KM_PER_LAT)

/** A grid of towns in cells of 0.2 degrees. */
export const createGrid = () => {
  const cells = new Map()
  const keyOf = (column, row) => `${column},${row}`
  const cellOf = ({ lng, lat }) => [Math.floor(lng * 5), Math.floor(lat * 5)]
  return {
    add: (town) => {
      const key = keyOf(...cellOf(town))
      if (!cells.has(key)) cells.set(key, [])
      cells.get(key).push(town)
    },
    /** Towns in the cells up to `reach` away. */
    around: (town, reach) => {
      const [column, row] = cellOf(town)
      const found = []
      for (let i = -reach; i <= reach; i += 1)
        for (let j = -reach; j <= reach; j += 1) found.push(...(cells.get(keyOf(column + i, row + j)) ?? []))
      return found
    },
  }
}

const populationOf = ({ name, population, loc }) => {
  const [lng, lat] = loc.coordinates
  const correct = CORRECT.find(
    ([known, x, y]) => known === name && Math.abs(x - lng) < 0.15 && Math.abs(y - lat) < 0.15,
  )
  return correct ? correct[3] : population
}

const sameName = (a, b) => a.name.toLowerCase() === b.name.toLowerCase()

/** The matching town of a city in the other list, if any: near, and nearer still if the names differ. */
const namesakeOf = (grid, city) => {
  const candidates = grid
    .around(city, 1)
    .map((town) => ({ town, km: kmBetween(town, city) }))
    .filter(({ km }) => km < 8)
    .map((one) => ({ ...one, score: one.km * (sameName(one.town, city) ? 0.2 : 1) }))
    .sort((a, b) => a.score - b.score)
  const [best] = candidates
  return best && (best.km < 1.5 || best.score < 1.6) ? best.town : undefined
}

/** Every town of India, largest first: `{ name, lng, lat, population, capital }`, capital 1 of a state, 2 of the country. */
export const indianTowns = ({ cities, moreCities }) => {
  const towns = moreCities
    .filter(({ country }) => country === 'IN')
    .map(({ name, lng, lat }) => ({ name, lng: Number(lng), lat: Number(lat), population: 0, capital: 0 }))
  const grid = createGrid()
  for (const town of towns) grid.add(town)
  const extra = []
  for (const city of cities.filter(({ country }) => country === 'IN')) {
    const [lng, lat] = city.loc.coordinates
    const found = { name: city.name, lng, lat, population: populationOf(city) }
    const namesake = namesakeOf(grid, found)
    if (namesake) {
      namesake.population = Math.max(namesake.population, found.population)
      if (/PPLA$|PPLC/.test(city.featureCode)) namesake.capital = city.featureCode === 'PPLC' ? 2 : 1
    } else if (found.population > 0) extra.push({ ...found, capital: /PPLA$/.test(city.featureCode) ? 1 : 0 })
  }
  return [...towns, ...extra].sort((a, b) => b.population - a.population || a.lng - b.lng || a.lat - b.lat)
}

/** Large cities and capitals of the countries around. */
export const foreignTowns = ({ cities }) =>
  cities
    .filter(({ country, loc: { coordinates }, population, featureCode }) => {
      const [lng, lat] = coordinates
      const isNear = lng > 56 && lng < 105 && lat > -3 && lat < 43
      return NEIGHBOURS.includes(country) && isNear && (population > 400_000 || /PPLC/.test(featureCode))
    })
    .map(({ name, loc: { coordinates }, population, featureCode }) => ({
      name,
      lng: coordinates[0],
      lat: coordinates[1],
      population,
      capital: featureCode === 'PPLC' ? 2 : 0,
      foreign: true,
    }))
