import { describe, expect, test } from 'vitest'
import { EVENT_BIT, type Fix } from '#domain/fix.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { drivingStyleOf } from '#server/simulator/drive/driving-style.ts'
import { rpmInGear } from '#server/simulator/drive/gearbox.ts'
import { DAY_MS, FLEET, NOW } from './company-plans.fixture.ts'

const MINUTE = 60_000
const SEED = 11
const DAYS = 12

const simulation = createSimulation(SEED, FLEET)
const drives = simulation.companies
  .flatMap(({ vehicles }) => vehicles)
  .filter(({ truck: { tracker, flakyTracker } }) => tracker.reportsRpm && !flakyTracker)
  .slice(0, 36)
  .map(({ registration, truck }) => ({
    truck,
    fixes: simulation.newLifeOf(registration).fixes(NOW - DAYS * DAY_MS, NOW, MINUTE),
  }))

const HARSH = EVENT_BIT.HA | EVENT_BIT.HB | EVENT_BIT.HC
const isMoving = ({ speed = 0 }: Fix) => speed > 3
const idles = ({ speed = 0, rpm = 0 }: Fix) => speed <= 3 && rpm > 0
const counted = (fixes: readonly Fix[], holds: (fix: Fix) => boolean) => fixes.filter(holds).length

/** A fix stands for a minute. */
const habitsOf = (fixes: readonly Fix[]) => {
  const moving = counted(fixes, isMoving)
  const fast = fixes.filter(({ speed = 0 }) => speed > 80)
  return {
    speeding: fast.length / moving,
    excessKmph: fast.reduce((sum, { speed = 0 }) => sum + speed - 80, 0) / fast.length,
    idling: counted(fixes, idles) / (counted(fixes, idles) + moving),
    neutral: counted(fixes, (fix) => isMoving(fix) && fix.neutral === true) / moving,
    harshAnHour: counted(fixes, ({ events = 0 }) => (events & HARSH) !== 0) / (moving / 60),
    economy:
      counted(fixes, (fix) => isMoving(fix) && (fix.rpm ?? 0) > 1200 && (fix.rpm ?? 0) <= 1600) / moving,
  }
}

/** The lowest and the highest tenth of the drivers begin here. */
const tenthsOf = (habit: keyof ReturnType<typeof habitsOf>) => {
  const values = drives
    .map(({ fixes }) => habitsOf(fixes)[habit])
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  const at = (share: number) => values[Math.floor(share * (values.length - 1))] ?? Number.NaN
  return { low: at(0.1), middle: at(0.5), high: at(0.9), most: at(1) }
}

describe('drivers differ', () => {
  test('in how long and by how much they exceed 80 km/h: the careful hardly ever, the reckless by 5 to 12 km/h', () => {
    const { low, middle, high, most } = tenthsOf('speeding')
    expect(low).toBeLessThan(0.003)
    expect(middle).toBeLessThan(0.03)
    expect(high).toBeGreaterThan(0.025)
    expect(high).toBeGreaterThan(12 * low)
    expect(most).toBeGreaterThan(0.05)
    expect(most).toBeLessThan(0.2)
    const reckless = drives.map(({ fixes }) => habitsOf(fixes)).filter(({ speeding }) => speeding >= high)
    for (const { excessKmph } of reckless) {
      expect(excessKmph).toBeGreaterThan(4)
      expect(excessKmph).toBeLessThan(12)
    }
  })

  test('in harsh manoeuvres, coasting in neutral, long idling, and how much they rev', () => {
    const harsh = tenthsOf('harshAnHour')
    expect(harsh.high).toBeGreaterThan(6 * harsh.low)
    expect(harsh.high).toBeGreaterThan(1.5)
    const neutral = tenthsOf('neutral')
    expect(neutral.high).toBeGreaterThan(0.02)
    expect(neutral.high).toBeGreaterThan(5 * neutral.low)
    const idling = tenthsOf('idling')
    expect(idling.high).toBeGreaterThan(1.8 * idling.low)
    const economy = tenthsOf('economy')
    expect(economy.high).toBeGreaterThan(0.85)
    expect(economy.low).toBeLessThan(0.75)
  })

  test('each by a style of his own, the same for the same seed; most are about average', () => {
    const styles = Array.from({ length: 200 }, (_, index) => drivingStyleOf(SEED, index))
    expect(styles).toEqual(Array.from({ length: 200 }, (_, index) => drivingStyleOf(SEED, index)))
    const share = (holds: (speeding: number) => boolean) =>
      styles.filter(({ speeding }) => holds(speeding)).length / styles.length
    expect(share((speeding) => speeding < 0.006)).toBeGreaterThan(0.08)
    expect(share((speeding) => speeding > 0.1)).toBeGreaterThan(0.04)
    expect(share((speeding) => speeding > 0.1)).toBeLessThan(0.15)
    expect(share((speeding) => speeding > 0.004 && speeding < 0.06)).toBeGreaterThan(0.6)
  })

  test('also within one truck, when two exchange theirs', () => {
    const seededAt = NOW
    const exchanging = createSimulation(SEED, FLEET, seededAt)
    const [careful, reckless] = [8, 9].map((place) => {
      const vehicle = exchanging.companies[0]?.vehicles[place]
      const life = exchanging.newLifeOf(vehicle?.registration ?? '')
      return (from: number, to: number) => habitsOf(life.fixes(from, to, MINUTE)).harshAnHour
    })
    const { exchangeAt } = exchanging
    const before = [exchangeAt - 12 * DAY_MS, exchangeAt] as const
    const after = [exchangeAt, exchangeAt + 12 * DAY_MS] as const
    expect(reckless?.(...before)).toBeGreaterThan(3 * (careful?.(...before) ?? 0))
    expect(careful?.(...after)).toBeGreaterThan(3 * (reckless?.(...after) ?? 0))
  })
})

describe('engine speeds', () => {
  const running = drives.flatMap(({ truck, fixes }) =>
    fixes.filter(({ rpm = 0 }) => rpm > 0).map((fix) => ({ ...fix, rpm: fix.rpm ?? 0, truck })),
  )
  const share = (all: typeof running, from: number, to: number) =>
    all.filter(({ rpm }) => rpm > from && rpm <= to).length / all.length

  test('are at 900 to 1,600 rpm for most of the time an engine runs', () => {
    expect(share(running, 900, 1600)).toBeGreaterThan(0.7)
    expect(share(running, 1600, 2500)).toBeGreaterThan(0.03)
    expect(share(running, 1600, 2500)).toBeLessThan(0.2)
    expect(share(running, 2500, 10_000)).toBeLessThan(0.005)
  })

  test('idle at 550 to 650 rpm', () => {
    const idle = running.filter(({ speed }) => speed === 0)
    expect(share(idle, 550, 650)).toBe(1)
  })

  test('cruise at 1,200 to 1,600 rpm in heavy trucks, higher in medium ones', () => {
    const cruising = running.filter(({ speed = 0, neutral }) => speed > 62 && speed < 78 && !neutral)
    const of = (segment: string) => cruising.filter(({ truck }) => truck.segment === segment)
    expect(share(of('HDT'), 1170, 1600)).toBeGreaterThan(0.85)
    const middle = (all: typeof running) =>
      all.map(({ rpm }) => rpm).sort((a, b) => a - b)[all.length >> 1] ?? 0
    expect(middle(of('MDT'))).toBeGreaterThan(middle(of('HDT')) + 100)
  })

  test('rise to where the driver shifts up while the truck gathers speed, and fall with each gear', () => {
    const truck = { segment: 'HDT', idleRpm: 600 } as const
    const style = { shiftsUpAt: 1800, shiftsDownAt: 1180 }
    const rpms = Array.from({ length: 78 }, (_, i) => rpmInGear(truck, style, 5 + i, 0.3))
    expect(Math.max(...rpms)).toBeGreaterThan(1700)
    expect(Math.max(...rpms)).toBeLessThanOrEqual(1800)
    const shifts = rpms.filter((rpm, i) => rpm < (rpms[i - 1] ?? 0)).length
    expect(shifts).toBe(8)
    expect(rpmInGear(truck, style, 70, 0)).toBeCloseTo(1358, 0)
    expect(rpmInGear(truck, { ...style, shiftsDownAt: 1400 }, 70, 0)).toBeGreaterThan(1600)
  })
})
