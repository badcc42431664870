import { createRandom, fraction, hashOf, type Random } from '../random.ts'
import { KM_PER_LAT, kmPerLng } from '../road/plane.ts'
import type { Route } from '../road/route.ts'
import { type Incidents, incidentsOf } from './incidents.ts'
import { type Leg, legsOf, loadsOf } from './legs.ts'
import { planStops } from './plan-stops.ts'
import { speedsAlong } from './speeds.ts'
import { type Fluids, standAfter, standBefore } from './stand.ts'
import type { Stop, StopKind } from './stop.ts'
import { type Timetable, timetable } from './timetable.ts'
import { EPOCH_S, type Truck } from './truck.ts'

const DAY_S = 86_400
/** Time left at the depot before the next round, in seconds. */
const SLACK_S = 2 * 3600
/** How much of a hurry each attempt at a round is in; the last ones are the same with other luck. */
const HURRIES = [0, 1, 2, 3, 3, 3, 3, 3] as const

/** One round of one truck, timed throughout: where it is and what it does at any moment from `startsAt` to `endsAt` (seconds since 1970). */
export type Journey = {
  readonly number: number
  readonly truck: Truck
  readonly startsAt: number
  readonly endsAt: number
  readonly route: Route
  readonly times: Timetable
  /** The stand at the depot that ends the round. */
  readonly last: Stop
  readonly legs: readonly Leg[]
  readonly incidents: Incidents
  /** Shifts in degrees where it stands beside the road, by point. */
  readonly spots: ReadonlyMap<number, readonly [lng: number, lat: number]>
}

/** The number of the round a truck is on at `time` (seconds). */
export const journeyNumberAt = (truck: Truck, time: number): number =>
  Math.floor((time - EPOCH_S - truck.roundOffsetS) / (truck.roundDays * DAY_S))

/** What the depot fills a truck up to before a round. */
const fluidsBefore = (truck: Truck, seed: number, number: number): Fluids => {
  const share = 0.92 + 0.05 * fraction(hashOf(seed, 'fill', truck.index, number))
  return { fuel: truck.fuelTankLitres * share, adblue: truck.adblueTankLitres * share }
}

const SPOT_M: Partial<Record<StopKind, number>> = { depot: 150, customer: 110 }

/** Where beside the point a truck stands: its own bay at the depot, a lay-by elsewhere. */
const spotOf = (truck: Truck, kind: StopKind, lat: number): readonly [number, number] => {
  const angle = 2 * Math.PI * fraction(hashOf('spot', kind, truck.index))
  const km = ((SPOT_M[kind] ?? 25) / 1000) * Math.sqrt(fraction(hashOf('far', kind, truck.index)))
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
 * The round `number` of a truck over its route. The same arguments make the same journey on every machine.
 * A round that would not be home in time is driven again in more of a hurry; throws a RangeError where even that is too slow.
 */
export const createJourney = (truck: Truck, route: Route, seed: number, number: number): Journey => {
  const startsAt = EPOCH_S + truck.roundOffsetS + number * truck.roundDays * DAY_S
  const endsAt = startsAt + truck.roundDays * DAY_S
  const before = fluidsBefore(truck, seed, number)
  const loads = loadsOf(route, createRandom(hashOf(seed, 'load', truck.index, number)))
  const loadAt = (point: number) => loads[route.calls.findIndex((call) => call >= point) - 1] ?? loads[0] ?? 0
  for (const [turn, hurry] of HURRIES.entries()) {
    const random = createRandom(hashOf(seed, 'round', truck.index, number, turn))
    const first = standBefore(startsAt, startsAt + random.between(0.6, 2.4) * 3600, before, random)
    const { times, arrives } = attempt(truck, route, first, loadAt, random, hurry)
    if (arrives > endsAt - SLACK_S) continue
    const end = route.length - 1
    const fluids = { fuel: times.fuel[end] ?? 0, adblue: times.adblue[end] ?? 0 }
    const next = fluidsBefore(truck, seed, number + 1)
    const last = standAfter({ at: end, from: arrives, to: endsAt, fluids, next, random })
    const stands = [...times.stops.values(), last]
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
      spots: new Map(stands.map(({ at, kind }) => [at, spotOf(truck, kind, route.lat[at] ?? 0)])),
    }
  }
  throw new RangeError(
    `Truck ${truck.index} cannot drive ${Math.round(route.totalKm)} km in ${truck.roundDays} days.`,
  )
}
