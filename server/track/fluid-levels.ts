import { FLUID_NAMES, FLUIDS, type FluidName, runsEngine } from '#domain/fluids.ts'
import { roundTo } from '#domain/rounding.ts'
import { knownLevel, middleOf } from '../rules/tank-levels.ts'
import type { DayVehicle } from './close-day.ts'
import type { Timeline } from './timeline.ts'

/** What a vehicle reported of a fluid on a day: the lowest, the mean and the highest of `fixes` values, in the unit of `FLUIDS`. */
export type FluidLevel = {
  readonly fluid: FluidName
  readonly low: number
  readonly mean: number
  readonly high: number
  readonly fixes: number
}

type Tanks = Pick<DayVehicle, 'fuelTankLitres' | 'adblueTankLitres'>

/** What a sensor shows; NaN where it shows nothing, as exactly 0 where that cannot be and more than a tank can hold. */
const shownBy = (fluid: FluidName, tanks: Tanks): ((value: number) => number) => {
  const { canBeZero, ...of } = FLUIDS[fluid]
  if ('tank' in of) return (value) => knownLevel(value, tanks[of.tank])
  return canBeZero ? (value) => value : (value) => (value === 0 ? Number.NaN : value)
}

/**
 * The fluids that a vehicle reported on the day of the timeline; the others are left out (HLT-05). Each value is the middle one of itself
 * and its neighbours of the day, so that a single wrong one is neither the lowest nor the highest.
 */
export const fluidLevels = ({ columns, first, end }: Timeline, tanks: Tanks): FluidLevel[] => {
  const { rpm, ignition } = columns
  const runs = (i: number): boolean => runsEngine(rpm[i] ?? Number.NaN, ignition[i] === 1)
  return FLUID_NAMES.flatMap((fluid) => {
    const { whileRunning } = FLUIDS[fluid]
    const shown = shownBy(fluid, tanks)
    const column = columns[fluid]
    const values: number[] = []
    for (let i = first; i < end; i += 1) {
      const value = shown(column[i] ?? Number.NaN)
      if (!Number.isNaN(value) && (!whileRunning || runs(i))) values.push(value)
    }
    let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    const last = values.length - 1
    for (let k = 0; k <= last; k += 1) {
      const value = middleOf(near(values, k - 1), near(values, k), near(values, k + 1))
      low = Math.min(low, value)
      high = Math.max(high, value)
      sum += value
    }
    const fixes = values.length
    return fixes === 0 ? [] : [{ fluid, low, mean: roundTo(sum / fixes, 2), high, fixes }]
  })
}

/** A value; beyond the first and the last one, the one two further in, so that either of them has two neighbours. */
const near = (values: readonly number[], k: number): number => {
  const last = values.length - 1
  if (last < 2) return values[Math.min(last, Math.max(0, k))] ?? Number.NaN
  return values[k < 0 ? 2 : k > last ? last - 2 : k] ?? Number.NaN
}
