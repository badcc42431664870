import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AcceptedDevice, PendingDevice } from '#contract/records/gateway.ts'
import type { Tables } from '../db/tables.ts'
import { storedHashOf } from '../identity/secrets.ts'
import { INGEST } from './limits.ts'

/** What one request says of a device that no vehicle has. */
export type SeenDevice = Pick<
  PendingDevice,
  'deviceId' | 'deviceName' | 'protocol' | 'positions' | 'lng' | 'lat'
>

/** The vehicle of a device, with the litres its tank holds. */
export type GatewayVehicle = { readonly vehicleId: number; readonly fuelTankLitres: number | null }

const newGatewayKey = (): string => randomBytes(24).toString('base64url')

/** Whether the id of a device is neither the IMEI nor the registration of a vehicle, but for that of `vehicleId`. */
const reportsForNone = (vehicleId: number | null) =>
  sql<boolean>`not exists (
    select from vehicle where vehicle.company_id = gateway_device.company_id
      and gateway_device.device_id in (vehicle.imei, vehicle.registration) and vehicle.id is distinct from ${vehicleId}::int4)`

/** The keys of companies' gateways, and the devices behind them. `now` is ms UTC. */
export const createGatewayRepository = ({ db, now }: { db: Kysely<Tables>; now: () => number }) => ({
  /** Makes a company's key and returns it; only its hash is stored. A former one ends if it `replaces` it; otherwise null. */
  makeKey: async (companyId: number, replaces: boolean): Promise<string | null> => {
    const key = newGatewayKey()
    const values = { hash: storedHashOf(key), made_at: new Date(now()) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('gateway_key')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) =>
        replaces
          ? conflict.column('company_id').doUpdateSet(values)
          : conflict.column('company_id').doNothing(),
      )
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n ? key : null
  },

  /** The company's vehicles, by registration. */
  vehicles: (companyId: number): Promise<Array<{ id: number; registration: string }>> =>
    db
      .selectFrom('vehicle')
      .select(['id', 'registration'])
      .where('company_id', '=', companyId)
      .orderBy('registration')
      .execute(),

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

  /**
   * Lists devices to be accepted, or counts what they have sent since; of too many the longest silent is forgotten. Each device is
   * named once.
   */
  addPending: async (companyId: number, devices: readonly SeenDevice[]): Promise<void> => {
    const column = <TKey extends keyof SeenDevice>(key: TKey) => devices.map((device) => device[key])
    // One order for all writers, or they wait for each other.
    await sql`
      insert into gateway_device (company_id, device_id, name, protocol, positions, lng, lat, last_seen)
      select ${companyId}::int, seen.*, ${new Date(now())}::timestamptz
      from unnest(${column('deviceId')}::text[], ${column('deviceName')}::text[], ${column('protocol')}::text[],
        ${column('positions')}::int[], ${column('lng')}::float8[], ${column('lat')}::float8[])
        as seen(device_id, name, protocol, positions, lng, lat)
      order by seen.device_id
      on conflict (company_id, device_id) do update set
        name = coalesce(excluded.name, gateway_device.name),
        protocol = coalesce(excluded.protocol, gateway_device.protocol),
        positions = least(2147483646, gateway_device.positions::int8 + excluded.positions),
        last_seen = excluded.last_seen,
        lng = coalesce(excluded.lng, gateway_device.lng),
        lat = coalesce(excluded.lat, gateway_device.lat)
      where gateway_device.vehicle_id is null`.execute(db)
    await sql`delete from gateway_device where company_id = ${companyId} and vehicle_id is null and device_id in (
      select device_id from gateway_device where company_id = ${companyId} and vehicle_id is null
      order by last_seen desc, device_id offset ${INGEST.pendingDevices})`.execute(db)
  },

  /** The devices to be accepted, the last seen first; not those whose id is by now the IMEI or registration of a vehicle. */
  pending: async (companyId: number): Promise<PendingDevice[]> => {
    const rows = await db
      .selectFrom('gateway_device')
      .select([
        'device_id as deviceId',
        'name as deviceName',
        'protocol',
        'positions',
        'last_seen',
        'lng',
        'lat',
      ])
      .where('company_id', '=', companyId)
      .where('vehicle_id', 'is', null)
      .where(reportsForNone(null))
      .orderBy('last_seen', 'desc')
      .orderBy('device_id')
      .execute()
    return rows.map(({ last_seen, ...device }) => ({ ...device, lastSeen: last_seen.getTime() }))
  },

  /** The devices that report for vehicles, by registration. */
  accepted: async (companyId: number): Promise<AcceptedDevice[]> => {
    const rows = await db
      .selectFrom('gateway_device')
      .innerJoin('vehicle', 'vehicle.id', 'gateway_device.vehicle_id')
      .leftJoin('latest_fix', (join) =>
        join
          .onRef('latest_fix.company_id', '=', 'vehicle.company_id')
          .onRef('latest_fix.vehicle_id', '=', 'vehicle.id'),
      )
      .select([
        'gateway_device.device_id as deviceId',
        'gateway_device.name as deviceName',
        'gateway_device.protocol',
        'vehicle.id as vehicleId',
        'vehicle.registration',
        'latest_fix.clock_ahead',
      ])
      .where('gateway_device.company_id', '=', companyId)
      .orderBy('vehicle.registration')
      .orderBy('gateway_device.device_id')
      .execute()
    return rows.map(({ clock_ahead, ...device }) => ({
      ...device,
      ...(clock_ahead === null ? {} : { clockAheadS: clock_ahead }),
    }))
  },

  /** The vehicle for which a device was accepted, `null` where it waits; undefined for a device that is not known. */
  vehicleOfDevice: async (
    companyId: number,
    deviceId: string,
  ): Promise<Pick<AcceptedDevice, 'vehicleId' | 'registration'> | null | undefined> => {
    const row = await db
      .selectFrom('gateway_device')
      .leftJoin('vehicle', 'vehicle.id', 'gateway_device.vehicle_id')
      .select(['vehicle.id', 'vehicle.registration'])
      .where('gateway_device.company_id', '=', companyId)
      .where('gateway_device.device_id', '=', deviceId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    return row.id === null || row.registration === null
      ? null
      : { vehicleId: row.id, registration: row.registration }
  },

  /**
   * Makes a device report for a vehicle of the company from now on: one that waits, or, with `from`, one that reports for that vehicle,
   * which keeps what it has. A device whose id has become that of another vehicle waits no longer. Answers whether there was one.
   * `within` may be a transaction.
   */
  accept: async (
    companyId: number,
    deviceId: string,
    vehicleId: number,
    from: number | null = null,
    within: Kysely<Tables> = db,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await within
      .updateTable('gateway_device')
      .set({ vehicle_id: vehicleId })
      .where('company_id', '=', companyId)
      .where('device_id', '=', deviceId)
      .where('vehicle_id', 'is not distinct from', from)
      .$if(from === null, (query) => query.where(reportsForNone(vehicleId)))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('vehicle')
            .select('vehicle.id')
            .where('vehicle.id', '=', vehicleId)
            .where('vehicle.company_id', '=', companyId),
        ),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Makes a device that reports for the vehicle wait again; the vehicle keeps what it has. Answers whether there was one. */
  release: async (companyId: number, deviceId: string, vehicleId: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('gateway_device')
      .set({ vehicle_id: null, positions: 0, last_seen: new Date(now()) })
      .where('company_id', '=', companyId)
      .where('device_id', '=', deviceId)
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type GatewayRepository = ReturnType<typeof createGatewayRepository>
