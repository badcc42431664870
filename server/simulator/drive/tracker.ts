import { fraction, hashOf } from '../random.ts'

/** The kinds of fuel sensors: the truck's own level from its bus, a damped float, or a capacitive probe that nobody calibrated well. */
export type FuelSensor = 'bus' | 'float' | 'probe'

/** What the tracker of a truck reports, and how well. */
export type Tracker = {
  readonly fuelSensor: FuelSensor
  /** Its fuel sensor loses contact now and then and says 0 for some minutes. */
  readonly losesFuel: boolean
  /** Steps of the odometer in km; 0 has stopped counting, null reports none. */
  readonly odometerStepKm: number | null
  readonly reportsIgnition: boolean
  readonly reportsRpm: boolean
  /** Reports coolant, oil and battery. */
  readonly reportsFluids: boolean
  /** Its receiver does not hold a parked truck's position. */
  readonly strays: boolean
}

const odometerOf = (draw: number): number | null => {
  if (draw < 0.012) return 0
  if (draw < 0.024) return null
  if (draw < 0.11) return 1
  return draw < 0.3 ? 0.1 : draw < 0.5 ? 0.05 : 0.005
}

/** The tracker of a truck; the same arguments give the same one. */
export const trackerOf = (seed: number, truck: number): Tracker => {
  const draw = (name: string) => fraction(hashOf(seed, 'tracker', name, truck))
  const sensor = draw('fuel')
  return {
    fuelSensor: sensor < 0.55 ? 'bus' : sensor < 0.87 ? 'float' : 'probe',
    losesFuel: draw('contact') < 0.02,
    odometerStepKm: odometerOf(draw('odometer')),
    reportsIgnition: draw('ignition') >= 0.02,
    reportsRpm: draw('rpm') >= 0.04,
    // Older trackers, of every fourth truck, say nothing of them.
    reportsFluids: truck % 4 !== 3,
    strays: draw('receiver') < 0.3,
  }
}
