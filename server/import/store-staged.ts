import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FixColumns } from '../track/columns.ts'
import { createBatchStore } from './batch-store.repository.ts'
import { eachAlone } from './each-alone.ts'
import { IMPORT } from './limits.ts'
import type { StagedDay, Staging } from './staging.repository.ts'
import { type Drive, nothingStored, type Progress, storeVehicle } from './store-vehicle.ts'
import { createDirectStore, keepTimeZone, type VehicleStore } from './vehicle-store.repository.ts'
import type { ImportCompany } from './vehicles.repository.ts'

/** Staged days of a vehicle, ascending. */
export type StagedVehicle = { readonly vehicleId: number; readonly days: readonly StagedDay[] }

type Step = {
  readonly connection: Kysely<Tables>
  readonly company: ImportCompany
  readonly staging: Staging
  readonly staged: readonly StagedDay[]
  /** Vehicles that do not exist because they could not be added, with the reason. */
  readonly unsaved: ReadonlyMap<number, string>
  /** ms UTC. */
  readonly now: number
  readonly dryRun: boolean
  /** Called with the number of fixes processed so far, and how many of them were stored. */
  readonly onStored: (fixes: number, stored: number) => void
  /** After it no further day is written; what was stored stays. */
  readonly signal?: AbortSignal | undefined
}

type Read = (day: StagedDay) => Promise<FixColumns>

const fixesOf = ({ days }: StagedVehicle): number => days.reduce((sum, { fixes }) => sum + fixes, 0)

const byVehicle = (staged: readonly StagedDay[]): StagedVehicle[] => {
  const found = new Map<number, StagedDay[]>()
  for (const day of staged) {
    const own = found.get(day.vehicleId)
    if (own) own.push(day)
    else found.set(day.vehicleId, [day])
  }
  return [...found].map(([vehicleId, days]) => ({ vehicleId, days }))
}

const fits = (days: number, fixes: number): boolean => days <= IMPORT.batchDays && fixes <= IMPORT.batchFixes

/** What is stored together: vehicles with few fixes and days as a whole, the others in parts. */
const batchesOf = (vehicles: readonly StagedVehicle[]): StagedVehicle[][] => {
  const batches: StagedVehicle[][] = []
  let [days, fixes] = [Number.POSITIVE_INFINITY, 0]
  const begin = () => {
    batches.push([])
    days = 0
    fixes = 0
  }
  for (const vehicle of vehicles) {
    if (!fits(days + vehicle.days.length, fixes + fixesOf(vehicle))) begin()
    let part: StagedDay[] | undefined
    for (const day of vehicle.days) {
      if (days > 0 && !fits(days + 1, fixes + day.fixes)) {
        begin()
        part = undefined
      }
      if (part === undefined) {
        part = []
        batches.at(-1)?.push({ vehicleId: vehicle.vehicleId, days: part })
      }
      part.push(day)
      days += 1
      fixes += day.fixes
    }
  }
  return batches
}

/**
 * Stores what is staged by vehicle and day, many days in a transaction: one takes longer than storing a position, and a day that is stored
 * after the one before it changes that one. A vehicle that cannot be stored is named in `failed`, and the others are stored.
 */
export const storeStaged = async (step: Step) => {
  const { connection, company, staging, staged, unsaved, now, dryRun, onStored, signal } = step
  const vehicles = byVehicle(staged)
  const progresses = new Map<number, Progress>()
  const reasons = new Map(unsaved)
  let [done, stored] = [0, 0]

  const progressOf = (vehicleId: number): Progress => ({ ...(progresses.get(vehicleId) ?? nothingStored()) })
  const keep = (vehicleId: number, progress: Progress, fixes: number): void => {
    stored += progress.stored - progressOf(vehicleId).stored
    progresses.set(vehicleId, { ...progress })
    done += fixes
    onStored(done, stored)
  }

  const write = (
    part: StagedVehicle,
    store: VehicleStore,
    read: Read,
    progress: Progress,
    onDay?: (fixes: number) => void,
  ): Promise<void> => storeVehicle({ store, company, ...part, read, now, dryRun, progress, onDay, signal })

  /** Each day in a transaction of its own. */
  const storeAlone = async (part: StagedVehicle): Promise<void> => {
    const { vehicleId } = part
    const progress = progressOf(vehicleId)
    const end = done + fixesOf(part)
    await eachAlone(
      [part],
      () =>
        write(
          part,
          createDirectStore(connection, company.timeZone),
          async (day) => (await staging.read([day]))[0] as FixColumns,
          progress,
          (fixes) => keep(vehicleId, progress, fixes),
        ),
      (_, reason) => {
        reasons.set(vehicleId, reason)
        done = end
      },
    )
  }

  const storeTogether = async (parts: readonly StagedVehicle[]): Promise<void> => {
    const results = new Map<StagedVehicle, Progress>()
    await connection.transaction().execute(async (trx) => {
      await keepTimeZone(trx, company.id, company.timeZone)
      const store = await createBatchStore(trx, company, parts)
      const fitting = parts.filter(({ vehicleId }) => store.holds(vehicleId))
      const days = fitting.flatMap((part) => part.days)
      const columns = await staging.read(days, trx)
      const columnsOf = new Map(days.map((day, i) => [day, columns[i] as FixColumns]))
      const read: Read = async (day) => columnsOf.get(day) as FixColumns
      for (const part of fitting) {
        const progress = progressOf(part.vehicleId)
        await write(part, store, read, progress)
        results.set(part, progress)
      }
      await store.flush()
    })
    for (const part of parts) {
      const progress = results.get(part)
      if (progress) keep(part.vehicleId, progress, fixesOf(part))
      else await storeAlone(part)
    }
  }

  for (const batch of batchesOf(vehicles)) {
    if (signal?.aborted) break
    const parts = batch.filter((part) => !reasons.has(part.vehicleId))
    for (const part of batch) if (!parts.includes(part)) done += fixesOf(part)
    const refused: StagedVehicle[] = []
    if (parts.length > 0) await eachAlone(parts, storeTogether, (part) => refused.push(part))
    for (const part of refused) await storeAlone(part)
  }

  const sum = { stored: 0, duplicate: 0, flagged: 0, days: 0 }
  let firstDrive: (Drive & { readonly vehicleId: number }) | undefined
  const failed: Array<{ vehicleId: number; fixes: number; reason: string }> = []
  for (const vehicle of vehicles) {
    const { vehicleId } = vehicle
    const { drive, ...counts } = progressOf(vehicleId)
    for (const name of ['stored', 'duplicate', 'flagged', 'days'] as const) sum[name] += counts[name]
    if (drive) firstDrive ??= { ...drive, vehicleId }
    const reason = reasons.get(vehicleId)
    if (reason === undefined) continue
    failed.push({ vehicleId, fixes: fixesOf(vehicle) - counts.stored - counts.duplicate, reason })
  }
  const existing = vehicles.filter(({ vehicleId }) => !unsaved.has(vehicleId))
  return { ...sum, failed, firstDrive, vehicleIds: existing.map(({ vehicleId }) => vehicleId) }
}
