import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createDayFinder, dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { CLOSING_GRACE_MS } from '#domain/lateness.ts'
import { mergedFix } from '#domain/merged-fix.ts'
import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import { degreeSteps } from '#domain/rounding.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { DaysInUse, DaysUnreadable } from '../ingest/types.ts'
import { closeDay } from './close-day.ts'
import {
  closeStoredDay,
  type DayVehicleInZone,
  lockDays,
  readDayVehicle,
  readOpenRows,
  shareFreeDays,
  type VehicleKey,
} from './closing.repository.ts'
import { decodeDay } from './codec.ts'
import { columnsOf, concatColumns, type FixColumns, fixAt, roundToSteps } from './columns.ts'
import { completeFixes } from './completed-fixes.repository.ts'
import { type DayToWrite, storeDays } from './days.repository.ts'
import { orderedWithin } from './order.ts'

/** Blobs read at a time. */
const DAYS_A_READ = 31

type VehicleRange = VehicleKey & { readonly from: number; readonly to: number }
/** `most` fixes are enough, `MAX_PLAYBACK_POINTS` by default; `eventBits` says whether open days get theirs, which takes long. */
type RangeOptions = { readonly most?: number; readonly eventBits?: boolean }

/** A fix that may be late; `sentLater` if it completes no other one. */
type LateFix = OwnedFix & { readonly sentLater?: true }

/** Keeps the fixes of vehicles: open rows of days that go on, one blob for each day that is over. */
export const createTrackRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * A vehicle's fixes from `from` to before `to` (ms), by time, each once. Reading stops with the day that takes it above
   * `most`: who gets more than that asked for too much and does not have all of it.
   */
  readRange: (
    { companyId, vehicleId, from, to }: VehicleRange,
    { most = MAX_PLAYBACK_POINTS, eventBits = true }: RangeOptions = {},
  ): Promise<FixColumns> =>
    // One transaction with one view of the data: a day being closed is seen as rows or as a blob, never as neither.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const owned = { companyId, vehicleId }
        const parts: FixColumns[] = []
        let count = 0
        for (const days of inParts(await daysWithin(trx, { ...owned, from, to }), DAYS_A_READ)) {
          const blobs = await trx
            .selectFrom('vehicle_day')
            .select('blob')
            .where('company_id', '=', companyId)
            .where('vehicle_id', '=', vehicleId)
            .where('day', 'in', days)
            .orderBy('day')
            .execute()
          for (const { blob } of blobs) {
            const part = orderedWithin(decodeDay(blob), from, to)
            parts.push(part)
            count += part.length
            if (count > most) return concatColumns(parts)
            await nextTurn()
          }
        }
        const open = await readOpenRows(trx, owned, { from, to }, most + 1)
        if (open.length === 0) return concatColumns(parts)
        const all = orderedWithin(concatColumns([...parts, open]), from, to)
        if (!eventBits || all.length > most) return all
        return withOpenDayEvents(all, open, await readDayVehicle(trx, owned))
      }),

  /**
   * Commits fixes; `commit` gets which of them are stored in closed days already, with all that they say (DI-03). Late ones are committed in a transaction that
   * keeps their days from being closed meanwhile: what is sent again would be found neither among the open fixes nor in the closed day, and
   * be stored and counted again. Throws `DaysInUse` where such a day is being worked at, which takes long: all companies share a commit;
   * `DaysUnreadable` where the blob of one is damaged.
   */
  commitBesideDays: async <T>(
    candidates: readonly LateFix[],
    now: number,
    commit: (isStored: (candidate: LateFix) => boolean, trx: Kysely<Tables> | null) => Promise<T>,
  ): Promise<T> => {
    const late = candidates.filter(({ fix }) => fix.time < now - CLOSING_GRACE_MS)
    if (late.length === 0) return commit(() => false, null)
    return db.transaction().execute(async (trx) => {
      const days = await daysOf(trx, late)
      const inUse = await shareFreeDays(trx, days)
      if (inUse.size > 0) throw new DaysInUse(inUse)
      const known = await storedFixesOf(trx, days, late)
      return commit((candidate) => {
        const stored = known.get(keyOf(candidate, candidate.fix.time, candidate.fix.lng, candidate.fix.lat))
        if (stored === undefined) return false
        return candidate.sentLater === true || mergedFix(stored, asStored(candidate.fix)) === stored
      }, trx)
    })
  },

  completeFixes,

  /** Stores days that were closed elsewhere (seed, rebuild) in one transaction; each vehicle-day named once. */
  writeDays: (days: readonly DayToWrite[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await lockDays(trx, days)
      await storeDays(trx, days)
    }),

  /**
   * Closes every day that ended more than `CLOSING_GRACE_MS` before `now` and has open fixes, those re-opened by late points
   * too; each in a transaction of its own. Answers how many days it closed. Several processes may do so at once. Throws an
   * AggregateError of what could not be closed, after all others are.
   */
  closeFinishedDays: async ({ now }: { now: number }): Promise<number> => {
    const done = new Set<string>()
    const failures: unknown[] = []
    for (;;) {
      // Late points may keep coming into a day; it has its next turn when this is called again.
      const due = (await oldestFinished(db, now)).filter(
        ({ vehicleId, day }) => !done.has(`${vehicleId} ${day}`),
      )
      if (due.length === 0) break
      for (const { companyId, vehicleId, day } of due) {
        await db
          .transaction()
          .execute((trx) => closeStoredDay(trx, { companyId, vehicleId }, day))
          .catch((error: unknown) =>
            failures.push(new Error(`${day} of vehicle ${vehicleId}`, { cause: error })),
          )
        done.add(`${vehicleId} ${day}`)
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} days could not be closed.`)
    return done.size
  },
})

export type TrackRepository = ReturnType<typeof createTrackRepository>

function* inParts<TItem>(items: readonly TItem[], size: number): Generator<TItem[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** The closed days that may hold fixes of the range, ascending. */
const daysWithin = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to }: VehicleRange,
): Promise<string[]> => {
  const company = await db
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) return []
  const rows = await db
    .selectFrom('vehicle_day')
    .select('day')
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('day', '>=', dayOf(from, company.time_zone))
    .where('day', '<=', dayOf(to, company.time_zone))
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/** For every vehicle with open fixes of finished days, the oldest such day. */
const oldestFinished = async (
  db: Kysely<Tables>,
  now: number,
): Promise<Array<VehicleKey & { day: string }>> => {
  const due: Array<VehicleKey & { day: string }> = []
  for (const company of await db.selectFrom('company').select(['id', 'time_zone']).execute()) {
    const { from: end } = dayBounds(dayOf(now - CLOSING_GRACE_MS, company.time_zone), company.time_zone)
    const { rows } = await sql<{ id: number; oldest: number }>`
      select vehicle.id, (extract(epoch from first.time) * 1000)::float8 as oldest
      from vehicle cross join lateral (
        select time from open_fix
        where company_id = vehicle.company_id and vehicle_id = vehicle.id and time < to_timestamp(${end}::float8 / 1000)
        order by time limit 1
      ) first
      where vehicle.company_id = ${company.id}`.execute(db)
    for (const { id, oldest } of rows)
      due.push({ companyId: company.id, vehicleId: id, day: dayOf(oldest, company.time_zone) })
  }
  return due
}

/** Days that are not closed yet, of which there are `open` fixes, get their event bits when they are read; so do the days after them. */
const withOpenDayEvents = async (
  all: FixColumns,
  open: FixColumns,
  dayVehicle: DayVehicleInZone | null,
): Promise<FixColumns> => {
  if (!dayVehicle) return all
  const { vehicle, timeZone } = dayVehicle
  const dayAt = createDayFinder(timeZone)
  const days = new Set(Array.from(open.time, dayAt).flatMap((day) => [day, shiftDay(day, 1)]))
  const parts: FixColumns[] = []
  let done = Number.NEGATIVE_INFINITY
  for (const day of [...days].sort()) {
    const { from, to } = dayBounds(day, timeZone)
    parts.push(orderedWithin(all, done, from))
    parts.push(closeDay({ day, fixes: all, vehicle, timeZone, previous: all, next: all }).columns)
    done = to
    await nextTurn()
  }
  return concatColumns([...parts, orderedWithin(all, done, Number.POSITIVE_INFINITY)])
}

const keyOf = ({ companyId, vehicleId }: VehicleKey, time: number, lng: number, lat: number): string =>
  `${companyId} ${vehicleId} ${time} ${degreeSteps(lng)} ${degreeSteps(lat)}`

type OwnedDay = VehicleKey & { readonly day: string }

/** The days that fixes fall into, each once. */
const daysOf = async (db: Kysely<Tables>, candidates: readonly OwnedFix[]): Promise<readonly OwnedDay[]> => {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'time_zone'])
    .where('id', 'in', [...new Set(candidates.map(({ companyId }) => companyId))])
    .execute()
  const finders = new Map(companies.map(({ id, time_zone }) => [id, createDayFinder(time_zone)]))
  const wanted = new Map<string, OwnedDay>()
  for (const { companyId, vehicleId, fix } of candidates) {
    const day = finders.get(companyId)?.(fix.time)
    if (day !== undefined) wanted.set(`${vehicleId} ${day}`, { companyId, vehicleId, day })
  }
  return [...wanted.values()]
}

/** A fix as a closed day keeps it. */
const asStored = (fix: Fix): Fix => {
  const columns = columnsOf([fix])
  roundToSteps(columns)
  return fixAt(columns, 0)
}

/**
 * The stored fixes of these vehicles, times and places in days that are closed, by `keyOf`. The days are read one after the other with
 * turns for other work, and nothing of them is held but what was looked for. Throws `DaysUnreadable`.
 */
const storedFixesOf = async (
  db: Kysely<Tables>,
  days: readonly OwnedDay[],
  candidates: readonly OwnedFix[],
): Promise<ReadonlyMap<string, Fix>> => {
  const times = new Map<number, Set<number>>()
  const keys = new Set<string>()
  for (const { companyId, vehicleId, fix } of candidates) {
    const own = times.get(vehicleId) ?? new Set()
    times.set(vehicleId, own.add(fix.time))
    keys.add(keyOf({ companyId, vehicleId }, fix.time, fix.lng, fix.lat))
  }
  const stored = new Map<string, Fix>()
  for (const part of inParts(days, DAYS_A_READ)) {
    const rows = await db
      .selectFrom('vehicle_day')
      .select(['company_id', 'vehicle_id', 'blob'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('company_id', 'vehicle_id', 'day'),
          'in',
          part.map(({ companyId, vehicleId, day }) => tuple(companyId, vehicleId, day)),
        ),
      )
      .execute()
    for (const { company_id: companyId, vehicle_id: vehicleId, blob } of rows) {
      const columns = readableDay(vehicleId, blob)
      const wanted = times.get(vehicleId)
      for (let row = 0; row < columns.length; row += 1) {
        const time = columns.time[row] ?? 0
        if (!wanted?.has(time)) continue
        const key = keyOf({ companyId, vehicleId }, time, columns.lng[row] ?? 0, columns.lat[row] ?? 0)
        if (keys.has(key)) stored.set(key, fixAt(columns, row))
      }
      await nextTurn()
    }
  }
  return stored
}

const readableDay = (vehicleId: number, blob: Uint8Array): FixColumns => {
  try {
    return decodeDay(blob)
  } catch (error) {
    throw new DaysUnreadable(new Set([vehicleId]), error)
  }
}
