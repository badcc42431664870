import type { DayFence } from '../../track/close-day.ts'
import type { IndexedFence, VehicleFences } from './fence-index.ts'
import type { Reading } from './reading.ts'
import { evidenceOf, type Found, orNull, type Rule, type Step } from './rule.ts'
import { STATE } from './standing-state.ts'

type Passage = Pick<Reading, 'time' | 'lng' | 'lat'> & { readonly speed: number | null }

/** A stay in a fence. `entry` is null where nobody saw the vehicle come in. Seconds, litres. */
type Visit = {
  readonly key: string
  readonly entry: Passage | null
  /** The last fix inside, ms. */
  readonly last: number
  readonly runningS: number
  readonly idlingS: number
  readonly stoppedS: number
  readonly fuelDrop: number
}

/** The fences that a vehicle is in. */
export type FenceState = { readonly visits: readonly Visit[] }

const passageOf = ({ time, lng, lat, speed }: Reading): Passage => ({ time, lng, lat, speed: orNull(speed) })

/** Adds the time since the fix before to a visit, by what the vehicle did meanwhile. */
const goneOn = (visit: Visit, { before, gapS, lasts, staysParked, lostLitres, now }: Step): Visit => {
  const state = before?.state ?? STATE.unknown
  const during = lasts ? state : state !== STATE.unknown && staysParked ? STATE.stopped : STATE.unknown
  return {
    ...visit,
    last: now.time,
    runningS: visit.runningS + (during === STATE.running ? gapS : 0),
    idlingS: visit.idlingS + (during === STATE.idling ? gapS : 0),
    stoppedS: visit.stoppedS + (during === STATE.stopped ? gapS : 0),
    fuelDrop: visit.fuelDrop + lostLitres,
  }
}

const figuresOf = ({ entry, runningS, idlingS, stoppedS, fuelDrop }: Visit, exit: Passage | null) => ({
  entrySpeed: entry?.speed ?? null,
  entryTime: entry?.time ?? null,
  entryLng: entry?.lng ?? null,
  entryLat: entry?.lat ?? null,
  exitSpeed: exit?.speed ?? null,
  exitTime: exit?.time ?? null,
  exitLng: exit?.lng ?? null,
  exitLat: exit?.lat ?? null,
  durationS: entry !== null && exit !== null ? (exit.time - entry.time) / 1000 : null,
  runningS,
  idlingS,
  stoppedS,
  fuelDrop: Math.round(fuelDrop * 100) / 100,
})

const speedAt = ({ speed }: Passage): number => speed ?? Number.NaN

const crossing = (
  { id, name }: DayFence,
  way: 'IN' | 'OUT',
  visit: Visit,
  at: Passage,
  exit: Passage | null,
  ended = exit?.time ?? null,
): Found => ({
  subject: `${id} ${way}`,
  began: at.time,
  time: at.time,
  ended,
  lastSeen: visit.last,
  lng: at.lng,
  lat: at.lat,
  value: at.speed,
  durationS: figuresOf(visit, exit).durationS,
  evidence: {
    rule: {},
    figures: figuresOf(visit, exit),
    fence: { id, name },
    fixes: [
      ...(visit.entry === null ? [] : [evidenceOf('began', visit.entry, speedAt(visit.entry))]),
      evidenceOf('raised', at, speedAt(at)),
      ...(exit === null ? [] : [evidenceOf('ended', exit, speedAt(exit))]),
    ],
  },
})

/**
 * Entries and exits (ALR-27). An entry is open as long as the vehicle stays; its end has the figures of the stay. The first fix while a
 * fence is valid is neither, because nobody knows where the vehicle was, and neither is the end of a fence around a vehicle: the entry
 * ends with the last fix inside, without an exit.
 */
export const fenceRule = (fences: VehicleFences): Rule<FenceState> => ({
  step: (state, step, report) => {
    const { now, before } = step
    const here = fences.at(now.lng, now.lat, now.time)
    const visits = state?.visits ?? []
    if (here.length === 0 && visits.length === 0) return null
    const kept: Visit[] = []
    for (const old of visits) {
      const indexed = fences.byKey(old.key)
      if (indexed === undefined) continue
      if (now.time > indexed.fence.validTo) {
        const { fence } = indexed
        if (fence.entryAlert && old.entry !== null)
          report(crossing(fence, 'IN', old, old.entry, null, old.last))
        continue
      }
      const visit = goneOn(old, step)
      if (here.includes(indexed)) {
        kept.push(visit)
        continue
      }
      const { fence } = indexed
      const left = { ...visit, last: old.last }
      const exit = passageOf(now)
      if (fence.entryAlert && visit.entry !== null) report(crossing(fence, 'IN', left, visit.entry, exit))
      if (fence.exitAlert) report(crossing(fence, 'OUT', left, exit, exit))
    }
    for (const indexed of here) {
      if (visits.some(({ key }) => key === indexed.key)) continue
      const visit = enteredBy(indexed, before, now)
      kept.push(visit)
      if (indexed.fence.entryAlert && visit.entry !== null)
        report(crossing(indexed.fence, 'IN', visit, visit.entry, null))
    }
    return kept.length === 0 ? null : { visits: kept }
  },
  open: ({ visits }) =>
    visits.flatMap((visit) => {
      const fence = fences.byKey(visit.key)?.fence
      return fence?.entryAlert && visit.entry !== null
        ? [crossing(fence, 'IN', visit, visit.entry, null)]
        : []
    }),
})

const enteredBy = ({ fence, key }: IndexedFence, before: Step['before'], now: Reading): Visit => ({
  key,
  entry: before !== null && before.time >= fence.validFrom ? passageOf(now) : null,
  last: now.time,
  runningS: 0,
  idlingS: 0,
  stoppedS: 0,
  fuelDrop: 0,
})
