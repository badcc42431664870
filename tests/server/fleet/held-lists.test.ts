import { expect, test } from 'vitest'
import type { FleetList } from '#contract/records/fleet.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { ALL, withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, get, ids, own } = withFleet()

const nothing = { removed: [], intervals: { vehicleId: [], intervalS: [] } }

test('OPEN-44 who holds a list is answered what has changed in it, who names another revision the whole list', async () => {
  const whole = await get<FleetList>('fleetmaptracking/vehicles')
  expect(whole.vehicles.map(({ registrationId }) => registrationId)).toEqual(ALL)
  const held = `held=${whole.revision}`
  expect(await get(`fleetmaptracking/vehicles?${held}`)).toEqual({
    vehicles: [],
    counts: whole.counts,
    revision: whole.revision,
    changes: { ...nothing, leftOut: { RUNNING: 0, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 } },
  })
  await backend.database.db
    .updateTable('trip')
    .set({ to_city: 'Amravati' })
    .where('vehicle_id', '=', ids['FAST'] ?? 0)
    .execute()
  const after = await get<FleetList>(`fleetmaptracking/vehicles?${held}`)
  expect(after.changes).toMatchObject(nothing)
  expect(after.vehicles).toMatchObject([{ registrationId: 'FAST', tripDetail: { toCity: 'Amravati' } }])
  expect(after.revision).not.toBe(whole.revision)
  const unknown = await get<FleetList>('fleetmaptracking/vehicles?held=of-a-server-before')
  expect(unknown.vehicles).toHaveLength(ALL.length)
  expect(unknown.changes).toBeUndefined()
})

test('MAP-07 API-112 the list of all trucks is answered so too', async () => {
  const { revision } = await get<FleetList>('showalltrucks')
  expect(await get(`showalltrucks?held=${revision}`)).toMatchObject({
    showAllTrucksList: [],
    changes: nothing,
  })
})

test('MAP-22 a vehicle that leaves a filtered list is named, and what the list does not show is counted', async () => {
  const ask = async (query = '') =>
    (
      await backend.ask('POST', `${FLEET_API}/fleetmaptracking/filter${query}`, {
        token: own.token,
        body: { status: 'IDLE', filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [] } },
      })
    ).body as FleetList
  const { revision, counts } = await ask()
  const { db } = backend.database
  await db
    .updateTable('latest_fix')
    .set({ speed: 30 })
    .where('vehicle_id', '=', ids['IDLE'] ?? 0)
    .execute()
  const after = await ask(`?held=${revision}`)
  expect(after).toMatchObject({
    vehicles: [],
    counts: { RUNNING: counts.RUNNING + 1, IDLING: 0 },
    changes: { removed: [ids['IDLE']], leftOut: { RUNNING: counts.RUNNING + 1, IDLING: 0 } },
  })
})
