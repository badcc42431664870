import { openDatabase } from '#server/db/open-database.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'

type Options = Parameters<typeof alertOf>[1]

/** Stores alerts of trucks, which are added to the company of a user if it does not have them; resolves to the alerts' ids. */
export const storeAlerts = async (
  userName: string,
  alerts: readonly (Options & { readonly truck: string })[],
): Promise<readonly number[]> => {
  const dataDir = process.env['ROADBOOK_DATA'] ?? ''
  const { db, close } = await openDatabase({ dataDir, attach: true, migrates: false })
  try {
    const { company_id } = await db
      .selectFrom('app_user')
      .select('company_id')
      .where('user_name', '=', userName)
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const { truck: registration, ...options } of alerts) {
      const vehicle =
        (await db
          .selectFrom('vehicle')
          .selectAll()
          .where('registration', '=', registration)
          .executeTakeFirst()) ??
        (await addVehicle(db, {
          ...{ company_id: company_id ?? 0, registration, model: 'Tipper', vin: `VIN ${registration}` },
          ...{ imei: `imei ${registration}`, ingest_key: `key ${registration}` },
        }))
      ids.push(...(await addAlerts(db, [alertOf(vehicle, options)])))
    }
    return ids
  } finally {
    await close()
  }
}
