import type { DrivingStyle } from './driving-style.ts'
import type { Truck } from './truck.ts'

/** Below this many km/h the clutch slips, and the engine is not pulled below its lowest pace. */
const CLUTCH_KMPH = 4
const LEAST_RPM = 750
/** From this many m/s² on a truck accelerates, and its driver keeps the engine in a lower gear. */
const ACCELERATES = 0.06

type Gearbox = {
  /** Revolutions per minute for each km/h in top gear, and how many times those of top gear each gear has, first gear first. */
  readonly perKmph: number
  readonly ratios: readonly number[]
  /** Factor of the revolutions at which a driver of a heavy truck shifts. */
  readonly revs: number
}

const GEARBOXES: Readonly<Record<Truck['segment'], Gearbox>> = {
  HDT: { perKmph: 19.4, ratios: [9.2, 6.6, 4.7, 3.45, 2.55, 1.9, 1.52, 1.23, 1], revs: 1 },
  MDT: { perKmph: 22.5, ratios: [6.2, 3.6, 2.3, 1.6, 1.25, 1], revs: 1.1 },
}

/**
 * Revolutions per minute of a truck in gear, at its speed in km/h and its acceleration in m/s². Accelerating, it is in the highest gear
 * that the driver has not yet shifted out of; else in the highest that does not labour.
 */
export const rpmInGear = (
  { segment, idleRpm }: Pick<Truck, 'segment' | 'idleRpm'>,
  { shiftsUpAt, shiftsDownAt }: Pick<DrivingStyle, 'shiftsUpAt' | 'shiftsDownAt'>,
  kmph: number,
  acceleration: number,
): number => {
  if (kmph < CLUTCH_KMPH) return idleRpm
  const { perKmph, ratios, revs } = GEARBOXES[segment]
  const inTop = kmph * perKmph
  const ratio =
    acceleration > ACCELERATES
      ? ratios.find((one) => inTop * one <= shiftsUpAt * revs)
      : ratios.findLast((one) => inTop * one >= shiftsDownAt * revs)
  return Math.max(LEAST_RPM, inTop * (ratio ?? (acceleration > ACCELERATES ? 1 : (ratios[0] ?? 1))))
}
