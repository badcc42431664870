import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import type { Timetable } from './timetable.ts'
import type { Truck } from './truck.ts'

/** Load types (TRP-08) and road types (TRP-09) a simulated trip can have. */
export type LoadType = 'Full Load' | 'Partial Load' | 'Empty'
export type RoadType = 'Highway' | 'Intercity' | 'Intracity'

/** The part of a round between two calls: one trip. Times in seconds since 1970, fluids in litres burnt. */
export type Leg = {
  /** Positions of its ends among the round's towns. */
  readonly from: number
  readonly to: number
  readonly departs: number
  readonly arrives: number
  readonly scheduledStart: number
  readonly scheduledEnd: number
  readonly km: number
  readonly fuel: number
  readonly adblue: number
  readonly loadType: LoadType
  readonly roadType: RoadType
}

/** Planners reckon with this many km in a day. */
const PLANNED_KM_PER_DAY = { HDT: 460, MDT: 400 } as const
const INTRACITY_KM = 60
const HIGHWAY_SHARE = 0.75

/** Shares of the full load on each leg; the way home is often empty. */
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

/** Litres burnt between two points: what lay in the tank, less what lies there now, and what was filled or stolen in between. */
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

/** The legs of a round, timed as it is driven and as it was scheduled. */
export const legsOf = (
  truck: Truck,
  route: Route,
  times: Timetable,
  loads: readonly number[],
  random: Random,
): Leg[] =>
  route.calls.slice(1).map((to, leg) => {
    const from = route.calls[leg] ?? 0
    const km = (route.km[to] ?? 0) - (route.km[from] ?? 0)
    const departs = times.stops.get(from)?.to ?? 0
    const planned = (km / PLANNED_KM_PER_DAY[truck.segment]) * 86_400 + random.between(1, 4) * 3600
    const scheduledStart = Math.round((departs - random.between(-600, 2400)) / 900) * 900
    return {
      from: leg,
      to: leg + 1,
      departs,
      arrives: times.arrives[to] ?? 0,
      scheduledStart,
      scheduledEnd: Math.round((scheduledStart + planned) / 900) * 900,
      km,
      fuel: burnt(times, 'fuel', from, to),
      adblue: burnt(times, 'adblue', from, to),
      loadType: loadTypeOf(loads[leg] ?? 0),
      roadType: roadTypeOf(route, from, to, km),
    }
  })
