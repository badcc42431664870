import type { Fix } from '#domain/fix.ts'
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
  const begin = () => createDtcWatch({ db, onError: (error) => errors.push(error) })
  let watch = begin()
  const tracks = createTrackRepository({ db })
  const ingest = createIngest({
    ...{ db, pool, bus: createBus(), now: () => clock, track: tracks },
    onStored: (stored) => watch.take(stored),
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
      watch.start()
      await watch.settled()
    },
    setClock: (minute: number) => {
      clock = NOON + minute * MINUTE
    },
    closeDays: () => tracks.closeFinishedDays({ now: clock }),
    /** Code, first and last seen, cleared at (minutes after noon), how often, and where it began. */
    occurrences: async () => {
      const rows = await reads.history([vehicle.id], {
        codes: await reads.codes([vehicle.id]),
        ...{ from: 0, to: NOON + 1000 * DAY, until: NOON + 1000 * DAY, limit: 1000 },
      })
      return rows
        .map(({ code, firstSeen, lastSeen, clearedAt, occurrences, lng }) => [
          ...[code, minuteOf(firstSeen), minuteOf(lastSeen), minuteOf(clearedAt), occurrences],
          Math.round((lng - 73.5) * 100_000),
        ])
        .reverse()
    },
    live: async () => (await reads.live([vehicle.id], clock + 5 * MINUTE)).map(({ code }) => code).sort(),
    stop: async () => {
      await ingest.close()
      await watch.stop()
    },
  }
}
