import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'

/** A vehicle with the zone of its company's days. */
export type VehicleInZone = VehicleKey & { readonly registration: string; readonly timeZone: string }

/** The vehicles of a company, or of all (null). */
export const readVehicles = (db: Kysely<Tables>, companyId: number | null): Promise<VehicleInZone[]> =>
  db
    .selectFrom('vehicle')
    .innerJoin('company', 'company.id', 'vehicle.company_id')
    .select([
      'vehicle.id as vehicleId',
      'vehicle.company_id as companyId',
      'registration',
      'time_zone as timeZone',
    ])
    .$if(companyId !== null, (query) => query.where('company.id', '=', companyId))
    .orderBy('vehicle.id')
    .execute()
