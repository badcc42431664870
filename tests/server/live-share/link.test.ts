import { beforeAll, expect, test } from 'vitest'
import type { ShareEnd } from '#contract/records/live-share.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { stateOf } from '#server/live-share/link.ts'
import { createLiveShareRepository } from '#server/live-share/live-share.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const NOW = 1_795_000_000_000

/** What ends a link: an instant, a trip with its status (null for a deleted one), or arrivals. */
const ENDS = [
  ['time', undefined],
  ['arrival', undefined],
  ...(['PLANNED', 'RUNNING', 'COMPLETED', 'CANCELLED', null] as const).map(
    (status) => ['trip', status] as const,
  ),
] as const satisfies ReadonlyArray<readonly [ShareEnd, unknown]>
/** From now to the end and to the revocation, ms. */
const UNTIL_END = [-1, 0, 1]
const REVOKED = [null, 0]
/** The vehicles of a link: under way, arrived, and moved to another company. */
const MEMBERS = [
  [],
  ['under way'],
  ['arrived'],
  ['arrived', 'under way'],
  ['moved'],
  ['moved', 'arrived'],
  ['moved', 'under way'],
] as const

let companyId = 0
let userId = 0
const vehicles = { 'under way': 0, arrived: 0, moved: 0 }
beforeAll(async () => {
  const { db } = database
  companyId = (await addCompany(db)).id
  const other = await addCompany(db)
  vehicles['under way'] = (await addVehicle(db, { company_id: companyId })).id
  vehicles.arrived = (await addVehicle(db, { company_id: companyId })).id
  vehicles.moved = (await addVehicle(db, { company_id: other.id })).id
  const { id } = await db
    .insertInto('app_user')
    .values({
      ...{ company_id: companyId, user_name: 'sharer', first_name: 'S', email: null, mobile: null },
      ...{ roles: '["CUSTOMER"]', password_hash: 'x', disabled_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = id
})

const addTrip = async (status: 'PLANNED' | 'RUNNING' | 'COMPLETED' | 'CANCELLED'): Promise<number> => {
  const { id } = await database.db
    .insertInto('trip')
    .values({
      ...{ company_id: companyId, vehicle_id: vehicles['under way'], from_city: 'Pune', to_city: 'Nagpur' },
      ...{ scheduled_start: new Date(NOW), scheduled_end: new Date(NOW), status },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('OPEN-43 the database counts a link as open exactly while its state is open', async () => {
  const { db } = database
  const links = createLiveShareRepository({ db })
  /** Adds a link unless another one is open now; answers its id or null. */
  const add = (endsBy: ShareEnd, endsAt: number, tripId: number | null) =>
    links.add(
      {
        ...{ companyId, userId, hash: `${endsAt} ${endsBy}`, label: '', endsBy, endsAt, tripId },
        ...{ geoFenceId: null, createdAt: NOW, vehicleIds: [vehicles['under way']] },
      },
      1,
    )
  const states = new Set<string>()
  for (const [endsBy, status] of ENDS) {
    const tripId = status === undefined || status === null ? null : await addTrip(status)
    for (const untilEnd of UNTIL_END)
      for (const revoked of REVOKED)
        for (const members of MEMBERS) {
          const id = (await add(endsBy, NOW + untilEnd, tripId)) ?? 0
          await db.deleteFrom('live_share_vehicle').where('share_id', '=', id).execute()
          for (const member of members)
            await db
              .insertInto('live_share_vehicle')
              .values({
                ...{ share_id: id, vehicle_id: vehicles[member] },
                arrived_at: member === 'arrived' ? new Date(NOW) : null,
              })
              .execute()
          if (revoked !== null) await links.revoke(id, NOW + revoked)
          const stored = await links.byId(id)
          if (stored === undefined) throw new Error('The link is not stored.')
          const state = stateOf(stored, NOW)
          const isOpen = (await add('time', NOW + HOUR_MS, null)) === null
          expect({ endsBy, status, untilEnd, revoked, members, isOpen }).toEqual({
            ...{ endsBy, status, untilEnd, revoked, members, isOpen: state === 'open' },
          })
          states.add(state)
          await db.deleteFrom('live_share').where('company_id', '=', companyId).execute()
        }
  }
  expect([...states].sort()).toEqual(['ended', 'expired', 'open', 'revoked'])
}, 60_000)

/** Adds a link of two vehicles, unless the company has `most` open ones. */
const addLink = (hash: string, most = 1000) =>
  createLiveShareRepository(database).add(
    {
      ...{ companyId, userId, hash, label: '', endsBy: 'time', endsAt: NOW + HOUR_MS, tripId: null },
      ...{ geoFenceId: null, createdAt: NOW, vehicleIds: [vehicles['under way'], vehicles.arrived] },
    },
    most,
  )

test('the limit of a company holds for links that are made at once', async () => {
  await database.db.deleteFrom('live_share').execute()
  const made = await Promise.all(Array.from({ length: 9 }, (_, i) => addLink(`at once ${i}`, 4)))
  expect(made.filter((id) => id !== null)).toHaveLength(4)
})

test('what is written twice keeps its first time: an arrival and a revocation; a last visit keeps the latest', async () => {
  const links = createLiveShareRepository(database)
  const [id, other] = [(await addLink('twice')) ?? 0, (await addLink('another')) ?? 0]
  for (const minute of [1, 2]) {
    await links.arrived(id, vehicles.arrived, NOW + minute * MINUTE_MS)
    await links.revoke(id, NOW + minute * MINUTE_MS)
  }
  for (const minute of [2, 1]) await links.seen(id, 1, NOW + minute * MINUTE_MS)
  const first = new Date(NOW + MINUTE_MS)
  expect(await links.byId(id)).toMatchObject({
    ...{ revoked_at: first, views: 2, last_viewed_at: new Date(NOW + 2 * MINUTE_MS) },
  })
  const arrivals = async (share: number) =>
    (
      await database.db
        .selectFrom('live_share_vehicle')
        .select('arrived_at')
        .where('share_id', '=', share)
        .orderBy('vehicle_id')
        .execute()
    ).map(({ arrived_at }) => arrived_at)
  expect(await arrivals(id)).toEqual([null, first])
  expect(await arrivals(other)).toEqual([null, null])
  expect(await links.byId(other)).toMatchObject({ revoked_at: null, views: 0, last_viewed_at: null })
})

test('a link that would end in a fence that is deleted meanwhile is not made', async () => {
  const links = createLiveShareRepository({ db: database.db })
  const link: Parameters<typeof links.add>[0] = {
    ...{ companyId, userId, hash: 'gone', label: '', endsAt: NOW + HOUR_MS, tripId: null },
    endsBy: 'arrival',
    ...{ geoFenceId: 2_000_000_000, createdAt: NOW, vehicleIds: [vehicles['under way']] },
  }
  expect(await links.add(link, 1_000)).toBeUndefined()
  expect(await links.byHash('gone')).toBeUndefined()
})
