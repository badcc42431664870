import { mixBits } from '#domain/numbers.ts'
import { roundTo } from '#domain/rounding.ts'
import { fraction } from '../random.ts'
import type { Tracker } from './tracker.ts'

/** A number of a bell curve around 0 with a standard deviation of 1, at most 3, by a hash. */
export const bellOf = (hash: number): number =>
  2 * (fraction(hash ^ 0x51) + fraction(hash ^ 0x52) + fraction(hash ^ 0x53) - 1.5)

/** A number around 0 that changes smoothly with `at`: a new one of a bell curve at each whole number, and a straight line between. */
const wave = (key: number, at: number): number => {
  const knot = Math.floor(at)
  const before = bellOf(mixBits(key ^ Math.imul(knot, 0x9e3779b1)))
  const after = bellOf(mixBits(key ^ Math.imul(knot + 1, 0x9e3779b1)))
  return before + (after - before) * (at - knot)
}

/** Standard deviations in km of a moving receiver's position, and of one that does not hold a parked truck's. */
const MOVING_KM = 0.0025
const PARKED_KM = 0.003
/** One parked position in this many strays this far, in km. */
const STRAY = { every: 600, from: 0.03, to: 0.08 } as const

/** How far a position is off, in km to the east and to the north. `hash` is of truck and second. */
export const positionError = (
  tracker: Tracker,
  isMoving: boolean,
  hash: number,
): readonly [number, number] => {
  if (!isMoving && !tracker.strays) return [0, 0]
  if (!isMoving && mixBits(hash ^ 7) % STRAY.every === 0) {
    const km = STRAY.from + (STRAY.to - STRAY.from) * fraction(hash ^ 8)
    const angle = 2 * Math.PI * fraction(hash ^ 9)
    return [km * Math.sin(angle), km * Math.cos(angle)]
  }
  const km = isMoving ? MOVING_KM : PARKED_KM
  return [km * bellOf(hash ^ 10), km * bellOf(hash ^ 11)]
}

/** Standard deviation in km/h of a moving receiver's speed; one parked position in `every` of a straying receiver has up to `to`. */
const SPEED_KMPH = 0.35
const CREEP = { every: 60, from: 0.8, to: 2 } as const

/** The speed in km/h that the receiver says. `hash` is of truck and second. */
export const speedSeen = (tracker: Tracker, kmph: number, hash: number): number => {
  if (kmph > 0) return Math.max(0, kmph + SPEED_KMPH * bellOf(hash ^ 12))
  const creeps = tracker.strays && mixBits(hash ^ 13) % CREEP.every === 0
  return creeps ? CREEP.from + (CREEP.to - CREEP.from) * fraction(hash ^ 14) : 0
}

/** Steps of the bus as a share of the tank (SAE J1939). */
const BUS_STEP = 0.004
/** A damped float: standard deviations as shares of the tank, over so many seconds and km; its steps as a share. */
const FLOAT = { slosh: 0.007, sloshS: 30, slope: 0.006, slopeKm: 1.5, step: 0.002 } as const
/** A capacitive probe is off by at most this share of the tank. */
const PROBE = 0.01
/** A sensor without contact says 0 for this many seconds, once in so many such spans. */
const NO_CONTACT = { lastsS: 180, every: 1000 } as const

/** What is known of the truck when its level is read. */
export type LevelReading = {
  readonly tracker: Tracker
  readonly tankLitres: number
  readonly litres: number
  /** Seconds since 1970, and km of its life; while it stands, the road's slope below it stays the same. */
  readonly second: number
  readonly km: number
  readonly isMoving: boolean
  /** Hashes of the truck, and of truck and second. */
  readonly truckHash: number
  readonly hash: number
}

const clampedTo = (tank: number, litres: number): number => Math.max(0, Math.min(tank, litres))
const inSteps = (litres: number, step: number): number => Math.round(litres / step) * step

/** The level in litres that a truck's fuel sensor says. */
export const fuelSeen = (reading: LevelReading): number => {
  const { tracker, tankLitres, litres, second, km, isMoving, truckHash, hash } = reading
  if (
    tracker.losesFuel &&
    mixBits(truckHash ^ Math.floor(second / NO_CONTACT.lastsS)) % NO_CONTACT.every === 0
  )
    return 0
  switch (tracker.fuelSensor) {
    case 'bus':
      return roundTo(clampedTo(tankLitres, inSteps(litres, BUS_STEP * tankLitres)), 1)
    case 'float': {
      const slope = FLOAT.slope * wave(truckHash ^ 0x5107e, km / FLOAT.slopeKm)
      const slosh = isMoving ? FLOAT.slosh * wave(truckHash ^ 0x51054, second / FLOAT.sloshS) : 0
      const level = litres + (slope + slosh) * tankLitres
      return roundTo(clampedTo(tankLitres, inSteps(level, FLOAT.step * tankLitres)), 1)
    }
    case 'probe':
      return roundTo(clampedTo(tankLitres, litres + PROBE * tankLitres * (2 * fraction(hash ^ 15) - 1)), 1)
  }
}

/** The level in litres that the AdBlue tank's sensor says: in steps of the bus, a little off where the fuel's is rough. */
export const adblueSeen = (tracker: Tracker, tankLitres: number, litres: number, hash: number): number => {
  const off = tracker.fuelSensor === 'probe' ? 0.004 * tankLitres * (2 * fraction(hash ^ 16) - 1) : 0
  return roundTo(clampedTo(tankLitres, inSteps(litres + off, BUS_STEP * tankLitres)), 1)
}

/** What the odometer says at `km`, of which `first` stood on it when the truck was new to us; undefined where it says nothing. */
export const odometerSeen = ({ odometerStepKm }: Tracker, km: number, first: number): number | undefined => {
  if (odometerStepKm === null) return undefined
  if (odometerStepKm === 0) return first
  return roundTo(Math.floor(km / odometerStepKm + 1e-6) * odometerStepKm, 3)
}
