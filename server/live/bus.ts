import type { Fix } from '#domain/fix.ts'

/** A fix, and the median seconds between its vehicle's recent fixes; null if unknown. */
export type ReportedFix = { readonly fix: Fix; readonly intervalS: number | null }

/** A new fix, published after its commit: its vehicle's latest, or an older one that arrived late. */
export type Arrived = ReportedFix & { readonly companyId: number; readonly vehicleId: number }

/** Carries committed fixes from ingest to the live streams. An emitter within one process; a broker would fit as well. */
export type Bus = {
  publish(companyId: number, arrived: readonly Arrived[]): void
  /** Calls `listener` with each batch of the company; returns the undo. */
  subscribe(companyId: number, listener: (arrived: readonly Arrived[]) => void): () => void
}

/** The bus of a single process. */
export const createBus = (): Bus => {
  const listeners = new Map<number, Set<(arrived: readonly Arrived[]) => void>>()
  return {
    publish: (companyId, arrived) => {
      for (const listener of listeners.get(companyId) ?? []) listener(arrived)
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
