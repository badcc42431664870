import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import { newIngestKey } from '../ingest/devices.repository.ts'
import { IMPORT } from './limits.ts'

/** The company to import into. Its id is 0 while it does not exist: its first vehicle makes it. */
export type ImportCompany = { readonly id: number; readonly name: string; readonly timeZone: string }

const DEFAULT_NAME = 'My fleet'

/** The company with this name or id, which may not exist yet, and the names of all that do. Without one it is the first. */
export const chooseCompany = async (
  db: Kysely<Tables>,
  wanted: string | undefined,
): Promise<{ readonly company: ImportCompany; readonly known: readonly string[] }> => {
  const rows = await db.selectFrom('company').select(['id', 'name', 'time_zone']).orderBy('id').execute()
  const name = wanted?.trim()
  const row = rows.find(
    (each) =>
      name === undefined || String(each.id) === name || each.name.toLowerCase() === name.toLowerCase(),
  )
  const company = row
    ? { id: row.id, name: row.name, timeZone: row.time_zone }
    : { id: 0, name: name ?? DEFAULT_NAME, timeZone: DEFAULT_TIME_ZONE }
  return { company, known: rows.map((each) => `${each.name} (${each.id})`) }
}

/** Adds the company and returns its id; one that was added meanwhile is taken. */
const addCompany = async (db: Kysely<Tables>, name: string): Promise<number> => {
  const { id } = await db
    .insertInto('company')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const comparableName = (name: string): string => name.trim().toLowerCase()

/** Finds a company's vehicles by the names in files and creates missing ones. */
export type ImportVehicles = {
  /** The vehicle's id, or the reason for rejecting it. In a dry run new vehicles get negative ids. */
  idOf(name: string): number | Promise<number | { readonly rejected: string }>
  /** The company, with its id once it exists. */
  readonly company: () => ImportCompany
  readonly made: () => readonly string[]
  readonly nameOf: (id: number) => string
  /** Removes the vehicles that were made, for an import that stores nothing. */
  unmake(): Promise<void>
}

/**
 * Loads the company's vehicles once. Names are compared with registrations and IMEIs, ignoring case. At most `mostNew` are made; where
 * `vehicleIds` are given, the company's other vehicles are refused.
 */
export const createImportVehicles = async (
  db: Kysely<Tables>,
  chosen: ImportCompany,
  {
    dryRun,
    mostNew,
    vehicleIds,
  }: {
    readonly dryRun: boolean
    readonly mostNew: number
    readonly vehicleIds: ReadonlySet<number> | undefined
  },
): Promise<ImportVehicles> => {
  let company = chosen
  const madeIds: number[] = []
  const withheld = new Set<string>()
  const ids = new Map<string, number>()
  const names = new Map<number, string>()
  const made: string[] = []
  const rows = await db
    .selectFrom('vehicle')
    .select(['id', 'registration', 'imei'])
    .where('company_id', '=', company.id)
    .execute()
  const isAllowed = (id: number): boolean => vehicleIds === undefined || vehicleIds.has(id)
  for (const { id, registration, imei } of rows) {
    names.set(id, registration)
    if (isAllowed(id)) ids.set(comparableName(imei), id)
    else withheld.add(comparableName(imei)).add(comparableName(registration))
  }
  for (const { id, registration } of rows) if (isAllowed(id)) ids.set(comparableName(registration), id)

  const make = async (registration: string): Promise<number> => {
    made.push(registration)
    if (dryRun) return -made.length
    if (company.id === 0) company = { ...company, id: await addCompany(db, company.name) }
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
    madeIds.push(id)
    return id
  }

  const idOfNew = async (name: string): Promise<number | { readonly rejected: string }> => {
    const key = comparableName(name)
    if (key === '') return { rejected: 'the vehicle has no name' }
    if (name.length > IMPORT.registrationLength)
      return { rejected: `the vehicle's name is longer than ${IMPORT.registrationLength} characters` }
    if (key.includes('\0')) return { rejected: "the vehicle's name holds a NUL character" }
    if (withheld.has(key)) return { rejected: 'the vehicle belongs to a group that you do not see' }
    if (made.length >= mostNew) return { rejected: `the file has more than ${mostNew} new vehicles` }
    const id = await make(name.trim())
    ids.set(key, id)
    names.set(id, name.trim())
    return id
  }

  return {
    idOf: (name) => ids.get(name) ?? ids.get(comparableName(name)) ?? idOfNew(name),
    company: () => company,
    made: () => made,
    nameOf: (id) => names.get(id) ?? String(id),
    unmake: async () => {
      if (madeIds.length > 0) await db.deleteFrom('vehicle').where('id', 'in', madeIds).execute()
    },
  }
}

/** The registration of a vehicle, and the id and key with which its device reports. */
export const readDeviceIdentity = (db: Kysely<Tables>, vehicleId: number) =>
  db
    .selectFrom('vehicle')
    .select(['registration', 'imei as id', 'ingest_key as key'])
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow()
