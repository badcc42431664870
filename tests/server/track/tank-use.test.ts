import { describe, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { createRandom } from '#server/simulator/random.ts'
import { closeDay, type HourRow } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { FUEL_SENSORS, type FuelSensor, fuelTruck } from './fuel-truck.fixture.ts'

const DAY = '2026-03-10'
const ZONE = 'Asia/Kolkata'
const { from } = dayBounds(DAY, ZONE)
const vehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const

const at = (minute: number, fix: Partial<Fix>): Fix => ({
  ...{ time: from + minute * 60_000, lng: 73.5, lat: 18.5, speed: 0, ignition: false },
  ...fix,
})
const parked = (fuel: (minute: number) => number, last = 1439): Fix[] =>
  Array.from({ length: Math.floor(last / 5) + 1 }, (_, i) => at(i * 5, { fuel: fuel(i * 5) }))
const close = (fixes: readonly Fix[], previous?: readonly Fix[]) =>
  closeDay({
    ...{ day: DAY, timeZone: ZONE, vehicle, fixes: columnsOf(fixes) },
    previous: previous && columnsOf(previous),
  })
const sum = (hours: readonly HourRow[], name: 'fuelUsed' | 'fuelDropped' | 'fuelFilled' | 'adblueUsed') =>
  hours.reduce((total, row) => total + row[name], 0)

describe('the use of fuel', () => {
  test.each([0.5, 2])('of a day parked with ±%d l of noise is none', (noise) => {
    const random = createRandom(1)
    const { hours } = close(parked(() => 180 + random.between(-noise, noise)))
    expect(sum(hours, 'fuelUsed')).toBeCloseTo(0, 6)
  })

  test('of a day parked with 101 and 99 l in turn by hours is none', () => {
    const { hours } = close(parked((minute) => (Math.floor(minute / 60) % 2 === 0 ? 101 : 99)))
    expect(sum(hours, 'fuelUsed')).toBeCloseTo(0, 6)
    expect(sum(hours, 'fuelDropped') + sum(hours, 'fuelFilled')).toBe(0)
  })

  test('leaves out 25 l that were siphoned in two hours while parked', () => {
    const level = (minute: number) => 180 - (25 * Math.min(Math.max(minute - 300, 0), 120)) / 120
    const { hours, events } = close(parked(level))
    expect(events.map(({ code }) => code)).toContain('FD')
    expect(sum(hours, 'fuelUsed')).toBeCloseTo(0, 6)
    expect(Math.abs(sum(hours, 'fuelDropped') - 25)).toBeLessThan(1)
    const lost = hours
      .filter(({ fuelDropped }) => fuelDropped > 0)
      .map(({ hour }) => (hour - from) / 3_600_000)
    expect(lost.every((hour) => hour >= 5 && hour <= 7)).toBe(true)
  })

  test('knows nothing of the minutes in which a sensor reads 0', () => {
    const { hours, events } = close(parked((minute) => (minute >= 300 && minute < 320 ? 0 : 185)))
    expect(events.filter(({ code }) => code === 'FD' || code === 'FF')).toEqual([])
    expect(sum(hours, 'fuelUsed')).toBe(0)
  })

  test.each(['white ±2 %', 'undamped, slosh sd 3 %, slope sd 2 %', 'damped 60 s, steps of 2 %'])(
    'of twelve days is right with the sensor %s, and hours are not cut off at 0',
    (name) => {
      const sensor = FUEL_SENSORS.find((each) => each.name === name) as FuelSensor
      const truck = fuelTruck(sensor, 11, from, 12)
      let [used, least] = [0, 0]
      for (let day = 10; day < 23; day += 1) {
        const name = (of: number) => `2026-03-${String(of).padStart(2, '0')}`
        const own = (of: number) => {
          const bounds = dayBounds(name(of), ZONE)
          return truck.fixes.filter(({ time }) => time >= bounds.from && time < bounds.to)
        }
        if (own(day).length === 0) continue
        const { hours } = closeDay({
          ...{ day: name(day), timeZone: ZONE, vehicle, fixes: columnsOf(own(day)) },
          previous: columnsOf(own(day - 1)),
        })
        used += sum(hours, 'fuelUsed')
        least = Math.min(least, ...hours.map(({ fuelUsed }) => fuelUsed))
      }
      expect(Math.abs(used / truck.used - 1)).toBeLessThan(0.04)
      expect(least).toBeLessThan(0)
    },
  )
})

test('the use of AdBlue is not the noise of its sensor, and a filling is none', () => {
  const random = createRandom(2)
  const level = (minute: number) => (minute < 700 ? 20 - minute * 0.005 : 38 - minute * 0.005)
  const fixes = Array.from({ length: 1440 }, (_, minute) =>
    at(minute, {
      ...{ speed: 50, ignition: true, lng: 73.5 + minute * 0.008 },
      adblue: level(minute) + random.between(-0.8, 0.8),
    }),
  )
  const { hours } = close(fixes)
  expect(Math.abs(sum(hours, 'adblueUsed') - 7.2)).toBeLessThan(1)
})

test('HLT-05 a single wrong value is neither the lowest nor the highest of a day, and a failed sensor is unknown', () => {
  const runs = { ignition: true, rpm: 900 }
  const values = (minute: number): Partial<Fix> => ({
    ...{ fuel: 180, adblue: 20, coolant: 85, oilPressure: 300, battery: 27 },
    ...(minute === 50 && { fuel: 20, adblue: 38, coolant: 150, oilPressure: 0, battery: 9 }),
    ...(minute >= 100 && minute < 110 && { fuel: 0, adblue: 0, battery: 0 }),
    ...(minute >= 200 && minute < 205 && { fuel: 900, oilPressure: 0, coolant: 0 }),
  })
  const fixes = Array.from({ length: 300 }, (_, minute) => at(minute, { ...runs, ...values(minute) }))
  const range = Object.fromEntries(close(fixes).fluids.map(({ fluid, low, high }) => [fluid, [low, high]]))
  // Oil pressure and coolant may be 0 for as long as they are.
  expect(range).toEqual({
    ...{ fuel: [180, 180], adblue: [20, 20], coolant: [0, 85], oilPressure: [0, 300], battery: [27, 27] },
  })
})
