import { filterFleet, showAllTrucks, vehicleList } from '#contract/calls/fleet.ts'
import type { FleetList, FleetVehicle } from '#contract/records/fleet.ts'
import type { ListRequest, ListSummary } from '#src/machines/fleet/fleet.ports.ts'
import type { Http } from '../http/http.ts'
import type { FleetStore } from './fleet-columns.ts'
/** Loads lists of vehicles into the fleet store. */
export type FleetService = {
  /** A list that arrives after a newer request errs as aborted and changes nothing. */
  load(request: ListRequest, signal?: AbortSignal): Promise<ListSummary>
}

type Loaded = { readonly vehicles: readonly FleetVehicle[]; readonly counts: FleetList['counts'] | null }

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
}: {
  http: Pick<Http, 'call'>
  store: Pick<FleetStore, 'replaceMembers' | 'counts'>
}): FleetService => {
  let newest = 0
  let held: Loaded = { vehicles: [], counts: null }

  const fetchList = async (request: ListRequest, signal?: AbortSignal): Promise<Loaded> => {
    if (request.kind === 'default') return http.call(vehicleList, {}, signal)
    if (request.kind === 'filter') return http.call(filterFleet, { body: request.body }, signal)
    const { showAllTrucksList } = await http.call(showAllTrucks, {}, signal)
    return { vehicles: showAllTrucksList, counts: null }
  }

  return {
    load: async (request, signal) => {
      const mine = ++newest
      const came = await fetchList(request, signal)
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
