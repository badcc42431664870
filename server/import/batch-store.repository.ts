import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { arrayOf, type OwnedFix } from '../db/fix-arrays.ts'
import type { LatestRow } from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { pendFigures } from '../figures/pending.repository.ts'
import { closeDay, type DayVehicle } from '../track/close-day.ts'
import { lockDays } from '../track/closing.repository.ts'
import { decodeDay } from '../track/codec.ts'
import { concatColumns, emptyColumns, type FixColumns, fixAt } from '../track/columns.ts'
import { type DayToWrite, storeDerivedDays } from '../track/days.repository.ts'
import { readDrivers } from '../track/drivers.repository.ts'
import { deriveDtcDay } from '../track/dtc-day.repository.ts'
import { putDown, type VehicleDay } from '../track/put-down.repository.ts'
import { firstAfter, isCompleteAfter } from '../track/timeline.ts'
import { IMPORT } from './limits.ts'
import type { StagedVehicle } from './store-staged.ts'
import { insertOpen, keysOf, lastOfAll, moveLatestOf, type VehicleStore } from './vehicle-store.repository.ts'
import type { ImportCompany } from './vehicles.repository.ts'

/** A store for some days of some vehicles in one transaction: it reads everything once, and `flush` writes everything at the end. */
export type BatchStore = VehicleStore & {
  /** Whether it can store this vehicle: one that has open fixes or many stored ones in these days needs the direct store. */
  holds(vehicleId: number): boolean
  flush(): Promise<void>
}

/** A day to write; one that is not changed has the fixes that are stored, and is derived with others around it. */
type Closed = DayToWrite & { readonly isChanged: boolean }

const NO_FIXES = emptyColumns(0)

type Span = { readonly vehicleId: number; readonly first: string; readonly last: string }

/** The days that closing the staged ones reads or writes: also the one before and the one after. */
const spanOf = ({ vehicleId, days }: StagedVehicle): Span => ({
  vehicleId,
  first: shiftDay(days[0]?.day ?? '', -1),
  last: shiftDay(days.at(-1)?.day ?? '', 1),
})

/**
 * Stored days of a span, and the nearest ones around it: derived values build on the last fix before the first staged one, and what lasts
 * over midnight reaches into the next two days that have fixes, also from the one after the last staged one.
 */
const storedDays = (companyId: number, spans: readonly Span[]) => sql`
  unnest(${arrayOf(spans, ({ vehicleId }) => vehicleId)}::int4[], ${arrayOf(spans, ({ first }) => first)}::date[],
    ${arrayOf(spans, ({ last }) => last)}::date[]) as span(id, first, last)
  cross join lateral (
    select day, fixes from vehicle_day where company_id = ${companyId} and vehicle_id = id and day between first and last
    union select * from (
      select day, fixes from vehicle_day where company_id = ${companyId} and vehicle_id = id and day < first
      order by day desc limit 2) as before
    union select * from (
      select day, fixes from vehicle_day where company_id = ${companyId} and vehicle_id = id and day > last
      order by day limit 3) as after
  ) as stored`

/** The vehicles of which no fix is open and few are stored. */
const readFitting = async (
  trx: Kysely<Tables>,
  companyId: number,
  spans: readonly Span[],
): Promise<ReadonlySet<number>> => {
  const ids = arrayOf(spans, ({ vehicleId }) => vehicleId)
  const { rows: opened } = await sql<{ id: number }>`select id from unnest(${ids}::int4[]) as vehicle(id)
    where exists (select from open_fix where company_id = ${companyId} and vehicle_id = id)`.execute(trx)
  const { rows: large } = await sql<{ id: number }>`select id from ${storedDays(companyId, spans)}
    group by id having sum(fixes) > ${IMPORT.batchStoredFixes / spans.length}`.execute(trx)
  const others = new Set([...opened, ...large].map(({ id }) => id))
  return new Set(spans.flatMap(({ vehicleId }) => (others.has(vehicleId) ? [] : [vehicleId])))
}

/** The stored days around the staged ones, which are derived with them. */
const readDays = async (
  trx: Kysely<Tables>,
  companyId: number,
  spans: readonly Span[],
): Promise<Array<{ vehicleId: number; day: string }>> => {
  const { rows } = await sql<{ vehicleId: number; day: string }>`
    select id as "vehicleId", to_char(day, 'YYYY-MM-DD') as day from ${storedDays(companyId, spans)}`.execute(
    trx,
  )
  return rows
}

const readBlobs = async (
  trx: Kysely<Tables>,
  companyId: number,
  spans: readonly Span[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Buffer>>> => {
  const { rows } = await sql<{ id: number; day: string; blob: Buffer }>`
    select id, to_char(stored.day, 'YYYY-MM-DD') as day, blob from ${storedDays(companyId, spans)}
    join vehicle_day d on d.company_id = ${companyId} and d.vehicle_id = id and d.day = stored.day
    order by id, day`.execute(trx)
  const blobs = new Map<number, Map<string, Buffer>>()
  for (const { id, day, blob } of rows) {
    const own = blobs.get(id)
    if (own) own.set(day, blob)
    else blobs.set(id, new Map([[day, blob]]))
  }
  return blobs
}

const readVehicles = async (
  trx: Kysely<Tables>,
  companyId: number,
  spans: readonly Span[],
): Promise<ReadonlyMap<number, DayVehicle>> => {
  const rows = await trx
    .selectFrom('vehicle')
    .select(['id', 'segment', 'fuel_tank_litres as fuelTankLitres', 'adblue_tank_litres as adblueTankLitres'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<number>`any(${arrayOf(spans, ({ vehicleId }) => vehicleId)}::int4[])`)
    .execute()
  const drivers = await readDrivers(
    trx,
    companyId,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, ...vehicle }) => [id, { ...vehicle, drivers: drivers.get(id) }]))
}

/**
 * Locks the staged days in `trx` and reads what their vehicles have stored around them. `batch` is ascending by vehicle, and
 * each vehicle's days ascending.
 */
export const createBatchStore = async (
  trx: Kysely<Tables>,
  company: ImportCompany,
  batch: readonly StagedVehicle[],
): Promise<BatchStore> => {
  const { id: companyId, timeZone } = company
  const all = batch.map(spanOf)
  const staged = batch.flatMap(({ vehicleId, days }) => days.map(({ day }) => ({ vehicleId, day })))
  await lockDays(trx, [...staged, ...(await readDays(trx, companyId, all))])
  const fitting = await readFitting(trx, companyId, all)
  const spans = all.filter(({ vehicleId }) => fitting.has(vehicleId))
  const blobs = await readBlobs(trx, companyId, spans)
  const vehicles = await readVehicles(trx, companyId, spans)

  /** All fixes of the days to be closed, by vehicle and day. */
  const closing = new Map<number, Map<string, FixColumns>>()
  const opened: OwnedFix[] = []
  const openedDays: VehicleDay[] = []
  const daysWithDtcs: VehicleDay[] = []
  const latest: LatestRow[] = []

  const dayOf = (vehicleId: number, day: string): FixColumns | undefined => {
    const blob = blobs.get(vehicleId)?.get(day)
    return closing.get(vehicleId)?.get(day) ?? (blob && decodeDay(blob))
  }

  /** Closes the days of a vehicle, each between the nearest ones, and derives the stored days beside them again. */
  const close = async (vehicleId: number, days: ReadonlyMap<string, FixColumns>): Promise<Closed[]> => {
    const vehicle = vehicles.get(vehicleId)
    if (!vehicle) return []
    const known = [...new Set([...(blobs.get(vehicleId)?.keys() ?? []), ...days.keys()])].sort()
    const read = new Map<string | undefined, FixColumns>()
    const fixesOf = (day: string | undefined): FixColumns => {
      const fixes = read.get(day) ?? (day === undefined ? undefined : dayOf(vehicleId, day)) ?? NO_FIXES
      read.set(day, fixes)
      return fixes
    }
    const closed: Closed[] = []
    for (const [i, day] of known.entries()) {
      const isChanged = days.has(day)
      if (!isChanged && !days.has(known[i - 1] ?? '') && !days.has(known[i + 1] ?? '')) continue
      const { to } = dayBounds(day, timeZone)
      let next = NO_FIXES
      for (let later = i + 1; later < known.length && !isCompleteAfter(next, to); later += 1)
        next = firstAfter(concatColumns([next, fixesOf(known[later])]), to)
      const around = { previous: fixesOf(known[i - 1]), next }
      const one = closeDay({ day, fixes: fixesOf(day), timeZone, vehicle, ...around })
      closed.push({ isChanged, companyId, vehicleId, day, timeZone, closed: one })
      await nextTurn()
    }
    return closed
  }

  return {
    holds: (vehicleId) => fitting.has(vehicleId),
    knownKeys: async ({ vehicleId }, day) => {
      const stored = dayOf(vehicleId, day)
      return keysOf(stored ? [stored] : [])
    },
    lastBefore: async ({ vehicleId }, time, day) => {
      const before = [...(blobs.get(vehicleId) ?? [])].filter(([stored]) => stored <= day).slice(-2)
      return lastOfAll(
        before.map(([, blob]) => decodeDay(blob)),
        time,
      )
    },
    writeDay: async ({ vehicleId }, day, fresh, isOver) => {
      if (!isOver) {
        for (let i = 0; i < fresh.length; i += 1) opened.push({ companyId, vehicleId, fix: fixAt(fresh, i) })
        openedDays.push({ companyId, vehicleId, day })
        if (fresh.dtcs.some((codes) => codes !== null)) daysWithDtcs.push({ companyId, vehicleId, day })
        return
      }
      const stored = dayOf(vehicleId, day)
      const own = closing.get(vehicleId) ?? new Map<string, FixColumns>()
      closing.set(vehicleId, own.set(day, concatColumns([...(stored ? [stored] : []), fresh])))
    },
    moveLatest: async (row) => {
      latest.push(row)
    },
    flush: async () => {
      const days: Closed[] = []
      for (const [vehicleId, own] of closing) days.push(...(await close(vehicleId, own)))
      await storeDerivedDays(trx, days)
      await putDown(trx, [...days.filter(({ isChanged }) => isChanged), ...openedDays])
      await insertOpen(trx, opened)
      await pendFigures(trx, openedDays)
      for (const day of daysWithDtcs) await deriveDtcDay(trx, day)
      await moveLatestOf(trx, latest)
    },
  }
}
