import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { checkReadings } from '#server/health/typed-readings.ts'
import { HttpError } from '#server/http/errors.ts'

const SHOWN = {
  odo: { now: 100_000, thatDay: 98_000 },
  engineHours: { now: 5_000, thatDay: 4_900 },
} as const

const refusal = (typed: Parameters<typeof checkReadings>[0], agoMs: number, isConfirmed = false) => {
  try {
    checkReadings(typed, SHOWN, agoMs, null, isConfirmed)
  } catch (error) {
    return (error as HttpError).code
  }
  return null
}
const km = (odo: number, days: number) => refusal({ odo }, days * DAY_MS)
const hours = (engineHours: number, ago: number) => refusal({ engineHours }, ago * HOUR_MS)

test('an odometer may be 500 km beyond what the truck shows, and so far behind what it drove at 2,000 km a day', () => {
  expect(refusal({ odo: 100_500 }, 0, true)).toBeNull()
  expect(refusal({ odo: 100_501 }, 0, true)).toBe('serviceOdometerImpossible')
  expect(refusal({ odo: 97_500 }, DAY_MS, true)).toBeNull()
  expect(refusal({ odo: 97_499 }, DAY_MS, true)).toBe('serviceOdometerImpossible')
  expect(refusal({ odo: 99_499 }, -DAY_MS, true)).toBe('serviceOdometerImpossible')
})

test('an odometer more than 1,000 km from what the truck showed that day is asked about', () => {
  expect(km(99_000, 2)).toBeNull()
  expect(km(99_001, 2)).toBe('serviceOdometerDoubtful')
  expect(km(97_000, 2)).toBeNull()
  expect(km(96_999, 2)).toBe('serviceOdometerDoubtful')
})

test('engine hours may be 24 off, and are asked about 50 from what the truck showed that day', () => {
  expect(refusal({ engineHours: 5_024 }, 0, true)).toBeNull()
  expect(refusal({ engineHours: 5_025 }, 0, true)).toBe('serviceHoursImpossible')
  expect(refusal({ engineHours: 4_876 }, 100 * HOUR_MS, true)).toBeNull()
  expect(refusal({ engineHours: 4_875 }, 100 * HOUR_MS, true)).toBe('serviceHoursImpossible')
  expect(hours(4_950, 200)).toBeNull()
  expect(hours(4_951, 200)).toBe('serviceHoursDoubtful')
})

test('what the truck does not report holds nothing back, and what it shows now stands for an unknown day', () => {
  const odo = { now: null, thatDay: null }
  expect(() => checkReadings({ odo: 5 }, { ...SHOWN, odo }, 0, null, false)).not.toThrow()
  const unknownDay = { ...SHOWN, odo: { now: 100_000, thatDay: null } }
  expect(() => checkReadings({ odo: 99_000 }, unknownDay, DAY_MS, null, false)).not.toThrow()
  expect(() => checkReadings({ odo: 98_999 }, unknownDay, DAY_MS, null, false)).toThrow(HttpError)
})
