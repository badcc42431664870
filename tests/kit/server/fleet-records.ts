import type { Insertable, Kysely, Selectable } from 'kysely'
import type { CompanyTable, Tables, VehicleTable } from '#server/db/tables.ts'

let serial = 0

/** Adds a company; names that are not given are unique. */
export const addCompany = (
  db: Kysely<Tables>,
  company: Partial<Insertable<CompanyTable>> = {},
): Promise<Selectable<CompanyTable>> => {
  serial += 1
  return db
    .insertInto('company')
    .values({ name: `Company ${serial}`, ...company })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds a vehicle of a company; identities that are not given are unique. */
export const addVehicle = (
  db: Kysely<Tables>,
  vehicle: Partial<Insertable<VehicleTable>> & { company_id: number },
): Promise<Selectable<VehicleTable>> => {
  serial += 1
  const number = String(serial).padStart(4, '0')
  return db
    .insertInto('vehicle')
    .values({
      registration: `MH 12 AB ${number}`,
      imei: `86000000000${number}`,
      ingest_key: `key-${number}`,
      fuel_tank_litres: 300,
      adblue_tank_litres: 40,
      ...vehicle,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Limits a user of a company to a group of its own of these vehicles. */
export const limitUser = async (
  db: Kysely<Tables>,
  { company_id, user_id }: { company_id: number; user_id: number },
  vehicleIds: readonly number[],
): Promise<void> => {
  serial += 1
  const { id: group_id } = await db
    .insertInto('vehicle_group')
    .values({ company_id, name: `Group ${serial}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const vehicle_id of vehicleIds)
    await db.insertInto('group_vehicle').values({ company_id, group_id, vehicle_id }).execute()
  await db.insertInto('user_group').values({ company_id, group_id, user_id }).execute()
}
