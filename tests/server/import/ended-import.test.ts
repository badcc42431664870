import { expect, test } from 'vitest'
import { createCompanyRepository } from '#server/commands/companies.repository.ts'
import { TooFullDay, TooManyDays, TooManyReadings } from '#server/import/import.service.ts'
import { keepTimeZone } from '#server/import/vehicle-store.repository.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const NAME = 'Ended'
const HEADER = 'vehicle,time,lat,lon,speed\n'
const line = (i: number) => `T${i},2026-11-10T06:00:00Z,18.52,73.85,40\n`
const BOUNDS = {
  newVehicles: 100,
  readings: 100_000,
  dayFixes: 100_000,
  heldFixes: 1_000,
  vehicleIds: undefined,
}

const vehicles = async () =>
  (
    await database.db
      .selectFrom('vehicle')
      .innerJoin('company', 'company.id', 'vehicle.company_id')
      .select('registration')
      .where('company.name', '=', NAME)
      .execute()
  ).map(({ registration }) => registration)

test('an import that is ended while it reads stores nothing and leaves no vehicle behind', async () => {
  const { run } = importer(database, NAME)
  const stop = new AbortController()
  // The second piece of the file comes after the vehicles of the first one were made.
  const file = HEADER + line(1) + line(2) + ' \n'.repeat(300_000) + line(3)
  let made: readonly string[] = []
  await expect(
    run(
      { 'a.csv': file },
      {
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done < file.length / 2) return
          stop.abort()
          made = ['reached']
        },
      },
    ),
  ).rejects.toThrow(/abort/i)
  expect(made).toEqual(['reached'])
  expect(await vehicles()).toEqual([])
})

test('a file with more positions than its bounds is refused as a whole, new vehicles beyond them by line', async () => {
  const { run } = importer(database, NAME)
  const file = HEADER + [1, 2, 3].map(line).join('')
  await expect(run({ 'a.csv': file }, { bounds: { ...BOUNDS, readings: 2 } })).rejects.toThrow(
    TooManyReadings,
  )
  expect(await vehicles()).toEqual([])
  const summary = await run({ 'a.csv': file }, { bounds: { ...BOUNDS, newVehicles: 2 } })
  expect(summary).toMatchObject({ stored: 2, rejected: 1 })
  expect(summary.reasons).toEqual(['a.csv:4: the file has more than 2 new vehicles'])
  expect(await vehicles()).toEqual(['T1', 'T2'])
})

test('a file of more days of vehicles than its bounds is refused as a whole', async () => {
  const { run } = importer(database, NAME)
  const day = (i: number) => `DAYS,2026-11-0${i}T06:00:00Z,18.52,73.85,40\n`
  const file = HEADER + [1, 2, 3].map(day).join('')
  for (const heldFixes of [1, 1_000])
    await expect(
      run({ 'a.csv': file }, { bounds: { ...BOUNDS, heldFixes, vehicleDays: 2 } }),
    ).rejects.toThrow(TooManyDays)
  expect(await vehicles()).not.toContain('DAYS')
  expect(await run({ 'a.csv': file }, { bounds: { ...BOUNDS, vehicleDays: 3 } })).toMatchObject({ stored: 3 })
})

test('nothing is stored by the days of a time zone that was changed meanwhile', async () => {
  const { run } = importer(database, NAME)
  const companies = createCompanyRepository({ db: database.db })
  const { id } = await addCompany(database.db)
  expect(await companies.setTimeZone(id, 'Asia/Tokyo')).toBe(true)
  await expect(
    database.db.transaction().execute((trx) => keepTimeZone(trx, id, 'Asia/Kolkata')),
  ).rejects.toThrow('time zone')
  await database.db.transaction().execute((trx) => keepTimeZone(trx, id, 'Asia/Tokyo'))
  const file = HEADER + line(9)
  await run({ 'a.csv': file })
  const own = await database.db
    .selectFrom('company')
    .select('id')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  expect(await companies.setTimeZone(own.id, 'Asia/Tokyo')).toBe(false)
})

test('a day of a vehicle with more positions than its bounds is refused with the file, one with as many is stored', async () => {
  const { run } = importer(database, NAME)
  const second = (i: number) => `FULL,2026-11-10T06:00:0${i}Z,18.52,73.85,40\n`
  const file = HEADER + [1, 2, 3].map(second).join('')
  const refused = run({ 'a.csv': file }, { bounds: { ...BOUNDS, dayFixes: 2, heldFixes: 1 } })
  await expect(refused).rejects.toThrow(TooFullDay)
  await expect(refused).rejects.toMatchObject({ vehicle: 'FULL', day: '2026-11-10' })
  expect(await vehicles()).not.toContain('FULL')
  expect(await run({ 'a.csv': file }, { bounds: { ...BOUNDS, dayFixes: 3 } })).toMatchObject({ stored: 3 })
})
