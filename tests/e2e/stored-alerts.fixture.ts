import { type Kysely, sql } from 'kysely'
import { openDatabase } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'

type Options = Parameters<typeof alertOf>[1]

/** Works on the database of the server under test. */
export const withDatabase = async <TResult>(
  work: (db: Kysely<Tables>) => Promise<TResult>,
): Promise<TResult> => {
  const dataDir = process.env['ROADBOOK_DATA'] ?? ''
  const { db, close } = await openDatabase({ dataDir, attach: true, migrates: false })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** The truck of this registration, added to the company of the user if there is none; its device has the id and key that follow from it. */
export const truckOf = async (db: Kysely<Tables>, userName: string, registration: string) => {
  const { company_id } = await db
    .selectFrom('app_user')
    .select('company_id')
    .where('user_name', '=', userName)
    .executeTakeFirstOrThrow()
  return (
    (await db
      .selectFrom('vehicle')
      .selectAll()
      .where('registration', '=', registration)
      .executeTakeFirst()) ??
    (await addVehicle(db, {
      ...{ company_id: company_id ?? 0, registration, model: 'Tipper', vin: `VIN ${registration}` },
      ...{ imei: `imei ${registration}`, ingest_key: `key ${registration}` },
    }))
  )
}

/** Adds a truck to the company of a user. */
export const addTruck = (userName: string, registration: string) =>
  withDatabase((db) => truckOf(db, userName, registration))

/**
 * The types of a truck's alerts that any poll from now on finds: it names whole seconds, by a clock that follows the server's
 * within the second of its replies' dates.
 */
export const storedTypes = (registration: string): Promise<string[]> =>
  withDatabase(async (db) => {
    const rows = await db
      .selectFrom('alert')
      .innerJoin('vehicle', 'vehicle.id', 'alert.vehicle_id')
      .select('type')
      .where('registration', '=', registration)
      .where('stored_at', '<', sql<Date>`date_trunc('second', now()) - interval '1 second'`)
      .execute()
    return rows.map(({ type }) => type)
  })

/** Stores alerts of trucks, which are added to the company of a user if it does not have them; resolves to the alerts' ids. */
export const storeAlerts = (
  userName: string,
  alerts: readonly (Options & { readonly truck: string })[],
): Promise<readonly number[]> =>
  withDatabase(async (db) => {
    const ids: number[] = []
    for (const { truck, ...options } of alerts)
      ids.push(...(await addAlerts(db, [alertOf(await truckOf(db, userName, truck), options)])))
    return ids
  })
