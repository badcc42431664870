import { placeAmong } from '#contract/sorted.ts'
import { mix } from '../mix.ts'
import { LIVE } from './limits.ts'

/**
 * What an event id says its reader knows of a vehicle's fixes: of those after `begin`, the ones up to `newest` whose times make
 * `sum`. ms UTC; at `begin` itself there need not be a fix.
 */
export type Known = { readonly begin: number; readonly newest: number; readonly sum: number }

/** The times of the fixes a reader was sent last, each once: as many as a resume looks back for late ones. */
export type SentTail = {
  /** Takes a time in. False for one that is there, and for one that is the past's: no later than the first, or than what is forgotten. */
  take(time: number): boolean
  /** The event id of the fix at that time, which names all that is known with it. */
  idOf(vehicleId: number, time: number): string
}

const mixed = (time: number): number => mix(time ^ Math.imul(Math.floor(time / 2 ** 32), 0x9e3779b1))

/** The sum of times, whatever their order. Other times have another sum, but for one case in four thousand million. */
export const sumOf = (times: readonly number[]): number =>
  times.reduce((sum, time) => (sum + mixed(time)) >>> 0, 0)

/** A tail that knows these times, ascending, all behind `after`; without that the first time that comes is it. */
export const createSentTail = (after?: number, known: readonly number[] = []): SentTail => {
  let bound = after
  let times = [...known]
  let sum = sumOf(times)

  /** Moves the bound on: so many times, and so long before the newest of them, are remembered. */
  const forgetOldest = (since: number) => {
    const tooOld = (times.at(-1) ?? since) - LIVE.tailMs
    const from = Math.max(times.length - LIVE.tailFixes, placeAmong(times, tooOld + 1))
    bound = Math.max(since, tooOld, times[from - 1] ?? since)
    if (from <= 0) return
    sum = (sum - sumOf(times.slice(0, from))) >>> 0
    times = times.slice(from)
  }

  return {
    take: (time) => {
      if (bound === undefined) {
        bound = time
        return true
      }
      const place = placeAmong(times, time)
      if (time <= bound || times[place] === time) return false
      times.splice(place, 0, time)
      sum = (sum + mixed(time)) >>> 0
      forgetOldest(bound)
      return true
    },
    idOf: (vehicleId, time) => {
      const begin = bound ?? time
      const newest = times.at(-1) ?? begin
      const parts = [newest - time, newest - begin, sum]
      return [`v${vehicleId}`, time, ...parts.map((part) => part.toString(36))].join('-')
    },
  }
}

const ID = /^v(\d{1,10})-(\d{12,14})(?:-([0-9a-z]{1,8})-([0-9a-z]{1,8})-([0-9a-z]{1,7}))?$/

/** What an id of the vehicle's events names, or null for every other text. One that names a time alone knows nothing after it. */
export const knownOf = (vehicleId: number, id: string): Known | null => {
  const [, vehicle, time, ahead, span, sum] = ID.exec(id) ?? []
  if (Number(vehicle) !== vehicleId) return null
  const newest = Number(time) + Number.parseInt(ahead ?? '0', 36)
  return {
    begin: newest - Number.parseInt(span ?? '0', 36),
    newest,
    sum: Number.parseInt(sum ?? '0', 36),
  }
}
