import type { DrivingScores, DrivingTrend, IncidentRecord } from '#contract/records/driving-analysis.ts'

/** What is shown of the driving analysis; null until it is loaded. The same object until something changes. */
export type ShownDriving = {
  readonly scores: DrivingScores | null
  readonly trend: DrivingTrend | null
  /** The newest first; `total` counts those that are not listed too. */
  readonly incidents: { readonly incidents: readonly IncidentRecord[]; readonly total: number } | null
}

/** What was loaded last, to be read with `useSyncExternalStore`. */
export type DrivingStore = {
  subscribe(listener: () => void): () => void
  getSnapshot(): ShownDriving
}

const NOTHING: ShownDriving = { scores: null, trend: null, incidents: null }

/** The driving analysis in memory: thousands of rows stay out of the machine. */
export const createDrivingStore = () => {
  const listeners = new Set<() => void>()
  let shown = NOTHING
  const show = (change: Partial<ShownDriving>) => {
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
