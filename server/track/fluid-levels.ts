import { FLUID_NAMES, FLUIDS, type FluidName, runsEngine } from '#domain/fluids.ts'
import { roundTo } from '#domain/rounding.ts'
import type { Timeline } from './timeline.ts'

/** What a vehicle reported of a fluid on a day: the lowest, the mean and the highest of `fixes` values, in the unit of `FLUIDS`. */
export type FluidLevel = {
  readonly fluid: FluidName
  readonly low: number
  readonly mean: number
  readonly high: number
  readonly fixes: number
}

/** The fluids that a vehicle reported on the day of the timeline; the others are left out (HLT-05). */
export const fluidLevels = ({ columns, first, end }: Timeline): FluidLevel[] => {
  const { rpm, ignition } = columns
  const runs = (i: number): boolean => runsEngine(rpm[i] ?? Number.NaN, ignition[i] === 1)
  return FLUID_NAMES.flatMap((fluid) => {
    const { whileRunning } = FLUIDS[fluid]
    const values = columns[fluid]
    let [low, high, sum, fixes] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
    for (let i = first; i < end; i += 1) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value) || (whileRunning && !runs(i))) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
      sum += value
      fixes += 1
    }
    return fixes === 0 ? [] : [{ fluid, low, mean: roundTo(sum / fixes, 2), high, fixes }]
  })
}
