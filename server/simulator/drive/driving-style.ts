import { fraction, hashOf } from '../random.ts'

/** How a driver drives. Factors are 1 for the median driver. */
export type DrivingStyle = {
  /** Share of the open road, 0 to 1, on which he drives faster than 80 km/h, and by how many km/h on average. */
  readonly speeding: number
  readonly excessKmph: number
  /** The fastest he drives otherwise, km/h. */
  readonly cruiseKmph: number
  /** Events per 100 km that the tracker reports: harsh acceleration, braking and cornering together. */
  readonly harsh: number
  /** Spells in 100 km in which he rolls in neutral, and in which the engine overruns. */
  readonly coasting: number
  readonly overrun: number
  /** Chance, 0 to 1, that he lets the engine run through a rest, and the factor of how long it idles. */
  readonly idling: number
  readonly idleTime: number
  /** Revolutions per minute of a heavy truck at which he shifts up, and below which he shifts down. */
  readonly shiftsUpAt: number
  readonly shiftsDownAt: number
  /** Factor of the fuel burnt on the road. */
  readonly thirst: number
}

/** The value below which this share, above 0 and below 1, of a bell curve of width 1 lies: of the logistic curve, which is near it. */
const bell = (share: number): number => Math.log(share / (1 - share)) / 1.7

/** Part of a turn by which following numbers fill the range evenly: any dozen drivers has careful and reckless ones. */
const GOLDEN = 0.618_033_988_749_895

/**
 * The style of driver `index`: most are about average, some very careful, a few reckless. Habits of one driver go together, but not all
 * the way: one who speeds need not idle. The same arguments give the same style.
 */
export const drivingStyleOf = (seed: number, index: number): DrivingStyle => {
  const turn = (fraction(hashOf(seed, 'drivers')) + index * GOLDEN) % 1
  const temper = bell(0.01 + 0.98 * turn)
  const habit = (name: string) => bell(0.02 + 0.96 * fraction(hashOf(seed, 'habit', name, index)))
  const factor = (name: string, byTemper: number, own: number) =>
    Math.exp(byTemper * temper + own * habit(name))
  return {
    speeding: Math.min(0.3, 0.025 * factor('speeding', 1.25, 0.4)),
    excessKmph: Math.min(13, 5.5 * factor('excess', 0.22, 0.15)),
    cruiseKmph: Math.min(79, 75 + 1.5 * temper),
    harsh: Math.min(14, 1.3 * factor('harsh', 0.9, 0.4)),
    coasting: Math.min(4, 0.4 * factor('coasting', 0.7, 0.9)),
    overrun: Math.min(1, 0.09 * factor('overrun', 0.9, 0.4)),
    idling: Math.min(0.9, 0.32 * factor('idling', 0.65, 0.5)),
    idleTime: Math.min(4, 1.4 * factor('idle time', 0.3, 0.3)),
    shiftsUpAt: 1820 + Math.max(-130, Math.min(280, 90 * temper + 40 * habit('shifting'))),
    shiftsDownAt: 1180 + Math.max(-40, Math.min(130, 35 * temper + 20 * habit('lugging'))),
    thirst: 1 + Math.max(-0.07, Math.min(0.12, 0.035 * temper + 0.02 * habit('thirst'))),
  }
}

/** A driver of a truck from `since` on, seconds since 1970. */
export type Shift = { readonly since: number; readonly style: DrivingStyle }

/** The style in which a truck is driven at `time` (seconds), by its shifts in order. Throws a RangeError if there are none. */
export const styleAt = (shifts: readonly Shift[], time: number): DrivingStyle => {
  const shift = shifts.findLast(({ since }) => since <= time) ?? shifts[0]
  if (!shift) throw new RangeError('The truck has no driver.')
  return shift.style
}
