import { RULES } from '../alerts/engine/limits.ts'
import type { FuelChange } from './fuel-changes.ts'
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
 * Fuel and AdBlue used from fix to fix. What was filled and what was lost while standing is no use. `km` are the distances between the
 * fixes.
 */
export const tankUseOf = (
  { columns }: Timeline,
  changes: readonly FuelChange[],
  km: Float64Array,
): TankUse => {
  const { fuel, adblue, length } = columns
  const column = () => new Float64Array(length)
  const [fuelUsed, meteredKm, fuelFilled, fuelDropped, adblueUsed] = [
    column(),
    column(),
    column(),
    column(),
    column(),
  ]
  const inChange = new Uint8Array(length)
  for (const { kind, first, last } of changes) inChange.fill(kind === 'fill' ? 1 : 2, first + 1, last + 1)
  let [lastFuel, lastAdblue, kmSince] = [Number.NaN, Number.NaN, 0]
  for (let i = 0; i < length; i += 1) {
    const [fuelNow, adblueNow] = [fuel[i] ?? Number.NaN, adblue[i] ?? Number.NaN]
    const [burnt, adblueBurnt] = [lastFuel - fuelNow, lastAdblue - adblueNow]
    kmSince += km[i] ?? 0
    if (!Number.isNaN(burnt)) {
      if (inChange[i] === 1) fuelFilled[i] = -burnt
      else if (inChange[i] === 2) fuelDropped[i] = burnt
      else {
        fuelUsed[i] = burnt
        meteredKm[i] = kmSince
      }
    }
    if (adblueBurnt > -RULES.adblueFillLitres) adblueUsed[i] = adblueBurnt
    if (!Number.isNaN(fuelNow)) [lastFuel, kmSince] = [fuelNow, 0]
    if (!Number.isNaN(adblueNow)) lastAdblue = adblueNow
  }
  return { fuelUsed, meteredKm, fuelFilled, fuelDropped, adblueUsed }
}
