import type { Kysely } from 'kysely'
import { createDayFinder } from '#domain/company-time.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import { lockDays } from '../track/closing.repository.ts'
import { deriveDtcDay } from '../track/dtc-day.repository.ts'
import { addDtcReports, type DtcDay, dtcDayKey, lastDtcReports } from '../track/dtc-reports.repository.ts'
import { type DtcReading, dtcReportsOf } from '../track/dtc-reports.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'
import { companyZones, pendingDtcDays, putDownOpenDtcDays, takeOffDtcDays } from './dtc-pending.repository.ts'

/** Vehicle-days that share a transaction. */
const DAYS_A_TURN = 200
/** Limit of readings that wait. Above it they are dropped, and their days are derived as a whole. */
const MAX_WAITING_READINGS = 50_000
/** How long after a failure it is tried again, ms. */
const RETRY_MS = 5_000

/** A vehicle-day with new readings; null where it has to be derived as a whole. */
type Waiting = { readonly day: VehicleDay; readings: DtcReading[] | null }

type Options = {
  readonly db: Kysely<Tables>
  readonly onError: (error: unknown) => void
}

/**
 * Keeps the reports of trouble codes of open days, as fixes are stored (HLT-01). Readings that follow the last report of their day are added to it;
 * any other has its day derived from all its fixes, so the order of arrival does not matter. Days that are written as a whole get
 * theirs from whoever writes them.
 */
export const createDtcWatch = ({ db, onError }: Options) => {
  const waiting = new Map<string, Waiting>()
  const dayFinders = new Map<number, (time: number) => string>()
  let arrived: OwnedFix[] = []
  let count = 0
  let running: Promise<void> | null = null
  let catchingUp: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const findDays = async (): Promise<void> => {
    if (arrived.some(({ companyId }) => !dayFinders.has(companyId)))
      for (const { id, timeZone } of await companyZones(db)) dayFinders.set(id, createDayFinder(timeZone))
    const fixes = arrived
    arrived = []
    for (const { companyId, vehicleId, fix } of fixes) {
      const day = dayFinders.get(companyId)?.(fix.time)
      if (day === undefined || fix.dtcs === undefined) continue
      const key = dtcDayKey({ vehicleId, day })
      const own = waiting.get(key) ?? { day: { companyId, vehicleId, day }, readings: [] }
      waiting.set(key, own)
      own.readings?.push({ time: fix.time, lng: fix.lng, lat: fix.lat, dtcs: fix.dtcs })
    }
  }

  const storeTurn = (turn: readonly Waiting[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const days = turn.map(({ day }) => day)
      await lockDays(trx, days)
      const last = await lastDtcReports(trx, days)
      const following: DtcDay[] = []
      for (const { day, readings } of turn) {
        const before = last.get(dtcDayKey(day)) ?? null
        const isFollowing = readings?.every(
          ({ time }) => time > (before?.lastSeen ?? Number.NEGATIVE_INFINITY),
        )
        if (readings && before && isFollowing)
          following.push({ ...day, reports: dtcReportsOf(readings, before) })
        else await deriveDtcDay(trx, day)
      }
      await addDtcReports(trx, following)
    })

  const storeAll = async (): Promise<void> => {
    await findDays()
    while (waiting.size > 0 && !isStopped) {
      const turn = [...waiting.values()]
        .slice(0, DAYS_A_TURN)
        .sort((a, b) => a.day.vehicleId - b.day.vehicleId || (a.day.day < b.day.day ? -1 : 1))
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
        }, RETRY_MS).unref()
      })
      .finally(() => {
        running = null
        if (arrived.length > 0) wake()
      })
  }

  const deriveOne = async (day: VehicleDay): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await deriveDtcDay(trx, day)
      await takeOffDtcDays(trx, [day])
    })
  }

  const catchUp = async (): Promise<void> => {
    await putDownOpenDtcDays(db)
    for (let days = await pendingDtcDays(db, DAYS_A_TURN); days.length > 0; ) {
      for (const day of days) {
        if (isStopped) return
        await deriveOne(day)
      }
      days = await pendingDtcDays(db, DAYS_A_TURN)
    }
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
        count = arrived.length
      }
      wake()
    },

    /**
     * Derives in the background what is put down: the history of an earlier release, and days with open fixes, because the last end may
     * have come before they were derived.
     */
    start: (): void => {
      catchingUp ??= catchUp().catch((error: unknown) => {
        if (!isStopped) onError(error)
      })
    },

    /** Settles when nothing waits. */
    settled: async (): Promise<void> => {
      await catchingUp
      while (running) await running
    },

    /** Drops what waits and settles when nothing runs any more. The next start derives it. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(retry)
      await running
      await catchingUp
    },
  }
}

export type DtcWatch = ReturnType<typeof createDtcWatch>
