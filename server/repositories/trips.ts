import type { Kysely } from 'kysely'
import type { TRIP_STATUSES } from '#contract/records/trip.ts'
import type { Tables } from '../db/tables.ts'

type Narrowing = {
  readonly companyId: number | null
  readonly tripId?: number | undefined
  readonly vehicleId?: number | undefined
  readonly status?: (typeof TRIP_STATUSES)[number] | undefined
  readonly limit: number
}

/** Reads journeys with their truck and driver. */
export const createTripRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** Running trips first, then the newest. */
  list: ({ companyId, tripId, vehicleId, status, limit }: Narrowing) =>
    db
      .selectFrom('trip')
      .innerJoin('vehicle', 'vehicle.id', 'trip.vehicle_id')
      .leftJoin('driver', 'driver.id', 'trip.driver_id')
      .selectAll('trip')
      .select(['vehicle.registration', 'driver.name as driver'])
      .$if(companyId !== null, (narrow) => narrow.where('trip.company_id', '=', companyId ?? 0))
      .$if(tripId !== undefined, (narrow) => narrow.where('trip.id', '=', tripId ?? 0))
      .$if(vehicleId !== undefined, (narrow) => narrow.where('trip.vehicle_id', '=', vehicleId ?? 0))
      .$if(status !== undefined, (narrow) => narrow.where('trip.status', '=', status ?? 'RUNNING'))
      .orderBy((eb) => eb.case().when('trip.status', '=', 'RUNNING').then(0).else(1).end())
      .orderBy('trip.scheduled_start', 'desc')
      .orderBy('trip.id', 'desc')
      .limit(limit)
      .execute(),
})

export type TripRepository = ReturnType<typeof createTripRepository>
export type TripRow = Awaited<ReturnType<TripRepository['list']>>[number]
