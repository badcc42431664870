import { filterFleet, showAllTrucks, vehicleList } from '#contract/calls/map.ts'
import type { FleetList, FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import type { FleetStore } from './fleet-store/fleet-store.types.ts'
import type { Http } from './http/http.ts'

/** Which list to load: the default one, every truck, those of a status, '' for all (OPEN-75), or those of a company or of one of its users (OPEN-77). */
export type ListRequest =
  | { readonly kind: 'default' }
  | { readonly kind: 'all' }
  | { readonly kind: 'status'; readonly status: string }
  | {
      readonly kind: 'whose'
      readonly status: string
      readonly companyId: number
      readonly userId: number | null
    }

/** What is left of a list once its vehicles are in the fleet store. */
export type ListSummary = { readonly shown: number; readonly counts: FleetList['counts'] }

/** Loads lists of vehicles into the fleet store. */
export type FleetService = {
  /** A list that arrives after a newer one was asked for errs as aborted and changes nothing. */
  load(request: ListRequest, signal?: AbortSignal): Promise<ListSummary>
}

const NO_FILTER = { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] }

/** The fleet's lists over the calls of the map. */
export const createFleetService = ({
  http,
  store,
}: {
  http: Pick<Http, 'call'>
  store: Pick<FleetStore, 'replaceMembers' | 'counts'>
}): FleetService => {
  let newest = 0

  const fetchList = async (
    request: ListRequest,
    signal?: AbortSignal,
  ): Promise<{ vehicles: readonly FleetVehicle[]; counts: FleetList['counts'] | null }> => {
    if (request.kind === 'default') return http.call(vehicleList, {}, signal)
    if (request.kind === 'status') {
      return http.call(filterFleet, { body: { status: request.status, filter: NO_FILTER } }, signal)
    }
    if (request.kind === 'whose') {
      const { status, companyId, userId } = request
      const filter = { ...NO_FILTER, companyIds: [companyId], userIds: userId === null ? [] : [userId] }
      return http.call(filterFleet, { body: { status, filter } }, signal)
    }
    const { showAllTrucksList } = await http.call(showAllTrucks, {}, signal)
    return { vehicles: showAllTrucksList, counts: null }
  }

  return {
    load: async (request, signal) => {
      const mine = ++newest
      const { vehicles, counts } = await fetchList(request, signal)
      signal?.throwIfAborted()
      if (mine !== newest) throw new DOMException('A newer list was asked for.', 'AbortError')
      store.replaceMembers(vehicles)
      return { shown: vehicles.length, counts: counts ?? store.counts() }
    },
  }
}
