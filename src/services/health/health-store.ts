import type {
  DtcRow,
  FluidHistory,
  ServiceCounts,
  ServiceRecord,
  ServiceReminder,
  VehicleFluids,
} from '#contract/records/health.ts'
import type { ServiceState } from '#domain/service.ts'
import { createShownStore, type ShownStore } from '../kit/shown-store.ts'

/** What the last change of a vehicle's services was: where it stood before, and what holds now. */
export type ServiceChanged = {
  readonly kind: 'record' | 'interval'
  readonly before: ServiceState
  readonly after: ServiceReminder
}

/** What is listed. */
export type ShownHealth = {
  readonly dtcs: readonly DtcRow[]
  readonly reminders: readonly ServiceReminder[]
  readonly records: readonly ServiceRecord[]
  readonly fluids: readonly VehicleFluids[]
  /** The levels of the vehicle in the panel; null while they are not read. */
  readonly levels: FluidHistory | null
  /** null until they were read first. */
  readonly serviceCounts: ServiceCounts | null
  readonly serviceChanged: ServiceChanged | null
}

/** What was read last of fleet health. */
export type HealthStore = ShownStore<ShownHealth>

const NOTHING: ShownHealth = {
  ...{
    dtcs: [],
    reminders: [],
    records: [],
    fluids: [],
    levels: null,
    serviceCounts: null,
    serviceChanged: null,
  },
}

export const createHealthStore = () => createShownStore(NOTHING)
