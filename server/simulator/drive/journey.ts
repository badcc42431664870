import { EVENT_BIT } from '#domain/fix.ts'
import { DAY_S, KMPH_PER } from '#domain/units.ts'
import { createRandom, fraction, hashOf, type Random } from '../random.ts'
import { KM_PER_LAT, kmPerLng } from '../road/network.ts'
import type { Route } from '../road/route.ts'
import { planStops } from './plan-stops.ts'
import { depotStopAfter, depotStopBefore, type Fluids, type Stop, type StopKind } from './stops.ts'
import { speedsAlong, type Timetable, timetable } from './timetable.ts'
import { ROUNDS_EPOCH_S, type Truck } from './truck.ts'

/** Load types (TRP-08) and road types (TRP-09) of simulated trips. */
export type LoadType = 'Full Load' | 'Partial Load' | 'Empty'
export type RoadType = 'Highway' | 'Intercity' | 'Intracity'

/** The part of a round between two calls: one trip. Times in seconds since 1970, fluids in litres burnt. */
export type Leg = {
  /** Index in the round's towns. */
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

/** Planned distance per day in km. */
const PLANNED_KM_PER_DAY = { HDT: 460, MDT: 400 } as const
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

/** The legs of a round, with driven and scheduled times. */
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

/** An event the tracker reports once, at `at` seconds since 1970. `bits` of `EVENT_BIT`. */
export type DrivingEvent = { readonly at: number; readonly bits: number }

/** A period of bad driving. `overrun` revs the engine too high, `coasting` rolls in neutral. */
export type DrivingLapse = {
  readonly kind: 'overrun' | 'coasting'
  readonly from: number
  readonly to: number
}

export type Incidents = {
  readonly drivingEvents: readonly DrivingEvent[]
  readonly lapses: readonly DrivingLapse[]
}

/** Events per 100 km of a truck of average roughness. */
const PER_100_KM = {
  harshAcceleration: 0.12,
  harshBraking: 0.16,
  harshCornering: 0.1,
  overrun: 0.05,
  coasting: 0.06,
}
const FAST_ENOUGH = 25 / KMPH_PER.mps

/** The incidents of a round while the truck moves, in order of time. */
export const incidentsOf = (truck: Truck, route: Route, times: Timetable, random: Random): Incidents => {
  const drivingEvents: DrivingEvent[] = []
  const lapses: DrivingLapse[] = []
  for (let point = 1; point < route.length - 1; point += 1) {
    if (times.stops.has(point) || (times.speed[point] ?? 0) < FAST_ENOUGH) continue
    const km = (route.km[point] ?? 0) - (route.km[point - 1] ?? 0)
    const share = (km / 100) * truck.roughness
    const at = times.arrives[point] ?? 0
    if (random.chance(PER_100_KM.harshAcceleration * share)) drivingEvents.push({ at, bits: EVENT_BIT.HA })
    if (random.chance(PER_100_KM.harshBraking * share)) drivingEvents.push({ at, bits: EVENT_BIT.HB })
    if (random.chance(PER_100_KM.harshCornering * share)) drivingEvents.push({ at, bits: EVENT_BIT.HC })
    if ((lapses.at(-1)?.to ?? 0) > at) continue
    if (random.chance(PER_100_KM.overrun * share)) {
      drivingEvents.push({ at, bits: EVENT_BIT.EO })
      lapses.push({ kind: 'overrun', from: at, to: at + random.between(70, 160) })
    } else if (random.chance(PER_100_KM.coasting * share)) {
      lapses.push({ kind: 'coasting', from: at, to: at + random.between(70, 260) })
    }
  }
  return { drivingEvents, lapses }
}

/** Seconds that must remain at the depot before the next round. */
const SLACK_S = 2 * 3600
/** Hurry of each attempt at a round; the last ones differ only in their random numbers. */
const HURRIES = [0, 1, 2, 3, 3, 3, 3, 3] as const

/**
 * One timed round of one truck: its position and activity at any time from `startsAt` to `endsAt` (seconds since
 * 1970).
 */
export type Journey = {
  readonly number: number
  readonly truck: Truck
  readonly startsAt: number
  readonly endsAt: number
  readonly route: Route
  readonly times: Timetable
  /** The stop at the depot that ends the round. */
  readonly last: Stop
  readonly legs: readonly Leg[]
  readonly incidents: Incidents
  /** Offsets in degrees of stops beside the road, by point. */
  readonly parkingOffsets: ReadonlyMap<number, readonly [lng: number, lat: number]>
}

/** The number of a truck's round at `time` (seconds). */
export const journeyNumberAt = (truck: Truck, time: number): number =>
  Math.floor((time - ROUNDS_EPOCH_S - truck.roundOffsetS) / (truck.roundDays * DAY_S))

/** The levels a depot fills a truck to before a round. */
const fluidsBefore = (truck: Truck, seed: number, number: number): Fluids => {
  const share = 0.92 + 0.05 * fraction(hashOf(seed, 'fill', truck.index, number))
  return { fuel: truck.fuelTankLitres * share, adblue: truck.adblueTankLitres * share }
}

const PARKING_RADIUS_M: Partial<Record<StopKind, number>> = { depot: 150, customer: 110 }

/** Where a truck parks beside the point: in its own bay at the depot, in a lay-by elsewhere. */
const parkingOffsetOf = (truck: Truck, kind: StopKind, lat: number): readonly [number, number] => {
  const angle = 2 * Math.PI * fraction(hashOf('spot', kind, truck.index))
  const km = ((PARKING_RADIUS_M[kind] ?? 25) / 1000) * Math.sqrt(fraction(hashOf('far', kind, truck.index)))
  return [(km * Math.sin(angle)) / kmPerLng(lat), (km * Math.cos(angle)) / KM_PER_LAT]
}

type Attempt = { readonly times: Timetable; readonly arrives: number }

const attempt = (
  truck: Truck,
  route: Route,
  first: Stop,
  loadAt: (point: number) => number,
  random: Random,
  hurry: number,
): Attempt => {
  const calls = new Map(route.calls.slice(1, -1).map((point) => [point, 'customer' as const]))
  const plan = planStops({ truck, route, calls, loadAt, departs: first.to, random, hurry })
  const speeds = speedsAlong(route, plan)
  const times = timetable({ truck, route, stops: plan.stops, speeds, loadAt, first, random, hurry })
  return { times, arrives: times.arrives.at(-1) ?? first.to }
}

/**
 * Round `number` of a truck on its route. The same arguments give the same journey on every machine. A round that
 * would return late is planned again with more hurry; throws a RangeError if none is fast enough.
 */
export const createJourney = (truck: Truck, route: Route, seed: number, number: number): Journey => {
  const startsAt = ROUNDS_EPOCH_S + truck.roundOffsetS + number * truck.roundDays * DAY_S
  const endsAt = startsAt + truck.roundDays * DAY_S
  const before = fluidsBefore(truck, seed, number)
  const loads = loadsOf(route, createRandom(hashOf(seed, 'load', truck.index, number)))
  const loadAt = (point: number) => loads[route.calls.findIndex((call) => call >= point) - 1] ?? loads[0] ?? 0
  for (const [turn, hurry] of HURRIES.entries()) {
    const random = createRandom(hashOf(seed, 'round', truck.index, number, turn))
    const first = depotStopBefore(startsAt, startsAt + random.between(0.6, 2.4) * 3600, before, random)
    const { times, arrives } = attempt(truck, route, first, loadAt, random, hurry)
    if (arrives > endsAt - SLACK_S) continue
    const end = route.length - 1
    const fluids = { fuel: times.fuel[end] ?? 0, adblue: times.adblue[end] ?? 0 }
    const next = fluidsBefore(truck, seed, number + 1)
    const last = depotStopAfter({ at: end, from: arrives, to: endsAt, fluids, next, random })
    const allStops = [...times.stops.values(), last]
    return {
      number,
      truck,
      startsAt,
      endsAt,
      route,
      times,
      last,
      legs: legsOf(truck, route, times, loads, random),
      incidents: incidentsOf(truck, route, times, random),
      parkingOffsets: new Map(
        allStops.map(({ at, kind }) => [at, parkingOffsetOf(truck, kind, route.lat[at] ?? 0)]),
      ),
    }
  }
  throw new RangeError(
    `Truck ${truck.index} cannot drive ${Math.round(route.totalKm)} km in ${truck.roundDays} days.`,
  )
}
