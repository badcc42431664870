import { HOUR_S } from '#domain/units.ts'
import { RULES } from '../alerts/engine/limits.ts'
import { STATE } from '../alerts/engine/standing-state.ts'
import { gapS, type Timeline } from './timeline.ts'

/** How far a vehicle came from fix i - 1 to fix i of a timeline. */
export type Distances = {
  /** Km; 0 at the first fix. */
  readonly km: Float64Array
  /** 1 where the odometer told it. */
  readonly isByOdometer: Uint8Array
}

/** The distances between the fixes of a timeline (docs/figures.md, `distanceKm`). */
export const distancesOf = (timeline: Timeline): Distances => {
  const { length } = timeline.columns
  const [km, byOdometer] = [new Float64Array(length), new Uint8Array(length)]
  for (let i = 1; i < length; i += 1) {
    km[i] = kmUntil(timeline, i)
    byOdometer[i] = Number(isByOdometer(timeline, i))
  }
  return { km, isByOdometer: byOdometer }
}

const odometerKm = ({ columns: { odo } }: Timeline, i: number): number =>
  (odo[i] ?? Number.NaN) - (odo[i - 1] ?? Number.NaN)

/** The furthest that a vehicle can have come from fix i - 1 to fix i, km. */
const furthestKm = (timeline: Timeline, i: number): number =>
  (gapS(timeline, i) * RULES.fastestKmph) / HOUR_S + RULES.noiseM / 1000

/** Whether the odometer tells the distance from fix i - 1 to fix i: it was neither reset nor jumped. */
const isByOdometer = (timeline: Timeline, i: number): boolean => {
  const km = odometerKm(timeline, i)
  return km >= 0 && km <= furthestKm(timeline, i)
}

/** Km from fix i - 1 to fix i: by the odometer if plausible, else in a straight line if plausible, else 0. */
const kmUntil = (timeline: Timeline, i: number): number => {
  if (isByOdometer(timeline, i)) return odometerKm(timeline, i)
  const km = (timeline.step[i] ?? 0) / 1000
  const isStill = (at: number) => (timeline.state[at] ?? STATE.unknown) >= STATE.idling
  if (isStill(i) && isStill(i - 1) && km <= RULES.noiseM / 1000) return 0
  return km <= furthestKm(timeline, i) ? km : 0
}
