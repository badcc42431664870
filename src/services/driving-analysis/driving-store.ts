import type { DrivingScores, DrivingTrend, IncidentRecord } from '#contract/records/driving-analysis.ts'
import { createShownStore, type ShownStore } from '../kit/shown-store.ts'

/** What is shown of the driving analysis; null until it is loaded. */
export type ShownDriving = {
  readonly scores: DrivingScores | null
  readonly trend: DrivingTrend | null
  /** The newest first; `total` counts those that are not listed too. */
  readonly incidents: { readonly incidents: readonly IncidentRecord[]; readonly total: number } | null
}

/** What was loaded last. */
export type DrivingStore = ShownStore<ShownDriving>

const NOTHING: ShownDriving = { scores: null, trend: null, incidents: null }

export const createDrivingStore = () => createShownStore(NOTHING)
