import { TEXTS } from '#contract/texts.ts'
import type { LngLat } from '../map/map.port.ts'
import type { Addresses, AddressLookup } from './geocoder.port.ts'

/** Addresses kept, the longest unused going first. */
const MAX_KEPT = 500
/** Digits of a degree that tell places apart: about ten metres. */
const DIGITS = 4

const keyOf = ([lng, lat]: LngLat) => `${lng.toFixed(DIGITS)},${lat.toFixed(DIGITS)}`

/** A lookup under way, for all who wait for it. */
type Shared = { readonly address: Promise<string>; readonly stop: AbortController; waiting: number }

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })

/**
 * Addresses by a lookup, each kept once found. A lookup that nobody waits for any more is cancelled; one that fails gives
 * 'N/A' and is tried again when asked the next time.
 */
export const createGeocoder = (lookUp: AddressLookup): Addresses => {
  const kept = new Map<string, string>()
  const underWay = new Map<string, Shared>()

  const keep = (key: string, address: string) => {
    kept.delete(key)
    kept.set(key, address)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return address
  }

  const begin = (key: string, place: LngLat): Shared => {
    const stop = new AbortController()
    const address = lookUp(place, stop.signal)
      .then((text) => keep(key, text || TEXTS.addressNotKnown))
      .catch(() => TEXTS.addressNotKnown)
      .finally(() => {
        if (underWay.get(key)?.stop === stop) underWay.delete(key)
      })
    const shared = { address, stop, waiting: 0 }
    underWay.set(key, shared)
    return shared
  }

  return {
    addressOf: async (place, signal) => {
      signal?.throwIfAborted()
      if (!place.every(Number.isFinite)) return TEXTS.addressNotKnown
      const key = keyOf(place)
      const known = kept.get(key)
      if (known !== undefined) return keep(key, known)
      const shared = underWay.get(key) ?? begin(key, place)
      shared.waiting += 1
      try {
        return await (signal ? Promise.race([shared.address, aborted(signal)]) : shared.address)
      } finally {
        shared.waiting -= 1
        if (shared.waiting === 0 && underWay.get(key) === shared) {
          underWay.delete(key)
          shared.stop.abort()
        }
      }
    },
  }
}
