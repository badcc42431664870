import type { InTurn } from '../http/handler.ts'
import { createRecentMap } from '../http/recent-map.ts'
import { storedHashOf } from '../identity/secrets.ts'
import type { GatewayRepository, GatewayVehicle } from './gateway.repository.ts'

/** How long an answer of the database is taken for true: a revoked key and a new vehicle are noticed after it. */
const KNOWN_MS = 30_000
const UNKNOWN_MS = 5_000
/** Limits of what is remembered; the newest half is kept. */
const MAX_REMEMBERED_KEYS = 20_000
const MAX_REMEMBERED_DEVICES = 100_000
const LONGEST_KEY = 200

type Remembered<TValue> = { readonly until: number; readonly value: TValue | null }

const createMemory = <TValue>(most: number, now: () => number) => {
  const known = createRecentMap<string, Remembered<TValue>>(most)
  return {
    /** Undefined for what is not remembered, null for what is known not to be. */
    get: (key: string): TValue | null | undefined => {
      const found = known.get(key)
      return found === undefined || found.until <= now() ? undefined : found.value
    },
    set: (key: string, value: TValue | null): void => {
      known.set(key, { until: now() + (value === null ? UNKNOWN_MS : KNOWN_MS), value })
    },
  }
}

/** Knows the gateways' keys and devices, without asking the database for each position. `now` is ms UTC. */
export const createGateways = ({
  gateways,
  now,
}: {
  gateways: Pick<GatewayRepository, 'companyOf' | 'vehiclesOf' | 'addPending'>
  now: () => number
}) => {
  const newMemories = () => ({
    companies: createMemory<number>(MAX_REMEMBERED_KEYS, now),
    vehicles: createMemory<GatewayVehicle>(MAX_REMEMBERED_DEVICES, now),
  })
  let memories = newMemories()
  return {
    /** The company that an `Authorization` header opens; null for a missing or wrong key. */
    companyOf: async (authorization: string | undefined): Promise<number | null> => {
      const key = /^Bearer +([\w-]+) *$/i.exec(authorization?.slice(0, LONGEST_KEY) ?? '')?.[1]
      if (key === undefined) return null
      const hash = storedHashOf(key)
      const { companies } = memories
      const known = companies.get(hash)
      if (known !== undefined) return known
      const company = await gateways.companyOf(key)
      companies.set(hash, company)
      return company
    },
    /** The company's vehicles of these devices; a device that is missing in the answer has none. The database is asked `inTurn`. */
    vehiclesOf: async (
      companyId: number,
      deviceIds: ReadonlySet<string>,
      inTurn: InTurn,
    ): Promise<ReadonlyMap<string, GatewayVehicle>> => {
      const { vehicles } = memories
      const found = new Map<string, GatewayVehicle>()
      const unknown: string[] = []
      for (const id of deviceIds) {
        const known = vehicles.get(`${companyId} ${id}`)
        if (known) found.set(id, known)
        else if (known === undefined) unknown.push(id)
      }
      if (unknown.length === 0) return found
      const read = await inTurn(() => gateways.vehiclesOf(companyId, unknown))
      for (const id of unknown) {
        const vehicle = read.get(id) ?? null
        vehicles.set(`${companyId} ${id}`, vehicle)
        if (vehicle) found.set(id, vehicle)
      }
      return found
    },
    addPending: gateways.addPending,
    /** Call it after a key or a device has changed. What is being read meanwhile is not remembered. */
    forget: (): void => {
      memories = newMemories()
    },
  }
}

export type Gateways = ReturnType<typeof createGateways>
