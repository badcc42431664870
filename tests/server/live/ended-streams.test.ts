import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { IDENTITY } from '#server/identity/limits.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { LIVE as LIMITS } from '#server/live/limits.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { FLEET, LIVE, withStreams } from './live-server.fixture.ts'
import { storeVerboseVehicle } from './verbose-vehicle.fixture.ts'

const { backend, fixture, open, send } = withStreams()

describe('streams of users who lose access', () => {
  const as = (login: { token: string }, headers = {}) => ({
    authorization: `Bearer ${login.token}`,
    ...headers,
  })
  const snapshot = (text: string) => text.includes('event: snapshot')

  test('SE-15 logging out ends the streams of this login only, and its calls at once', async () => {
    const [leaving, staying] = [await backend.logIn('watcher'), await backend.logIn('watcher')]
    const [ends, stays] = [await open(FLEET, as(leaving)), await open(FLEET, as(staying))]
    await Promise.all([ends.until(snapshot), stays.until(snapshot)])
    await backend.ask('POST', '/api/v2/logout', { token: leaving.token })
    const { status } = await backend.ask('GET', `${FLEET_API}/fleetmaptracking/vehicles`, {
      token: leaving.token,
    })
    expect(status).toBe(401)
    await ends.ended()
    await send(fixture.own, 18.5001)
    expect(await stays.until((text) => text.includes('18.5001'))).toContain('event: batch')
    stays.leave()
  })

  test('SE-15 AC-06 logging out also ends a stream that is still being filled because its reader takes nothing', async () => {
    const { db } = backend.database
    const { id: companyId } = await addCompany(db)
    const { truck, times } = await storeVerboseVehicle(db, companyId, Date.now() - 600_000, 1_501)
    await backend.addUser('slow', 'CUSTOMER', companyId)
    const login = await backend.logIn('slow')
    const opened = once(backend.app.server, 'request')
    const outgoing = request(`${fixture.address}${LIVE}?vehicleId=${truck.id}`, {
      agent: false,
      headers: as(login, { 'last-event-id': `v${truck.id}-${times[0]}` }),
    }).end()
    const [[, raw], [reply]] = await Promise.all([opened, once(outgoing, 'response')])
    const isEnded = () => raw.writableEnded || raw.destroyed
    // Well before the hub would cut it because it takes nothing.
    const within = { timeout: LIMITS.stuckMs / 3 }
    try {
      await vi.waitUntil(() => raw.writableNeedDrain, within)
      await backend.ask('POST', '/api/v2/logout', { token: login.token })
      await vi.waitUntil(isEnded, within)
    } finally {
      reply.destroy()
    }
  })

  test('SE-06 reusing a spent refresh token ends the streams of its login', async () => {
    const [stolen, other] = [await backend.logIn('watcher'), await backend.logIn('watcher')]
    const [ends, stays] = [await open(FLEET, as(stolen)), await open(FLEET, as(other))]
    await Promise.all([ends.until(snapshot), stays.until(snapshot)])
    const refresh = () =>
      backend.ask('POST', '/identity/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...{ grant_type: 'refresh_token', client_id: 'roadbook' },
          refresh_token: stolen.refreshToken,
        }).toString(),
      })
    expect((await refresh()).status).toBe(200)
    backend.setLead(IDENTITY.graceMs + 1_000)
    expect((await refresh()).status).toBe(400)
    await ends.ended()
    backend.setLead(0)
    await send(fixture.own, 18.5002)
    expect(await stays.until((text) => text.includes('18.5002'))).toContain('event: batch')
    stays.leave()
  })

  test('SE-15 disabling an account ends its streams', async () => {
    const userId = await backend.addUser('leaver', 'CUSTOMER', fixture.own.company_id)
    const stream = await open(FLEET, as(await backend.logIn('leaver')))
    await stream.until(snapshot)
    await createUserRepository({ db: backend.database.db }).disable(userId)
    await stream.ended()
  })

  test('AC-06 a truck removed from a user ends the streams that show it', async () => {
    const { db } = backend.database
    const companyId = fixture.own.company_id
    const userId = await backend.addUser('grouped', 'MANAGER', companyId)
    const { id: groupId } = await db
      .insertInto('vehicle_group')
      .values({ company_id: companyId, name: 'North' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = { company_id: companyId, group_id: groupId }
    await db
      .insertInto('group_vehicle')
      .values({ ...ids, vehicle_id: fixture.own.id })
      .execute()
    await db
      .insertInto('user_group')
      .values({ ...ids, user_id: userId })
      .execute()
    const login = await backend.logIn('grouped')
    const [fleet, live] = [
      await open(FLEET, as(login)),
      await open(`${LIVE}?vehicleId=${fixture.own.id}`, as(login)),
    ]
    await Promise.all([fleet.until(snapshot), live.until((text) => text.includes('retry:'))])
    await db.deleteFrom('group_vehicle').where('group_id', '=', groupId).execute()
    await Promise.all([fleet.ended(), live.ended()])
    const gone = await open(`${LIVE}?vehicleId=${fixture.own.id}`, as(login))
    expect(gone.reply.status).toBe(404)
    gone.leave()
    const anew = await open(FLEET, as(login))
    expect(await anew.until(snapshot)).toContain('"vehicleId":[]')
    anew.leave()
  })

  test('AC-06 a user with a new role reads anew', async () => {
    const userId = await backend.addUser('demoted', 'MANAGER', fixture.own.company_id)
    const login = await backend.logIn('demoted')
    const stream = await open(FLEET, as(login))
    await stream.until(snapshot)
    await backend.database.db
      .updateTable('app_user')
      .set({ roles: JSON.stringify(['CONFIG MANAGER']) })
      .where('id', '=', userId)
      .execute()
    await stream.ended()
    await expect
      .poll(async () => {
        const { reply, leave } = await open(FLEET, as(login))
        leave()
        return reply.status
      })
      .toBe(403)
  })

  const users = () => backend.database.db.updateTable('app_user')
  const changeRole = (id: number) => users().set({ roles: '["CUSTOMER"]' }).where('id', '=', id).execute()
  const disable = (id: number) => users().set({ disabled_at: new Date() }).where('id', '=', id).execute()
  const endActing = (_: number, token: string) =>
    backend.ask('POST', `${FLEET_API}/endActing`, { token }) as Promise<unknown>

  test.each([
    ['the acting', endActing],
    ['the rights of that user', disable],
    ['the role that was chosen', changeRole],
  ] as const)('AC-14 streams opened as another user end with %s', async (what, happen) => {
    const name = what.replaceAll(' ', '')
    await send(fixture.own, 18.51)
    const userId = await backend.addUser(`helped${name}`, 'MANAGER', fixture.own.company_id)
    await backend.addUser(`supporter${name}`, 'CSSUPPORT', null)
    const { token: supporting } = await backend.logIn(`supporter${name}`)
    await backend.ask('POST', `${FLEET_API}/beginActing`, {
      token: supporting,
      body: { userId, role: 'MANAGER', reason: 'Ticket 4711' },
    })
    const stream = await open(
      FLEET,
      as({ token: supporting }, { requestedUserId: String(userId), requestedRole: 'MANAGER' }),
    )
    const text = await stream.until(snapshot)
    expect(text).toContain(`"vehicleId":[${fixture.own.id}]`)
    await happen(userId, supporting)
    await stream.ended()
  })
})
