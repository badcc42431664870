import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DEFAULT_TIME_ZONE, dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Tables } from '#server/db/tables.ts'
import { closeDay } from '#server/track/close-day.ts'
import { columnsOf, type FixColumns } from '#server/track/columns.ts'
import type { DayToWrite } from '#server/track/days.repository.ts'
import type { TrackRepository } from '#server/track/track.repository.ts'
import {
  daysOnFile,
  type RosterEntry,
  readDemoState,
  readRoster,
  updateDemoState,
} from './demo.repository.ts'
import { HISTORY_EVERY_MS, type Simulation } from './simulation.ts'
import { createTripWriter } from './trips.repository.ts'

type Options = {
  readonly db: Kysely<Tables>
  readonly simulation: Simulation
  readonly tracks: Pick<TrackRepository, 'writeDays'>
  /** Days of history before the day of the seed. */
  readonly days: number
  /** Called after each day that is complete for every truck, newest first. */
  readonly onProgress?: (progress: {
    readonly day: string
    readonly done: number
    readonly of: number
  }) => void
  /** Stops after the current batch; the next start continues there. */
  readonly signal?: AbortSignal
}

/** Truck-days per transaction; few, so that writes do not block the event loop. */
const BATCH = 4

type Task = { readonly entry: RosterEntry; readonly until: number }

type Reports = { readonly columns: FixColumns; readonly previous: FixColumns; readonly next: FixColumns }

/** The reports of one truck on one day and around it, cached because the day before needs them again. */
const createDayReports = () => {
  const kept = new Map<number, { day: string; columns: FixColumns; next: FixColumns }>()
  const reportsOf = ({ entry, until }: Task, day: string): FixColumns => {
    const { from, to } = dayBounds(day, entry.timeZone)
    return columnsOf(entry.life.fixes(from, Math.min(to, until), HISTORY_EVERY_MS))
  }
  return (task: Task, day: string): Reports => {
    const known = kept.get(task.entry.vehicleId)
    const isKnown = known?.day === day
    const columns = isKnown ? known.columns : reportsOf(task, day)
    const next = isKnown ? known.next : reportsOf(task, shiftDay(day, 1))
    const before = shiftDay(day, -1)
    const previous = reportsOf(task, before)
    kept.set(task.entry.vehicleId, { day: before, columns: previous, next: columns })
    return { columns, previous, next }
  }
}

/**
 * Writes the simulated history as finished days, newest first: the day of the seed up to the seed, then `days` before
 * it. Days already in the database are skipped, so it can be stopped and restarted at any time. Yields to other work
 * often.
 */
export const backfill = async (options: Options): Promise<void> => {
  const { db, simulation, tracks, days, onProgress, signal } = options
  const state = await readDemoState(db)
  if (!state) throw new Error('There is no demo to fill with history; seed it first.')
  const roster = await readRoster(db, simulation, simulation.newLifeOf)
  const tasks = roster.map((entry): Task => ({ entry, until: state.seededAt + 1 }))
  const reports = createDayReports()
  const trips = createTripWriter({ db, network: simulation.network })
  const newest = dayOf(state.seededAt, roster[0]?.timeZone ?? DEFAULT_TIME_ZONE)

  const closed = (task: Task, day: string): DayToWrite => {
    const { entry } = task
    const { columns, ...around } = reports(task, day)
    const { vehicle, timeZone, companyId, vehicleId } = entry
    const fixes = closeDay({ day, fixes: columns, vehicle, timeZone, ...around })
    return { companyId, vehicleId, day, timeZone, closed: fixes }
  }

  const writeTrips = async (day: string): Promise<void> => {
    const journeys = roster.map((entry) => {
      const { from } = dayBounds(day, entry.timeZone)
      return { entry, journeys: [entry.life.journeyAt(from)] }
    })
    await trips.addMissing(journeys, state.seededAt)
  }

  for (let back = 0; back <= days; back += 1) {
    const day = shiftDay(newest, -back)
    if (state.backfilledTo !== null && day >= state.backfilledTo) continue
    const onFile = await daysOnFile(db, day)
    const due = tasks.filter(({ entry }) => !onFile.has(entry.vehicleId))
    for (let at = 0; at < due.length; at += BATCH) {
      const batch: DayToWrite[] = []
      for (const task of due.slice(at, at + BATCH)) {
        batch.push(closed(task, day))
        await nextTurn()
      }
      await tracks.writeDays(batch.filter((one) => one.closed.columns.length > 0))
      if (signal?.aborted) return
    }
    await writeTrips(day)
    await updateDemoState(db, { backfilledTo: day })
    onProgress?.({ day, done: back + 1, of: days + 1 })
  }
}
