import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createRandom, hashOf, type Random } from '#server/simulator/random.ts'

/** How a sensor of a tank errs. Shares of the tank; `dampedS` is the time in which a damped float follows the level by two thirds. */
export type FuelSensor = {
  readonly name: string
  readonly uniform?: number
  readonly gauss?: number
  readonly dampedS?: number
  /** Standard deviation of what sloshes while the truck moves, and of what the slope of a place adds. */
  readonly slosh?: number
  readonly slope?: number
  /** The smallest step that it can tell. */
  readonly steps?: number
  /** Whether it has single wrong values, and reports nothing but 0 for minutes or hours in one of two days. */
  readonly fails?: true
  /** What the rules promise where it errs too much for all: no false alarms, or nothing. */
  readonly promised?: 'noFalseAlarms' | 'nothing'
}

/** The seven sensors that floats and noise of the field give, some with Gaussian noise, and one that fails at times. */
export const FUEL_SENSORS: readonly FuelSensor[] = [
  { name: 'exact' },
  { name: 'white ±0.5 %', uniform: 0.005 },
  { name: 'white ±1 %', uniform: 0.01 },
  { name: 'white ±2 %', uniform: 0.02 },
  { name: 'damped 30 s, slosh sd 1.5 %, slope sd 1.2 %', dampedS: 30, slosh: 0.015, slope: 0.012 },
  { name: 'damped 60 s, steps of 2 %', dampedS: 60, slosh: 0.01, slope: 0.008, steps: 0.02 },
  { name: 'undamped, slosh sd 3 %, slope sd 2 %', slosh: 0.03, slope: 0.02 },
  { name: 'Gaussian, sd 1 %', gauss: 0.01 },
  { name: 'Gaussian, sd 2 %', gauss: 0.02, promised: 'nothing' },
  { name: 'white ±1 %, zeros and wrong values', uniform: 0.01, fails: true, promised: 'noFalseAlarms' },
]

/** Litres that left or entered the tank between two times, ms, while the truck stood. */
export type TankEvent = {
  readonly kind: 'fill' | 'night theft' | 'day theft' | 'siphoning'
  readonly from: number
  readonly to: number
  readonly litres: number
}

/** The fixes of a truck by time, and what they are to show. `used` in litres. */
export type FuelTruth = {
  readonly fixes: readonly Fix[]
  readonly events: readonly TankEvent[]
  readonly used: number
  readonly engineH: number
  readonly tankLitres: number
}

const TANK = 300
const STOLEN = 25
const LITRES_PER_KM = 0.25
const IDLE_LITRES_PER_H = 2.5
const KM_PER_DEGREE = 105.5
const TICK_S = 10
/** Of a sensor that fails: the part of its values that is wrong, and after which it shows 0 for a while. */
const WRONG = 0.002
const ZEROS = 0.5 / 1200

const gauss = (random: Random): number =>
  Math.sqrt(-2 * Math.log(Math.max(1e-12, random.between(0, 1)))) *
  Math.cos(2 * Math.PI * random.between(0, 1))

type Motion = 'drives' | 'idles' | 'parked'

/** A sensor that is shown the true level every ten seconds. */
const createSensor = (sensor: FuelSensor, random: Random) => {
  const { uniform = 0, gauss: sd = 0, dampedS = 0, slosh = 0, slope = 0, steps = 0, fails } = sensor
  const follow = dampedS === 0 ? 1 : 1 - Math.exp(-TICK_S / dampedS)
  let [tilt, wave, shown] = [gauss(random) * slope * TANK, 0, Number.NaN]
  /** A slope of the road is another one after about three minutes. */
  const keeps = Math.exp(-TICK_S / 180)
  return {
    next: (level: number, motion: Motion): void => {
      if (motion === 'drives') tilt = tilt * keeps + gauss(random) * slope * TANK * Math.sqrt(1 - keeps ** 2)
      const keep = 1 - follow
      wave = wave * keep + (motion === 'drives' ? gauss(random) * slosh * TANK * Math.sqrt(1 - keep ** 2) : 0)
      const seen = level + tilt
      shown = Number.isNaN(shown) ? seen : shown + (seen - shown) * follow
    },
    read: (): number => {
      if (fails && random.chance(WRONG)) return random.between(1, TANK)
      const noise = uniform * TANK * random.between(-1, 1) + (sd === 0 ? 0 : sd * TANK * gauss(random))
      const value = shown + wave + noise
      const stepped = steps === 0 ? value : Math.round(value / (steps * TANK)) * steps * TANK
      return Math.min(TANK, Math.max(0.1, Math.round(stepped * 100) / 100))
    },
  }
}

/** What happens to the level during a stop: litres a minute between two of its minutes. */
type Flow = { readonly from: number; readonly to: number; readonly litresPerMin: number }

/**
 * A truck over some days with a sensor: it drives about ten hours a day with halts in traffic, on slopes and flat roads, rests, fills up
 * below a third, and loses 25 l in some nights in 3 to 5 min, in others in two hours, and in some rests by day. It reports every 30 s
 * while the engine runs and every 5 min parked; in some nights every 30 min, in others not at all, and every minute in the rests and
 * fillings in which something happens. The same seed gives the same truck.
 */
export const fuelTruck = (sensor: FuelSensor, seed: number, from: number, days = 50): FuelTruth => {
  const random = createRandom(hashOf(seed, 'truck'))
  const failing = createRandom(hashOf(seed, 'zeros'))
  const sensing = createSensor(sensor, createRandom(hashOf(seed, sensor.name)))
  const fixes: Fix[] = []
  const events: TankEvent[] = []
  let [time, level, km, used, engineS] = [from, 240, 1000, 0, 0]
  let zeroUntil = Number.NEGATIVE_INFINITY

  const report = (motion: Motion, speed: number): void => {
    if (sensor.fails && failing.chance(ZEROS))
      zeroUntil =
        time + (failing.chance(0.5) ? failing.between(2, 10) * MINUTE_MS : failing.between(1, 4) * HOUR_MS)
    const fuel = sensing.read()
    const rpm = motion === 'drives' ? 1300 : motion === 'idles' ? 650 : 0
    fixes.push({
      ...{
        time,
        lng: 73 + Math.abs(((km + 500) % 1000) - 500) / KM_PER_DEGREE,
        lat: 18.5,
        speed,
        ignition: motion !== 'parked',
        rpm,
      },
      ...{ odo: Math.round(km * 100) / 100, fuel: time < zeroUntil ? 0 : fuel },
    })
  }
  /** `everyS` null reports nothing. */
  const goOn = (motion: Motion, seconds: number, everyS: number | null, speed = 0, flow?: Flow): void => {
    const ticks = Math.round(seconds / TICK_S)
    for (let i = 0; i < ticks; i += 1) {
      if (everyS !== null && (i * TICK_S) % everyS === 0) report(motion, speed)
      time += TICK_S * 1000
      const moved = motion === 'drives' ? (speed * TICK_S) / 3600 : 0
      const burnt = moved * LITRES_PER_KM + (motion === 'idles' ? (IDLE_LITRES_PER_H * TICK_S) / 3600 : 0)
      const minute = (i * TICK_S) / 60
      const within = flow
        ? Math.max(0, Math.min(minute + TICK_S / 60, flow.to) - Math.max(minute, flow.from))
        : 0
      const flows = within * (flow?.litresPerMin ?? 0)
      km += moved
      used += burnt
      level += flows - burnt
      if (motion !== 'parked') engineS += TICK_S
      sensing.next(level, motion)
    }
  }
  const happens = (kind: TankEvent['kind'], { from: begin, to: end, litresPerMin }: Flow): void => {
    events.push({
      ...{ kind, from: time + begin * MINUTE_MS, to: time + end * MINUTE_MS },
      litres: Math.abs(litresPerMin * (end - begin)),
    })
  }
  const stolen = (begin: number, minutes: number): Flow => ({
    ...{ from: begin, to: begin + minutes, litresPerMin: -STOLEN / minutes },
  })
  const rest = (kind: 'fill' | 'day theft' | null): void => {
    if (kind === 'fill') {
      const litres = TANK * random.between(0.82, 0.97) - level
      const minutes = Math.round(random.between(4, 9) * 6) / 6
      const flow = { from: 3, to: 3 + minutes, litresPerMin: litres / minutes }
      happens('fill', flow)
      goOn('parked', (minutes + random.between(6, 15)) * 60, random.chance(0.5) ? 60 : 300, 0, flow)
    } else if (kind === 'day theft') {
      const flow = stolen(random.between(4, 6), random.between(3, 5))
      happens('day theft', flow)
      goOn('parked', 15 * 60, 60, 0, flow)
    } else if (random.chance(0.4)) goOn('idles', random.between(5, 20) * 60, 30)
    else goOn('parked', random.between(10, 45) * 60, 300)
    if (random.chance(0.5)) goOn('idles', 60, 30)
  }

  for (let day = 0; day < days; day += 1) {
    const isRaided = random.chance(0.4)
    const raidAfter = random.between(2, 6)
    let [legs, worked] = [0, 0]
    while (worked < 9.8 * 3600) {
      const until = engineS + random.between(40, 110) * 60
      const began = engineS
      while (engineS < until) {
        goOn('drives', random.between(4, 15) * 60, 30, random.between(35, 70))
        if (random.chance(0.7)) goOn('idles', random.between(0.3, 4) * 60, 30)
      }
      worked += engineS - began
      legs += 1
      goOn('idles', random.between(0, 2) * 60, 30)
      rest(level < TANK * 0.33 ? 'fill' : isRaided && legs === Math.floor(raidAfter) ? 'day theft' : null)
    }
    goOn('drives', 300, 30, 30)
    goOn('idles', random.between(1, 4) * 60, 30)
    const morning = from + (day + 1) * DAY_MS
    const minutes = Math.max(240, (morning - time) / MINUTE_MS)
    const everyS = [300, 300, 1800, null][Math.floor(random.between(0, 4))] ?? null
    const night = random.between(0, 1)
    let flow: Flow | undefined
    if (night < 0.4) {
      flow = stolen(random.between(60, minutes - 60), random.between(3, 5))
      happens('night theft', flow)
    } else if (night < 0.56 && everyS !== null) {
      flow = stolen(random.between(20, minutes - 150), 120)
      happens('siphoning', flow)
    }
    if (everyS === null) report('parked', 0)
    goOn('parked', minutes * 60, everyS, 0, flow)
    if (random.chance(0.5)) goOn('idles', random.between(1, 6) * 60, 30)
    else report('idles', 0)
  }
  goOn('drives', 1800, 30, 50)
  return { fixes, events, used, engineH: engineS / 3600, tankLitres: TANK }
}
