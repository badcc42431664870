import { getTripUpdate } from '#contract/calls/trips.ts'
import type { Trip } from '#contract/records/trips.ts'
import type { TripsRequest, TripsSummary } from '#src/machines/trips/trips.ports.ts'
import type { Http } from '../http/http.ts'

/** The running trips that were loaded last, to be read with `useSyncExternalStore`. */
export type TripList = {
  /** Loads the running trips whose truck or town contains the text, of one punctuality and one data owner where given. A reply after a newer request errs as aborted and changes nothing. */
  load(request: TripsRequest, signal?: AbortSignal): Promise<TripsSummary>
  subscribe(listener: () => void): () => void
  /** The same array until other trips are loaded. */
  getSnapshot(): readonly Trip[]
  /** Drops all trips, so that the next user never sees them. */
  clear(): void
}

/** The trips of the caller's own vehicles, over the call of trip management. */
export const createTripList = ({ http }: { http: Pick<Http, 'call'> }): TripList => {
  const listeners = new Set<() => void>()
  let trips: readonly Trip[] = []
  let newest = 0
  const show = (next: readonly Trip[]) => {
    trips = next
    for (const listener of [...listeners]) listener()
  }

  return {
    load: async ({ search, punctuality, dataOwner }, signal) => {
      const mine = ++newest
      const query = {
        status: 'RUNNING' as const,
        ...(search.trim() === '' ? {} : { search }),
        ...(punctuality === null ? {} : { punctuality }),
        ...(dataOwner === null ? {} : { companyId: dataOwner.companyId }),
        ...(dataOwner === null || dataOwner.userId === null ? {} : { userIds: [dataOwner.userId] }),
      }
      const answer = await http.call(getTripUpdate, { query }, signal)
      signal?.throwIfAborted()
      if (mine !== newest) throw new DOMException('Newer trips were requested.', 'AbortError')
      show(answer.trips)
      return { shown: answer.trips.length, total: answer.total }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => trips,
    clear: () => {
      newest += 1
      show([])
    },
  }
}
