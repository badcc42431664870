import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'

/** The companies and their time zones. */
export const companyZones = (db: Kysely<Tables>): Promise<Array<{ id: number; timeZone: string }>> =>
  db.selectFrom('company').select(['id', 'time_zone as timeZone']).execute()

/** Puts down every day of which open fixes say anything of trouble codes. */
export const putDownOpenDtcDays = async (db: Kysely<Tables>): Promise<void> => {
  await sql`insert into dtc_pending (company_id, vehicle_id, day)
    select distinct f.company_id, f.vehicle_id, (f.time at time zone c.time_zone)::date
    from open_fix f join company c on c.id = f.company_id join vehicle v on v.id = f.vehicle_id
    where f.dtcs is not null
    on conflict do nothing`.execute(db)
}

/** At most `most` of the days that are put down, the newest first: what users look at comes before old history. */
export const pendingDtcDays = async (db: Kysely<Tables>, most: number): Promise<VehicleDay[]> =>
  db
    .selectFrom('dtc_pending')
    .select(['company_id as companyId', 'vehicle_id as vehicleId', 'day'])
    .orderBy('day', 'desc')
    .orderBy('vehicle_id')
    .limit(most)
    .execute()

/** Takes days off, in the transaction that derives them. */
export const takeOffDtcDays = async (trx: Kysely<Tables>, days: readonly VehicleDay[]): Promise<void> => {
  for (const { companyId, vehicleId, day } of days)
    await trx
      .deleteFrom('dtc_pending')
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .where('day', '=', day)
      .execute()
}
