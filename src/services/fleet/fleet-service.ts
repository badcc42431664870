import type { ListRequest, ListSummary } from '#src/machines/fleet/fleet.ports.ts'
import type { Http } from '../http/http.ts'
import { type EarlyList, fetchList } from './early-list.ts'
import type { FleetStore } from './fleet-columns.ts'
import { type HeldList, sumOfCounts, withReply } from './held-list.ts'

/** Loads lists of vehicles into the fleet store. */
export type FleetService = {
  /** A list that arrives after a newer request errs as aborted and changes nothing. */
  load(request: ListRequest, signal?: AbortSignal): Promise<ListSummary>
}

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
  let held: HeldList = { vehicles: [], counts: null }
  let heldKey = ''

  return {
    load: async (request, signal) => {
      const mine = ++newest
      const { streamed = false, ...list } = request
      const key = JSON.stringify(list)
      const revision = streamed && key === heldKey ? held.revision : undefined
      const came = (await earlyList.take(request)) ?? (await fetchList(http, request, signal, revision))
      signal?.throwIfAborted()
      if (mine !== newest) throw new DOMException('A newer list was asked for.', 'AbortError')
      if (request.kind === 'filter' && request.adds) {
        held = {
          vehicles: [...held.vehicles, ...came.vehicles],
          counts: held.counts && came.counts ? sumOfCounts(held.counts, came.counts) : came.counts,
        }
        heldKey = ''
      } else {
        held = withReply(held, came)
        heldKey = key
      }
      store.replaceMembers(held.vehicles, held.counts)
      return { shown: held.vehicles.length, counts: store.counts() }
    },
  }
}
