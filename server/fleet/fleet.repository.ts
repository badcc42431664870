import { type Kysely, sql } from 'kysely'
import { type Fix, latestFields } from '#domain/fix.ts'
import type { Tables } from '../db/tables.ts'
import { latestFixOf } from '../live/live.repository.ts'

/** A vehicle, its latest fix, the median seconds between its fixes, and its running trip. Tanks in litres; null if unknown. */
export type FleetRow = {
  readonly vehicleId: number
  readonly companyId: number
  readonly registration: string
  readonly imei: string
  readonly model: string
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
  readonly latest: Fix | null
  readonly intervalS: number | null
  readonly trip: {
    readonly id: number
    readonly fromCity: string
    readonly toCity: string
    readonly eta: number | null
  } | null
}

type Narrowing = { readonly companyId: number | null; readonly vehicleId?: number }

/** Reads vehicles with their latest fix and running trip. */
export const createFleetRepository = ({ db }: { db: Kysely<Tables> }) => {
  const query = ({ companyId, vehicleId }: Narrowing) =>
    db
      .selectFrom('vehicle')
      .leftJoin('latest_fix', (join) =>
        join
          .onRef('latest_fix.company_id', '=', 'vehicle.company_id')
          .onRef('latest_fix.vehicle_id', '=', 'vehicle.id'),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('trip')
            .select(['trip.id as trip_id', 'trip.from_city', 'trip.to_city', 'trip.eta'])
            .whereRef('trip.vehicle_id', '=', 'vehicle.id')
            .where('trip.status', '=', 'RUNNING')
            .orderBy('trip.scheduled_start', 'desc')
            .limit(1)
            .as('running'),
        (join) => join.onTrue(),
      )
      .select([
        'vehicle.id',
        'vehicle.company_id',
        'vehicle.registration',
        'vehicle.imei',
        'vehicle.model',
        'vehicle.fuel_tank_litres',
        'vehicle.adblue_tank_litres',
        ...latestFields.map(({ column }) => `latest_fix.${column}` as const),
        'latest_fix.interval_s',
        'running.trip_id',
        'running.from_city',
        'running.to_city',
        'running.eta',
      ])
      .$if(companyId !== null, (narrow) => narrow.where('vehicle.company_id', '=', companyId ?? 0))
      .$if(vehicleId !== undefined, (narrow) => narrow.where('vehicle.id', '=', vehicleId ?? 0))
      .orderBy('vehicle.registration')

  const holding = (column: 'registration' | 'vin', key: string) =>
    sql<boolean>`regexp_replace(upper(${sql.ref(`vehicle.${column}`)}), '[^A-Z0-9]', '', 'g') like ${`%${key}%`}`

  return {
    /** Ids of vehicles whose registration or chassis number contains `key` (capital letters and digits only). */
    idsHolding: async (companyId: number | null, key: string): Promise<number[]> => {
      const rows = await db
        .selectFrom('vehicle')
        .select('id')
        .where((eb) => eb.or([holding('registration', key), holding('vin', key)]))
        .$if(companyId !== null, (narrow) => narrow.where('company_id', '=', companyId ?? 0))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    /** The vehicles of a company (null for all companies), or a single one, ordered by registration. */
    list: async (narrowing: Narrowing): Promise<FleetRow[]> => {
      const rows = await query(narrowing).execute()
      return rows.map((row) => ({
        vehicleId: row.id,
        companyId: row.company_id,
        registration: row.registration,
        imei: row.imei,
        model: row.model,
        fuelTankLitres: row.fuel_tank_litres,
        adblueTankLitres: row.adblue_tank_litres,
        latest:
          row.time === null || row.lng === null || row.lat === null
            ? null
            : latestFixOf({
                ...row,
                time: row.time,
                lng: row.lng,
                lat: row.lat,
                vehicle_id: row.id,
              }),
        intervalS: row.interval_s,
        trip:
          row.trip_id === null
            ? null
            : {
                id: row.trip_id,
                fromCity: row.from_city ?? '',
                toCity: row.to_city ?? '',
                eta: row.eta?.getTime() ?? null,
              },
      }))
    },
  }
}

export type FleetRepository = ReturnType<typeof createFleetRepository>
