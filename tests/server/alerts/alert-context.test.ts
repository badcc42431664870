import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import type { AlertContext } from '#server/alerts/alert-context.repository.ts'
import { createContexts, fencesDifferFrom } from '#server/alerts/alert-context.ts'
import type { DayFence } from '#server/track/close-day.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()

const DEPOT: DayFence = {
  ...{ id: 1, name: 'Depot', shape: 'circle', points: [[73, 18]], radiusM: 500 },
  ...{ validFrom: 1000, validTo: 9000, entryAlert: true, exitAlert: true },
}
const contextOf = (...fences: DayFence[]) =>
  ({
    fences: fences.map((fence) => ({ fence, vehicleIds: null })),
    fencesSince: 0,
  }) as unknown as AlertContext

test.each<[string, Partial<DayFence>, number]>([
  ['nothing', {}, Number.POSITIVE_INFINITY],
  ['its name', { name: 'Yard' }, Number.POSITIVE_INFINITY],
  ['its end', { validTo: 5000 }, 5000],
  ['its place', { points: [[74, 18]] }, 1000],
  ['what it reports', { exitAlert: false }, 1000],
])('a fence of which %s changes matters to fixes from then on', (_, change, from) => {
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf({ ...DEPOT, ...change }))).toBe(from)
})

test('a fence matters from its beginning on where it is added, and where it is removed', () => {
  expect(fencesDifferFrom(contextOf(), contextOf(DEPOT))).toBe(1000)
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf())).toBe(1000)
})

test('a fence that lasts longer matters from its former end on', () => {
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf({ ...DEPOT, validTo: 12_000 }))).toBe(9000)
})

test('of several fences that change the earliest counts', () => {
  const yard = { ...DEPOT, id: 2, validFrom: 500 }
  expect(fencesDifferFrom(contextOf(DEPOT), contextOf(yard, { ...DEPOT, validTo: 5000 }))).toBe(500)
  expect(fencesDifferFrom(contextOf(DEPOT, yard), contextOf({ ...DEPOT, validTo: 5000 }))).toBe(500)
})

test('a fence that is missing because it ended before what is known has not been removed', () => {
  const later = (fencesSince: number) => ({ ...contextOf(), fencesSince })
  expect(fencesDifferFrom(contextOf(DEPOT), later(9000))).toBe(1000)
  expect(fencesDifferFrom(contextOf(DEPOT), later(9001))).toBe(Number.POSITIVE_INFINITY)
})

test('a fence watches the same vehicles in whatever order they are named', () => {
  const watching = (vehicleIds: readonly number[] | null) =>
    ({
      fences: [{ fence: DEPOT, vehicleIds: vehicleIds && new Set(vehicleIds) }],
      fencesSince: 0,
    }) as unknown as AlertContext
  expect(fencesDifferFrom(watching([5, 10]), watching([10, 5]))).toBe(Number.POSITIVE_INFINITY)
  expect(fencesDifferFrom(watching([5]), watching([5, 10]))).toBe(1000)
  expect(fencesDifferFrom(watching([5]), watching(null))).toBe(1000)
})

test('what a company changes is read at once, but not without end', async () => {
  const { db } = backend.database
  const { id: companyId } = await addCompany(db)
  const { id: vehicleId } = await addVehicle(db, { company_id: companyId })
  let time = 0
  const contexts = createContexts({ db, now: () => time })
  const zoneAfter = async (timeZone: string) => {
    await db.updateTable('company').set({ time_zone: timeZone }).where('id', '=', companyId).execute()
    contexts.changed(companyId)
    return (await contexts.of({ companyId, vehicleId }))?.timeZone
  }
  await zoneAfter('UTC')
  for (let change = 0; change < 5; change += 1)
    for (const timeZone of ['Asia/Kolkata', 'UTC']) expect(await zoneAfter(timeZone)).toBe(timeZone)
  expect(await zoneAfter('Asia/Dubai')).toBe('UTC')
  contexts.changed(companyId)
  time += MINUTE_MS
  expect((await contexts.of({ companyId, vehicleId }))?.timeZone).toBe('Asia/Dubai')
})

test('all vehicles of a company that has changed wait for one reading', async () => {
  const { db } = backend.database
  const { id: companyId } = await addCompany(db)
  const vehicles = [
    await addVehicle(db, { company_id: companyId }),
    await addVehicle(db, { company_id: companyId }),
  ]
  const contexts = createContexts({ db, now: () => 0 })
  const all = () =>
    Promise.all(
      Array.from({ length: 40 }, (_, at) => contexts.of({ companyId, vehicleId: vehicles[at % 2]?.id ?? 0 })),
    )
  await all()
  for (const timeZone of ['Asia/Kolkata', 'UTC', 'Asia/Dubai']) {
    await db.updateTable('company').set({ time_zone: timeZone }).where('id', '=', companyId).execute()
    contexts.changed(companyId)
    expect(new Set((await all()).map((context) => context?.timeZone))).toEqual(new Set([timeZone]))
  }
})
