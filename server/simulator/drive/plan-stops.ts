import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import { type DrivingStyle, styleAt } from './driving-style.ts'
import type { StopKind } from './stops.ts'
import { istHourAt, litresPerKm, type Truck, trafficFlowAt } from './truck.ts'

/** A round's stops and target speeds, which `timetable` then times to the second. */
export type StopPlan = {
  readonly stops: ReadonlyMap<number, StopKind>
  /** Target speed in km/h at each point of the route, before curves and acceleration limit it. */
  readonly wanted: Float32Array
}

export type StopPlanInput = {
  readonly truck: Truck
  readonly route: Route
  /** The points of the route where the round calls at a customer. */
  readonly calls: ReadonlyMap<number, StopKind>
  /** Share of the full load after each point of the route. */
  readonly loadAt: (point: number) => number
  readonly departs: number
  readonly random: Random
  /** 0 is relaxed; each step skips more optional stops, and 3 drives through the night. */
  readonly hurry: number
}

/** Estimated seconds of each stop, precise enough to plan the next one. */
const EXPECTED_S: Readonly<Record<StopKind, number>> = {
  depot: 0,
  customer: 3.5 * 3600,
  toll: 80,
  fuel: 900,
  meal: 2100,
  tea: 900,
  rest: 2700,
  night: 7 * 3600,
  jam: 700,
  checkpost: 2400,
  breakdown: 6000,
}
const LONGEST_DRIVE_S = 4.5 * 3600
/** Share of the tank below which the truck refuels at the next pump. */
const RESERVE = 0.24
const APART_KM = 6
/** Limit of the engine's speed limiter. */
const FASTEST_KMPH = 98
/** The limit in km/h that some drivers exceed, and for how many km at a time. */
const ALLOWED_KMPH = 80
const SPEEDING_KM = { from: 3, to: 17 } as const

type Progress = {
  time: number
  driven: number
  lastStopKm: number
  lastTollKm: number
  lastMeal: number
  fuel: number
  speedingUntilKm: number
  speedingAt: number
}

const wantsMeal = (time: number, lastMeal: number): boolean => {
  const hour = istHourAt(time)
  return time - lastMeal > 4 * 3600 && ((hour >= 12.5 && hour < 14.5) || (hour >= 19.5 && hour < 21.5))
}

/** Plans a round's stops by time of day, hours driven, tank level and chance. */
export const planStops = (input: StopPlanInput): StopPlan => {
  const { truck, route, calls, loadAt, departs, random, hurry } = input
  const stops = new Map(calls)
  const wanted = new Float32Array(route.length)
  const nightFrom = random.between(21.4, 23.2)
  const state: Progress = {
    time: departs,
    driven: 0,
    lastStopKm: 0,
    lastTollKm: 0,
    lastMeal: departs,
    fuel: truck.fuelTankLitres * 0.9,
    speedingUntilKm: -1,
    speedingAt: 0,
  }

  const nearCall = (km: number) => route.calls.some((call) => Math.abs((route.km[call] ?? 0) - km) < APART_KM)

  const choose = (point: number, step: number): StopKind | undefined => {
    const km = route.km[point] ?? 0
    const happens = (perKm: number) => random.chance(perKm * step)
    const highway = route.roadClass[point] === 1
    const inTown = route.inTown[point] === 1
    const hour = istHourAt(state.time)
    // Where there is no network drivers go on.
    if (route.inDeadZone[point] === 1) return undefined
    if (km - state.lastStopKm < APART_KM || nearCall(km)) return undefined
    if (state.fuel < truck.fuelTankLitres * RESERVE && !inTown) return 'fuel'
    if (!truck.teamDriven && hurry < 3 && (hour >= nightFrom || hour < 4.5)) return 'night'
    if (state.driven > LONGEST_DRIVE_S) return wantsMeal(state.time, state.lastMeal) ? 'meal' : 'rest'
    if (wantsMeal(state.time, state.lastMeal) && happens(0.2)) return 'meal'
    if (highway && !inTown && km - state.lastTollKm > 60 && happens(0.4)) return 'toll'
    if (hurry > 0) return undefined
    if (inTown && trafficFlowAt(state.time, true) < 1 && happens(0.04)) return 'jam'
    if (happens(0.005)) return 'tea'
    if (highway && happens(0.00016)) return 'checkpost'
    return happens(0.0001) ? 'breakdown' : undefined
  }

  const planStop = (kind: StopKind, point: number) => {
    const km = route.km[point] ?? 0
    stops.set(point, kind)
    state.time += EXPECTED_S[kind]
    state.lastStopKm = km
    if (kind === 'toll') state.lastTollKm = km
    if (kind === 'meal') state.lastMeal = state.time
    if (kind === 'fuel') state.fuel = truck.fuelTankLitres * 0.88
    if (kind !== 'toll' && kind !== 'jam') state.driven = 0
  }

  const speeds = (style: DrivingStyle, km: number, step: number): boolean => {
    const perKm = style.speeding / (1 - style.speeding) / ((SPEEDING_KM.from + SPEEDING_KM.to) / 2)
    if (km > state.speedingUntilKm && random.chance(perKm * step)) {
      state.speedingUntilKm = km + random.between(SPEEDING_KM.from, SPEEDING_KM.to)
      state.speedingAt = ALLOWED_KMPH + style.excessKmph * random.between(0.5, 1.5)
    }
    return km < state.speedingUntilKm
  }

  /** The speed in km/h at a point, by `drift` times that of the road: faster than allowed on open roads alone, and not on minor ones. */
  const speedAt = (point: number, km: number, step: number, drift: number): number => {
    const style = styleAt(truck.shifts, state.time)
    const inTown = route.inTown[point] === 1
    if ((route.roadClass[point] ?? 3) < 3 && !inTown && speeds(style, km, step))
      return Math.min(FASTEST_KMPH, state.speedingAt * (1 + (drift - 1) / 3))
    const pace = (route.pace[point] ?? 40) * truck.pace * trafficFlowAt(state.time, inTown)
    return Math.min(style.cruiseKmph, pace * drift)
  }

  let drift = 1
  for (let point = 0; point < route.length; point += 1) {
    const km = route.km[point] ?? 0
    const step = km - (route.km[point - 1] ?? km)
    drift += (1 - drift) * 0.15 + random.between(-0.05, 0.05)
    const speed = speedAt(point, km, step, drift)
    wanted[point] = speed
    const seconds = (step / Math.max(speed, 15)) * 3600
    state.time += seconds
    state.driven += seconds
    state.fuel -= step * litresPerKm(truck, loadAt(point), route.inTown[point] === 1)
    const kind = calls.get(point) ?? (point > 0 && point < route.length - 1 ? choose(point, step) : undefined)
    if (kind) planStop(kind, point)
  }
  return { stops, wanted }
}
