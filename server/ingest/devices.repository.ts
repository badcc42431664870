import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { createRecentMap } from '../http/recent-map.ts'
import { equalInConstantTime, sha256 } from '../identity/secrets.ts'

/** The vehicle of a device. */
export type Device = { readonly companyId: number; readonly vehicleId: number }

/** What a device says of itself: its IMEI or the vehicle's registration, and its ingest key. */
export type Credentials = { readonly id: string; readonly key: string }

/** Finds the vehicles of devices. */
export type Devices = {
  /**
   * The vehicle of each of these credentials, in their order; null for an unknown device and for a wrong key. Asks the database
   * at most once. Rejects if it is unavailable.
   */
  authenticate(credentials: readonly Credentials[]): Promise<Array<Device | null>>
  /** Clears the cache after a vehicle or its key has changed. */
  forget(): void
}

/** A secret for a new device. */
export const newIngestKey = (): string => randomBytes(18).toString('base64url')

type Keyed = Device & { readonly digest: Buffer }

const KNOWN_MS = 30_000
const UNKNOWN_MS = 5_000
/** Limit of cached ids; the newest half is kept. */
const MAX_REMEMBERED_IDS = 100_000
const LONGEST_ID = 100
const LONGEST_KEY = 200

/** Whether there can be such a device; the database cannot even be asked about a NUL. */
const isPlausible = ({ id, key }: Credentials): boolean =>
  id.length <= LONGEST_ID && key.length <= LONGEST_KEY && !id.includes('\0')

/** Caches devices for half a minute, so a key that another process changed works after that time. `now` is ms UTC. */
export const createDevices = ({ db, now }: { db: Kysely<Tables>; now: () => number }): Devices => {
  const remembered = createRecentMap<string, { readonly until: number; readonly found: readonly Keyed[] }>(
    MAX_REMEMBERED_IDS,
  )

  const remember = (id: string, found: readonly Keyed[]): void => {
    remembered.set(id, { until: now() + (found.length > 0 ? KNOWN_MS : UNKNOWN_MS), found })
  }

  const lookUp = async (ids: readonly string[]): Promise<ReadonlyMap<string, readonly Keyed[]>> => {
    const rows = await db
      .selectFrom('vehicle')
      .select(['id', 'company_id', 'imei', 'registration', 'ingest_key'])
      .where(({ eb, or, val }) => {
        const named = sql<string>`any(${val(ids)}::text[])`
        return or([eb('imei', '=', named), eb('registration', '=', named)])
      })
      .execute()
    const found = new Map<string, Keyed[]>(ids.map((id) => [id, []]))
    for (const { id: vehicleId, company_id: companyId, imei, registration, ingest_key } of rows) {
      const keyed = { companyId, vehicleId, digest: sha256(ingest_key) }
      for (const id of new Set([imei, registration])) found.get(id)?.push(keyed)
    }
    for (const [id, vehicles] of found) remember(id, vehicles)
    return found
  }

  /** The vehicles that ids may name, from the cache where it is fresh. */
  const find = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Keyed[]>> => {
    const found = new Map<string, readonly Keyed[]>()
    const unknown: string[] = []
    for (const id of ids) {
      const known = remembered.get(id)
      if (known !== undefined && known.until > now()) found.set(id, known.found)
      else unknown.push(id)
    }
    return unknown.length === 0 ? found : new Map([...found, ...(await lookUp(unknown))])
  }

  return {
    authenticate: async (credentials) => {
      const plausible = credentials.filter(isPlausible)
      const vehicles = await find(new Set(plausible.map(({ id }) => id)))
      return credentials.map((each) => {
        if (!isPlausible(each)) return null
        const digest = sha256(each.key)
        let match: Device | null = null
        for (const { companyId, vehicleId, digest: expected } of vehicles.get(each.id) ?? [])
          if (equalInConstantTime(digest, expected)) match ??= { companyId, vehicleId }
        return match
      })
    },
    forget: () => remembered.clear(),
  }
}
