import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { OwnedFix } from '../../db/fix-arrays.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ingest } from '../../ingest/types.ts'
import { type RosterEntry, readDemoState, readRoster, updateDemoState } from './demo.repository.ts'
import { HISTORY_EVERY_MS, LIVE_EVERY_MS, type Simulation } from './simulation.ts'
import {
  createTripWriter,
  endFormerTrips,
  TIMETABLES,
  type TripsToWrite,
  type TripWriter,
  timesOfOpenTrips,
} from './trips.repository.ts'

type Options = {
  readonly db: Kysely<Tables>
  readonly ingest: Pick<Ingest, 'accept'>
  readonly simulation: Simulation
  /** Ms UTC. */
  readonly now: () => number
  readonly log: (message: string) => void
}

/** The demo's reporting trucks. */
export type Simulator = {
  /** Starts reporting; settles after the first report. The gap since the last run is filled in the background. */
  start(): Promise<void>
  /** Stops reporting; settles when pending work is done. */
  stop(): Promise<void>
}

/** Each tick, a tenth of the trucks report. */
const TICK_MS = 1000
const UPDATE_TRIPS_MS = MINUTE_MS
/** After a longer sleep, missed reports are sent at the interval of the history. */
const SLEEP_MS = 120_000
/** A longer pause remains a gap. */
const LONGEST_CATCH_UP_MS = DAY_MS
const CATCH_UP_BATCH = 600

const reportsOf = (
  { companyId, vehicleId, life }: RosterEntry,
  from: number,
  to: number,
  everyMs: number,
): OwnedFix[] => life.uploads(from, to, everyMs).map((fix) => ({ companyId, vehicleId, fix }))

/** The rounds in which the trucks were and are at these times, ms: a trip of the former may have ended since. */
const roundsOf = (
  roster: readonly RosterEntry[],
  timesOf: (vehicleId: number) => readonly number[],
): TripsToWrite[] =>
  roster.map((entry) => ({
    entry,
    journeys: [...new Set(timesOf(entry.vehicleId).map(entry.life.journeyAt))],
  }))

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}

/** The simulated fleet reporting from now on, through the same ingest as real devices. */
export const createSimulator = ({ db, ingest, simulation, now, log }: Options): Simulator => {
  const running = new Set<Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  /** Logs failures and continues: fixes that ingest refused are lost, as with a device without memory. */
  const run = (what: string, work: () => Promise<void>): Promise<void> => {
    const attempt = work().catch((error: unknown) => {
      if (!stopped) log(`The simulator could not ${what}: ${reasonOf(error)}`)
    })
    running.add(attempt)
    return attempt.finally(() => running.delete(attempt))
  }

  const catchUp = async (trips: TripWriter, from: number, to: number): Promise<void> => {
    const roster = await readRoster(db, simulation, simulation.newLifeOf)
    const left = await timesOfOpenTrips(db, roster)
    await trips.write(
      roundsOf(roster, (vehicleId) => [...(left.get(vehicleId) ?? []), to]),
      to,
    )
    if (to - from > LONGEST_CATCH_UP_MS) return
    for (const entry of roster) {
      const fixes = reportsOf(entry, from, to, HISTORY_EVERY_MS)
      for (let at = 0; at < fixes.length && !stopped; at += CATCH_UP_BATCH)
        await ingest.accept(fixes.slice(at, at + CATCH_UP_BATCH))
      if (stopped) throw new Error('it was stopped before it caught up')
      await nextTurn()
    }
  }

  return {
    start: async () => {
      const state = await readDemoState(db)
      if (!state) throw new Error('There is no demo to run; seed it first.')
      const roster = await readRoster(db, simulation, simulation.sharedLifeOf)
      const trips = createTripWriter({ db, network: simulation.network })
      if (state.timetables !== TIMETABLES) {
        await endFormerTrips(db, roster, now())
        await updateDemoState(db, { timetables: TIMETABLES })
      }
      let reportedTo = now()
      let tripsWrittenTo = reportedTo
      let tripsUpdatedAt = Number.NEGATIVE_INFINITY
      let isCaughtUp = false

      const report = async (): Promise<void> => {
        const from = reportedTo
        reportedTo = now()
        const everyMs = reportedTo - from > SLEEP_MS ? HISTORY_EVERY_MS : LIVE_EVERY_MS
        if (reportedTo - from > LONGEST_CATCH_UP_MS) return
        const fixes = roster.flatMap((entry) => reportsOf(entry, from, reportedTo, everyMs))
        for (let at = 0; at < fixes.length; at += CATCH_UP_BATCH)
          await ingest.accept(fixes.slice(at, at + CATCH_UP_BATCH))
      }
      const updateTrips = async (): Promise<void> => {
        tripsUpdatedAt = now()
        if (isCaughtUp) await updateDemoState(db, { liveUntil: reportedTo - 1 })
        await trips.write(
          roundsOf(roster, () => [tripsWrittenTo, reportedTo]),
          reportedTo,
        )
        tripsWrittenTo = reportedTo
      }
      const tick = async (): Promise<void> => {
        await run('report', report)
        if (now() - tripsUpdatedAt >= UPDATE_TRIPS_MS) await run('store its trips', updateTrips)
        if (!stopped) timer = setTimeout(tick, TICK_MS - (now() % TICK_MS))
      }

      for (const { life } of roster) {
        life.journeyAt(reportedTo)
        await nextTurn()
        if (stopped) return
      }
      const startedAt = reportedTo
      void run('catch up', async () => {
        await catchUp(trips, state.liveUntil + 1, startedAt)
        isCaughtUp = true
      })
      await tick()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
