import { type Kysely, sql } from 'kysely'
import { type DayBounds, dayBounds, shiftDay } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { type ClosedDay, closeDay, type DayVehicle } from './close-day.ts'
import { decodeDay } from './codec.ts'
import { concatColumns, type FixColumns } from './columns.ts'
import { storeDays, storeDerivedDays, storeFigures } from './days.repository.ts'
import { readDrivers } from './drivers.repository.ts'
import { columnsOfRows, OPEN_FIX, type OpenFixRow } from './open-fixes.repository.ts'

/** A vehicle of a company. */
export type VehicleKey = { readonly companyId: number; readonly vehicleId: number }

/** The number of a day, for locks on vehicle-days. */
const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/** Locks a vehicle-day until the transaction ends, so that only one writer derives data from it. */
export const lockDay = (trx: Kysely<Tables>, vehicleId: number, day: string): Promise<void> =>
  lockDays(trx, [{ vehicleId, day }])

/** Locks vehicle-days by vehicle and day, ascending, as every writer does, so that none wait for each other. */
export const lockDays = async (
  trx: Kysely<Tables>,
  days: ReadonlyArray<{ readonly vehicleId: number; readonly day: string }>,
): Promise<void> => {
  const ordered = days
    .map(({ vehicleId, day }) => ({ vehicleId, number: dayNumber(day) }))
    .sort((a, b) => a.vehicleId - b.vehicleId || a.number - b.number)
  const vehicles = arrayOf(ordered, ({ vehicleId }) => vehicleId)
  const numbers = arrayOf(ordered, ({ number }) => number)
  await sql`select pg_advisory_xact_lock(vehicle, day)
    from unnest(${vehicles}::int4[], ${numbers}::int4[]) as locked(vehicle, day)`.execute(trx)
}

/**
 * Closes a vehicle-day in the transaction `trx`: turns its open rows, with its former blob if it has one, into a blob, hourly
 * rows and events, puts it down for the alert rules, and deletes the open rows. If the next day is closed, it is closed again, because whatever lasts
 * over midnight may have changed. Fixes that arrive meanwhile stay open until the next closing. `added` are further fixes of
 * the day that were never open (an import).
 */
export const closeStoredDay = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
  day: string,
  follow = true,
  added?: FixColumns,
): Promise<void> => {
  await lockDay(trx, vehicleId, day)
  const owned = { companyId, vehicleId }
  const dayVehicle = await readDayVehicle(trx, owned)
  if (!dayVehicle) return
  const { timeZone } = dayVehicle
  const opened = columnsOfRows(await takeOpenRows(trx, owned, dayBounds(day, timeZone)))
  const closed = await dayAsClosed(
    trx,
    owned,
    day,
    dayVehicle,
    concatColumns([opened, ...(added ? [added] : [])]),
  )
  if (closed === null) return
  await storeDays(trx, [{ ...owned, day, timeZone, closed }])
  const after = shiftDay(day, 1)
  if (follow && (await readBlob(trx, owned, after))) await closeStoredDay(trx, owned, after, false)
}

/**
 * Derives the figures and events of a vehicle-day anew in the transaction `trx`, of an open day as closing it now would; with `follow`
 * those of the next day too, because whatever lasts over midnight may have changed. The fixes stay as they are stored.
 */
export const deriveStoredDay = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  follow: boolean,
): Promise<void> => {
  await lockDay(trx, owned.vehicleId, day)
  const dayVehicle = await readDayVehicle(trx, owned)
  if (!dayVehicle) return
  const { timeZone } = dayVehicle
  const open = await readOpenRows(trx, owned, dayBounds(day, timeZone))
  const closed = await dayAsClosed(trx, owned, day, dayVehicle, open)
  if (closed === null) return
  const days = [{ ...owned, day, timeZone, closed }]
  await (open.length === 0 ? storeDerivedDays(trx, days) : storeFigures(trx, days))
  if (follow) await deriveStoredDay(trx, owned, shiftDay(day, 1), false)
}

/** What closing a vehicle-day now would store, made from its blob and `further` fixes, its hours cut at `cuts`; null if it has no fixes. */
export const dayAsClosed = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  { vehicle, timeZone }: DayVehicleInZone,
  further: FixColumns,
  cuts?: readonly number[],
): Promise<ClosedDay | null> => {
  const before = shiftDay(day, -1)
  const fixes = concatColumns([...withBlob(await readBlob(db, owned, day)), further])
  if (fixes.length === 0) return null
  return closeDay({
    day,
    fixes,
    timeZone,
    vehicle,
    cuts,
    previous: concatColumns([
      ...withBlob(await readBlob(db, owned, before)),
      await readOpenRows(db, owned, dayBounds(before, timeZone)),
    ]),
  })
}

const withBlob = (blob: FixColumns | null): FixColumns[] => (blob ? [blob] : [])

/** What closing a day needs to know of its vehicle, and the company's time zone. */
export type DayVehicleInZone = { readonly vehicle: DayVehicle; readonly timeZone: string }

/** Null if the company has no such vehicle. */
export const readDayVehicle = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
): Promise<DayVehicleInZone | null> => {
  const row = await db
    .selectFrom('vehicle')
    .innerJoin('company', 'company.id', 'vehicle.company_id')
    .select(['segment', 'fuel_tank_litres', 'adblue_tank_litres', 'time_zone'])
    .where('vehicle.id', '=', vehicleId)
    .where('vehicle.company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return null
  const {
    segment,
    fuel_tank_litres: fuelTankLitres,
    adblue_tank_litres: adblueTankLitres,
    time_zone: timeZone,
  } = row
  const drivers = (await readDrivers(db, companyId, [vehicleId])).get(vehicleId)
  return { vehicle: { segment, fuelTankLitres, adblueTankLitres, drivers }, timeZone }
}

/** The stored blob of a day, or null. */
export const readBlob = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
  day: string,
): Promise<FixColumns | null> => {
  const row = await db
    .selectFrom('vehicle_day')
    .select('blob')
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ? decodeDay(row.blob) : null
}

const within = ({ companyId, vehicleId }: VehicleKey, { from, to }: DayBounds) =>
  sql`company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4
    and time >= to_timestamp(${from}::float8 / 1000) and time < to_timestamp(${to}::float8 / 1000)`

/** The open fixes with `from` ≤ time < `to`, by time; at most `max` of them, if given. */
export const readOpenRows = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  bounds: DayBounds,
  max?: number,
): Promise<FixColumns> => {
  const limit = max === undefined ? sql`` : sql`limit ${max}`
  const { rows } = await sql<OpenFixRow>`select ${OPEN_FIX} from open_fix where ${within(owned, bounds)}
    order by time, seq ${limit}`.execute(db)
  return columnsOfRows(rows)
}

const takeOpenRows = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  bounds: DayBounds,
): Promise<OpenFixRow[]> => {
  const { rows } = await sql<OpenFixRow>`delete from open_fix where ${within(owned, bounds)}
    returning ${OPEN_FIX}`.execute(trx)
  return rows
}
