import type { Kysely } from 'kysely'
import { createDayFinder, DAY_GRAIN_MS } from '#domain/company-time.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { lockDays } from '../track/closing.repository.ts'
import { deriveDtcDay } from '../track/dtc-day.repository.ts'
import { addDtcReports, type DtcDay, dtcDayKey, lastDtcReports } from '../track/dtc-reports.repository.ts'
import { type DtcReading, dtcReportsOf, MOST_REPORTS } from '../track/dtc-reports.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'
import { companyZones } from './dtcs.repository.ts'

/** Vehicle-days that share a transaction. */
const DAYS_A_TURN = 200
/** Limit of readings that wait. Above it they are dropped, and their days are derived as a whole. */
const MAX_WAITING_READINGS = 50_000

/** A vehicle-day with new readings; null where it has to be derived as a whole. */
type Waiting = { readonly day: VehicleDay; readings: DtcReading[] | null }

type Options = {
  readonly db: Kysely<Tables>
  /** How long after a failure it is tried again, ms. */
  readonly retryMs?: number
  readonly onError: (error: unknown) => void
}

/** About when dropped readings of a vehicle are of (ms). */
type Dropped = { readonly companyId: number; readonly vehicleId: number; readonly time: number }

/**
 * Keeps the reports of trouble codes of open days, as fixes are stored (HLT-01). Readings that follow the last report of their day are added to it;
 * any other has its day derived from all its fixes, so the order of arrival does not matter. Days that are written as a whole get
 * theirs from whoever writes them, and so does what an end or an upgrade has left, with the figures.
 */
export const createDtcWatch = ({ db, retryMs = 5_000, onError }: Options) => {
  const waiting = new Map<string, Waiting>()
  const dropped = new Map<string, Dropped>()
  const dayFinders = new Map<number, (time: number) => string>()
  let arrived: OwnedFix[] = []
  let count = 0
  let running: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const dayAt = ({ companyId, vehicleId, time }: Dropped): VehicleDay | null => {
    const day = dayFinders.get(companyId)?.(time)
    return day === undefined ? null : { companyId, vehicleId, day }
  }

  const findDays = async (): Promise<void> => {
    if ([...arrived, ...dropped.values()].some(({ companyId }) => !dayFinders.has(companyId)))
      for (const { id, timeZone } of await companyZones(db)) dayFinders.set(id, createDayFinder(timeZone))
    const fixes = arrived
    arrived = []
    for (const { companyId, vehicleId, fix } of fixes) {
      const day = dayAt({ companyId, vehicleId, time: fix.time })
      if (day === null || fix.dtcs === undefined) continue
      const key = dtcDayKey(day)
      const own = waiting.get(key) ?? { day, readings: [] }
      waiting.set(key, own)
      own.readings?.push({ time: fix.time, lng: fix.lng, lat: fix.lat, dtcs: fix.dtcs })
    }
    for (const one of dropped.values()) {
      const day = dayAt(one)
      if (day !== null) waiting.set(dtcDayKey(day), { day, readings: null })
    }
    dropped.clear()
  }

  /** Adds readings that follow the last report of their day, and answers the days that have others. */
  const addFollowing = (turn: readonly Waiting[]): Promise<VehicleDay[]> =>
    db.transaction().execute(async (trx) => {
      const days = turn.map(({ day }) => day)
      await lockDays(trx, days)
      const last = await lastDtcReports(trx, days)
      const following: DtcDay[] = []
      const others: VehicleDay[] = []
      for (const { day, readings } of turn) {
        const known = last.get(dtcDayKey(day))
        if (known && readings?.every(({ time }) => time > known.last.lastSeen)) {
          const most = Math.max(1, MOST_REPORTS - known.count + 1)
          following.push({ ...day, reports: dtcReportsOf(readings, known.last, most) })
        } else others.push(day)
      }
      await addDtcReports(trx, following)
      return others
    })

  const storeTurn = async (turn: readonly Waiting[]): Promise<void> => {
    const whole = turn.filter(({ readings }) => readings === null).map(({ day }) => day)
    whole.push(...(await addFollowing(turn.filter(({ readings }) => readings !== null))))
    // One at a time: a day is read as a whole, and others wait for its lock.
    for (const day of whole) {
      if (isStopped) return
      await db.transaction().execute((trx) => deriveDtcDay(trx, day))
    }
  }

  const storeAll = async (): Promise<void> => {
    await findDays()
    while (waiting.size > 0 && !isStopped) {
      const turn = [...waiting.values()].slice(0, DAYS_A_TURN)
      for (const { day } of turn) waiting.delete(dtcDayKey(day))
      count = [...waiting.values()].reduce((sum, { readings }) => sum + (readings?.length ?? 0), 0)
      try {
        await storeTurn(turn)
      } catch (error) {
        for (const { day } of turn) waiting.set(dtcDayKey(day), { day, readings: null })
        throw error
      }
      await findDays()
    }
  }

  const wake = (): void => {
    if (isStopped || running || retry) return
    running = Promise.resolve()
      .then(storeAll)
      .catch((error: unknown) => {
        if (isStopped) return
        onError(error)
        retry = setTimeout(() => {
          retry = undefined
          wake()
        }, retryMs).unref()
      })
      .finally(() => {
        running = null
        if (arrived.length + dropped.size > 0) wake()
      })
  }

  return {
    /** Queues stored fixes and returns at once; those that say nothing of trouble codes are left out. */
    take: (stored: readonly OwnedFix[]): void => {
      if (isStopped) return
      const telling = stored.filter(({ fix }) => fix.dtcs !== undefined)
      if (telling.length === 0) return
      arrived.push(...telling)
      count += telling.length
      if (count > MAX_WAITING_READINGS) {
        for (const own of waiting.values()) own.readings = null
        for (const { companyId, vehicleId, fix } of arrived) {
          const grain = Math.floor(fix.time / DAY_GRAIN_MS)
          dropped.set(`${vehicleId} ${grain}`, { companyId, vehicleId, time: grain * DAY_GRAIN_MS })
        }
        arrived = []
        count = 0
      }
      wake()
    },

    /** Settles when nothing waits. */
    settled: async (): Promise<void> => {
      while (running) await running
    },

    /** Drops what waits and settles when nothing runs any more. The next start derives it. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(retry)
      await running
    },
  }
}

export type DtcWatch = ReturnType<typeof createDtcWatch>
