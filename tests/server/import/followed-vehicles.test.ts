import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { createDateSurvey } from '#server/import/date-survey.ts'
import { IMPORT } from '#server/import/limits.ts'
import { createSurvey } from '#server/import/survey.ts'
import { createZoneSequence } from '#server/import/zone-sequence.ts'

/** Five past two, on the night on which the clocks of Berlin go back: it occurs twice. */
const TWICE = Date.UTC(2026, 9, 25, 2, 5)
const FOLLOWED = IMPORT.newVehicles

test('the hour that occurs twice is told by the rows of vehicles that are followed alone', () => {
  const sequence = createZoneSequence('Europe/Berlin')
  for (let i = 0; i < FOLLOWED; i += 1) sequence.read(TWICE - 120 * MINUTE_MS, `T${i}`, i)
  const rows = [0, 50, 0, 50].map((minutes) => TWICE + minutes * MINUTE_MS)
  const times = (vehicle: string) =>
    rows.map((wall, i) => (sequence.read(wall, vehicle, 30_000 - i) - TWICE) / MINUTE_MS)
  expect(times('T0')).toEqual([-120, -70, -60, -10])
  expect(sequence.unsure().times).toBe(0)
  expect(times('late')).toEqual([-120, -70, -120, -70])
  expect(sequence.unsure()).toEqual({ times: 4, line: 29_997 })
})

test('the order of dates is told by vehicles that are followed alone', () => {
  // Upwards with the month first, to and fro with the day first.
  const rows = Array.from({ length: 24 }, (_, i) => [1 + Math.floor(i / 2), i % 2 === 0 ? 3 : 9] as const)
  const found = (teller: string) => {
    const survey = createDateSurvey()
    const note = (vehicle: string, [month, day]: readonly [number, number]) =>
      survey.note(
        vehicle,
        { date: { numbers: [month, day, 2026], orders: ['dayFirst', 'monthFirst'] }, timeOfDay: 0 },
        `${month}/${day}/2026`,
      )
    for (let i = 0; i < FOLLOWED; i += 1) note(`T${i}`, [1, 3])
    for (const row of rows) note(teller, row)
    return survey.found(undefined)
  }
  expect(found('T0')).toEqual({ order: 'monthFirst' })
  expect(found('late')).toHaveProperty('open')
})

test('columns beyond those of a file are not kept', () => {
  const survey = createSurvey()
  for (let i = 0; i <= IMPORT.columns; i += 1) survey.unit(`odometer${'.'.repeat(i)}`, 'mile')
  expect(survey.unitOf('odometer')).toBe('mile')
  expect(survey.unitOf(`odometer${'.'.repeat(IMPORT.columns)}`)).toBeUndefined()
})
