import type { Round } from './drive/truck.ts'
import { createTruckLife, type TruckLife } from './drive/truck-life.ts'
import { COMPANY_PLANS, type CompanyPlan } from './fleet/companies.ts'
import { createFleet, type DemoCompany } from './fleet/fleet.ts'
import { loadRoadNetwork, type RoadNetwork } from './road/network.ts'
import { type Route, routeThrough } from './road/route.ts'

/** The simulated world: roads, companies, and the life of each truck by its registration. */
export type Simulation = {
  readonly seed: number
  readonly network: RoadNetwork
  readonly companies: readonly DemoCompany[]
  readonly routeOf: (round: Round) => Route
  /** A life of the truck with a memory of its own: one for those who go forward in time, another for those who go back. */
  lifeOf(registration: string): TruckLife
}

/** The same seed makes the same world. Routes are worked out when first driven, and shared. */
export const createSimulation = (seed: number, plans: readonly CompanyPlan[] = COMPANY_PLANS): Simulation => {
  const network = loadRoadNetwork()
  const companies = createFleet(network, seed, plans)
  const trucks = new Map(
    companies.flatMap(({ vehicles }) =>
      vehicles.map(({ registration, truck }) => [registration, truck] as const),
    ),
  )
  const routes = new Map<string, Route>()
  const routeOf = ({ towns }: Round): Route => {
    const key = towns.join(' ')
    const route = routes.get(key) ?? routeThrough(network, towns)
    routes.set(key, route)
    return route
  }
  return {
    seed,
    network,
    companies,
    routeOf,
    lifeOf: (registration) => {
      const truck = trucks.get(registration)
      if (!truck) throw new RangeError(`The simulator has no truck ${registration}.`)
      return createTruckLife({ truck, seed, routeOf })
    },
  }
}
