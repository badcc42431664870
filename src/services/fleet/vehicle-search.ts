import { vehicleSearchIds } from '#contract/calls/fleet.ts'
import type { Http } from '../http/http.ts'
import type { FleetList } from './fleet-list.ts'

/** Shorter texts are found among the registrations alone. */
const SHORTEST_TEXT = 3
/** Keys pressed within this many ms are one search. */
const PAUSE_MS = 250

/**
 * Searches the card list: at once by registration and, when typing pauses, by chassis number, which only the server
 * knows (API-119). If the server cannot be reached, the matches by registration stay.
 */
export const createVehicleSearch = ({
  http,
  list,
}: {
  http: Pick<Http, 'call'>
  list: Pick<FleetList, 'setSearch' | 'addFound'>
}) => {
  let pause: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  const ask = async (text: string, signal: AbortSignal) => {
    try {
      const { vehicleIds } = await http.call(vehicleSearchIds, { body: { search: text } }, signal)
      if (!signal.aborted) list.addFound(text, new Set(vehicleIds))
    } catch {
      return
    }
  }

  return {
    setSearch: (text: string): void => {
      list.setSearch(text)
      clearTimeout(pause)
      asking?.abort()
      if (text.trim().length < SHORTEST_TEXT) return
      const mine = new AbortController()
      asking = mine
      pause = setTimeout(() => void ask(text, mine.signal), PAUSE_MS)
    },
  }
}
