import { KMPH_PER } from '#domain/units.ts'
import type { Random } from '../random.ts'
import type { Route } from '../road/route.ts'
import { styleAt } from './driving-style.ts'
import type { StopPlan } from './plan-stops.ts'
import { type Fluids, type Stop, type StopKind, stopAt } from './stops.ts'
import { ADBLUE_SHARE, litresPerKm, type Truck } from './truck.ts'

/** Acceleration and braking of a loaded truck in m/s². */
const SPEEDS_UP = 0.3
const SLOWS_DOWN = 0.55

/** Speed in m/s at each point: the target speed, limited by bends, stops, acceleration and braking. */
export const speedsAlong = (route: Route, { stops, wanted }: StopPlan): Float32Array => {
  const speeds = Float32Array.from(wanted, (kmph, point) =>
    stops.has(point) ? 0 : Math.max(8, Math.min(kmph, route.bendPace[point] ?? kmph)) / KMPH_PER.mps,
  )
  speeds[0] = 0
  speeds[route.length - 1] = 0
  const limit = (point: number, neighbour: number, rate: number) => {
    const metres = Math.abs((route.km[point] ?? 0) - (route.km[neighbour] ?? 0)) * 1000
    const reachable = Math.sqrt((speeds[neighbour] ?? 0) ** 2 + 2 * rate * metres)
    speeds[point] = Math.min(speeds[point] ?? 0, reachable)
  }
  for (let point = 1; point < route.length; point += 1) limit(point, point - 1, SPEEDS_UP)
  for (let point = route.length - 2; point >= 0; point -= 1) limit(point, point + 1, SLOWS_DOWN)
  return speeds
}

/**
 * A truck's time of arrival and state at each point of its route, as columns. Speed changes linearly between points.
 */
export type Timetable = {
  /** Seconds since 1970 at arrival. */
  readonly arrives: Float64Array
  /** m/s at the point. */
  readonly speed: Float32Array
  /** Litres at arrival. */
  readonly fuel: Float32Array
  readonly adblue: Float32Array
  /** Seconds the engine has run since the start of the round, at arrival. */
  readonly engineS: Float32Array
  /** Stops by point. */
  readonly stops: ReadonlyMap<number, Stop>
}

export type TimetableInput = {
  readonly truck: Truck
  readonly route: Route
  readonly stops: ReadonlyMap<number, StopKind>
  readonly speeds: Float32Array
  readonly loadAt: (point: number) => number
  /** The stop before the round; the truck leaves when it ends. */
  readonly first: Stop
  readonly random: Random
  readonly hurry: number
}

/** Seconds the engine runs during a stop until `time`. */
export const engineSecondsIn = (stop: Stop, time: number): number =>
  stop.phases.reduce(
    (sum, { engine, from, to }) => sum + (engine === 'on' ? Math.max(0, Math.min(to, time) - from) : 0),
    0,
  )

const fluidsAfter = (stop: Stop, fluids: Fluids): Fluids => {
  const last = stop.phases.at(-1)
  return last ? { fuel: last.fuelTo, adblue: last.adblueTo } : fluids
}

/** Times a round from departure to arrival at the depot. */
export const timetable = (input: TimetableInput): Timetable => {
  const { truck, route, stops: planned, speeds, loadAt, first, random, hurry } = input
  const count = route.length
  const arrives = new Float64Array(count)
  const fuel = new Float32Array(count)
  const adblue = new Float32Array(count)
  const engineS = new Float32Array(count)
  const stops = new Map<number, Stop>([[0, first]])
  const start = first.phases[0]
  let fluids: Fluids = { fuel: start?.fuelFrom ?? 0, adblue: start?.adblueFrom ?? 0 }
  arrives[0] = first.from
  fuel[0] = fluids.fuel
  adblue[0] = fluids.adblue
  for (let point = 1; point < count; point += 1) {
    const stopHere = stops.get(point - 1)
    const leaves = stopHere?.to ?? arrives[point - 1] ?? 0
    if (stopHere) fluids = fluidsAfter(stopHere, fluids)
    const km = (route.km[point] ?? 0) - (route.km[point - 1] ?? 0)
    const seconds = (2 * km * 1000) / ((speeds[point - 1] ?? 0) + (speeds[point] ?? 0))
    const { thirst } = styleAt(truck.shifts, leaves)
    const perKm = litresPerKm(truck, loadAt(point), route.inTown[point] === 1) * thirst
    const burnt = Math.min(fluids.fuel, km * perKm)
    fluids = { fuel: fluids.fuel - burnt, adblue: Math.max(0, fluids.adblue - burnt * ADBLUE_SHARE) }
    arrives[point] = leaves + seconds
    fuel[point] = fluids.fuel
    adblue[point] = fluids.adblue
    engineS[point] =
      (engineS[point - 1] ?? 0) + (stopHere ? engineSecondsIn(stopHere, stopHere.to) : 0) + seconds
    const kind = planned.get(point)
    if (kind && point < count - 1) {
      const from = arrives[point] ?? 0
      const style = styleAt(truck.shifts, from)
      stops.set(point, stopAt({ truck, style, kind, at: point, from, fluids, random, hurry }))
    }
  }
  return { arrives, speed: speeds, fuel, adblue, engineS, stops }
}
