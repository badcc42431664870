import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { equalInConstantTime, sha256 } from '../identity/secrets.ts'

/** The vehicle of a device. */
export type Device = { readonly companyId: number; readonly vehicleId: number }

/** Finds the vehicle of a device. */
export type Devices = {
  /**
   * The vehicle with the IMEI or registration `id` and the ingest key `key`; null for an unknown device and for a wrong key.
   * Rejects if the database is unavailable.
   */
  authenticate(id: string, key: string): Promise<Device | null>
  /** Clears the cache after a vehicle or its key has changed. */
  forget(): void
}

/** A secret for a new device. */
export const newIngestKey = (): string => randomBytes(18).toString('base64url')

type Keyed = Device & { readonly digest: Buffer }

const KNOWN_MS = 30_000
const UNKNOWN_MS = 5_000
/** Limit of cached ids; the oldest are dropped first. */
const MAX_REMEMBERED_IDS = 50_000
const LONGEST_ID = 100
const LONGEST_KEY = 200

/** Caches devices for half a minute, so a key that another process changed works after that time. `now` is ms UTC. */
export const createDevices = ({ db, now }: { db: Kysely<Tables>; now: () => number }): Devices => {
  const remembered = new Map<string, { readonly until: number; readonly found: readonly Keyed[] }>()
  const pendingLookups = new Map<string, Promise<readonly Keyed[]>>()

  const lookUp = async (id: string): Promise<readonly Keyed[]> => {
    const rows = await db
      .selectFrom('vehicle')
      .select(['id', 'company_id', 'ingest_key'])
      .where((eb) => eb.or([eb('imei', '=', id), eb('registration', '=', id)]))
      .limit(20)
      .execute()
    const found = rows.map((row) => ({
      companyId: row.company_id,
      vehicleId: row.id,
      digest: sha256(row.ingest_key),
    }))
    remembered.delete(id)
    remembered.set(id, { until: now() + (found.length > 0 ? KNOWN_MS : UNKNOWN_MS), found })
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED_IDS) break
      remembered.delete(oldest)
    }
    return found
  }

  const find = async (id: string): Promise<readonly Keyed[]> => {
    const known = remembered.get(id)
    if (known !== undefined && known.until > now()) return known.found
    const pending = pendingLookups.get(id) ?? lookUp(id).finally(() => pendingLookups.delete(id))
    pendingLookups.set(id, pending)
    return pending
  }

  return {
    authenticate: async (id, key) => {
      if (id.length > LONGEST_ID || key.length > LONGEST_KEY) return null
      const digest = sha256(key)
      let match: Device | null = null
      for (const { companyId, vehicleId, digest: expected } of await find(id))
        if (equalInConstantTime(digest, expected)) match ??= { companyId, vehicleId }
      return match
    },
    forget: () => remembered.clear(),
  }
}
