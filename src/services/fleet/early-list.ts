import { filterFleet, showAllTrucks, vehicleList } from '#contract/calls/fleet.ts'
import type { FleetList, FleetVehicle } from '#contract/records/fleet.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import type { Http } from '../http/http.ts'

/** A list as it was answered; the list of all trucks has no counts. */
export type ListReply = {
  readonly vehicles: readonly FleetVehicle[]
  readonly counts: FleetList['counts'] | null
}

/** Makes the call of a list. */
export const fetchList = async (
  http: Pick<Http, 'call'>,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<ListReply> => {
  if (request.kind === 'default') return http.call(vehicleList, {}, signal)
  if (request.kind === 'filter') return http.call(filterFleet, { body: request.body }, signal)
  const { showAllTrucksList } = await http.call(showAllTrucks, {}, signal)
  return { vehicles: showAllTrucksList, counts: null }
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
