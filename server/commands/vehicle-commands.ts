import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { chooseCompany, createImportVehicles, readDeviceIdentity } from '../import/vehicles.repository.ts'

/** The settings with which a tracker or phone reports for a vehicle. */
export type DeviceSettings = {
  readonly company: string
  readonly registration: string
  readonly id: string
  readonly key: string
}

/**
 * The id and key with which a device reports for a vehicle. Adds the vehicle if the company has none of that name.
 * @throws Error in plain words for an unknown company or a name that cannot be a registration.
 */
export const deviceSettings = async (
  db: Kysely<Tables>,
  registration: string,
  companyName: string | undefined,
): Promise<DeviceSettings> => {
  const company = await chooseCompany(db, companyName, false)
  const found = await (await createImportVehicles(db, company, false)).idOf(registration)
  if (typeof found === 'object') throw new Error(`'${registration}' cannot be a vehicle: ${found.rejected}.`)
  return { company: company.name, ...(await readDeviceIdentity(db, found)) }
}

/** The instructions for setting up a phone or tracker. */
export const settingsText = ({ company, registration, id, key }: DeviceSettings): string =>
  [
    `${registration} of ${company}`,
    `  Device identifier  ${id}`,
    `  Server address     http://YOUR-HOST:8080/ingest/osmand?key=${key}`,
  ].join('\n')
