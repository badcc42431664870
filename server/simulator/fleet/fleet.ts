import { drivingStyleOf } from '../drive/driving-style.ts'
import { trackerOf } from '../drive/tracker.ts'
import type { Round, Truck } from '../drive/truck.ts'
import { createRandom, hashOf, type Random } from '../random.ts'
import { planeKmBetween, type RoadNetwork, type Town } from '../road/network.ts'
import { COMPANY_PLANS, type CompanyPlan, type DepotPlan, MODELS, type Model } from './demo-companies.ts'
import { FIRST_NAMES, imeiOf, LAST_NAMES, licenceOf, mobileOf, registrationOf, vinOf } from './names.ts'

/** Lengths of rounds in days, and their longest distance by road in km. */
export const ROUND_KM = { 1: 370, 2: 1050, 4: 2600, 7: 4700 } as const
export type RoundDays = keyof typeof ROUND_KM

/** Ratio of road distance to straight-line distance. */
const DETOUR = 1.28
/** Customers are in this many of the largest towns within reach. */
const LARGEST = 30

/** The towns reachable by road from `from`. */
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

/** `count` different rounds from a depot within `days`: out and back, some via a second customer. */
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
      const km = planeKmBetween(from.at, town.at)
      if (km >= reach * least && km <= reach * most) found.push(town)
      if (found.length === LARGEST) break
    }
    return found
  }
  return Array.from({ length: count }, (_, i) => {
    const near = i % 3 === 2
    const customer = random.pick(within(depot, near ? 0.5 : 0.65, near ? 0.75 : 1))
    const others = near
      ? within(customer, 0.2, 0.6).filter((town) => planeKmBetween(depot.at, town.at) < reach * 0.85)
      : []
    const second = others.length > 0 ? [random.pick(others).id] : []
    return { towns: [depot.id, customer.id, ...second, depot.id] }
  })
}

/** A truck of the demo: its record, and how it is driven. */
export type DemoVehicle = {
  readonly truck: Truck
  readonly registration: string
  readonly imei: string
  readonly vin: string
  readonly model: Model
  readonly depot: DepotPlan
  readonly driver: { readonly name: string; readonly mobile: string; readonly licence: string }
}

export type DemoCompany = {
  readonly name: string
  readonly depots: readonly DepotPlan[]
  readonly vehicles: readonly DemoVehicle[]
}

const KINDS_OF_ROUND: Readonly<Record<Model['segment'], readonly RoundDays[]>> = {
  HDT: [7, 7, 4],
  MDT: [2, 2, 1],
}
const ROUNDS_KEPT = 5
const ROUNDS_DRIVEN = 3
/** One tracker in this many is flaky. */
const FLAKY_EVERY = 24

/** Rounds of each depot by number of days; created once, so that trucks of one depot share routes. */
type RoundCatalogue = (depot: DepotPlan, days: RoundDays) => readonly Round[]

const createRoundCatalogue = (network: RoadNetwork, seed: number): RoundCatalogue => {
  const known = new Map<string, Round[]>()
  const reachable = new Map<string, readonly Town[]>()
  const townsFrom = (depot: Town) => {
    const towns =
      reachable.get(depot.name) ?? [...reachableFrom(network, depot.id)].map((id) => network.town(id))
    reachable.set(depot.name, towns)
    return towns
  }
  return ({ town }, days) => {
    const key = `${town} ${days}`
    const depot = network.find(town)
    const rounds =
      known.get(key) ??
      roundsFrom(townsFrom(depot), depot, days, ROUNDS_KEPT, createRandom(hashOf(seed, 'rounds', key)))
    known.set(key, rounds)
    return rounds
  }
}

const driverOf = (depot: DepotPlan, random: Random) => ({
  name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
  mobile: mobileOf(random),
  licence: licenceOf(depot.district, random),
})

const truckOf = (
  index: number,
  place: number,
  depot: DepotPlan,
  model: Model,
  book: RoundCatalogue,
  random: Random,
  seed: number,
): Truck => {
  const roundDays = random.pick(KINDS_OF_ROUND[model.segment])
  const rounds = book(depot, roundDays)
  const first = Math.floor(random.next() * rounds.length)
  return {
    index,
    segment: model.segment,
    fuelTankLitres: model.fuelTankLitres,
    adblueTankLitres: model.adblueTankLitres,
    rounds: Array.from({ length: ROUNDS_DRIVEN }, (_, i) => rounds[(first + i) % rounds.length]).filter(
      (round) => round !== undefined,
    ),
    roundDays,
    roundOffsetS: Math.floor(random.next() * roundDays) * 86_400 + Math.floor(random.between(0, 7) * 3600),
    startOdo: Math.round(random.between(20_000, 420_000)),
    startEngineHours: Math.round(random.between(600, 9000)),
    pace: random.between(0.93, 1.06),
    thirst: random.between(0.97, 1.03),
    idleRpm: random.between(575, 625),
    shifts: [{ since: 0, style: drivingStyleOf(seed, index) }],
    teamDriven: roundDays >= 4 && random.chance(0.3),
    tracker: trackerOf(seed, index),
    flakyTracker: place % FLAKY_EVERY === 5,
  }
}

/** Of every so many trucks of a company two exchange their drivers. */
const EXCHANGED_OF = 8

/** The place in the company of the driver with whom that of truck `place` of `count` exchanges trucks; undefined for most. */
export const exchangedWith = (place: number, count: number): number | undefined => {
  const other = place + 1 - 2 * (place % 2)
  return place % EXCHANGED_OF < 2 && other < count ? other : undefined
}

/** The vehicles of a company, some with another driver from `since` on, seconds since 1970. */
const withExchange = (vehicles: readonly DemoVehicle[], since: number): DemoVehicle[] =>
  vehicles.map((vehicle, place) => {
    const other = vehicles[exchangedWith(place, vehicles.length) ?? -1]?.truck.shifts[0]
    if (!other) return vehicle
    const shifts = [...vehicle.truck.shifts, { since, style: other.style }]
    return { ...vehicle, truck: { ...vehicle.truck, shifts } }
  })

/** Draws until the value is unused. */
const drawUnused = (taken: Set<string>, draw: () => string): string => {
  let drawn = draw()
  while (taken.has(drawn)) drawn = draw()
  taken.add(drawn)
  return drawn
}

/** The demo's companies with all their trucks, and when some of them exchange drivers (ms); the same arguments create the same fleet. */
export const createFleet = (
  network: RoadNetwork,
  seed: number,
  plans: readonly CompanyPlan[] = COMPANY_PLANS,
  exchangeAt = Number.POSITIVE_INFINITY,
): DemoCompany[] => {
  const book = createRoundCatalogue(network, seed)
  const taken = new Set<string>()
  let index = 0
  return plans.map((plan) => ({
    name: plan.name,
    depots: plan.depots,
    vehicles: withExchange(
      Array.from({ length: plan.trucks }, (_, place) => {
        const random = createRandom(hashOf(seed, 'truck', index))
        const depot = plan.depots[place % plan.depots.length]
        if (!depot) throw new RangeError(`The company ${plan.name} has no depot.`)
        const model = random.pick(MODELS[random.chance(plan.heavyShare) ? 'HDT' : 'MDT'])
        const vehicle: DemoVehicle = {
          truck: truckOf(index, place, depot, model, book, random, seed),
          registration: drawUnused(taken, () => registrationOf(depot.district, random)),
          imei: drawUnused(taken, () => imeiOf(random)),
          vin: drawUnused(taken, () => vinOf(random)),
          model,
          depot,
          driver: driverOf(depot, random),
        }
        index += 1
        return vehicle
      }),
      exchangeAt / 1000,
    ),
  }))
}
