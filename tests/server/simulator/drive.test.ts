import { describe, expect, test } from 'vitest'
import { EVENT_BIT, type Fix } from '#domain/fix.ts'
import { statusOf } from '#domain/status.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { istHourAt, secondsUntilHour } from '#server/simulator/drive/truck.ts'
import { planeKmBetween } from '#server/simulator/road/network.ts'
import { DAY_MS, FLEET, NOW } from './company-plans.fixture.ts'

const MINUTE = 60_000
const SEED = 11
const simulation = createSimulation(SEED, FLEET)
const vehicles = simulation.companies.flatMap((company) => company.vehicles)
const registrations = vehicles.map(({ registration }) => registration)
const [first = ''] = registrations

const days = 6
const tracks = registrations.map((registration) => ({
  registration,
  truck: simulation.newLifeOf(registration).truck,
  fixes: simulation.newLifeOf(registration).fixes(NOW - days * DAY_MS, NOW, MINUTE),
}))

/** How many of the steps from one fix to the next are valid, and the first few that are not. */
const steps = (holds: (before: Fix, after: Fix, seconds: number) => boolean) => {
  let held = 0
  const broken: Array<readonly [Fix, Fix]> = []
  for (const { fixes } of tracks)
    fixes.forEach((after, i) => {
      const before = fixes[i - 1]
      if (!before) return
      if (holds(before, after, (after.time - before.time) / 1000)) held += 1
      else if (broken.length < 3) broken.push([before, after])
    })
  return { held, broken }
}

const count = (holds: (fix: Fix) => boolean): number =>
  tracks.reduce((sum, { fixes }) => sum + fixes.filter(holds).length, 0)

describe('one seed and time', () => {
  test('give the same fix in another process, asked in any order', () => {
    const again = createSimulation(SEED, FLEET).newLifeOf(first)
    const times = [NOW, NOW - 9 * DAY_MS, NOW - MINUTE, NOW + 40 * DAY_MS, NOW - 9 * DAY_MS]
    const sampled = times.map((time) => simulation.newLifeOf(first).fixAt(time, MINUTE))
    expect([...times].reverse().map((time) => again.fixAt(time, MINUTE))).toEqual([...sampled].reverse())
    expect(sampled.some((fix) => fix !== undefined)).toBe(true)
  })

  test('give the same fix as history and live', () => {
    const everyMinute = simulation.newLifeOf(first).fixes(NOW - DAY_MS, NOW, MINUTE)
    const everyTenSeconds = new Map(
      simulation
        .sharedLifeOf(first)
        .fixes(NOW - DAY_MS, NOW, 10_000)
        .map((fix) => [fix.time, fix]),
    )
    expect(everyMinute.length).toBeGreaterThan(0)
    for (const { events: _, ...fix } of everyMinute) {
      const { events: __, ...live } = everyTenSeconds.get(fix.time) ?? { events: 0 }
      expect(live).toEqual(fix)
    }
  })

  test("differ in another seed's fleet", () => {
    const other = createSimulation(SEED + 1, FLEET).companies[0]?.vehicles[0]
    expect(other?.registration).not.toBe(first)
  })
})

describe('a simulated truck', () => {
  test('never moves faster than its speed allows, over rounds and nights too', () => {
    const { held, broken } = steps((before, after, seconds) => {
      const km = planeKmBetween([before.lng, before.lat], [after.lng, after.lat])
      return km < (100 * seconds) / 3600 + 0.02
    })
    expect(broken).toEqual([])
    expect(held).toBeGreaterThan(100_000)
  })

  test('has an odometer and engine hours that only rise, the odometer by the distance driven', () => {
    const { broken } = steps((before, after, seconds) => {
      const driven = (after.odo ?? 0) - (before.odo ?? 0)
      const hours = (after.engineHours ?? 0) - (before.engineHours ?? 0)
      // Some odometers count whole kilometres.
      return driven >= 0 && driven < (100 * seconds) / 3600 + 1 && hours >= 0
    })
    expect(broken).toEqual([])
  })

  test('has tanks that stay within their size and never run dry', () => {
    const wrong = tracks.flatMap(({ truck, fixes }) =>
      fixes.filter(
        ({ fuel = -1, adblue = -1 }) =>
          fuel < truck.fuelTankLitres * 0.02 ||
          fuel > truck.fuelTankLitres ||
          adblue <= 0 ||
          adblue > truck.adblueTankLitres,
      ),
    )
    expect(wrong).toEqual([])
  })

  test('comes home from every round before the next begins, for many weeks', () => {
    for (const registration of registrations.slice(0, 12)) {
      const life = simulation.newLifeOf(registration)
      for (let day = -30; day < 30; day += 1) {
        const journey = life.journeyAt(NOW + day * DAY_MS)
        expect(journey.last.from).toBeLessThan(journey.endsAt)
        expect(journey.last.to).toBeCloseTo(journey.endsAt, 3)
        for (const leg of journey.legs) expect(leg.arrives).toBeGreaterThan(leg.departs)
      }
    }
  })

  test('burns what a truck burns on each leg', () => {
    const legs = registrations.flatMap(
      (registration) => simulation.sharedLifeOf(registration).journeyAt(NOW).legs,
    )
    for (const { fuel, adblue, km } of legs) {
      expect(fuel / km).toBeGreaterThan(0.12)
      expect(fuel / km).toBeLessThan(0.55)
      expect(adblue / fuel).toBeGreaterThan(0.03)
      expect(adblue / fuel).toBeLessThan(0.06)
    }
  })
})

describe('a seeded fleet within a few days', () => {
  test('PLB-19 has gaps of more than 3 minutes in tunnels, between places kilometres apart', () => {
    const { held: tunnels } = steps((before, after, seconds) => {
      const km = planeKmBetween([before.lng, before.lat], [after.lng, after.lat])
      return seconds >= 180 && seconds < 1200 && km > 3
    })
    expect(tunnels).toBeGreaterThan(0)
  })

  test('has overspeed, idling with a running engine, and the key left on', () => {
    expect(count(({ speed = 0 }) => speed > 80)).toBeGreaterThan(20)
    expect(count(({ speed, rpm = 0 }) => speed === 0 && rpm > 0)).toBeGreaterThan(100)
    expect(count(({ ignition, rpm }) => ignition === true && rpm === 0)).toBeGreaterThan(20)
  })

  test('has harsh driving, engine overrun beyond its limit, and neutral on the move', () => {
    for (const code of ['HA', 'HB', 'HC', 'EO'] as const)
      expect(count(({ events = 0 }) => (events & EVENT_BIT[code]) !== 0)).toBeGreaterThan(0)
    expect(count(({ rpm = 0 }) => rpm > 2850)).toBeGreaterThan(0)
    expect(count(({ neutral, speed = 0 }) => neutral === true && speed > 10)).toBeGreaterThan(0)
  })

  test('fills tanks, and now and then fuel is stolen at night', () => {
    let filled = 0
    let stolen = 0
    for (const { truck, fixes } of tracks)
      fixes.forEach(({ fuel = 0, ignition }, i) => {
        const earlier = fixes[i - 12]
        if (earlier?.ignition !== false || ignition !== false) return
        if (fuel - (earlier.fuel ?? 0) > truck.fuelTankLitres * 0.2) filled += 1
        if ((earlier.fuel ?? 0) - fuel > 8) stolen += 1
      })
    expect(filled).toBeGreaterThan(0)
    expect(stolen).toBeGreaterThan(0)
  })

  test('has a truck that is silent for days, whose last place stays known', () => {
    const flaky = vehicles.filter(({ truck }) => truck.flakyTracker)
    expect(flaky.length).toBeGreaterThan(0)
    const ages = flaky.flatMap(({ registration }) =>
      [0, 2, 4, 6, 8].map((day) => {
        const sampled = NOW - day * DAY_MS
        return sampled - (simulation.newLifeOf(registration).lastFix(sampled, MINUTE)?.time ?? Number.NaN)
      }),
    )
    expect(ages).not.toContain(Number.NaN)
    expect(Math.max(...ages)).toBeGreaterThan(DAY_MS)
  })

  test('has many trucks running and some standing, idle or offline in the afternoon', () => {
    const statuses = registrations.map((registration) => {
      const fix = simulation.sharedLifeOf(registration).lastFix(NOW, MINUTE)
      return fix ? statusOf(fix, NOW) : 'none'
    })
    const share = (status: string) => statuses.filter((one) => one === status).length / statuses.length
    expect(share('RUNNING')).toBeGreaterThan(0.25)
    expect(share('STOPPED')).toBeGreaterThan(0.1)
    expect(share('none')).toBe(0)
  })
})

test('drives by Indian time', () => {
  expect(istHourAt(NOW / 1000)).toBe(14.5)
  expect(secondsUntilHour(NOW / 1000, 5.5)).toBe(15 * 3600)
})

describe('dead zones', () => {
  const from = NOW - 4 * DAY_MS
  const drives = registrations.slice(0, 16).map((registration) => {
    const life = simulation.newLifeOf(registration)
    const batches: Array<{ readonly at: number; readonly times: readonly number[] }> = []
    for (let at = from; at < NOW; at += MINUTE) {
      const arrived = life.uploads(at, at + MINUTE, MINUTE)
      if (arrived.length > 0) batches.push({ at, times: arrived.map(({ time }) => time) })
    }
    return { life, batches }
  })
  const late = drives.flatMap(({ batches }) => batches.filter(({ times }) => times.length > 1))

  test('hold back what is reported in them for 3 to 25 minutes, and let it arrive at once, in order', () => {
    expect(late.length).toBeGreaterThan(20)
    for (const { at, times } of late) {
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeGreaterThanOrEqual(at)
      expect(at - (times[0] ?? 0)).toBeLessThan(26 * MINUTE)
    }
    const minutes = late.map(({ times }) => times.length - 1)
    expect(minutes.filter((one) => one >= 3).length / minutes.length).toBeGreaterThan(0.9)
  })

  test('lose and repeat nothing', () => {
    for (const { life, batches } of drives) {
      const times = batches.flatMap((batch) => batch.times)
      expect(new Set(times).size).toBe(times.length)
      const arrived = times.filter((time) => time >= from)
      const last = arrived.at(-1) ?? 0
      expect(arrived).toEqual(life.fixes(from, last + 1, MINUTE).map(({ time }) => time))
    }
  })

  test('leave the newest report known where the truck entered them', () => {
    const { life, batches } = drives.find(({ batches }) => batches.some(({ times }) => times.length > 3)) ?? {
      batches: [],
    }
    const { at, times } = batches.find((batch) => batch.times.length > 3) ?? { at: 0, times: [] }
    expect(life?.lastFix(at - 1, MINUTE)?.time).toBeLessThan(times[0] ?? 0)
    expect(life?.lastFix(times.at(-1) ?? 0, MINUTE)?.time).toBe(times.at(-1))
  })
})
