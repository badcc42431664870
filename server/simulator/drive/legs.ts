import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import type { StopKind } from './stops.ts'
import type { Timetable } from './timetable.ts'

/** Load types (TRP-08) and road types (TRP-09) of simulated trips. */
export type LoadType = 'Full Load' | 'Partial Load' | 'Empty'
export type RoadType = 'Highway' | 'Intercity' | 'Intracity'

/** A time in which a truck is held up, in seconds since 1970. */
export type Delay = { readonly from: number; readonly to: number }

/** The part of a round between two calls: one trip. Times in seconds since 1970, fluids in litres burnt. */
export type Leg = {
  /** Index in the round's towns. */
  readonly from: number
  readonly to: number
  readonly departs: number
  readonly arrives: number
  readonly scheduledStart: number
  readonly scheduledEnd: number
  /** What holds it up on the way. */
  readonly delays: readonly Delay[]
  /** How much longer, as a share, the rest of the way is expected to take than it will. */
  readonly misjudged: number
  readonly km: number
  readonly fuel: number
  readonly adblue: number
  readonly loadType: LoadType
  readonly roadType: RoadType
}

const INTRACITY_KM = 60
const HIGHWAY_SHARE = 0.75

/** Share of the full load on each leg; the last leg home is often empty. */
export const loadsOf = (route: Route, random: Random): number[] =>
  route.calls.slice(1).map((_, leg, legs) => {
    if (leg === legs.length - 1 && random.chance(0.45)) return 0
    return random.chance(0.6) ? 1 : random.between(0.3, 0.8)
  })

const loadTypeOf = (load: number): LoadType =>
  load === 0 ? 'Empty' : load === 1 ? 'Full Load' : 'Partial Load'

const roadTypeOf = (route: Route, from: number, to: number, km: number): RoadType => {
  if (km < INTRACITY_KM) return 'Intracity'
  const points = route.roadClass.subarray(from, to)
  return points.filter((roadClass) => roadClass === 1).length / points.length > HIGHWAY_SHARE
    ? 'Highway'
    : 'Intercity'
}

/**
 * Litres burnt between two points: the level before, minus the level after, plus fillings and minus thefts in
 * between.
 */
const burnt = (times: Timetable, column: 'fuel' | 'adblue', from: number, to: number): number => {
  const before = times.stops.get(from)?.phases.at(-1)?.[`${column}To`] ?? times[column][from] ?? 0
  let added = 0
  for (const stop of times.stops.values()) {
    if (stop.at <= from || stop.at >= to) continue
    for (const phase of stop.phases) {
      const change = phase[`${column}To`] - phase[`${column}From`]
      if (phase.engine === 'off') added += change
    }
  }
  return before + added - (times[column][to] ?? 0)
}

/** What a schedule does not foresee. */
const HOLDS_UP: ReadonlySet<StopKind> = new Set(['checkpost', 'breakdown'])

const delaysOf = (times: Timetable, from: number, to: number): Delay[] =>
  [...times.stops.values()].filter(({ kind, at }) => HOLDS_UP.has(kind) && at > from && at < to)

/** Seconds of the delays until `second`. */
const heldUpS = (delays: readonly Delay[], second: number): number =>
  delays.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, second) - from), 0)

/** Schedules are written in quarters of an hour. */
const inQuarters = (seconds: number): number => Math.round(seconds / 900) * 900

/** Seconds by which a truck leaves late: a few minutes, or as long as its loading takes too long. */
const leavesLateS = (random: Random): number =>
  random.chance(0.13) ? random.between(1200, 9000) : random.between(-420, 420)

/** Seconds that a schedule allows beyond what the way takes as a rule: hardly any, or for a slow truck and a long rest. */
const allowedS = (random: Random): number =>
  random.chance(0.17) ? random.between(1500, 7200) : random.between(-240, 240)

/** The legs of a round, with driven and scheduled times. */
export const legsOf = (route: Route, times: Timetable, loads: readonly number[], random: Random): Leg[] =>
  route.calls.slice(1).map((to, leg) => {
    const from = route.calls[leg] ?? 0
    const km = (route.km[to] ?? 0) - (route.km[from] ?? 0)
    const departs = times.stops.get(from)?.to ?? 0
    const arrives = times.arrives[to] ?? 0
    const delays = delaysOf(times, from, to)
    const usualS = arrives - departs - heldUpS(delays, arrives)
    const scheduledStart = inQuarters(departs - leavesLateS(random))
    return {
      from: leg,
      to: leg + 1,
      departs,
      arrives,
      scheduledStart,
      scheduledEnd: inQuarters(scheduledStart + usualS + allowedS(random)),
      delays,
      misjudged: random.between(-0.03, 0.03),
      km,
      fuel: burnt(times, 'fuel', from, to),
      adblue: burnt(times, 'adblue', from, to),
      loadType: loadTypeOf(loads[leg] ?? 0),
      roadType: roadTypeOf(route, from, to, km),
    }
  })

/**
 * When a truck under way is expected to arrive by what is known at `second`: what is left of the way, at its usual pace. What holds it up
 * is not foreseen, and moves the arrival as long as it lasts.
 */
export const expectedArrival = ({ arrives, delays, misjudged }: Leg, second: number): number => {
  const unforeseenS = heldUpS(delays, arrives) - heldUpS(delays, second)
  const left = Math.max(0, arrives - second - unforeseenS)
  return second + left * (1 + misjudged)
}
