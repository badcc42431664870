import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import type { FixColumns } from '../track/columns.ts'

/** The client asks for a file as soon as it has the address. */
const LIFE_MS = 10_000

/**
 * Keeps the fixes that were read to answer an address until its file is asked for, so that they are read once. Holds the points
 * of at most one longest route, for ten seconds; what is not there any more is read again.
 */
export const createReadAhead = ({ mostPoints = MAX_PLAYBACK_POINTS, lifeMs = LIFE_MS } = {}) => {
  const kept = new Map<string, { readonly columns: FixColumns; readonly timer: NodeJS.Timeout }>()
  let points = 0
  const take = (address: string): FixColumns | undefined => {
    const entry = kept.get(address)
    if (entry === undefined) return undefined
    clearTimeout(entry.timer)
    kept.delete(address)
    points -= entry.columns.length
    return entry.columns
  }
  return {
    keep: (address: string, columns: FixColumns): void => {
      take(address)
      kept.set(address, { columns, timer: setTimeout(take, lifeMs, address).unref() })
      points += columns.length
      for (const oldest of kept.keys()) {
        if (points <= mostPoints) break
        take(oldest)
      }
    },
    /** The fixes of an address, once. */
    take,
  }
}
