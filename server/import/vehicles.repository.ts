import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import { newIngestKey } from '../ingest/devices.repository.ts'
import { IMPORT } from './limits.ts'

/** The company to import into. */
export type ImportCompany = { readonly id: number; readonly name: string; readonly timeZone: string }

const DEFAULT_NAME = 'My fleet'

/**
 * The company with this name or id; without one, the first, or a new one if there are none. A dry run creates nothing
 * and gives a new company the id 0. Throws an error that lists the companies.
 */
export const chooseCompany = async (
  db: Kysely<Tables>,
  wanted: string | undefined,
  dryRun: boolean,
): Promise<ImportCompany> => {
  const rows = await db.selectFrom('company').select(['id', 'name', 'time_zone']).orderBy('id').execute()
  const fits = (row: { id: number; name: string }) =>
    wanted === undefined || String(row.id) === wanted || row.name.toLowerCase() === wanted.toLowerCase()
  const row = rows.find(fits)
  if (row !== undefined) return { id: row.id, name: row.name, timeZone: row.time_zone }
  if (wanted !== undefined && rows.length > 0)
    throw new Error(
      `There is no company '${wanted}'. There are: ${rows.map(({ id, name }) => `${name} (${id})`).join(', ')}.`,
    )
  const name = wanted ?? DEFAULT_NAME
  if (dryRun) return { id: 0, name, timeZone: DEFAULT_TIME_ZONE }
  const made = await db
    .insertInto('company')
    .values({ name })
    .returning(['id', 'time_zone'])
    .executeTakeFirstOrThrow()
  return { id: made.id, name, timeZone: made.time_zone }
}

const comparableName = (name: string): string => name.trim().toLowerCase()

/** Finds a company's vehicles by the names in files and creates missing ones. */
export type ImportVehicles = {
  /** The vehicle's id, or the reason for rejecting it. In a dry run new vehicles get negative ids. */
  idOf(name: string): number | Promise<number | { readonly rejected: string }>
  readonly made: () => readonly string[]
  readonly nameOf: (id: number) => string
}

/** Loads the company's vehicles once. Names are compared with registrations and IMEIs, ignoring case. */
export const createImportVehicles = async (
  db: Kysely<Tables>,
  company: ImportCompany,
  dryRun: boolean,
): Promise<ImportVehicles> => {
  const ids = new Map<string, number>()
  const names = new Map<number, string>()
  const made: string[] = []
  const rows = await db
    .selectFrom('vehicle')
    .select(['id', 'registration', 'imei'])
    .where('company_id', '=', company.id)
    .execute()
  for (const { id, registration, imei } of rows) {
    ids.set(comparableName(imei), id)
    names.set(id, registration)
  }
  for (const { id, registration } of rows) ids.set(comparableName(registration), id)

  const make = async (registration: string): Promise<number> => {
    made.push(registration)
    if (dryRun) return -made.length
    const values = { company_id: company.id, registration, ingest_key: newIngestKey() }
    const taken = await db
      .selectFrom('vehicle')
      .select('id')
      .where('imei', '=', registration)
      .executeTakeFirst()
    const imei = taken === undefined ? registration : `${registration}-${randomBytes(4).toString('hex')}`
    const { id } = await db
      .insertInto('vehicle')
      .values({ ...values, imei })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const idOfNew = async (name: string): Promise<number | { readonly rejected: string }> => {
    const key = comparableName(name)
    if (key === '') return { rejected: 'the vehicle has no name' }
    if (name.length > IMPORT.registrationLength)
      return { rejected: `the vehicle's name is longer than ${IMPORT.registrationLength} characters` }
    if (made.length >= IMPORT.newVehicles)
      return { rejected: `the file has more than ${IMPORT.newVehicles} new vehicles` }
    const id = await make(name.trim())
    ids.set(key, id)
    names.set(id, name.trim())
    return id
  }

  return {
    idOf: (name) => ids.get(name) ?? ids.get(comparableName(name)) ?? idOfNew(name),
    made: () => made,
    nameOf: (id) => names.get(id) ?? String(id),
  }
}

/** The registration of a vehicle, and the id and key with which its device reports. */
export const readDeviceIdentity = (db: Kysely<Tables>, vehicleId: number) =>
  db
    .selectFrom('vehicle')
    .select(['registration', 'imei as id', 'ingest_key as key'])
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow()
