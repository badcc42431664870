import { compareKeys, orderKey, registrationSearchKey } from '#domain/registration.ts'
import { NO_RECENT_DATA_RANK, STATUS_RANK, statusAt } from '#domain/status.ts'
import type { FleetStore } from './fleet-columns.ts'

/** Statuses move cards at most this often, in ms. */
const REORDER_EVERY_MS = 1000

/** The vehicle ids of the card list in order, to be read with `useSyncExternalStore`. */
export type FleetList = {
  setVisible(visible: ReadonlySet<number> | 'all'): void
  /** Shows vehicles whose registration contains the text; case, blanks and dashes do not count. Empty shows all. */
  setSearch(text: string): void
  /**
   * Shows these vehicles too while `text` is the search: the server, which searches more than the registration, found
   * them.
   */
  addFound(text: string, vehicleIds: ReadonlySet<number>): void
  subscribe(listener: () => void): () => void
  /** The same array until the order changes. */
  getSnapshot(): readonly number[]
}

/**
 * Orders the fleet by status rank, then registration (MAP-44). Membership, search and the visible set count at once,
 * statuses at most once a second.
 */
export const createFleetList = ({ store }: { store: FleetStore }): FleetList => {
  const listeners = new Set<() => void>()
  let visible: ReadonlySet<number> | 'all' = 'all'
  let search = ''
  let found: ReadonlySet<number> = new Set()
  let ids: readonly number[] = []
  let members: Member[] = []
  let seen = { version: -1, membershipVersion: -1, requestCount: -1 }
  let requestCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening: (() => void) | undefined

  const compute = () => {
    if (seen.membershipVersion !== store.membershipVersion) members = byRegistration(store)
    const buckets = new Map<number, number[]>(RANKS.map((rank) => [rank, []]))
    for (const { vehicleId, slot, key } of members) {
      if (visible !== 'all' && !visible.has(vehicleId)) continue
      if (search !== '' && !key.includes(search) && !found.has(vehicleId)) continue
      buckets.get(rankOf(store.columns.status[slot]))?.push(vehicleId)
    }
    const next = RANKS.flatMap((rank) => buckets.get(rank) ?? [])
    seen = { version: store.version, membershipVersion: store.membershipVersion, requestCount }
    if (!sameIds(ids, next)) ids = next
  }

  const refresh = () => {
    const before = ids
    clearTimeout(timer)
    timer = undefined
    compute()
    if (ids !== before) for (const listener of [...listeners]) listener()
  }

  const ask = () => {
    requestCount += 1
    if (listeners.size > 0) refresh()
  }

  return {
    setVisible: (next) => {
      visible = next
      ask()
    },
    setSearch: (text) => {
      const next = registrationSearchKey(text)
      if (next === search) return
      search = next
      found = new Set()
      ask()
    },
    addFound: (text, vehicleIds) => {
      if (search === '' || registrationSearchKey(text) !== search) return
      found = vehicleIds
      ask()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      stopListening ??= store.onChange(({ slots }) => {
        if (slots === 'all') refresh()
        else timer ??= setTimeout(refresh, REORDER_EVERY_MS)
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopListening?.()
        stopListening = undefined
        clearTimeout(timer)
        timer = undefined
      }
    },
    getSnapshot: () => {
      const stale = timer === undefined && seen.version !== store.version
      if (stale || seen.requestCount !== requestCount || seen.membershipVersion !== store.membershipVersion)
        compute()
      return ids
    },
  }
}

type Member = {
  readonly vehicleId: number
  readonly slot: number
  readonly key: string
  readonly order: string
}

const RANKS = [...new Set([...Object.values(STATUS_RANK), NO_RECENT_DATA_RANK])].sort((a, b) => a - b)

const rankOf = (status: number | undefined) => {
  const known = statusAt(status)
  return known === undefined ? NO_RECENT_DATA_RANK : STATUS_RANK[known]
}

/** Sorting texts is slow, so it is done only when members change. */
const byRegistration = (store: FleetStore): Member[] => {
  const members: Member[] = []
  for (let slot = 0; slot < store.size; slot++) {
    const vehicleId = store.columns.vehicleId[slot] ?? 0
    const key = registrationSearchKey(store.record(vehicleId)?.registrationId ?? '')
    members.push({ vehicleId, slot, key, order: orderKey(key) })
  }
  return members.sort((a, b) => compareKeys(a.order, b.order) || a.vehicleId - b.vehicleId)
}

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, place) => id === b[place])
