import type { Fix } from '#contract/records/fix.ts'

/** A fix, and the median seconds between its vehicle's recent fixes; null where it is not known. */
export type ReportedFix = { readonly fix: Fix; readonly intervalS: number | null }

/** A fix that became its vehicle's latest, published after its commit. */
export type LatestMoved = ReportedFix & { readonly companyId: number; readonly vehicleId: number }

/** Carries committed fixes from ingest to whoever watches. In one process an emitter; the same shape holds for a broker. */
export type Bus = {
  publish(companyId: number, moved: readonly LatestMoved[]): void
  /** Calls `listener` with each batch of the company; returns the undo. */
  subscribe(companyId: number, listener: (moved: readonly LatestMoved[]) => void): () => void
}

/** The bus of a single process. */
export const createBus = (): Bus => {
  const listeners = new Map<number, Set<(moved: readonly LatestMoved[]) => void>>()
  return {
    publish: (companyId, moved) => {
      for (const listener of listeners.get(companyId) ?? []) listener(moved)
    },
    subscribe: (companyId, listener) => {
      const own = listeners.get(companyId) ?? new Set()
      listeners.set(companyId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(companyId)
      }
    },
  }
}
