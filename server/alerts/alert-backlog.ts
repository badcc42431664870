import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { MINUTE_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import type { AlertWatch } from './alert-watch.ts'
import { putDownOpenDays, vehiclesBehind } from './checkpoints.repository.ts'
import { Stopped } from './day-run.ts'

/**
 * How often it looks for days that were put down, ms. A company's thresholds that change one after the other within this time cost
 * one evaluation.
 */
const LOOK_EVERY_MS = MINUTE_MS / 4
/** A vehicle that could not be evaluated is left out for this long, ms. */
const RETRY_MS = 10 * MINUTE_MS
/** Vehicles read at a time. */
const VEHICLES_A_READ = 100

type Options = {
  readonly db: Kysely<Tables>
  readonly watch: Pick<AlertWatch, 'catchUp'>
  readonly onError: (error: unknown) => void
}

/** Evaluates the days that are put down, in the background, one vehicle at a time and each from its oldest such day on. */
export const createAlertBacklog = ({ db, watch, onError }: Options) => {
  const ending = new AbortController()
  let running: Promise<void> | null = null

  /** When each vehicle failed last, ms of `performance.now`. */
  const failed = new Map<number, number>()
  const isDue = ({ vehicleId }: VehicleKey): boolean =>
    performance.now() - (failed.get(vehicleId) ?? Number.NEGATIVE_INFINITY) > RETRY_MS

  const catchUpAll = async (): Promise<void> => {
    for (let after = 0; ; ) {
      const vehicles = await vehiclesBehind(db, { after, most: VEHICLES_A_READ })
      for (const vehicle of vehicles) {
        after = vehicle.vehicleId
        if (!isDue(vehicle)) continue
        try {
          while (!ending.signal.aborted && (await watch.catchUp(vehicle)));
        } catch (error) {
          if (error instanceof Stopped) return
          failed.set(vehicle.vehicleId, performance.now())
          onError(error)
        }
        if (ending.signal.aborted) return
      }
      if (vehicles.length < VEHICLES_A_READ) return
    }
  }

  const run = async (): Promise<void> => {
    await putDownOpenDays(db).catch(onError)
    while (!ending.signal.aborted) {
      await catchUpAll().catch(onError)
      await delay(LOOK_EVERY_MS, undefined, {
        ref: false,
        signal: ending.signal,
      }).catch(() => {})
    }
  }

  return {
    /** Puts down every day with open fixes, because the last end may have left some unevaluated, and goes to work. */
    start: (): void => {
      if (!ending.signal.aborted) running ??= run()
    },

    /** Settles when nothing is put down any more that can be evaluated. */
    caughtUp: async (): Promise<void> => {
      failed.clear()
      await catchUpAll()
    },

    /** Settles when it has ended. Stop the watch first, which cuts off the evaluation that runs. */
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}
