import { filterFleet, showAllTrucks, vehicleList } from '#contract/calls/fleet.ts'
import type { FleetList, FleetVehicle, ListChanges } from '#contract/records/fleet.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import type { Http } from '../http/http.ts'

/** A list as it was answered, or what has changed in it; the list of all trucks has no counts. */
export type ListReply = {
  readonly vehicles: readonly FleetVehicle[]
  readonly counts: FleetList['counts'] | null
  readonly revision?: string | undefined
  readonly changes?: ListChanges | undefined
}

/** Makes the call of a list; `held` is the revision of the list whose changes are enough. */
export const fetchList = async (
  http: Pick<Http, 'call'>,
  request: ListRequest,
  signal?: AbortSignal,
  held?: string,
): Promise<ListReply> => {
  const input = held === undefined ? {} : { query: { held } }
  if (request.kind === 'default') return http.call(vehicleList, input, signal)
  if (request.kind === 'filter') return http.call(filterFleet, { ...input, body: request.body }, signal)
  const { showAllTrucksList, ...reply } = await http.call(showAllTrucks, input, signal)
  return { ...reply, vehicles: showAllTrucksList, counts: null }
}

/** The first list of a stored session, requested while the code that shows it loads. */
export type EarlyList = {
  request(list: ListRequest): void
  /** The reply to that request, once; null where it failed, or was for another list or another token. */
  take(list: ListRequest): Promise<ListReply | null>
}

/**
 * `token` is the current one. `asBearer` makes calls with it and does nothing about a refusal: the list is then requested once
 * more, by the session that has begun in the meantime.
 */
export const createEarlyList = ({
  token,
  asBearer,
}: {
  token: () => string | null
  asBearer: (token: string) => Pick<Http, 'call'>
}): EarlyList => {
  let early: { readonly key: string; readonly reply: Promise<ListReply | null> } | undefined
  const keyOf = (list: ListRequest) => JSON.stringify([token(), list])
  return {
    request: (list) => {
      const bearer = token()
      if (bearer === null) return
      early = { key: keyOf(list), reply: fetchList(asBearer(bearer), list).catch(() => null) }
    },
    take: async (list) => {
      const kept = early
      early = undefined
      return kept?.key === keyOf(list) ? kept.reply : null
    },
  }
}
