import { placeAmong } from '#contract/sorted.ts'
import { LIVE } from './limits.ts'

/** What an event id says its reader knows of a vehicle's fixes: those from `begin` to `newest`, whose times make `sum`. ms UTC */
export type Known = { readonly begin: number; readonly newest: number; readonly sum: number }

/** The times of the fixes a reader was sent last, each once: as many as a resume looks back for late ones. */
export type SentTail = {
  /** Takes a time in. False for one that is there, and for one before all that are: it is the past's. */
  take(time: number): boolean
  /** The event id of the fix at that time, which names all that is known with it. */
  idOf(vehicleId: number, time: number): string
}

const mixed = (time: number): number => {
  let bits = (time >>> 0) ^ Math.imul(Math.floor(time / 2 ** 32), 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The sum of times, whatever their order: two sets of fixes with the same sum are the same. */
export const sumOf = (times: readonly number[]): number =>
  times.reduce((sum, time) => (sum + mixed(time)) >>> 0, 0)

/** A tail that knows these times. */
export const createSentTail = (known: readonly number[] = []): SentTail => {
  let times = known.slice(-LIVE.tailFixes)
  let sum = sumOf(times)
  const newest = () => times.at(-1) ?? 0

  const forgetOldest = () => {
    const since = newest() - LIVE.tailMs
    const from = Math.max(times.length - LIVE.tailFixes, placeAmong(times, since))
    if (from <= 0) return
    sum = (sum - sumOf(times.slice(0, from))) >>> 0
    times = times.slice(from)
  }

  return {
    take: (time) => {
      const place = placeAmong(times, time)
      if (times[place] === time || (place === 0 && times.length > 0)) return false
      times.splice(place, 0, time)
      sum = (sum + mixed(time)) >>> 0
      forgetOldest()
      return true
    },
    idOf: (vehicleId, time) => {
      const parts = [newest() - time, newest() - (times[0] ?? time), sum]
      return [`v${vehicleId}`, time, ...parts.map((part) => part.toString(36))].join('-')
    },
  }
}

const ID = /^v(\d{1,10})-(\d{12,14})(?:-([0-9a-z]{1,8})-([0-9a-z]{1,8})-([0-9a-z]{1,7}))?$/

/** What an id of the vehicle's events names, or null for every other text. One that names a time alone knows that one. */
export const knownOf = (vehicleId: number, id: string): Known | null => {
  const [, vehicle, time, ahead, span, sum] = ID.exec(id) ?? []
  if (Number(vehicle) !== vehicleId) return null
  const newest = Number(time) + Number.parseInt(ahead ?? '0', 36)
  const known = sum === undefined ? mixed(newest) : Number.parseInt(sum, 36)
  return { begin: newest - Number.parseInt(span ?? '0', 36), newest, sum: known }
}
