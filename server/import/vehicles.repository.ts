import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ImportProblem } from '#contract/import-problems.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { comparedName, isSameName } from '#domain/compared-name.ts'
import { addCompany } from '../db/add-company.ts'
import type { Tables } from '../db/tables.ts'
import { createRecentMap } from '../http/recent-map.ts'
import { newIngestKey } from '../ingest/devices.repository.ts'
import { eachAlone } from './each-alone.ts'
import { IMPORT } from './limits.ts'
import { comparableName, isDamagedName, nameFault } from './vehicle-names.ts'

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
    (each) => name === undefined || String(each.id) === name || isSameName(each.name, name),
  )
  const company = row
    ? { id: row.id, name: row.name, timeZone: row.time_zone }
    : { id: 0, name: name ?? DEFAULT_NAME, timeZone: DEFAULT_TIME_ZONE }
  return { company, known: rows.map((each) => `${each.name} (${each.id})`) }
}

/** Finds a company's vehicles by the names in files and creates missing ones. */
export type ImportVehicles = {
  /**
   * The vehicle's id, or the reason for rejecting it. A new vehicle is stored by `save` only, and has a negative id in a dry
   * run.
   */
  idOf(name: string): number | Promise<number | { readonly rejected: ImportProblem }>
  /**
   * Stores the new vehicles, and the company if it is new and any of them can be stored. Answers why some could not, by their
   * ids.
   */
  save(): Promise<ReadonlyMap<number, string>>
  /** The company, with its id once it exists. */
  readonly company: () => ImportCompany
  readonly made: () => readonly string[]
  readonly nameOf: (id: number) => string
}

type NewVehicle = { readonly id: number; readonly registration: string }

const reserveIds = async (db: Kysely<Tables>, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('vehicle', 'id'))::int4 as id from generate_series(1, ${count}::int4)`.execute(
    db,
  )
  return rows.map(({ id }) => id).reverse()
}

/** The IMEI of a vehicle without a known one is its registration, unless another vehicle of the company has that. */
const insertVehicles = async (
  db: Kysely<Tables>,
  companyId: number,
  vehicles: readonly NewVehicle[],
): Promise<void> => {
  const names = vehicles.map(({ registration }) => registration)
  const rows = await db
    .selectFrom('vehicle')
    .select('imei')
    .where('company_id', '=', companyId)
    .where('imei', '=', ({ val }) => sql<string>`any(${val(names)}::text[])`)
    .execute()
  const taken = new Set(rows.map(({ imei }) => imei))
  await db
    .insertInto('vehicle')
    .values(
      vehicles.map(({ id, registration }) => ({
        id,
        company_id: companyId,
        registration,
        imei: taken.has(registration) ? `${registration}-${randomBytes(4).toString('hex')}` : registration,
        ingest_key: newIngestKey(),
      })),
    )
    .execute()
}

/**
 * Loads the company's vehicles once. Names are compared with registrations and IMEIs as `comparableName` does. At most `mostNew` are made; where
 * `vehicleIds` are given, the company's other vehicles are refused.
 */
export const createImportVehicles = async (
  db: Kysely<Tables>,
  chosen: ImportCompany,
  {
    dryRun,
    mostNew,
    mostOfCompany = Number.POSITIVE_INFINITY,
    vehicleIds,
  }: {
    readonly dryRun: boolean
    readonly mostNew: number
    /** Vehicles that the company may have. */
    readonly mostOfCompany?: number | undefined
    readonly vehicleIds: ReadonlySet<number> | undefined
  },
): Promise<ImportVehicles> => {
  let company = chosen
  const withheld = new Set<string>()
  const alike = new Set<string>()
  /** By their own spellings, whatever the case. */
  const exact = new Map<string, number>()
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
    const key = comparableName(registration)
    names.set(id, registration)
    if (!isAllowed(id)) withheld.add(comparableName(imei)).add(key)
    else {
      // Two vehicles of the company with names that compare equal are told apart by their own spellings alone.
      if (ids.has(key)) alike.add(key)
      ids.set(key, id)
      exact.set(comparedName(registration.trim()), id)
    }
  }
  for (const { id, imei } of rows) {
    const key = comparableName(imei)
    if (isAllowed(id) && !ids.has(key)) ids.set(key, id)
  }

  /** By the names of files as they stand there, which may spell one vehicle in any number of ways. */
  const found = createRecentMap<string, number>(IMPORT.spellingsKept)

  let unsaved: NewVehicle[] = []
  let reserved: number[] = []

  /** The more vehicles are new, the more ids are reserved at once. */
  const newId = async (): Promise<number> => {
    if (dryRun) return -made.length
    if (reserved.length === 0) reserved = await reserveIds(db, Math.min(made.length, IMPORT.idsReserved))
    return reserved.pop() as number
  }

  const make = async (registration: string): Promise<number> => {
    made.push(registration)
    const id = await newId()
    unsaved.push({ id, registration })
    return id
  }

  /** A company that does not exist is added together with its first vehicles: both or neither. */
  const insert = async (vehicles: readonly NewVehicle[]): Promise<void> => {
    const add = async (tx: Kysely<Tables>): Promise<number> => {
      const companyId = company.id === 0 ? await addCompany(tx, company.name) : company.id
      await insertVehicles(tx, companyId, vehicles)
      return companyId
    }
    const id = await (db.isTransaction ? add(db) : db.transaction().execute(add))
    company = { ...company, id }
  }

  const save = async (): Promise<ReadonlyMap<number, string>> => {
    const failed = new Map<number, string>()
    const vehicles = unsaved
    unsaved = []
    if (dryRun || vehicles.length === 0) return failed
    for (let at = 0; at < vehicles.length; at += IMPORT.vehiclesInserted) {
      const part = vehicles.slice(at, at + IMPORT.vehiclesInserted)
      await eachAlone(part, insert, ({ id, registration }, reason) => {
        failed.set(id, reason)
        made.splice(made.indexOf(registration), 1)
      })
    }
    return failed
  }

  const idOfName = async (name: string): Promise<number | { readonly rejected: ImportProblem }> => {
    const key = comparableName(name)
    if (key === '') return { rejected: { code: 'vehicleUnnamed' } }
    if (name.length > IMPORT.registrationLength)
      return { rejected: { code: 'vehicleNameTooLong', params: { most: IMPORT.registrationLength } } }
    const known = exact.get(comparedName(name.trim())) ?? (alike.has(key) ? undefined : ids.get(key))
    if (known !== undefined) {
      found.set(name, known)
      return known
    }
    if (alike.has(key)) return { rejected: { code: 'vehicleAlike', params: { name: name.slice(0, 40) } } }
    if (withheld.has(key)) return { rejected: { code: 'vehicleWithheld' } }
    if (isDamagedName(name)) return { rejected: { code: 'vehicleNameDamaged' } }
    const fault = nameFault(name)
    if (fault !== undefined) return { rejected: fault }
    if (rows.length + made.length >= mostOfCompany)
      return { rejected: { code: 'fleetFull', params: { most: mostOfCompany } } }
    if (made.length >= mostNew) return { rejected: { code: 'vehiclesTooMany', params: { most: mostNew } } }
    const id = await make(name.trim())
    ids.set(key, id)
    found.set(name, id)
    names.set(id, name.trim())
    return id
  }

  return {
    save,
    idOf: (name) => found.get(name) ?? idOfName(name),
    company: () => company,
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
