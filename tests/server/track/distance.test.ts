import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { closeDay } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { distancesOf } from '#server/track/distance.ts'
import { atOnce } from '#server/track/loop-turns.ts'
import { timelineOf } from '#server/track/timeline.ts'
import { fixesOf, type OdometerOf, receivedAfter, roadOf } from './road.fixture.ts'
import { randomFrom } from './synthetic-day.fixture.ts'

const DAY = '2026-03-10'
const ZONE = 'Asia/Kolkata'
const { from } = dayBounds(DAY, ZONE)
const START = from + 3_600_000
const M_PER_DEGREE_EAST = 105_450
const M_PER_DEGREE_NORTH = 111_195

const total = (km: Float64Array) => km.reduce((sum, each) => sum + each, 0)
const totals = (fixes: readonly Fix[]) => {
  const distances = distancesOf(atOnce(timelineOf(DAY, ZONE, columnsOf(fixes), undefined)))
  return {
    km: total(distances.km),
    odometerKm: total(distances.odometerKm),
    doubtedKm: total(distances.doubtedKm),
    doubtedOdometerKm: total(distances.doubtedOdometerKm),
  }
}

/** A straight hour at 60 km/h, a fix every 10 s. */
const hour = (odometer: (km: number) => number | undefined): Fix[] =>
  Array.from({ length: 361 }, (_, i): Fix => {
    const odo = odometer(i / 6)
    return {
      ...{ time: START + i * 10_000, lng: 73.5 + (i * 1000) / 6 / M_PER_DEGREE_EAST, lat: 18.5 },
      ...{ speed: 60, ignition: true },
      ...(odo === undefined ? {} : { odo }),
    }
  })

describe('B1 an odometer that the positions contradict neither deletes nor invents kilometres', () => {
  test.each<[string, (km: number) => number | undefined, number]>([
    ['stands still', () => 5000, 60],
    ['shows 0 all the time', () => 0, 60],
    ['stands still half way', (km) => 5000 + Math.min(km, 30), 60],
    ['counts double', (km) => 5000 + 2 * km, 60],
    ['counts half', (km) => 5000 + km / 2, 60],
    ['counts a quarter more', (km) => 5000 + 1.25 * km, 60],
    ['counts a fifth less', (km) => 5000 + 0.8 * km, 60],
    ['jumps by 5,000 km', (km) => (km > 30 ? 10_000 : 5000) + km, 60],
    ['is reset to 0', (km) => (km > 30 ? 0 : 5000) + km, 60],
    ['is read as 0 at times', (km) => (Math.round(km * 6) % 50 === 7 ? 0 : 5000 + km), 60],
  ])('an hour at 60 km/h is 60 km where it %s', (_title, odometer, km) => {
    expect(Math.abs(totals(hour(odometer)).km - km)).toBeLessThan(0.3)
  })

  test('what was not believed stands beside the kilometres, with what the odometer showed', () => {
    expect(totals(hour((km) => 5000 + km))).toMatchObject({ doubtedKm: 0, doubtedOdometerKm: 0 })
    expect(totals(hour((km) => 5000 + km)).odometerKm).toBeCloseTo(60, 3)
    const double = totals(hour((km) => 5000 + 2 * km))
    expect(double.odometerKm).toBe(0)
    expect(double.doubtedOdometerKm / double.doubtedKm).toBeCloseTo(2, 2)
    expect(totals(hour(() => 5000))).toMatchObject({ odometerKm: 0, doubtedOdometerKm: 0 })
    expect(totals(hour(() => 5000)).doubtedKm).toBeCloseTo(60, 1)
    expect(totals(hour(() => undefined))).toMatchObject({ odometerKm: 0, doubtedKm: 0 })
  })

  test('an odometer a little above the line, as on a road that winds between the fixes, is believed', () => {
    expect(totals(hour((km) => 5000 + 1.08 * km)).km).toBeCloseTo(64.8, 3)
  })

  const FAULTS: Readonly<Record<string, (half: number) => OdometerOf>> = {
    none: () => () => undefined,
    fine: () => (km) => 50_000 + km,
    frozen: () => () => 50_000,
    'freezing half way': (half) => (km) => 50_000 + Math.min(km, half),
    double: () => (km) => 50_000 + 2 * km,
    half: () => (km) => 50_000 + km / 2,
    jumping: (half) => (km) => (km > half ? 55_000 : 50_000) + km,
    reset: (half) => (km) => (km > half ? 0 : 50_000) + km,
    'missing at times': () => (km, second) => (randomFrom(second)() < 0.4 ? undefined : 50_000 + km),
    'in whole km': () => (km) => Math.floor(50_000.4 + km),
    'in tenths': () => (km) => Math.floor(500_000 + km * 10) / 10,
  }
  /** By how much the line through the fixes differs from the road, in percent. Seconds between fixes. */
  const BOUNDS: ReadonlyArray<readonly [everyS: number, percent: number]> = [
    [1, 2],
    [10, 1],
    [30, 1],
    [60, 2],
    [120, 4],
    [300, 12],
  ]
  test.each(BOUNDS)(
    'every %d s: within %d percent of the road, with any fault and 3 to 8 m of noise',
    (everyS, percent) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 10_000 }),
          fc.constantFrom(...Object.keys(FAULTS)),
          fc.integer({ min: 3, max: 8 }),
          (seed, fault, noiseM) => {
            const road = roadOf(10_801, { seed })
            const kmAt = (second: number) => road[second]?.km ?? 0
            const odometer = FAULTS[fault]?.(kmAt(5400))
            const { km } = totals(
              fixesOf(road, { everyS, start: START, noiseM, seed, ...(odometer ? { odometer } : {}) }),
            )
            const truth = kmAt(10_800) - kmAt(0)
            expect(Math.abs(km / truth - 1) * 100).toBeLessThan(percent)
          },
        ),
        { numRuns: 40, seed: everyS },
      )
    },
  )

  test('an odometer that is reported every five minutes tells the kilometres between', () => {
    const road = roadOf(7201, { seed: 3 })
    let shown = 0
    const fixes = fixesOf(road, {
      ...{ everyS: 10, start: START, noiseM: 5 },
      odometer: (km, second) => {
        if (second % 300 === 0) shown = 50_000 + km
        return shown
      },
    })
    const { km, odometerKm } = totals(fixes)
    expect(Math.abs(km / (road[7200]?.km ?? 0) - 1)).toBeLessThan(0.005)
    expect(odometerKm / km).toBeGreaterThan(0.9)
  })
})

describe('gaps and jumps', () => {
  const at = (minute: number, east: number, odo: number | undefined): Fix => ({
    ...{ time: START + minute * 60_000, lng: 73.5 + (east * 1000) / M_PER_DEGREE_EAST, lat: 18.5 },
    ...{ speed: 60, ignition: true },
    ...(odo === undefined ? {} : { odo }),
  })
  const minutes = (first: number, last: number, fix: (minute: number) => Fix): Fix[] =>
    Array.from({ length: last - first + 1 }, (_, i) => fix(first + i))

  test('a gap is bridged by the odometer, whose road is longer than the line; by the line where it stood still', () => {
    const gap = (odo: (km: number) => number | undefined) => [
      ...minutes(0, 20, (minute) => at(minute, minute, odo(minute))),
      ...minutes(80, 100, (minute) => at(minute, minute - 30, odo(minute - 15))),
    ]
    expect(totals(gap((km) => 1000 + km)).km).toBeCloseTo(85, 1)
    expect(totals(gap(() => 1000)).km).toBeCloseTo(70, 1)
    expect(totals(gap(() => undefined)).km).toBeCloseTo(70, 1)
    // Where the odometer was wrong before and after, it is not believed in between.
    expect(totals(gap((km) => 1000 + 2 * km)).km).toBeCloseTo(70, 1)
  })

  test('a tunnel in which the position stands still is as long as the odometer says, or the line to its end', () => {
    const tunnel = (odo: (minute: number) => number | undefined) =>
      minutes(0, 40, (minute) => at(minute, minute > 15 && minute < 20 ? 15 : minute, odo(minute)))
    expect(totals(tunnel((minute) => 1000 + minute)).km).toBeCloseTo(40, 1)
    expect(totals(tunnel(() => undefined)).km).toBeCloseTo(40, 1)
  })

  test('a position 200 km away and back adds nothing, with and without an odometer', () => {
    const strayed = (odo: (minute: number) => number | undefined) =>
      minutes(0, 60, (minute) => at(minute, minute === 30 || minute === 31 ? 230 : minute, odo(minute)))
    expect(totals(strayed((minute) => 1000 + minute)).km).toBeCloseTo(60, 1)
    const { km } = totals(strayed(() => undefined))
    expect(km).toBeGreaterThan(55.9)
    expect(km).toBeLessThan(60.1)
  })

  test('a ghost 5 km away between two fixes of a minute adds nothing, with and without an odometer', () => {
    const strayed = (odo: (minute: number) => number | undefined) =>
      minutes(0, 60, (minute) => at(minute, minute === 30 ? 35 : minute, odo(minute)))
    expect(totals(strayed((minute) => 1000 + minute)).km).toBeCloseTo(60, 1)
    const { km } = totals(strayed(() => undefined))
    expect(km).toBeGreaterThan(57.9)
    expect(km).toBeLessThan(60.1)
  })
})

describe('B2 batches with the times at which they were received', () => {
  /** Four hours of a truck that loses reception twenty times, for four to nine minutes, as on the roads around Nagpur. */
  const batches = (everyS: number, odometer: boolean) => {
    const road = roadOf(14_401, { seed: 11, stops: false })
    const zones = Array.from({ length: 20 }, (_, i): [number, number] => {
      const start = i * 700 + 60
      return [start, start + 240 + ((i * 37) % 300)]
    })
    const fixes = fixesOf(road, {
      ...{ everyS, start: START, noiseM: 5 },
      ...(odometer ? {} : { odometer: () => undefined }),
    })
    return { fixes: receivedAfter(fixes, START, zones), truth: road[14_400]?.km ?? 0, zones }
  }

  test.each([
    [10, true, 1],
    [30, true, 1],
    [60, true, 1],
    [10, false, 1],
    [30, false, 1],
    [60, false, 2],
  ])('every %d s, with an odometer %s: the kilometres within %d percent', (everyS, odometer, percent) => {
    const { fixes, truth } = batches(everyS, odometer)
    expect(Math.abs(totals(fixes).km / truth - 1) * 100).toBeLessThan(percent)
  })

  test('they belong to the time of the silence in which they were driven', () => {
    const road = roadOf(7201, { seed: 4, stops: false })
    const fixes = receivedAfter(fixesOf(road, { everyS: 30, start: from }), from, [[1800, 3630]])
    const { hours } = closeDay({
      ...{ day: DAY, timeZone: ZONE, fixes: columnsOf(fixes) },
      vehicle: { segment: 'HDT', fuelTankLitres: null, adblueTankLitres: null },
    })
    const first = hours[0]?.distanceKm ?? 0
    expect(Math.abs(first / (road[3600]?.km ?? 0) - 1)).toBeLessThan(0.02)
    expect(first + (hours[1]?.distanceKm ?? 0)).toBeCloseTo(road[7200]?.km ?? 0, 0)
  })
})

describe('B11 a vehicle that stands', () => {
  const random = randomFrom(5)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const parked = (
    count: number,
    everyS: number,
    more: (i: number) => Partial<Fix> & { east?: number },
  ): Fix[] =>
    Array.from({ length: count }, (_, i): Fix => {
      const { east = 0, ...fix } = more(i)
      return {
        time: START + i * everyS * 1000,
        lng: 73.5 + (normal() * 8 + east) / M_PER_DEGREE_EAST,
        lat: 18.5 + (normal() * 8) / 111_195,
        ...fix,
      }
    })

  test.each([
    ['with ignition', { ignition: false }],
    ['without', {}],
  ])('six hours of 8 m noise with stray points are 0 km, %s', (_title, more) => {
    const strays: Readonly<Record<number, number>> = { 50: 80, 200: 150, 400: 299, 500: 2000 }
    const fixes = parked(720, 30, (i) => ({ speed: 0, odo: 1000, ...more, east: strays[i] ?? 0 }))
    expect(totals(fixes)).toMatchObject({ km: 0, odometerKm: 0, doubtedKm: 0 })
  })

  test('a stray point whose speed was taken from the positions is none either', () => {
    const fixes = parked(720, 30, (i) => ({ speed: i % 100 === 50 || i % 100 === 51 ? 24 : 0 }))
    const strayed = fixes.map((fix, i) =>
      i % 100 === 50 ? { ...fix, lng: fix.lng + 200 / M_PER_DEGREE_EAST } : fix,
    )
    expect(totals(strayed.map((fix, i) => (i % 100 === 51 ? { ...fix, speed: 0 } : fix))).km).toBe(0)
  })

  test('one that creeps around corners counts their way, not the straight line from where it stood', () => {
    const random = randomFrom(7)
    const noise = () => (random() + random() + random() - 1.5) * 4
    const fixes = Array.from({ length: 1200 }, (_, i): Fix => {
      const metres = (i * 5 * 2) / 3.6
      const [leg, along] = [Math.floor(metres / 40), metres % 40]
      const [east, north] = [
        Math.ceil(leg / 2) * 40 + (leg % 2 === 0 ? along : 0),
        Math.floor(leg / 2) * 40 + (leg % 2 === 1 ? along : 0),
      ]
      return {
        time: START + i * 5000,
        lng: 73.5 + (east + noise()) / M_PER_DEGREE_EAST,
        lat: 18.5 + (north + noise()) / M_PER_DEGREE_NORTH,
        speed: 2,
      }
    })
    const path = (1199 * 5 * 2) / 3600
    expect(Math.abs(totals(fixes).km / path - 1)).toBeLessThan(0.07)
  })

  test('one that is carried counts once: a ferry of 6 km at speed 0', () => {
    const fixes = parked(121, 60, (i) => ({
      ...{ speed: 0, ignition: false, odo: 1000 },
      east: Math.max(0, Math.min(60, i - 30)) * 100,
    }))
    expect(totals(fixes).km).toBeGreaterThan(5.6)
    expect(totals(fixes).km).toBeLessThan(6.2)
  })
})

test('kilometres follow from the fixes of half an hour around them', () => {
  const road = roadOf(14_401, { seed: 21 })
  const odometer: OdometerOf = (km, second) => (second < 7000 ? 50_000 + km : 50_000 + 2 * km)
  const fixes = fixesOf(road, { everyS: 10, start: START, noiseM: 5, odometer })
  const [begin, end] = [540, 900]
  const whole = distancesOf(atOnce(timelineOf(DAY, ZONE, columnsOf(fixes), undefined))).km
  const part = distancesOf(
    atOnce(timelineOf(DAY, ZONE, columnsOf(fixes.slice(begin - 180, end + 180)), undefined)),
  ).km.slice(180, 180 + end - begin)
  const own = whole.slice(begin, end)
  expect(part.map((km) => Math.round(km * 1e6))).toEqual(own.map((km) => Math.round(km * 1e6)))
})

describe('accuracy of positions', () => {
  const parked = (i: number, eastM = 0, accuracy?: number): Fix => ({
    ...{ time: START + i * 60_000, lng: 73.5 + eastM / M_PER_DEGREE_EAST, lat: 18.5 },
    ...(accuracy === undefined ? {} : { accuracy }),
  })

  test('a fix that is less exact than the distance moved adds no kilometres, a more exact one does', () => {
    const stray = (accuracy?: number) => totals([parked(0), parked(5, 800, accuracy), parked(10)]).km
    expect(stray(900)).toBe(0)
    expect(stray(700)).toBeGreaterThan(1)
    expect(stray()).toBeGreaterThan(1)
  })

  test('a parked truck does not drive between the masts that it is seen from', () => {
    const masts = (isExact: (i: number) => boolean, more: object = {}) =>
      Array.from({ length: 40 }, (_, i) => ({
        ...(isExact(i) ? parked(i, 0, 5) : parked(i, i % 2 === 0 ? 0 : 2500, 1800)),
        ...more,
      }))
    expect(totals(masts(() => false)).km).toBe(0)
    const nowAndThen = (i: number) => i % 5 !== 3
    expect(totals(masts(nowAndThen)).km).toBeGreaterThan(15)
    expect(totals(masts(nowAndThen, { ignition: false })).km).toBe(0)
    expect(totals(masts(nowAndThen, { ignition: false, speed: 40 })).km).toBeGreaterThan(15)
  })

  test('a drive whose fixes are all inexact has its length, to within what they say', () => {
    const inexact = hour(() => undefined).map((fix) => ({ ...fix, accuracy: 300 }))
    expect(totals(inexact).km).toBeGreaterThan(59.6)
    expect(totals(inexact).km).toBeLessThan(60.01)
  })

  test('heartbeats between two positions of a drive change nothing of its length', () => {
    const fixes = hour(() => undefined)
    const gap = fixes.filter((_, i) => i < 100 || i >= 130)
    const last = fixes[99] as Fix
    const beats = Array.from({ length: 29 }, (_, i): Fix => {
      const time = last.time + (i + 1) * 10_000
      return { time, lng: last.lng, lat: last.lat, ignition: true, accuracy: ((i + 1) * 10 * 200) / 3.6 }
    })
    expect(totals(gap).km).toBeCloseTo(60, 1)
    expect(totals([...gap, ...beats].sort((a, b) => a.time - b.time)).km).toBeCloseTo(60, 1)
  })
})
