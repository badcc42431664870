import type { Round } from '../drive/truck.ts'
import type { Random } from '../random.ts'
import type { RoadNetwork, Town } from '../road/network.ts'
import { kmBetween } from '../road/plane.ts'

/** Lengths of rounds in days, and how many km by road one may have. */
export const ROUND_KM = { 1: 370, 2: 1050, 4: 2600, 7: 4700 } as const
export type RoundDays = keyof typeof ROUND_KM

/** Roads are this much longer than the crow flies. */
const DETOUR = 1.28
/** Customers sit in this many of the largest towns within reach. */
const LARGEST = 30

/** The towns that roads lead to from `from`. */
export const reachableFrom = (network: RoadNetwork, from: number): ReadonlySet<number> => {
  const seen = new Set([from])
  const queue = [from]
  for (let town = queue.pop(); town !== undefined; town = queue.pop()) {
    for (const { to } of network.roadsOf(town)) {
      if (seen.has(to)) continue
      seen.add(to)
      queue.push(to)
    }
  }
  return seen
}

/** `count` different rounds from a depot that fit into `days`: out and back, some by way of a second customer. */
export const roundsFrom = (
  towns: readonly Town[],
  depot: Town,
  days: RoundDays,
  count: number,
  random: Random,
): Round[] => {
  const reach = ROUND_KM[days] / DETOUR / 2
  const largestFirst = [...towns].sort((a, b) => b.population - a.population)
  const within = (from: Town, least: number, most: number): Town[] => {
    const found: Town[] = []
    for (const town of largestFirst) {
      const km = kmBetween(from.at, town.at)
      if (km >= reach * least && km <= reach * most) found.push(town)
      if (found.length === LARGEST) break
    }
    return found
  }
  return Array.from({ length: count }, (_, i) => {
    const near = i % 3 === 2
    const customer = random.pick(within(depot, near ? 0.5 : 0.65, near ? 0.75 : 1))
    const others = near
      ? within(customer, 0.2, 0.6).filter((town) => kmBetween(depot.at, town.at) < reach * 0.85)
      : []
    const second = others.length > 0 ? [random.pick(others).id] : []
    return { towns: [depot.id, customer.id, ...second, depot.id] }
  })
}
