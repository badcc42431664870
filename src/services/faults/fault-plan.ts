import { FAULT_KINDS, type FaultKind, type FaultSettings } from '#contract/records/faults.ts'
import { hashNumber } from '#domain/hash.ts'

/** Faults that take the place of an answer; of several, the first happens. */
const OUTCOMES = [
  'requestLost',
  'answerLost',
  'unauthorized',
  'serverError',
  'noContent',
  'malformed',
] as const satisfies readonly FaultKind[]

/** What happens to one request. `lateMs` is 0 for one that is in time. */
export type Fate = {
  readonly outcome: (typeof OUTCOMES)[number] | null
  readonly isDoubled: boolean
  readonly isReordered: boolean
  readonly lateMs: number
}

/** A stream is cut within this many items: its opening, messages and heartbeats. */
const LONGEST_UNCUT = 20

/** Uniform in [0, 1), the same for the same seed and arguments, and independent of all others. */
const draw = (seed: number, callId: string, place: number, what: string): number =>
  hashNumber(`${callId} ${place} ${what}`, seed) / 2 ** 53

const happens = ({ seed, rates }: FaultSettings, callId: string, place: number, kind: FaultKind): boolean =>
  draw(seed, callId, place, kind) < rates[kind]

/** What happens to the `place`-th request of a call, counted from 0. */
export const fateOf = (settings: FaultSettings, callId: string, place: number): Fate => {
  const hits = new Set(FAULT_KINDS.filter((kind) => happens(settings, callId, place, kind)))
  return {
    outcome: OUTCOMES.find((kind) => hits.has(kind)) ?? null,
    isDoubled: hits.has('doubled'),
    isReordered: hits.has('reordered'),
    lateMs: hits.has('late')
      ? Math.ceil((1 - draw(settings.seed, callId, place, 'lateMs')) * settings.lateMs)
      : 0,
  }
}

/** How many items the `place`-th connection of a stream gives before it is cut; null if it is left alone. */
export const itemsUntilCut = (settings: FaultSettings, callId: string, place: number): number | null =>
  happens(settings, callId, place, 'streamDropped')
    ? 1 + Math.floor(draw(settings.seed, callId, place, 'items') * LONGEST_UNCUT)
    : null

/**
 * Draws the fates of requests and connections. Each call is counted by itself, so that the n-th request of a call has the same
 * fate whatever happens beside it, and when.
 */
export const createFaultPlan = (settings: FaultSettings) => {
  const counts = new Map<string, number>()
  const placeOf = (callId: string): number => {
    const place = counts.get(callId) ?? 0
    counts.set(callId, place + 1)
    return place
  }
  return {
    nextFate: (callId: string): Fate => fateOf(settings, callId, placeOf(callId)),
    nextCut: (callId: string): number | null => itemsUntilCut(settings, callId, placeOf(callId)),
  }
}
