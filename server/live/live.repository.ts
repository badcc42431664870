import { setImmediate } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import type { ResumePoint } from '#contract/event-ids.ts'
import { type Fix, latestFields } from '#domain/fix.ts'
import type { Tables } from '../db/tables.ts'
import type { LatestFixTable } from '../db/track-tables.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { advanceNewest, medianIntervalS, type Newest, NO_FIX_YET } from '../ingest/newest-fix.ts'
import { fixAt } from '../track/columns.ts'
import type { TrackRepository } from '../track/track.repository.ts'
import type { ReportedFix } from './bus.ts'
import { LIVE } from './limits.ts'
import { sumOfTimes } from './sent-tail.ts'
import type { MissedFixes, VehicleHistory } from './vehicle-feed.ts'

/** A row of the latest fixes as a fix. */
export const latestFixOf = (row: Selectable<LatestFixTable>): Fix => {
  const fix: Record<string, unknown> = {}
  for (const { name, column } of latestFields) {
    const value = row[column]
    if (value !== null) fix[name] = value instanceof Date ? value.getTime() : value
  }
  return fix as Fix
}

/** The latest fixes of some vehicles of a company. */
export const loadLatestFixes = async (
  db: Kysely<Tables>,
  companyId: number,
  vehicleIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Fix>> => {
  const rows = await db.selectFrom('latest_fix').selectAll().where('company_id', '=', companyId).execute()
  return new Map(
    rows
      .filter(({ vehicle_id }) => vehicleIds.has(vehicle_id))
      .map((row) => [row.vehicle_id, latestFixOf(row)]),
  )
}

/** What a stream needs to know of a vehicle besides its fixes. Tanks in litres. */
export type StreamedVehicle = {
  readonly companyId: number
  readonly registration: string
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
}

/** The vehicles of all companies by id; read again after a minute, and for an unknown id. */
export type VehicleDirectory = (vehicleIds: Iterable<number>) => Promise<ReadonlyMap<number, StreamedVehicle>>

/** `now` is ms. */
export const createVehicleDirectory = ({
  db,
  now,
}: {
  db: Kysely<Tables>
  now: () => number
}): VehicleDirectory => {
  let reading: Promise<ReadonlyMap<number, StreamedVehicle>> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const read = async (): Promise<ReadonlyMap<number, StreamedVehicle>> => {
    const rows = await db
      .selectFrom('vehicle')
      .select(['id', 'company_id', 'registration', 'fuel_tank_litres', 'adblue_tank_litres'])
      .execute()
    return new Map(
      rows.map((row) => [
        row.id,
        {
          companyId: row.company_id,
          registration: row.registration,
          fuelTankLitres: row.fuel_tank_litres,
          adblueTankLitres: row.adblue_tank_litres,
        },
      ]),
    )
  }
  const readAgain = (): Promise<ReadonlyMap<number, StreamedVehicle>> => {
    readAt = now()
    reading = read().catch((failure: unknown) => {
      reading = undefined
      throw failure
    })
    return reading
  }

  return async (vehicleIds) => {
    const known = await (reading === undefined || now() - readAt > LIVE.vehicleDirectoryMs
      ? readAgain()
      : reading)
    for (const id of vehicleIds) if (!known.has(id)) return readAgain()
    return known
  }
}

/** Reads the initial content of a vehicle stream from the database. `now` is ms UTC. */
export const createVehicleHistory = ({
  db,
  track,
  now,
}: {
  db: Kysely<Tables>
  track: Pick<TrackRepository, 'readRange'>
  now: () => number
}): VehicleHistory => {
  const latest: VehicleHistory['latest'] = async (companyId, vehicleId) => {
    const row = await db
      .selectFrom('latest_fix')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirst()
    return row && { fix: latestFixOf(row), intervalS: row.interval_s }
  }

  const readSince = async (
    companyId: number,
    vehicleId: number,
    { begin, newest, sum }: ResumePoint,
    isWanted: () => boolean,
  ): Promise<MissedFixes | null> => {
    if (!isWanted()) return null
    const last = await latest(companyId, vehicleId)
    if (last === undefined || newest > last.fix.time || newest < now() - LIVE.backfillMs) return null
    if (begin < newest - LIVE.tailMs) return null
    const most = LIVE.tailFixes + LIVE.backfillFixes
    const range = { companyId, vehicleId, from: begin, to: last.fix.time + 1 }
    const columns = await track.readRange(range, { most, eventBits: false })
    if (columns.length > most) return null
    if (newest > begin && !columns.time.includes(newest)) return null
    // The same check as in ingest, in order of time: fixes that no truck can have reached are not sent.
    const gaps = last.intervalS === null ? [] : [last.intervalS]
    let walked: Newest = { ...NO_FIX_YET, gaps }
    let before: Fix | undefined
    const fixes: ReportedFix[] = []
    for (let i = 0; i < columns.length; i += 1) {
      if (i % LIVE.fixesATurn === LIVE.fixesATurn - 1) await setImmediate()
      const fix = fixAt(columns, i)
      const step = advanceNewest(walked, fix)
      walked = step.newest
      if (fix.time <= begin) before = fix
      else if (step.moved) fixes.push({ fix, intervalS: medianIntervalS(walked) })
    }
    const known = fixes.map(({ fix }) => fix).filter(({ time }) => time <= newest)
    if (sumOfTimes(known.map(({ time }) => time)) === sum)
      return { before, known, fixes: fixes.slice(known.length) }
    // The reader has missed late fixes before its newest one, so all of them are sent again.
    return { before, known: [], fixes }
  }

  /** Many reads at a time would hold the database's connections and the event loop. */
  const turns = createFairQueue({ atOnce: 1 })
  return {
    latest,
    since: (companyId, vehicleId, known, isWanted, owner) =>
      turns.run(owner, () => readSince(companyId, vehicleId, known, isWanted)),
  }
}
