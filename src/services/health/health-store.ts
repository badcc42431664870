import type {
  DtcRow,
  FluidHistory,
  ServiceCounts,
  ServiceRecord,
  ServiceReminder,
  VehicleFluids,
} from '#contract/records/health.ts'

/** What is listed. The same object until something changes. */
export type ShownHealth = {
  readonly dtcs: readonly DtcRow[]
  readonly reminders: readonly ServiceReminder[]
  readonly records: readonly ServiceRecord[]
  readonly fluids: readonly VehicleFluids[]
  /** The levels of the vehicle in the panel; null while they are not read. */
  readonly levels: FluidHistory | null
  /** null until they were read first. */
  readonly serviceCounts: ServiceCounts | null
}

/** What was read last of fleet health, to be read with `useSyncExternalStore`. */
export type HealthStore = {
  subscribe(listener: () => void): () => void
  getSnapshot(): ShownHealth
}

const NOTHING: ShownHealth = {
  ...{ dtcs: [], reminders: [], records: [], fluids: [], levels: null, serviceCounts: null },
}

/** Fleet health in memory. */
export const createHealthStore = () => {
  const listeners = new Set<() => void>()
  let shown = NOTHING
  const show = (change: Partial<ShownHealth>) => {
    shown = { ...shown, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getSnapshot: () => shown,
    show,
    clear: () => show(NOTHING),
  }
}
