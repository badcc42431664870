import { describe, expect, test } from 'vitest'
import { LIVE_SHARE } from '#contract/constants.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { SHARE } from '#server/live-share/limits.ts'
import { withShares } from './live-share.fixture.ts'

const { backend, known, create, share, list, validate, send, addTrip, addFence, SHARES } = withShares()

const codeOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields } = body as { code?: string; fields?: Array<{ field: string }> }
  return [status, code, fields?.[0]?.field]
}
const idsOf = (...names: Array<'a' | 'b' | 'c' | 'foreign'>) => names.map((name) => known.vehicles[name].id)
const put = (body: object, token = known.token) => backend.ask('PUT', SHARES, { token, body })
const revoke = (shareId: number, token = known.token) =>
  backend.ask('POST', `${SHARES}/revoke`, { token, body: { shareId } })
/** Changes a link as another process or a command does: in the database alone. */
const setLink = (shareId: number, columns: { created_at?: Date; revoked_at?: Date; ends_at?: Date }) =>
  backend.database.db.updateTable('live_share').set(columns).where('id', '=', shareId).execute()
/** Stores so many open links of a vehicle, made an hour ago; returns their ids. */
const fill = async (company_id: number, vehicle_id: number, count: number): Promise<number[]> => {
  const { db } = backend.database
  const rows = Array.from({ length: count }, (_, i) => ({
    ...{ company_id, created_by: null, created_at: new Date(Date.now() - HOUR_MS), label: '' },
    ...{ hash: `filler ${company_id} ${i}`, ends_by: 'time' as const, ends_at: new Date(inAnHour()) },
    ...{ trip_id: null, geofence_id: null, revoked_at: null, last_viewed_at: null },
  }))
  const made = await db.insertInto('live_share').values(rows).returning('id').execute()
  const members = made.map(({ id }) => ({ share_id: id, vehicle_id }))
  await db.insertInto('live_share_vehicle').values(members).execute()
  return made.map(({ id }) => id)
}
const inAnHour = () => Date.now() + HOUR_MS

describe('OPEN-43 making a live link', () => {
  test('AC-07 AC-08 its id has 128 random bits and 64 that prove them, is told once, and is stored as its hash', async () => {
    const [one, other] = [
      await share({ vehicleIds: idsOf('a'), label: ' Order 7 ' }),
      await share({ vehicleIds: idsOf('a') }),
    ]
    expect(Buffer.from(one.q, 'base64url')).toHaveLength(16 + 8)
    expect(one.q).not.toBe(other.q)
    const row = await backend.database.db
      .selectFrom('live_share')
      .selectAll()
      .where('id', '=', one.shareId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ hash: storedHashOf(one.q), label: 'Order 7', company_id: known.companyId })
    expect(JSON.stringify([row, await list()])).not.toContain(one.q)
    const { first_name } = await backend.database.db
      .selectFrom('app_user')
      .select('first_name')
      .where('user_name', '=', 'owner')
      .executeTakeFirstOrThrow()
    expect(first_name).not.toBe('')
    expect((await list()).map(({ createdBy }) => createdBy)).toEqual([first_name, first_name])
    await validate(one.q)
    expect(backend.logged.join('')).not.toContain(one.q)
  })

  test('vehicles that the caller does not see, and those of two companies, are refused', async () => {
    const body = { endsBy: 'time', endsAt: inAnHour() }
    expect(codeOf(await create({ ...body, vehicleIds: idsOf('a', 'foreign') }))).toEqual([
      404,
      'notFound',
      undefined,
    ])
    expect(codeOf(await create({ ...body, vehicleIds: [2_000_000_000] }))).toEqual([
      404,
      'notFound',
      undefined,
    ])
    await backend.addUser('staff', 'SUPERADMIN', null)
    const { token } = await backend.logIn('staff')
    expect(codeOf(await create({ ...body, vehicleIds: idsOf('a', 'foreign') }, token))).toEqual([
      400,
      'shareCompanies',
      undefined,
    ])
    expect(codeOf(await create(body))).toEqual([400, 'shareVehicles', undefined])
    expect((await create({ ...body, vehicleIds: [] })).status).toBe(400)
  })

  test('an end in the past, too far away, or missing is refused by name', async () => {
    const body = { endsBy: 'time', vehicleIds: idsOf('a') }
    const tooFar = Date.now() + (LIVE_SHARE.maxDays + 1) * DAY_MS
    expect(codeOf(await create({ ...body, endsAt: Date.now() - 1000 }))).toEqual([
      400,
      'shareEndTooEarly',
      'endsAt',
    ])
    expect(codeOf(await create({ ...body, endsAt: tooFar }))).toEqual([400, 'shareEndTooFar', 'endsAt'])
    expect(codeOf(await create(body))).toEqual([400, 'shareEndMissing', 'endsAt'])
  })

  test('TRP-13 a running trip is shared until it ends, for 30 days at most; another one is refused', async () => {
    const tripId = await addTrip(known.vehicles.b)
    const { shareId } = await share({ tripId, endsBy: 'trip', endsAt: undefined })
    const made = (await list()).find((one) => one.shareId === shareId)
    expect(made).toMatchObject({
      endsBy: 'trip',
      tripId,
      state: 'open',
      vehicles: [{ vehicleId: known.vehicles.b.id, hasArrived: false }],
    })
    expect((made?.endsAt ?? 0) - (made?.createdAt ?? 0)).toBeLessThanOrEqual(LIVE_SHARE.maxDays * DAY_MS)
    const ended = await addTrip(known.vehicles.b, 'COMPLETED')
    expect(codeOf(await create({ tripId: ended, endsBy: 'trip' }))).toEqual([
      400,
      'shareTripNotRunning',
      undefined,
    ])
    expect(codeOf(await create({ vehicleIds: idsOf('a'), endsBy: 'trip' }))).toEqual([
      400,
      'shareTripNotRunning',
      undefined,
    ])
    expect(codeOf(await create({ tripId: await addTrip(known.vehicles.foreign), endsBy: 'trip' }))).toEqual([
      404,
      'notFound',
      undefined,
    ])
  })

  test('the fence of an arrival must be the company’s, named, and not around the vehicle', async () => {
    const body = { endsBy: 'arrival', vehicleIds: idsOf('c') }
    const strange = await addFence(known.vehicles.foreign.company_id, 70, 20)
    expect(codeOf(await create({ ...body, geoFenceId: strange }))).toEqual([404, 'notFound', undefined])
    expect(codeOf(await create(body))).toEqual([400, 'shareFenceMissing', 'geoFenceId'])
    await send(known.vehicles.c, { lng: 71, lat: 21 })
    const geoFenceId = await addFence(known.companyId, 71, 21)
    expect(codeOf(await create({ ...body, geoFenceId }))).toEqual([400, 'shareAlreadyThere', undefined])
  })

  test('a company has at most so many open links; the open ones are listed first, however many have ended since', async () => {
    const body = { endsBy: 'time', endsAt: inAnHour(), vehicleIds: idsOf('foreign') }
    const make = () => create(body, known.foreignToken)
    const { shareId: oldest } = (await make()).body as { shareId: number }
    const { company_id, id: vehicleId } = known.vehicles.foreign
    await setLink(oldest, { created_at: new Date(Date.now() - DAY_MS) })
    const fillers = await fill(company_id, vehicleId, LIVE_SHARE.maxOpenLinks - 1)
    expect(codeOf(await make())).toEqual([409, 'sharesFull', undefined])
    expect((await list(known.foreignToken)).map(({ shareId }) => shareId)).toContain(oldest)

    await backend.database.db
      .updateTable('live_share_vehicle')
      .set({ arrived_at: new Date() })
      .where('share_id', 'in', fillers)
      .execute()
    const { shareId: newest } = (await make()).body as { shareId: number }
    const listed = await list(known.foreignToken)
    expect(listed.slice(0, 3).map(({ shareId, state }) => [shareId, state])).toEqual([
      [newest, 'open'],
      [oldest, 'open'],
      [Math.max(...fillers), 'ended'],
    ])
    expect(listed).toHaveLength(SHARE.listed)

    const tripId = await addTrip(known.vehicles.foreign)
    await backend.database.db
      .updateTable('live_share')
      .set({ ends_by: 'trip', trip_id: tripId })
      .where('company_id', '=', company_id)
      .execute()
    await backend.database.db
      .updateTable('live_share_vehicle')
      .set({ arrived_at: null })
      .where('share_id', 'in', fillers)
      .execute()
    expect(codeOf(await make()), 'their trip runs').toEqual([409, 'sharesFull', undefined])
    await backend.database.db
      .updateTable('trip')
      .set({ status: 'COMPLETED' })
      .where('id', '=', tripId)
      .execute()
    expect((await make()).status, 'their trip has ended').toBe(200)
  })
})

describe('OPEN-43 listing, changing and revoking', () => {
  test('only who sees all vehicles of a link lists it, changes it and revokes it', async () => {
    const { shareId } = await share({ vehicleIds: idsOf('a', 'b') })
    expect((await list()).map((one) => one.shareId)).toContain(shareId)
    expect((await list(known.foreignToken)).map((one) => one.shareId)).not.toContain(shareId)
    expect((await revoke(shareId, known.foreignToken)).status).toBe(404)
    expect((await put({ shareId, endsAt: inAnHour() }, known.foreignToken)).status).toBe(404)
    const { db } = backend.database
    const { id: group_id } = await db
      .insertInto('vehicle_group')
      .values({ company_id: known.companyId, name: 'Half' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const company_id = known.companyId
    await db
      .insertInto('group_vehicle')
      .values({ company_id, group_id, vehicle_id: known.vehicles.a.id })
      .execute()
    const user_id = await backend.addUser('half', 'MANAGER', company_id)
    await db.insertInto('user_group').values({ company_id, group_id, user_id }).execute()
    const { token } = await backend.logIn('half')
    expect((await list(token)).map((one) => one.shareId)).not.toContain(shareId)
    expect((await revoke(shareId, token)).status).toBe(404)

    const { shareId: visible } = await share({ vehicleIds: idsOf('a') })
    await setLink(visible, { created_at: new Date(Date.now() - 2 * DAY_MS), revoked_at: new Date() })
    const newer = await fill(company_id, known.vehicles.b.id, SHARE.listed)
    const ids = (await list(token)).map((one) => one.shareId)
    expect(ids, 'links of other vehicles do not take its place').toContain(visible)
    await db.deleteFrom('live_share').where('id', 'in', newer).execute()
  })

  test('its end can be moved while it is open, within the limits', async () => {
    const { shareId, q } = await share({ vehicleIds: idsOf('a') })
    const endsAt = Date.now() + 2 * HOUR_MS
    expect((await put({ shareId, endsAt })).status).toBe(200)
    expect((await list()).find((one) => one.shareId === shareId)?.endsAt).toBe(endsAt)
    expect((await validate(q)).body).toMatchObject({ endsAt })
    expect(codeOf(await put({ shareId, endsAt: 1 }))).toEqual([400, 'shareEndTooEarly', 'endsAt'])
    await revoke(shareId)
    expect(codeOf(await put({ shareId, endsAt }))).toEqual([409, 'shareEnded', undefined])
  })

  test('AC-07 a revoked link is over, revoking again changes nothing, and sharing again works', async () => {
    const { shareId, q } = await share({ vehicleIds: idsOf('a') })
    expect((await validate(q)).body).toHaveProperty('liveShareVehicleDetails')
    expect((await revoke(shareId)).status).toBe(200)
    expect((await revoke(shareId)).status).toBe(200)
    expect((await list()).find((one) => one.shareId === shareId)?.state).toBe('revoked')
    expect((await validate(q)).body).not.toHaveProperty('liveShareVehicleDetails')
    const again = await share({ vehicleIds: idsOf('a') })
    expect((await validate(again.q)).body).toHaveProperty('liveShareVehicleDetails')
  })

  test('AC-07 a link that has ended by itself cannot be revoked, which is said; sharing again works', async () => {
    const expired = await share({ vehicleIds: idsOf('a') })
    await setLink(expired.shareId, { ends_at: new Date(Date.now() - 1) })
    expect(codeOf(await revoke(expired.shareId))).toEqual([409, 'shareEnded', undefined])
    expect((await list()).find((one) => one.shareId === expired.shareId)?.state).toBe('expired')
    expect((await validate(expired.q)).body).not.toHaveProperty('liveShareVehicleDetails')
    const again = await share({ vehicleIds: idsOf('a') })
    expect((await validate(again.q)).body).toHaveProperty('liveShareVehicleDetails')
    expect((await validate(expired.q)).body, 'the old link stays closed').not.toHaveProperty(
      'liveShareVehicleDetails',
    )
    const done = await share({ tripId: await addTrip(known.vehicles.b), endsBy: 'trip', endsAt: undefined })
    await backend.database.db.updateTable('trip').set({ status: 'COMPLETED' }).execute()
    expect(codeOf(await revoke(done.shareId))).toEqual([409, 'shareEnded', undefined])
  })

  test('visits are counted once for each address, whatever a browser calls itself, and the last one is dated', async () => {
    const { shareId, q } = await share({ vehicleIds: idsOf('a') })
    const ask = (agent: string, address: string) =>
      validate(q, { 'user-agent': agent, 'x-forwarded-for': address })
    await ask('phone', '10.0.0.1')
    await ask('phone', '10.0.0.1')
    await ask('laptop', '10.0.0.1')
    await ask('phone', '10.0.0.2')
    const seen = (await list()).find((one) => one.shareId === shareId)
    expect(seen?.views).toBe(2)
    expect(Math.abs(Date.now() - (seen?.lastViewedAt ?? 0))).toBeLessThan(HOUR_MS)
  })

  test('links that ended three months ago are deleted, younger ones are not', async () => {
    const { shareId } = await share({ vehicleIds: idsOf('a') })
    const { shareId: older } = await share({ vehicleIds: idsOf('a') })
    const { db } = backend.database
    await db
      .updateTable('live_share')
      .set({ ends_at: new Date(Date.now() - 91 * DAY_MS) })
      .where('id', '=', older)
      .execute()
    await backend.tidy()
    const left = await db.selectFrom('live_share').select('id').where('id', 'in', [shareId, older]).execute()
    expect(left).toEqual([{ id: shareId }])
  })
})
