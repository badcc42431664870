import type { Fix } from '#domain/fix.ts'
import { createFiguresBacklog } from '#server/figures/figures-backlog.ts'
import { pendOpenDays } from '#server/figures/pending.repository.ts'
import { createDtcWatch } from '#server/health/dtc-watch.ts'
import { createDtcRepository } from '#server/health/dtcs.repository.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import type { TestDatabase } from '#tests/kit/server/test-database.ts'

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
/** Noon in India on 20 November 2026, the clock of a test until it is set. */
export const NOON = Date.UTC(2026, 10, 20, 6, 30)

/** A fix so many minutes after noon. */
export const at = (minute: number, dtcs?: readonly string[]): Fix => ({
  ...{ time: NOON + minute * MINUTE, lng: 73.5 + minute / 100_000, lat: 18.5, speed: 40 },
  ...(dtcs && { dtcs }),
})

const minuteOf = (time: number | null): number | null => (time === null ? null : (time - NOON) / MINUTE)

/** A company with a vehicle, the ingest and what keeps its trouble codes, on the real database. */
export const createDtcFixture = async ({ db, pool }: TestDatabase) => {
  const { id: companyId } = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: companyId })
  const owned = { companyId, vehicleId: vehicle.id }
  let clock = NOON
  const errors: unknown[] = []
  const begin = () => createDtcWatch({ db, retryMs: 10, onError: (error) => errors.push(error) })
  let watch = begin()
  let isHeard = true
  const tracks = createTrackRepository({ db })
  const ingest = createIngest({
    ...{ db, pool, bus: createBus(), now: () => clock, track: tracks },
    onStored: (stored) => isHeard && watch.take(stored),
  })
  const reads = createDtcRepository({ db })

  return {
    ...{ db, tracks, owned, errors, vehicle },
    /** Stores fixes by the ingest, and settles. */
    send: async (fixes: readonly Fix[]) => {
      await ingest.accept(fixes.map((fix) => ({ ...owned, fix })))
      await watch.settled()
    },
    /** Stores fixes by an ingest that dies before it derives anything. */
    sendAndDie: async (fixes: readonly Fix[]) => {
      await watch.stop()
      await ingest.accept(fixes.map((fix) => ({ ...owned, fix })))
    },
    restart: async () => {
      await watch.stop()
      watch = begin()
      await pendOpenDays(db)
      await createFiguresBacklog({ db, now: () => clock, onError: (error) => errors.push(error) }).settled()
    },
    setClock: (minute: number) => {
      clock = NOON + minute * MINUTE
    },
    closeDays: () => tracks.closeFinishedDays({ now: clock }),
    /** Code, first and last seen, cleared at (minutes after noon), how often, and where it began. */
    occurrences: async () => {
      const rows = await reads.history([vehicle.id], {
        ...{ codes: null, from: 0, to: NOON + 1000 * DAY, until: NOON + 1000 * DAY, limit: 1000 },
      })
      return rows
        .map(({ code, firstSeen, lastSeen, clearedAt, occurrences, lng }) => [
          ...[code, minuteOf(firstSeen), minuteOf(lastSeen), minuteOf(clearedAt), occurrences],
          Math.round((lng - 73.5) * 100_000),
        ])
        .reverse()
    },
    /** Stores fixes without telling of them. */
    sendUnheard: async (fixes: readonly Fix[]) => {
      isHeard = false
      await ingest.accept(fixes.map((fix) => ({ ...owned, fix })))
      isHeard = true
    },
    /** Tells of a fix so often that readings are dropped. */
    flood: async (fix: Fix) => {
      watch.take(Array.from({ length: 50_001 }, () => ({ ...owned, fix })))
      await watch.settled()
    },
    live: async () => (await reads.live([vehicle.id], clock + 5 * MINUTE)).map(({ code }) => code).sort(),
    stop: async () => {
      await ingest.close()
      await watch.stop()
    },
  }
}
