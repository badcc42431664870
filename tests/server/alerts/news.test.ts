import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { createAlertStore, type Findings } from '#server/alerts/store-alerts.ts'
import type { FoundAlert } from '#server/rules/types.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, FAST, MOVING } from './alerts.fixture.ts'

const NOW = Date.UTC(2026, 10, 20, 6)
const database = withDatabase()
const owner = { companyId: 0, vehicleId: 0 }
beforeAll(async () => {
  const company = await addCompany(database.db)
  owner.companyId = company.id
  owner.vehicleId = (await addVehicle(database.db, { company_id: company.id })).id
})

const found = (time: number): FoundAlert => ({
  ...{ type: 'OVERSPEED', threshold: 80, subject: '', began: time, time, ended: time, lastSeen: time },
  ...{ lng: 73.8, lat: 18.5, value: 90, durationS: 5 },
  evidence: { rule: {}, figures: {}, fence: null, fixes: [] },
})

test('ALR-13 an alert of up to two hours ago is notified of, an older one is stored alone', async () => {
  const store = createAlertStore({ now: () => NOW })
  const rules = { sinceOf: () => 0 } as unknown as Findings['rules']
  const times = [NOW - 2 * HOUR_MS - 1, NOW - 2 * HOUR_MS]
  const notified = await database.db
    .transaction()
    .execute((trx) =>
      store(trx, [{ ...owner, found: times.map(found), rules, evaluated: null, knownSince: null }]),
    )
  expect(notified.map(({ time }) => time)).toEqual([NOW - 2 * HOUR_MS])
  const { count } = await database.db
    .selectFrom('alert')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
})

test('of very many alerts of a vehicle that are found at once the newest are notified of, and all are stored', async () => {
  const store = createAlertStore({ now: () => NOW })
  const rules = { sinceOf: () => 0 } as unknown as Findings['rules']
  const vehicle = await addVehicle(database.db, { company_id: owner.companyId })
  const other = await addVehicle(database.db, { company_id: owner.companyId })
  const times = Array.from({ length: 250 }, (_, i) => NOW - HOUR_MS + i * 1000)
  const findings = (vehicleId: number, all: readonly number[]): Findings => ({
    ...{ companyId: owner.companyId, vehicleId, found: all.map(found), rules },
    ...{ evaluated: null, knownSince: null },
  })
  const notified = await database.db
    .transaction()
    .execute((trx) => store(trx, [findings(vehicle.id, times), findings(other.id, times.slice(0, 2))]))
  const ofVehicle = (id: number) =>
    notified.filter(({ vehicleId }) => vehicleId === id).map(({ time }) => time)
  expect(ofVehicle(vehicle.id)).toEqual(times.slice(50))
  expect(ofVehicle(other.id)).toEqual(times.slice(0, 2))
  const stored = await database.db
    .selectFrom('alert')
    .select('id')
    .where('vehicle_id', '=', vehicle.id)
    .execute()
  expect(stored).toHaveLength(times.length)
})

test('who listens hears of an alert when it is stored, and nothing when it ends or none is raised', async () => {
  const fixture = await createAlertFixture(database)
  const heard: number[] = []
  const stopListening = fixture.engine().onStored((alerts) => heard.push(alerts.length))
  await fixture.send([at(-60, MOVING), at(-59, MOVING)])
  await fixture.send([at(-58, FAST), at(-57, FAST)])
  expect(heard).toEqual([1])
  await fixture.send([at(-56, MOVING)])
  expect(heard).toEqual([1])
  stopListening()
  await fixture.send([at(-55, FAST), at(-54, FAST)])
  expect(await fixture.stored()).toHaveLength(2)
  expect(heard).toEqual([1])
})
