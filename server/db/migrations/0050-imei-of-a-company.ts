import { type Kysely, sql } from 'kysely'

/**
 * A vehicle's IMEI is unique in its company. Over all companies, adding a vehicle told whether another one has it, and kept a truck's own
 * from it. Devices are told apart by their keys.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table vehicle drop constraint vehicle_imei_key, add unique (company_id, imei)`.execute(db)
  await sql`create index vehicle_imei on vehicle (imei)`.execute(db)
}
