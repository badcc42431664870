import type { LngLat } from '#domain/geo.ts'
import type { DemoCompany } from '../fleet/fleet.ts'
import { CUSTOMER_KINDS } from '../fleet/names.ts'
import { createRandom, hashOf } from '../random.ts'
import { KM_PER_LAT, kmPerLng, type RoadNetwork, type Town } from '../road/network.ts'

/**
 * A fence of the demo. A circle has one point and a radius in metres. `towns` selects the trucks to watch by the
 * towns they call at; null selects all.
 */
export type DemoFence = {
  readonly name: string
  readonly shape: 'circle' | 'polygon'
  readonly points: readonly LngLat[]
  readonly radiusM: number | null
  readonly typeId: number
  readonly town: number | null
}

const DEPOT = 1
const CUSTOMER = 2
const YARDS_AT_MOST = 24

/** An uneven outline around a position; the first corner is not repeated. */
const outline = (at: LngLat, km: number, seed: number): LngLat[] => {
  const random = createRandom(seed)
  return Array.from({ length: 7 }, (_, i): LngLat => {
    const angle = (2 * Math.PI * i) / 7
    const far = km * random.between(0.8, 1.2)
    return [at[0] + (far * Math.sin(angle)) / kmPerLng(at[1]), at[1] + (far * Math.cos(angle)) / KM_PER_LAT]
  })
}

const yard = (town: Town, i: number): DemoFence => {
  const name = `${town.name} ${CUSTOMER_KINDS[i % CUSTOMER_KINDS.length]}`
  const base = { name, typeId: CUSTOMER, town: town.id }
  return i % 2 === 0
    ? { ...base, shape: 'circle', points: [town.at], radiusM: 350 + (i % 5) * 50 }
    : { ...base, shape: 'polygon', points: outline(town.at, 0.4, hashOf('yard', town.id)), radiusM: null }
}

/**
 * The fences of a company: its depots, which watch every truck, and customers' yards, which watch the trucks calling
 * there.
 */
export const fencesOf = (company: DemoCompany, network: RoadNetwork): DemoFence[] => {
  const depots = company.depots.map((depot): DemoFence => {
    const { at } = network.find(depot.town)
    return {
      name: `${depot.town} depot`,
      shape: 'circle',
      points: [at],
      radiusM: 500,
      typeId: DEPOT,
      town: null,
    }
  })
  const called = new Set(
    company.vehicles.flatMap(({ truck }) => truck.rounds.flatMap(({ towns }) => towns.slice(1, -1))),
  )
  const homes = new Set(company.depots.map(({ town }) => network.find(town).id))
  const yards = [...called].filter((id) => !homes.has(id)).slice(0, YARDS_AT_MOST)
  return [...depots, ...yards.map((id, i) => yard(network.town(id), i))]
}
