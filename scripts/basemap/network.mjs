// A plausible road network from towns alone: no package has India's roads.
import { gabrielEdges } from './gabriel-graph.mjs'
import { createGrid, kmBetween } from './towns.mjs'

const LONGEST_ROAD_KM = 160
/** What makes an earlier tier's road attractive to a later one, so that corridors merge. */
const REUSE = { 1: 0.6, 2: 0.8 }
/** The least cost of a km: keeps the search's estimate a lower bound. */
const LEAST_COST = 0.55
const TIERS = [
  { roadClass: 1, population: 250_000, apartKm: 22, longestKm: 700 },
  { roadClass: 2, population: 40_000, apartKm: 12, longestKm: 260 },
]

const keyOf = (a, b) => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** Towns to route by: suburbs yield to the larger town beside them. */
const junctions = (towns, isInside) => {
  const kept = []
  const grid = createGrid()
  const isCrowded = (town) =>
    grid
      .around(town, 1)
      .some((other) => kmBetween(other, town) < Math.max(3, Math.min(9, Math.sqrt(other.population) / 260)))
  for (const town of towns) {
    if ((!isInside(town.lng, town.lat) && town.population === 0) || isCrowded(town)) continue
    kept.push(town)
    grid.add(town)
  }
  return kept
}

/** Whether the straight line between two towns leaves the country for more than a creek. */
const leavesLand = (isInside, a, b) => {
  const parts = Math.max(2, Math.ceil(kmBetween(a, b) / 2.5))
  let outside = 0
  for (let k = 1; k < parts; k += 1)
    if (!isInside(a.lng + ((b.lng - a.lng) * k) / parts, a.lat + ((b.lat - a.lat) * k) / parts)) outside += 1
  return outside > 1 && outside / parts > 0.06
}

const perKm = ({ population }) => {
  if (population > 50_000) return 0.94
  if (population > 15_000) return 1
  return population > 0 ? 1.06 : 1.18
}

/** The cheapest route between two towns (A*), as town numbers from the goal back; empty if there is none. */
const cheapestPath = (towns, neighbours, classes, from, to) => {
  const cost = new Map([[from, 0]])
  const previous = new Map()
  const settled = new Set()
  const open = new Map([[from, 0]])
  while (open.size > 0) {
    let [town, least] = [-1, Number.POSITIVE_INFINITY]
    for (const [candidate, value] of open) if (value < least) [town, least] = [candidate, value]
    open.delete(town)
    if (town === to) break
    settled.add(town)
    for (const [next, km] of neighbours[town]) {
      if (settled.has(next)) continue
      const reached = cost.get(town) + km * (REUSE[classes.get(keyOf(town, next))] ?? 1) * perKm(towns[town])
      if (reached >= (cost.get(next) ?? Number.POSITIVE_INFINITY)) continue
      cost.set(next, reached)
      previous.set(next, town)
      open.set(next, reached + kmBetween(towns[next], towns[to]) * LEAST_COST)
    }
  }
  if (from !== to && !previous.has(to)) return []
  const path = [to]
  while (path.at(-1) !== from) path.push(previous.get(path.at(-1)))
  return path
}

const addTier = (towns, neighbours, classes, tier) => {
  const cities = []
  towns.forEach((town, id) => {
    const isLarge = town.population >= tier.population || (tier.roadClass === 1 && town.capital > 0)
    if (isLarge && !cities.some((other) => kmBetween(other, town) < tier.apartKm))
      cities.push({ ...town, id })
  })
  const links = gabrielEdges(cities)
    .map(([a, b]) => ({ a: cities[a], b: cities[b], km: kmBetween(cities[a], cities[b]) }))
    .filter(({ km }) => km < tier.longestKm)
    .sort((one, other) => one.km - other.km)
  for (const { a, b, km } of links) {
    const path = cheapestPath(towns, neighbours, classes, a.id, b.id)
    const steps = path.slice(1).map((town, i) => [path[i], town])
    const length = steps.reduce((sum, [from, to]) => sum + kmBetween(towns[from], towns[to]), 0)
    if (steps.length === 0 || length > km * 1.7) continue
    for (const [from, to] of steps) {
      const key = keyOf(from, to)
      if (!classes.has(key)) classes.set(key, tier.roadClass)
    }
  }
}

/** The road network as the simulator reads it: nodes `[name, lng, lat, population, capital]`, edges `[a, b, class]`. */
export const roadNetwork = (allTowns, isInside) => {
  const towns = junctions(allTowns, isInside)
  const edges = gabrielEdges(towns).filter(
    ([a, b]) => kmBetween(towns[a], towns[b]) < LONGEST_ROAD_KM && !leavesLand(isInside, towns[a], towns[b]),
  )
  const neighbours = towns.map(() => [])
  for (const [a, b] of edges) {
    const km = kmBetween(towns[a], towns[b])
    neighbours[a].push([b, km])
    neighbours[b].push([a, km])
  }
  const classes = new Map()
  for (const tier of TIERS) addTier(towns, neighbours, classes, tier)
  for (const [a, b, isClose] of edges) if (isClose && !classes.has(keyOf(a, b))) classes.set(keyOf(a, b), 3)
  return {
    nodes: towns.map(({ name, lng, lat, population, capital }) => [name, lng, lat, population, capital]),
    edges: [...classes].map(([key, roadClass]) => [...key.split('-').map(Number), roadClass]),
  }
}
