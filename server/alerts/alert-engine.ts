import type { Kysely } from 'kysely'
import type { OwnedFix } from '../db/fix-arrays.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import { createAlertBacklog } from './alert-backlog.ts'
import { createContexts } from './alert-context.ts'
import { createAlertRules } from './alert-rules.repository.ts'
import { createAlertWatch } from './alert-watch.ts'
import { thinCheckpoints } from './checkpoints.repository.ts'
import { createAlertStore, type NewAlert } from './store-alerts.ts'

type Options = {
  readonly db: Kysely<Tables>
  /** ms UTC. */
  readonly now: () => number
  /** Called with new alerts in the transaction that stores them, for what must be stored with them. */
  readonly onNew?: (trx: Kysely<Tables>, alerts: readonly NewAlert[]) => Promise<void>
  readonly onError: (error: unknown) => void
  /** Called when a rule has reported so often of a vehicle that it rests until the next day. */
  readonly onResting?: (vehicle: VehicleKey, rule: string) => void
}

/** Evaluates the alert rules of all vehicles and stores their alerts: as fixes arrive, and in the background what is put down. */
export const createAlertEngine = ({ db, now, onNew, onError, onResting }: Options) => {
  const contexts = createContexts({ db, now })
  const store = createAlertStore({ now, onNew })
  const watch = createAlertWatch({ db, contexts, store, now, onError, onResting })
  const backlog = createAlertBacklog({ db, watch, onError })
  const rules = createAlertRules({ db, now, onChange: contexts.changed })
  return {
    /** Queues fixes after they are stored and returns at once. */
    take: (stored: readonly OwnedFix[]): void => watch.take(stored),

    /** Calls `listener` with new alerts after they are stored, unless they are more than two hours old; returns the undo. */
    onStored: (listener: (alerts: readonly NewAlert[]) => void): (() => void) => watch.onStored(listener),

    /** Call after fences of a company have changed. */
    fencesChanged: (companyId: number): void => contexts.changed(companyId),

    /** Call after a user has saved alert settings: with the user's company, or null for one who sees all companies. */
    rulesChanged: (companyId: number | null): Promise<void> => rules.changed(companyId),

    /** Starts the work in the background. */
    start: (): void => backlog.start(),

    /** Deletes what is no longer needed; call it from time to time. */
    tidy: (): Promise<void> => thinCheckpoints(db, now()),

    /** Settles when all fixes taken are evaluated; older days may still be put down. */
    upToDate: (): Promise<void> => watch.settled(),

    /** Settles when all fixes taken are evaluated, and then everything that is put down. */
    settled: async (): Promise<void> => {
      await watch.settled()
      await backlog.caughtUp()
    },

    /** Stops within moments. What was not evaluated is after the next start. */
    stop: async (): Promise<void> => {
      const stopped = watch.stop()
      await backlog.stop()
      await stopped
    },
  }
}

export type AlertEngine = ReturnType<typeof createAlertEngine>
