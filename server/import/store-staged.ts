import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FixColumns } from '../track/columns.ts'
import { createBatchStore } from './batch-store.repository.ts'
import { eachAlone } from './each-alone.ts'
import { IMPORT } from './limits.ts'
import type { StagedDay, Staging } from './staging.repository.ts'
import { type Drive, nothingStored, type Stored, storeVehicle } from './store-vehicle.ts'
import { createDirectStore, type VehicleStore } from './vehicle-store.repository.ts'
import type { ImportCompany } from './vehicles.repository.ts'

/** The staged days of a vehicle, ascending. */
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

/** Vehicles that are stored together; one with many fixes or days is by itself. */
const batchesOf = (vehicles: readonly StagedVehicle[]): StagedVehicle[][] => {
  const batches: StagedVehicle[][] = []
  let [days, fixes] = [Number.POSITIVE_INFINITY, 0]
  for (const vehicle of vehicles) {
    const own = fixesOf(vehicle)
    days += vehicle.days.length
    fixes += own
    if (days > IMPORT.batchDays || fixes > IMPORT.batchFixes) {
      batches.push([])
      days = vehicle.days.length
      fixes = own
    }
    batches.at(-1)?.push(vehicle)
  }
  return batches
}

/**
 * Stores what is staged, vehicle by vehicle: those with few fixes many in a transaction, because a transaction takes longer
 * than storing one position. A vehicle that cannot be stored is named in `failed`, and the others are stored.
 */
export const storeStaged = async (step: Step) => {
  const { connection, company, staging, staged, unsaved, now, dryRun, onStored, signal } = step
  const vehicles = byVehicle(staged)
  const sum = { stored: 0, duplicate: 0, flagged: 0, days: 0 }
  const failed: Array<{ vehicleId: number; fixes: number; reason: string }> = []
  let firstDrive: (Drive & { readonly vehicleId: number }) | undefined
  let done = 0

  const add = (vehicle: StagedVehicle, result: Stored): void => {
    const { drive, ...counts } = result
    for (const name of ['stored', 'duplicate', 'flagged', 'days'] as const) sum[name] += counts[name]
    if (drive && vehicle.vehicleId < (firstDrive?.vehicleId ?? Number.POSITIVE_INFINITY))
      firstDrive = { ...drive, vehicleId: vehicle.vehicleId }
    done += fixesOf(vehicle)
    onStored(done, sum.stored)
  }
  const fail = (vehicle: StagedVehicle, reason: string, result = nothingStored()): void => {
    const fixes = fixesOf(vehicle) - result.stored - result.duplicate
    failed.push({ vehicleId: vehicle.vehicleId, fixes, reason })
    add(vehicle, result)
  }

  const write = (
    vehicle: StagedVehicle,
    store: VehicleStore,
    read: Read,
    result: Stored,
    onDay?: (fixes: number) => void,
  ): Promise<void> => storeVehicle({ store, company, ...vehicle, read, now, dryRun, result, onDay, signal })

  const storeAlone = async (vehicle: StagedVehicle): Promise<void> => {
    const result = nothingStored()
    const read: Read = async (day) => (await staging.read([day]))[0] as FixColumns
    let reason: string | undefined
    let ofIts = 0
    const onDay = (fixes: number) => {
      ofIts += fixes
      onStored(done + ofIts, sum.stored + result.stored)
    }
    await eachAlone(
      [vehicle],
      () => write(vehicle, createDirectStore(connection), read, result, onDay),
      (_, message) => {
        reason = message
      },
    )
    if (reason === undefined) add(vehicle, result)
    else fail(vehicle, reason, result)
  }

  const storeTogether = async (batch: readonly StagedVehicle[]): Promise<void> => {
    const results = new Map<StagedVehicle, Stored>()
    await connection.transaction().execute(async (trx) => {
      const store = await createBatchStore(trx, company, batch)
      const fitting = batch.filter(({ vehicleId }) => store.holds(vehicleId))
      const days = fitting.flatMap((vehicle) => vehicle.days)
      const columns = await staging.read(days, trx)
      const columnsOf = new Map(days.map((day, i) => [day, columns[i] as FixColumns]))
      const read: Read = async (day) => columnsOf.get(day) as FixColumns
      for (const vehicle of fitting) {
        const result = nothingStored()
        await write(vehicle, store, read, result)
        results.set(vehicle, result)
      }
      await store.flush()
    })
    for (const vehicle of batch) {
      const result = results.get(vehicle)
      if (result) add(vehicle, result)
      else await storeAlone(vehicle)
    }
  }

  const existing = vehicles.filter(({ vehicleId }) => !unsaved.has(vehicleId))
  for (const batch of batchesOf(existing)) {
    if (signal?.aborted) break
    await eachAlone(
      batch,
      async (some) => {
        if (some.length > 1) await storeTogether(some)
        else for (const vehicle of some) await storeAlone(vehicle)
      },
      (vehicle, reason) => fail(vehicle, reason),
    )
  }
  for (const vehicle of vehicles) {
    const reason = unsaved.get(vehicle.vehicleId)
    if (reason !== undefined) fail(vehicle, reason)
  }
  return { ...sum, failed, firstDrive, vehicleIds: existing.map(({ vehicleId }) => vehicleId) }
}
