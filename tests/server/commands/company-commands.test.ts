import { expect, test } from 'vitest'
import { runProgram } from '#tests/kit/server/command-programs.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const company = (...args: string[]) => runProgram('company', args, { env: { DATABASE_URL: database.url } })

test('adds companies, sets a time zone and lists them', async () => {
  expect((await company('list')).out).toContain('npm run company -- add')
  expect(await company('add', 'Deccan Haul')).toMatchObject({ code: 0 })
  expect(await company('add', 'Nordfracht', '--time-zone', 'Europe/Berlin')).toMatchObject({ code: 0 })
  expect(await company('set', 'deccan haul', '--time-zone', 'Asia/Dubai')).toMatchObject({ code: 0 })
  expect((await company('list')).out).toMatch(
    /^\d+\tDeccan Haul\tAsia\/Dubai\t0 vehicles\n\d+\tNordfracht\tEurope\/Berlin\t0 vehicles\n$/,
  )
})

test.each([
  [['add', 'DECCAN haul'], 1, 'already'],
  [['add', '4711'], 1, 'no name for a company'],
  [['set', 'Nobody', '--time-zone', 'UTC'], 1, "no company 'Nobody'"],
  [['set', 'Deccan Haul'], 2, '--time-zone ZONE'],
  [['add', 'X', '--time-zone', 'Mars/Olympus'], 2, "no time zone 'Mars/Olympus'"],
  [['add'], 2, 'Name the company to add'],
  [['close', 'X'], 2, "no command 'close'"],
])('%j is refused with code %i', async (args, code, message) => {
  const result = await company(...args)
  expect(result.code).toBe(code)
  expect(result.err).toContain(message)
})

test('keeps the time zone of a company with positions', async () => {
  const { db } = database
  const { id } = await db
    .selectFrom('company')
    .select('id')
    .where('name', '=', 'Nordfracht')
    .executeTakeFirstOrThrow()
  const vehicle = await db
    .insertInto('vehicle')
    .values({ company_id: id, registration: 'N1', imei: 'N1', ingest_key: 'k' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('open_fix')
    .values({ company_id: id, vehicle_id: vehicle.id, time: new Date(), lng: 10, lat: 53 })
    .execute()
  const refused = await company('set', 'Nordfracht', '--time-zone', 'UTC')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('before the first one')
  expect(await company('set', 'Nordfracht', '--time-zone', 'Europe/Berlin')).toMatchObject({ code: 0 })
})
