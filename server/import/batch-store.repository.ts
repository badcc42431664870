import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import { arrayOf, type OwnedFix } from '../db/fix-arrays.ts'
import type { LatestRow } from '../db/fix-statements.ts'
import type { Tables } from '../db/tables.ts'
import { pendFigures } from '../figures/pending.repository.ts'
import { closeDayInTurns, type DayVehicle } from '../track/close-day.ts'
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

type StagedKey = { readonly vehicleId: number; readonly day: string }

/**
 * Stored days that closing the staged ones reads: these themselves and the nearest ones around each, with their `place` beside it. Derived
 * values build on the last fix before a staged day, and what lasts over midnight reaches into the next two days that have fixes, also from
 * the one after it.
 */
const storedDays = (companyId: number, staged: readonly StagedKey[]) => sql`(
  select id, stored.day, min(place) as place, min(fixes) as fixes
  from unnest(${arrayOf(staged, ({ vehicleId }) => vehicleId)}::int4[], ${arrayOf(staged, ({ day }) => day)}::date[])
    as staged(id, day)
  cross join lateral (
    select day, fixes, 0 as place from vehicle_day
    where company_id = ${companyId} and vehicle_id = id and day = staged.day
    union all select * from (
      select day, fixes, row_number() over (order by day desc) from vehicle_day
      where company_id = ${companyId} and vehicle_id = id and day < staged.day order by day desc limit 2) as before
    union all select * from (
      select day, fixes, row_number() over (order by day) from vehicle_day
      where company_id = ${companyId} and vehicle_id = id and day > staged.day order by day limit 3) as after
  ) as stored group by id, stored.day) as stored`

/** The vehicles of which no fix is open and few are stored. */
const readFitting = async (
  trx: Kysely<Tables>,
  companyId: number,
  staged: readonly StagedKey[],
): Promise<ReadonlySet<number>> => {
  const vehicleIds = [...new Set(staged.map(({ vehicleId }) => vehicleId))]
  const ids = arrayOf(vehicleIds, (id) => id)
  const { rows: opened } = await sql<{ id: number }>`select id from unnest(${ids}::int4[]) as vehicle(id)
    where exists (select from open_fix where company_id = ${companyId} and vehicle_id = id)`.execute(trx)
  const { rows: large } = await sql<{ id: number }>`select id from ${storedDays(companyId, staged)}
    group by id having sum(fixes) > ${Math.floor(IMPORT.batchStoredFixes / vehicleIds.length)}`.execute(trx)
  const others = new Set([...opened, ...large].map(({ id }) => id))
  return new Set(vehicleIds.filter((id) => !others.has(id)))
}

/** The stored days beside the staged ones, which are derived with them. */
const readBeside = async (
  trx: Kysely<Tables>,
  companyId: number,
  staged: readonly StagedKey[],
): Promise<StagedKey[]> => {
  const { rows } = await sql<StagedKey>`
    select id as "vehicleId", to_char(day, 'YYYY-MM-DD') as day from ${storedDays(companyId, staged)}
    where place = 1`.execute(trx)
  return rows
}

/** Locks the staged days and the stored ones beside them, also those that others have stored while this waited for their locks. */
const lockAll = async (
  trx: Kysely<Tables>,
  companyId: number,
  staged: readonly StagedKey[],
): Promise<void> => {
  const keyOf = ({ vehicleId, day }: StagedKey) => `${vehicleId} ${day}`
  const locked = new Set<string>()
  for (;;) {
    const days = [...staged, ...(await readBeside(trx, companyId, staged))]
    if (days.every((day) => locked.has(keyOf(day)))) return
    await lockDays(trx, days)
    for (const day of days) locked.add(keyOf(day))
  }
}

const readBlobs = async (
  trx: Kysely<Tables>,
  companyId: number,
  staged: readonly StagedKey[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Buffer>>> => {
  const { rows } = await sql<{ id: number; day: string; blob: Buffer }>`
    select id, to_char(stored.day, 'YYYY-MM-DD') as day, blob from ${storedDays(companyId, staged)}
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
  vehicleIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, DayVehicle>> => {
  const rows = await trx
    .selectFrom('vehicle')
    .select(['id', 'segment', 'fuel_tank_litres as fuelTankLitres', 'adblue_tank_litres as adblueTankLitres'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<number>`any(${arrayOf([...vehicleIds], (id) => id)}::int4[])`)
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
  const all = batch.flatMap(({ vehicleId, days }) => days.map(({ day }) => ({ vehicleId, day })))
  await lockAll(trx, companyId, all)
  const fitting = await readFitting(trx, companyId, all)
  const staged = all.filter(({ vehicleId }) => fitting.has(vehicleId))
  const blobs = await readBlobs(trx, companyId, staged)
  const vehicles = await readVehicles(trx, companyId, fitting)

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
      const one = await closeDayInTurns({ day, fixes: fixesOf(day), timeZone, vehicle, ...around })
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
