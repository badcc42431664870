import type { FleetList } from '#contract/records/fleet.ts'
import type { ListRequest, ListSummary } from '#src/machines/fleet/fleet.ports.ts'
import type { Http } from '../http/http.ts'
import { type EarlyList, fetchList, type ListReply } from './early-list.ts'
import type { FleetStore } from './fleet-columns.ts'

/** Loads lists of vehicles into the fleet store. */
export type FleetService = {
  /** A list that arrives after a newer request errs as aborted and changes nothing. */
  load(request: ListRequest, signal?: AbortSignal): Promise<ListSummary>
}

const sum = (a: FleetList['counts'], b: FleetList['counts']): FleetList['counts'] => ({
  RUNNING: a.RUNNING + b.RUNNING,
  IDLING: a.IDLING + b.IDLING,
  STOPPED: a.STOPPED + b.STOPPED,
  KEYON: a.KEYON + b.KEYON,
  OFFLINE: a.OFFLINE + b.OFFLINE,
})

/** The fleet's lists over the calls of the map. */
export const createFleetService = ({
  http,
  store,
  earlyList,
}: {
  http: Pick<Http, 'call'>
  earlyList: Pick<EarlyList, 'take'>
  store: Pick<FleetStore, 'replaceMembers' | 'counts'>
}): FleetService => {
  let newest = 0
  let held: ListReply = { vehicles: [], counts: null }

  return {
    load: async (request, signal) => {
      const mine = ++newest
      const came = (await earlyList.take(request)) ?? (await fetchList(http, request, signal))
      signal?.throwIfAborted()
      if (mine !== newest) throw new DOMException('A newer list was asked for.', 'AbortError')
      const adds = request.kind === 'filter' && request.adds
      held = {
        vehicles: adds ? [...held.vehicles, ...came.vehicles] : came.vehicles,
        counts: adds && held.counts && came.counts ? sum(held.counts, came.counts) : came.counts,
      }
      store.replaceMembers(held.vehicles, held.counts)
      return { shown: held.vehicles.length, counts: store.counts() }
    },
  }
}
