import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { Round } from '../drive/truck.ts'
import { createTruckLife, type TruckLife } from '../drive/truck-life.ts'
import { COMPANY_PLANS, type CompanyPlan } from '../fleet/demo-companies.ts'
import { createFleet, type DemoCompany } from '../fleet/fleet.ts'
import { loadRoadNetwork, type RoadNetwork } from '../road/network.ts'
import { createRoadCache } from '../road/road-points.ts'
import { type Route, routeThrough } from '../road/route.ts'

/** Reporting intervals of trucks in the history and live. */
export const HISTORY_EVERY_MS = MINUTE_MS
export const LIVE_EVERY_MS = 10_000

/** The simulated world: roads, companies, and the life of each truck by registration. */
export type Simulation = {
  readonly seed: number
  /** When some trucks exchange their drivers, ms. */
  readonly exchangeAt: number
  readonly network: RoadNetwork
  readonly companies: readonly DemoCompany[]
  readonly routeOf: (round: Round) => Route
  /**
   * A new instance of the truck's life with its own cache, for walking through the history. Throws a RangeError for
   * an unknown truck.
   */
  newLifeOf(registration: string): TruckLife
  /** The truck's life shared by all live readers. */
  sharedLifeOf(registration: string): TruckLife
}

/** So many ms before the seed of a demo some trucks exchange their drivers. */
const EXCHANGE_BEFORE_MS = 3 * DAY_MS + 10 * HOUR_MS + 20 * MINUTE_MS

/**
 * The same arguments create the same world. `seededAt` (ms) is when its demo is seeded: some trucks exchange their drivers before it.
 * Routes are computed when first driven, and shared.
 */
export const createSimulation = (
  seed: number,
  plans: readonly CompanyPlan[] = COMPANY_PLANS,
  seededAt = Number.POSITIVE_INFINITY,
): Simulation => {
  const network = loadRoadNetwork()
  const exchangeAt = seededAt - EXCHANGE_BEFORE_MS
  const companies = createFleet(network, seed, plans, exchangeAt)
  const trucks = new Map(
    companies.flatMap(({ vehicles }) =>
      vehicles.map(({ registration, truck }) => [registration, truck] as const),
    ),
  )
  const roads = createRoadCache(network)
  const routes = new Map<string, Route>()
  const routeOf = ({ towns }: Round): Route => {
    const key = towns.join(' ')
    const route = routes.get(key) ?? routeThrough(network, towns, roads)
    routes.set(key, route)
    return route
  }
  const newLifeOf = (registration: string): TruckLife => {
    const truck = trucks.get(registration)
    if (!truck) throw new RangeError(`The simulator has no truck ${registration}.`)
    return createTruckLife({ truck, seed, routeOf })
  }
  const present = new Map<string, TruckLife>()
  const sharedLifeOf = (registration: string): TruckLife => {
    const life = present.get(registration) ?? newLifeOf(registration)
    present.set(registration, life)
    return life
  }
  return { seed, exchangeAt, network, companies, routeOf, newLifeOf, sharedLifeOf }
}
