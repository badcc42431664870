import { SAME_PLACE_M } from '#domain/silence.ts'
import { RULES } from '../rules/limits.ts'
import { STATE } from '../rules/standing-state.ts'
import { knownLevel } from '../rules/tank-levels.ts'
import type { DayVehicle } from './close-day.ts'
import type { FuelChange } from './fuel-changes.ts'
import { steadyLevels } from './steady-level.ts'
import type { Timeline } from './timeline.ts'

/** What left and entered the tanks from fix i - 1 to fix i of a timeline, litres, and the km over which the use of fuel is known. */
export type TankUse = {
  readonly fuelUsed: Float64Array
  readonly meteredKm: Float64Array
  readonly fuelFilled: Float64Array
  readonly fuelDropped: Float64Array
  readonly adblueUsed: Float64Array
}

/**
 * Fuel and AdBlue used from fix to fix: by how much the steady level fell. What was filled and what was lost while standing is no use,
 * and while the truck is stopped nothing is used: what its level moved meanwhile counts from where it goes on. Uses may be below 0 by
 * noise, so that together they are the level at the beginning less that at the end. `km` are the distances between the fixes.
 */
export const tankUseOf = (
  timeline: Timeline,
  changes: readonly FuelChange[],
  km: Float64Array,
  { fuelTankLitres, adblueTankLitres }: Pick<DayVehicle, 'fuelTankLitres' | 'adblueTankLitres'>,
): TankUse => {
  const { columns } = timeline
  const { length, time } = columns
  const [fuelFilled, fuelDropped] = [new Float64Array(length), new Float64Array(length)]
  const [begins, within] = [new Uint8Array(length), new Uint8Array(length)]
  for (const { kind, first, last, litres } of changes) {
    const whole = (time[last] ?? 0) - (time[first] ?? 0)
    const of = kind === 'fill' ? fuelFilled : fuelDropped
    for (let i = first + 1; i <= last; i += 1) {
      within[i] = 1
      of[i] = (of[i] ?? 0) + (litres * ((time[i] ?? 0) - (time[i - 1] ?? 0))) / whole
    }
    begins[Math.min(first + 1, length)] = 1
    begins[last] = 1
  }
  const fuel = knownLevels(columns.fuel, fuelTankLitres)
  const steady = steadyLevels(time, fuel, begins)
  const fuelUsed = new Float64Array(length)
  const meteredKm = new Float64Array(length)
  let [level, kmSince, ran] = [Number.NaN, 0, false]
  for (let i = 0; i < length; i += 1) {
    level += (fuelFilled[i] ?? 0) - (fuelDropped[i] ?? 0)
    kmSince += km[i] ?? 0
    if (!within[i] && !stoppedUntil(timeline, i)) ran = true
    const now = steady[i] ?? Number.NaN
    if (Number.isNaN(now)) continue
    if (Number.isNaN(level)) level = now
    else {
      meteredKm[i] = kmSince
      if (ran) {
        fuelUsed[i] = level - now
        level = now
      }
    }
    ;[kmSince, ran] = [0, false]
  }
  return { fuelUsed, meteredKm, fuelFilled, fuelDropped, adblueUsed: adblueUse(timeline, adblueTankLitres) }
}

/** Whether the truck was stopped from fix i - 1 to fix i, in one place. */
const stoppedUntil = ({ during, step }: Timeline, i: number): boolean =>
  during[i] === STATE.stopped && (step[i] ?? 0) <= SAME_PLACE_M

const knownLevels = (levels: Float64Array, tankLitres: number | null): Float64Array =>
  levels.map((litres) => knownLevel(litres, tankLitres))

const adblueUse = (timeline: Timeline, tankLitres: number | null): Float64Array => {
  const { time, adblue, length } = timeline.columns
  const levels = knownLevels(adblue, tankLitres)
  const steady = steadyLevels(time, levels, fillings(levels))
  const used = new Float64Array(length)
  let level = Number.NaN
  for (let i = 0; i < length; i += 1) {
    const now = steady[i] ?? Number.NaN
    if (Number.isNaN(now)) continue
    if (level - now > -RULES.adblueFillLitres) used[i] = level - now
    level = now
  }
  return used
}

/** 1 at the fixes from which a tank is fuller by a filling: two readings after it are so much above the two before. */
const fillings = (levels: Float64Array): Uint8Array => {
  const begins = new Uint8Array(levels.length)
  const known: number[] = []
  for (let i = 0; i < levels.length; i += 1) if (!Number.isNaN(levels[i])) known.push(i)
  const at = (k: number): number => levels[known[k] ?? -1] ?? Number.NaN
  for (let k = 2; k + 1 < known.length; k += 1) {
    const [low, high] = [Math.max(at(k - 2), at(k - 1)), Math.min(at(k), at(k + 1))]
    if (high - low > RULES.adblueFillLitres) begins[known[k] ?? 0] = 1
  }
  return begins
}
