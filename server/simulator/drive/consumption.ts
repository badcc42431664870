import type { Truck } from './truck.ts'

/** Litres an idling engine burns in a second. */
export const IDLE_LITRES_PER_S = 2.4 / 3600
/** Litres of AdBlue for each litre of fuel. */
export const ADBLUE_SHARE = 0.045

const PER_KM = { HDT: { full: 0.34, empty: 0.23 }, MDT: { full: 0.19, empty: 0.14 } } as const

/** Litres of fuel a truck burns on one km: more with load and in towns. `load` from 0 to 1. */
export const litresPerKm = (truck: Truck, load: number, inTown: boolean): number => {
  const { full, empty } = PER_KM[truck.segment]
  return (empty + (full - empty) * load) * (inTown ? 1.25 : 1)
}
