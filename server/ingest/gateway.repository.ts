import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { storedHashOf } from '../identity/secrets.ts'
import { INGEST } from './limits.ts'

/** A device that a gateway reports and no vehicle has. */
export type PendingDevice = {
  readonly deviceId: string
  readonly name: string | null
  readonly protocol: string | null
  /** Positions received since it was first seen. */
  readonly positions: number
  /** ms UTC. */
  readonly lastSeen: number
  readonly lng: number | null
  readonly lat: number | null
}

/** What one request says of a device that no vehicle has. */
export type SeenDevice = Pick<PendingDevice, 'deviceId' | 'name' | 'protocol' | 'positions' | 'lng' | 'lat'>

/** The vehicle of a device, with the litres its tank holds. */
export type GatewayVehicle = { readonly vehicleId: number; readonly fuelTankLitres: number | null }

const newGatewayKey = (): string => randomBytes(24).toString('base64url')

/** The keys of companies' gateways, and the devices behind them. `now` is ms UTC. */
export const createGatewayRepository = ({ db, now }: { db: Kysely<Tables>; now: () => number }) => ({
  /** Makes a company's key, which ends the former one, and returns it; only its hash is stored. */
  makeKey: async (companyId: number): Promise<string> => {
    const key = newGatewayKey()
    const values = { hash: storedHashOf(key), made_at: new Date(now()) }
    await db
      .insertInto('gateway_key')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
      .execute()
    return key
  },

  /** When the company's key was made; null if it has none. */
  keyMadeAt: async (companyId: number): Promise<Date | null> => {
    const row = await db
      .selectFrom('gateway_key')
      .select('made_at')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    return row?.made_at ?? null
  },

  /** Answers whether there was a key. */
  revokeKey: async (companyId: number): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('gateway_key')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** The company whose key this is; null for none. */
  companyOf: async (key: string): Promise<number | null> => {
    const row = await db
      .selectFrom('gateway_key')
      .select('company_id')
      .where('hash', '=', storedHashOf(key))
      .executeTakeFirst()
    return row?.company_id ?? null
  },

  /** The company's vehicles by device: an accepted one, else the vehicle with this IMEI or registration. */
  vehiclesOf: async (
    companyId: number,
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, GatewayVehicle>> => {
    const { rows } = await sql<GatewayVehicle & { deviceId: string }>`
      select wanted.id as "deviceId", v.id as "vehicleId", v.fuel_tank_litres as "fuelTankLitres"
      from unnest(${deviceIds}::text[]) as wanted(id)
      join lateral (
        select vehicle_id, 1 as rank from gateway_device
          where company_id = ${companyId} and device_id = wanted.id and vehicle_id is not null
        union all select id, 2 from vehicle where company_id = ${companyId} and imei = wanted.id
        union all select id, 3 from vehicle where company_id = ${companyId} and registration = wanted.id
        order by rank limit 1
      ) found on true
      join vehicle v on v.id = found.vehicle_id and v.company_id = ${companyId}`.execute(db)
    return new Map(rows.map(({ deviceId, ...vehicle }) => [deviceId, vehicle]))
  },

  /** Lists devices to be accepted, or counts what they have sent since; of too many the longest silent is forgotten. */
  addPending: (companyId: number, devices: readonly SeenDevice[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      // One order for all writers, or they wait for each other.
      for (const { deviceId, ...seen } of devices.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)))
        await trx
          .insertInto('gateway_device')
          .values({ company_id: companyId, device_id: deviceId, last_seen: new Date(now()), ...seen })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'device_id']).doUpdateSet(({ ref }) => ({
              name: sql<string | null>`coalesce(excluded.name, gateway_device.name)`,
              protocol: sql<string | null>`coalesce(excluded.protocol, gateway_device.protocol)`,
              positions: sql<number>`least(2147483646, gateway_device.positions::int8 + excluded.positions)`,
              last_seen: ref('excluded.last_seen'),
              lng: sql<number | null>`coalesce(excluded.lng, gateway_device.lng)`,
              lat: sql<number | null>`coalesce(excluded.lat, gateway_device.lat)`,
            })),
          )
          .execute()
      await sql`delete from gateway_device where company_id = ${companyId} and vehicle_id is null and device_id in (
        select device_id from gateway_device where company_id = ${companyId} and vehicle_id is null
        order by last_seen desc, device_id offset ${INGEST.pendingDevices})`.execute(trx)
    }),

  /** The devices to be accepted, the last seen first. */
  pending: async (companyId: number): Promise<PendingDevice[]> => {
    const rows = await db
      .selectFrom('gateway_device')
      .select(['device_id as deviceId', 'name', 'protocol', 'positions', 'last_seen', 'lng', 'lat'])
      .where('company_id', '=', companyId)
      .where('vehicle_id', 'is', null)
      .orderBy('last_seen', 'desc')
      .orderBy('device_id')
      .execute()
    return rows.map(({ last_seen, ...device }) => ({ ...device, lastSeen: last_seen.getTime() }))
  },

  /** Makes a device that waits report for a vehicle of the company. Answers whether there was one. */
  accept: async (companyId: number, deviceId: string, vehicleId: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('gateway_device')
      .set({ vehicle_id: vehicleId })
      .where('company_id', '=', companyId)
      .where('device_id', '=', deviceId)
      .where('vehicle_id', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type GatewayRepository = ReturnType<typeof createGatewayRepository>
