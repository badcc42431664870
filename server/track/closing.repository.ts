import { type Kysely, sql } from 'kysely'
import { type DayBounds, dayBounds, dayOf } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { arrayOf } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { afterDayOf, type ClosedDay, closeDayInTurns, type DayVehicle } from './close-day.ts'
import { decodeDay } from './codec.ts'
import { concatColumns, emptyColumns, type FixColumns } from './columns.ts'
import { readAfterDay, storeDays, storeDerivedDays, storeFigures } from './days.repository.ts'
import { readDrivers } from './drivers.repository.ts'
import { columnsOfRows, OPEN_FIX, type OpenFixRow } from './open-fixes.repository.ts'
import { firstAfter, isCompleteAfter } from './timeline.ts'

/** A vehicle of a company. */
export type VehicleKey = { readonly companyId: number; readonly vehicleId: number }

/** The number of a day, for locks on vehicle-days. */
const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/** Locks a vehicle-day until the transaction ends, so that only one writer derives data from it. */
export const lockDay = (trx: Kysely<Tables>, vehicleId: number, day: string): Promise<void> =>
  lockDays(trx, [{ vehicleId, day }])

/**
 * Locks vehicle-days by vehicle and day, ascending, as every writer does, so that none wait for each other.
 */
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
 * Shares the locks of vehicle-days as far as they are free at once, and returns the vehicles of the others: somebody else has, or waits
 * for, those.
 */
export const shareFreeDays = async (
  trx: Kysely<Tables>,
  days: ReadonlyArray<{ readonly vehicleId: number; readonly day: string }>,
): Promise<ReadonlySet<number>> => {
  const vehicles = arrayOf(days, ({ vehicleId }) => vehicleId)
  const numbers = arrayOf(days, ({ day }) => dayNumber(day))
  const { rows } = await sql<{ vehicle: number }>`select vehicle
    from unnest(${vehicles}::int4[], ${numbers}::int4[]) as wanted(vehicle, day)
    where not pg_try_advisory_xact_lock_shared(vehicle, day)`.execute(trx)
  return new Set(rows.map(({ vehicle }) => vehicle))
}

/** The nearest days before and after a day on which a vehicle has fixes; null where there is none. */
type DaysAround = { readonly before: string | null; readonly after: string | null }

const daysAround = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
  day: string,
  timeZone: string,
): Promise<DaysAround> => {
  const { from, to } = dayBounds(day, timeZone)
  const own = sql`company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4`
  const ms = sql`(extract(epoch from time) * 1000)::float8`
  const { rows } = await sql<{
    before: string | null
    openBefore: number | null
    after: string | null
    openAfter: number | null
  }>`select
    (select day::text from vehicle_day where ${own} and day < ${day}::date order by day desc limit 1) as before,
    (select ${ms} from open_fix where ${own} and time < to_timestamp(${from}::float8 / 1000) order by time desc limit 1) as "openBefore",
    (select day::text from vehicle_day where ${own} and day > ${day}::date order by day limit 1) as after,
    (select ${ms} from open_fix where ${own} and time >= to_timestamp(${to}::float8 / 1000) order by time limit 1) as "openAfter"`.execute(
    db,
  )
  const [found] = rows
  const daysOf = (closed: string | null | undefined, open: number | null | undefined) =>
    [closed ?? null, open == null ? null : dayOf(open, timeZone)].filter((one) => one !== null).sort()
  return {
    before: daysOf(found?.before, found?.openBefore).at(-1) ?? null,
    after: daysOf(found?.after, found?.openAfter)[0] ?? null,
  }
}

/** A vehicle-day that is locked with the days around it. */
type LockedDay = DaysAround & { readonly dayVehicle: DayVehicleInZone }

/** Locks a vehicle-day as `lockDay` does, and the nearest ones with fixes, because they are derived with it; null if there is no such vehicle. */
export const lockAround = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
): Promise<LockedDay | null> => {
  const dayVehicle = await readDayVehicle(trx, owned)
  if (!dayVehicle) return null
  let locked: DaysAround | null = null
  for (;;) {
    const around = await daysAround(trx, owned, day, dayVehicle.timeZone)
    if (around.before === locked?.before && around.after === locked?.after) return { ...around, dayVehicle }
    await lockDays(
      trx,
      [around.before, day, around.after].flatMap((one) =>
        one === null ? [] : [{ vehicleId: owned.vehicleId, day: one }],
      ),
    )
    locked = around
  }
}

/**
 * Closes a vehicle-day in the transaction `trx`: turns its open rows, with its former blob if it has one, into a blob, hourly
 * rows and events, puts it down for the alert rules, and deletes the open rows. The days around it are derived again where whatever lasts
 * over midnight may have changed. Fixes that arrive meanwhile stay open until the next closing. `added` are further fixes of
 * the day that were never open (an import).
 */
export const closeStoredDay = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  added?: FixColumns,
): Promise<void> => {
  const locked = await lockAround(trx, owned, day)
  if (locked === null) return
  const { dayVehicle, after } = locked
  const { timeZone } = dayVehicle
  const opened = columnsOfRows(await takeOpenRows(trx, owned, dayBounds(day, timeZone)))
  const fixes = concatColumns([opened, ...(added ? [added] : [])])
  const closed = await dayAsClosed(trx, owned, day, dayVehicle, fixes)
  if (closed === null) return
  await storeDays(trx, [{ ...owned, day, timeZone, closed }])
  const follow = added !== undefined || (after !== null && (await readBlob(trx, owned, after)) !== null)
  await deriveAround(trx, owned, day, closed, { ...locked, after: follow ? after : null })
}

/**
 * Derives the figures and events of a vehicle-day anew in the transaction `trx`, of an open day as closing it now would; with `follow`
 * those of the next day too, and those of the day before if it was derived with other fixes after it, because whatever lasts over midnight
 * may have changed. The fixes stay as they are stored.
 */
export const deriveStoredDay = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  follow: boolean,
): Promise<void> => {
  const locked = await lockAround(trx, owned, day)
  if (locked === null) return
  const closed = await deriveOne(trx, owned, day, locked.dayVehicle)
  if (closed !== null)
    await deriveAround(trx, owned, day, closed, { ...locked, after: follow ? locked.after : null })
}

const deriveOne = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  dayVehicle: DayVehicleInZone,
): Promise<ClosedDay | null> => {
  const { timeZone } = dayVehicle
  const open = await readOpenRows(trx, owned, dayBounds(day, timeZone))
  const closed = await dayAsClosed(trx, owned, day, dayVehicle, open)
  if (closed === null) return null
  const days = [{ ...owned, day, timeZone, closed }]
  await (open.length === 0 ? storeDerivedDays(trx, days) : storeFigures(trx, days))
  return closed
}

/** Derives the days around one that has been derived: the one before if its fixes after it have changed, and the one after. */
const deriveAround = async (
  trx: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  { columns }: ClosedDay,
  { before, after, dayVehicle }: LockedDay,
): Promise<void> => {
  const { timeZone } = dayVehicle
  const known = before === null ? null : await readAfterDay(trx, owned, before)
  if (before !== null && known !== null) {
    const { to } = dayBounds(before, timeZone)
    const next = afterDayOf(await readAfter(trx, owned, { to, timeZone, day, fixes: columns }))
    if (next.fixes !== known.fixes || next.until !== known.until)
      await deriveOne(trx, owned, before, dayVehicle)
  }
  if (after !== null) await deriveOne(trx, owned, after, dayVehicle)
}

/** The fixes after a day's end (`to`, ms) that can tell of what began on it: those of `day`, the next one that has any, and later ones if need be. */
const readAfter = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  { to, timeZone, day, fixes }: { to: number; timeZone: string; day: string; fixes: FixColumns },
): Promise<FixColumns> => {
  let next = firstAfter(fixes, to)
  for (let last = day; !isCompleteAfter(next, to); ) {
    const { after } = await daysAround(db, owned, last, timeZone)
    if (after === null) break
    next = firstAfter(concatColumns([next, await readFixes(db, owned, after, timeZone)]), to)
    last = after
  }
  return next
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
  const fixes = concatColumns([...withBlob(await readBlob(db, owned, day)), further])
  if (fixes.length === 0) return null
  const { before } = await daysAround(db, owned, day, timeZone)
  const { to } = dayBounds(day, timeZone)
  return closeDayInTurns({
    ...{ day, fixes, timeZone, vehicle, cuts },
    previous: before === null ? undefined : await readFixes(db, owned, before, timeZone),
    next: await readAfter(db, owned, { to, timeZone, day, fixes: NO_FIXES }),
  })
}

const NO_FIXES = emptyColumns(0)

/** The fixes of a day, open and closed ones. */
const readFixes = async (
  db: Kysely<Tables>,
  owned: VehicleKey,
  day: string,
  timeZone: string,
): Promise<FixColumns> =>
  concatColumns([
    ...withBlob(await readBlob(db, owned, day)),
    await readOpenRows(db, owned, dayBounds(day, timeZone)),
  ])

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
