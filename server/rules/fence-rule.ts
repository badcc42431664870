import type { DayFence } from '../track/close-day.ts'
import type { IndexedFence, VehicleFences } from './fence-index.ts'
import { RULES } from './limits.ts'
import type { Reading } from './reading.ts'
import { evidenceOf, type Found, orNull, type Rule, type Step } from './rule.ts'
import { STATE } from './standing-state.ts'

type Passage = Pick<Reading, 'time' | 'lng' | 'lat'> & { readonly speed: number | null }

/** What a vehicle did in a fence, s, and how much fuel was lost, litres. */
type Stay = {
  readonly runningS: number
  readonly idlingS: number
  readonly stoppedS: number
  readonly fuelDrop: number
}

/** A visit to a fence. `entry` is null where nobody saw the vehicle come in. */
type Visit = {
  readonly key: string
  readonly entry: Passage | null
  /** The last fix inside, ms. */
  readonly last: number
  readonly stay: Stay
  /** The first fix outside since the last one inside, and the stay until then, while the vehicle is near the edge. */
  readonly exit: { readonly at: Passage; readonly stay: Stay } | null
}

/** The fences that a vehicle is in. */
export type FenceState = { readonly visits: readonly Visit[] }

const passageOf = ({ time, lng, lat, speed }: Reading): Passage => ({ time, lng, lat, speed: orNull(speed) })

/** Adds the time since the fix before to a stay, by what the vehicle did meanwhile. */
const goneOn = (stay: Stay, { during, gapS, lostLitres }: Step): Stay => ({
  runningS: stay.runningS + (during === STATE.running ? gapS : 0),
  idlingS: stay.idlingS + (during === STATE.idling ? gapS : 0),
  stoppedS: stay.stoppedS + (during === STATE.stopped ? gapS : 0),
  fuelDrop: stay.fuelDrop + lostLitres,
})

const figuresOf = (entry: Passage | null, { fuelDrop, ...stay }: Stay, exit: Passage | null) => ({
  entrySpeed: entry?.speed ?? null,
  entryTime: entry?.time ?? null,
  entryLng: entry?.lng ?? null,
  entryLat: entry?.lat ?? null,
  exitSpeed: exit?.speed ?? null,
  exitTime: exit?.time ?? null,
  exitLng: exit?.lng ?? null,
  exitLat: exit?.lat ?? null,
  durationS: entry !== null && exit !== null ? (exit.time - entry.time) / 1000 : null,
  ...stay,
  fuelDrop: Math.round(fuelDrop * 100) / 100,
})

const speedAt = ({ speed }: Passage): number => speed ?? Number.NaN

/** A crossing. `began` is the fix that it is about, `raised` the one that showed it; `exit` is null as long as there is none. */
const crossing = (
  { id, name }: DayFence,
  way: 'IN' | 'OUT',
  { entry, last, stay }: Omit<Visit, 'exit'>,
  {
    began,
    raised,
    exit,
    ended,
  }: { began: Passage; raised: Passage; exit: Passage | null; ended: number | null },
): Found => {
  const figures = figuresOf(entry, stay, exit)
  return {
    subject: `${id} ${way}`,
    began: began.time,
    time: raised.time,
    ended,
    lastSeen: last,
    lng: raised.lng,
    lat: raised.lat,
    value: began.speed,
    durationS: figures.durationS,
    evidence: {
      rule: {},
      figures,
      fence: { id, name },
      fixes: [
        ...(entry === null ? [] : [evidenceOf('began', entry, speedAt(entry))]),
        evidenceOf('raised', raised, speedAt(raised)),
        ...(exit === null ? [] : [evidenceOf('ended', exit, speedAt(exit))]),
      ],
    },
  }
}

/** The entry of a visit, unless the fence does not ask for it or nobody saw it; with the exit where there is one. */
const entryOf = (fence: DayFence, visit: Visit, exit: Passage | null, ended = exit?.time ?? null): Found[] =>
  fence.entryAlert && visit.entry !== null
    ? [crossing(fence, 'IN', visit, { began: visit.entry, raised: visit.entry, exit, ended })]
    : []

/** What the end of a visit is told by: its entry, and its exit, which the fix `raised` showed. */
const endOf = (fence: DayFence, visit: Visit, exit: Passage, raised: Passage): Found[] => [
  ...entryOf(fence, visit, exit),
  ...(fence.exitAlert
    ? [crossing(fence, 'OUT', visit, { began: exit, raised, exit, ended: raised.time })]
    : []),
]

/**
 * Entries and exits (ALR-27). A vehicle is inside from a fix inside until one that lies outside by more than a margin; its exit is the
 * first fix since which it was not inside again. An entry is open as long as the vehicle stays; its end has the figures of the stay.
 * The first fix while a fence is valid is no entry, because nobody knows where the vehicle was, and the end of a fence around a
 * vehicle is no exit: the entry ends with the last fix inside. A fix whose accuracy is worse than the size of the fence neither
 * enters nor leaves it.
 */
export const fenceRule = (fences: VehicleFences): Rule<FenceState> => ({
  step: (state, step, report) => {
    const { now, before } = step
    const inside = fences.at(now.lng, now.lat, now.time)
    const visits = state?.visits ?? []
    if (inside.length === 0 && visits.length === 0) return null
    const here = new Map(
      inside
        .filter(({ fence }) => fence.entryAlert || fence.exitAlert)
        .slice(0, RULES.fencesAtOnce)
        .map((indexed) => [indexed.key, indexed]),
    )
    const kept: Visit[] = []
    for (const old of visits) {
      const indexed = fences.byKey(old.key)
      if (indexed === undefined) continue
      const { fence, isNear, isExactEnough } = indexed
      if (now.time > fence.validTo) {
        const visit = { ...old, stay: old.exit?.stay ?? old.stay }
        entryOf(fence, visit, null, old.last).forEach(report)
        continue
      }
      const stay = goneOn(old.stay, step)
      if (here.delete(old.key)) {
        kept.push({ ...old, last: now.time, stay, exit: null })
        continue
      }
      if (!isExactEnough(now.accuracy)) {
        kept.push({ ...old, stay })
        continue
      }
      const exit = old.exit ?? { at: passageOf(now), stay }
      if (isNear(now.lng, now.lat)) kept.push({ ...old, stay, exit })
      else endOf(fence, { ...old, stay: exit.stay }, exit.at, passageOf(now)).forEach(report)
    }
    for (const indexed of here.values()) {
      if (!indexed.isExactEnough(now.accuracy)) continue
      const visit = enteredBy(indexed, before, now)
      kept.push(visit)
      entryOf(indexed.fence, visit, null).forEach(report)
    }
    return kept.length === 0 ? null : { visits: kept }
  },
  open: ({ visits }) =>
    visits.flatMap((visit) => {
      const fence = fences.byKey(visit.key)?.fence
      return fence === undefined ? [] : entryOf(fence, visit, null)
    }),
})

const enteredBy = ({ fence, key }: IndexedFence, before: Step['before'], now: Reading): Visit => ({
  key,
  entry: before !== null && before.time >= fence.validFrom ? passageOf(now) : null,
  last: now.time,
  stay: { runningS: 0, idlingS: 0, stoppedS: 0, fuelDrop: 0 },
  exit: null,
})
