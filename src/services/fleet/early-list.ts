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

/** A list requested longer ago than this, in ms, is not shown any more. */
export const EARLY_LIST_KEPT_MS = 30_000

/** The first list of a stored session, requested while the code that shows it loads. */
export type EarlyList = {
  request(list: ListRequest): void
  /** The reply to that request, once; null where it failed, was for another list or another token, or is too old. */
  take(list: ListRequest): Promise<ListReply | null>
  /** Drops the list and ends its request, because its user has logged out. */
  forget(): void
}

/**
 * `token` is the current one. `asBearer` makes calls with it and does nothing about a refusal: the list is then requested once
 * more, by the session that has begun in the meantime.
 */
export const createEarlyList = ({
  token,
  asBearer,
  now = Date.now,
}: {
  token: () => string | null
  asBearer: (token: string) => Pick<Http, 'call'>
  now?: () => number
}): EarlyList => {
  let early:
    | {
        readonly key: string
        readonly at: number
        readonly reply: Promise<ListReply | null>
        readonly ending: AbortController
      }
    | undefined
  const keyOf = (list: ListRequest) => JSON.stringify([token(), list])
  const isFresh = ({ at }: { readonly at: number }) => now() - at <= EARLY_LIST_KEPT_MS
  return {
    request: (list) => {
      const bearer = token()
      if (bearer === null) return
      const ending = new AbortController()
      const reply = fetchList(asBearer(bearer), list, ending.signal).catch(() => null)
      early = { key: keyOf(list), at: now(), reply, ending }
    },
    take: async (list) => {
      const kept = early
      early = undefined
      return kept?.key === keyOf(list) && isFresh(kept) ? kept.reply : null
    },
    forget: () => {
      early?.ending.abort()
      early = undefined
    },
  }
}
