import { DAY_S } from '#domain/units.ts'
import { createRandom, fraction, hashOf, type Random } from '../random.ts'
import { KM_PER_LAT, kmPerLng } from '../road/network.ts'
import type { Route } from '../road/route.ts'
import { type Incidents, incidentsOf } from './incidents.ts'
import { type Leg, legsOf, loadsOf } from './legs.ts'
import { planStops } from './plan-stops.ts'
import { depotStopAfter, depotStopBefore, type Fluids, type Stop, type StopKind } from './stops.ts'
import { speedsAlong, type Timetable, timetable } from './timetable.ts'
import { ROUNDS_EPOCH_S, type Truck } from './truck.ts'

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
      legs: legsOf(route, times, loads, random),
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
