import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FleetBatch } from '#contract/records/live.ts'
import { IDENTITY } from '#server/identity/limits.ts'
import { LIVE as LIMITS } from '#server/live/limits.ts'
import { createUserRepository } from '#server/repositories/users.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { withBackend } from '#tests/server/api/backend.ts'
import { storeTalkative } from './talkative.ts'

const backend = withBackend()
const FLEET = '/api/v2/onlinefleetmngmt/dicv/fleetmaptracking/stream'
const LIVE = '/api/v2/onlinefleetmngmt/dicv/livetrack/stream'

type Vehicle = { id: number; imei: string; ingest_key: string }
let address: string
let own: Vehicle
let foreign: Vehicle
let token: string

beforeAll(async () => {
  const { db } = backend.database
  const company = await addCompany(db)
  own = await addVehicle(db, { company_id: company.id })
  foreign = await addVehicle(db, { company_id: (await addCompany(db)).id })
  await backend.addUser('watcher', 'CUSTOMER', company.id)
  token = (await backend.logIn('watcher')).token
  address = await backend.app.listen({ port: 0, host: '127.0.0.1' })
})

// A connection that was opened ahead and never used would hold up the closing.
afterAll(() => backend.app.server.closeAllConnections())

const open = async (path: string, headers: Record<string, string> = {}) => {
  const cut = new AbortController()
  const reply = await fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: cut.signal,
  })
  const chunks = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Reads on until what came fits. */
  const until = async (fits: (text: string) => boolean): Promise<string> => {
    while (!fits(text)) {
      const chunk = await chunks?.read()
      if (chunk === undefined || chunk.done) throw new Error(`The stream ended after: ${text}`)
      text += chunk.value
    }
    return text
  }
  /** Reads until the server ends the stream. */
  const ended = async (): Promise<void> => {
    while ((await chunks?.read())?.done === false);
  }
  return { reply, until, ended, leave: () => cut.abort() }
}

const send = async (vehicle: Vehicle, lat: number) => {
  const query = {
    id: vehicle.imei,
    key: vehicle.ingest_key,
    lat: String(lat),
    lon: '73.85',
    timestamp: String(Date.now()),
  }
  const reply = await backend.app.inject({ url: '/ingest/osmand', query })
  expect(reply.statusCode).toBe(200)
}

describe('streams of the whole server', () => {
  test('a fix sent by a device reaches the fleet stream and the stream of its truck', async () => {
    const [fleet, live] = [await open(FLEET), await open(`${LIVE}?vehicleId=${own.id}`)]
    await fleet.until((text) => text.includes('event: snapshot'))
    await send(foreign, 18.6)
    await send(own, 18.5)
    const fleetText = await fleet.until((text) => /event: batch\n.*\n.*\n\n/.test(text))
    const liveText = await live.until((text) => /event: livePoint\n.*\n.*\n\n/.test(text))
    const batch: FleetBatch = JSON.parse(/event: batch\nid: .*\ndata: (.*)\n/.exec(fleetText)?.[1] ?? '')
    expect(batch).toMatchObject({ vehicleId: [own.id], lat: [18.5] })
    expect(JSON.parse(/event: livePoint\nid: .*\ndata: (.*)\n/.exec(liveText)?.[1] ?? '')).toMatchObject({
      LAT: 18.5,
      vehicleId: own.id,
    })
    expect(fleetText).not.toContain('18.6')
    fleet.leave()
    live.leave()
  })

  test('AC-19 the headers that guard the browser are on streams too', async () => {
    const { reply, leave } = await open(FLEET)
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain("object-src 'none'")
    leave()
  })

  test("AC-02 another company's truck and one that does not exist are answered alike, and no token is refused", async () => {
    const answers = await Promise.all(
      [foreign.id, 2_000_000_000].map(async (id) => {
        const { reply, leave } = await open(`${LIVE}?vehicleId=${id}`)
        leave()
        return reply.status
      }),
    )
    expect(answers).toEqual([404, 404])
    const { reply, leave } = await open(FLEET, { authorization: 'Bearer nonsense' })
    expect(reply.status).toBe(401)
    leave()
  })

  test('AC-02 ST-16 beside an own truck a foreign one and one that does not exist get the same ERROR and nothing else', async () => {
    const none = 2_000_000_000
    const { until, leave } = await open(
      `${LIVE}?vehicleIds[0]=${foreign.id}&vehicleIds[1]=${own.id}&vehicleIds[2]=${none}`,
    )
    await send(foreign, 18.6002)
    await send(own, 18.5002)
    const text = await until((all) => all.includes('"LAT":18.5002'))
    expect(text).not.toContain('18.6002')
    const errors = [...text.matchAll(/id: v(\d+)-gone\ndata: (.*)\n/g)].map(([, id, data]) => [
      Number(id),
      data,
    ])
    const said = '{"ERROR":"No data Available for the selected Vehicle"}'
    expect(errors).toEqual([
      [foreign.id, said],
      [none, said],
    ])
    leave()
    expect((await open(LIVE)).reply.status).toBe(400)
  })

  test("AC-02 ST-06 resuming with another company's id brings nothing of it", async () => {
    const { until, leave } = await open(`${LIVE}?vehicleId=${own.id}`, {
      'last-event-id': `v${foreign.id}-${Date.now()}`,
    })
    const text = await until((all) => all.includes('event: livePoint'))
    expect(text).toContain('event: reset')
    expect(text).not.toContain(`"vehicleId":${foreign.id}`)
    leave()
  })
})

describe('streams of those who may no longer read them', () => {
  const DICV = '/api/v2/onlinefleetmngmt/dicv'
  const as = (login: { token: string }, headers = {}) => ({
    authorization: `Bearer ${login.token}`,
    ...headers,
  })
  const snapshot = (text: string) => text.includes('event: snapshot')
  const companyOf = async (vehicle: Vehicle) =>
    (
      await backend.database.db
        .selectFrom('vehicle')
        .select('company_id')
        .where('id', '=', vehicle.id)
        .executeTakeFirstOrThrow()
    ).company_id

  test('SE-15 logging out ends the streams of this login alone, and its calls at once', async () => {
    const [leaving, staying] = [await backend.logIn('watcher'), await backend.logIn('watcher')]
    const [ends, stays] = [await open(FLEET, as(leaving)), await open(FLEET, as(staying))]
    await Promise.all([ends.until(snapshot), stays.until(snapshot)])
    await backend.ask('POST', '/api/v2/logout', { token: leaving.token })
    const { status } = await backend.ask('GET', `${DICV}/fleetmaptracking/vehicles`, { token: leaving.token })
    expect(status).toBe(401)
    await ends.ended()
    await send(own, 18.5001)
    expect(await stays.until((text) => text.includes('18.5001'))).toContain('event: batch')
    stays.leave()
  })

  test('SE-15 AC-06 logging out ends a stream too that is still being filled, because its reader takes nothing', async () => {
    const { db } = backend.database
    const { id: companyId } = await addCompany(db)
    const { truck, times } = await storeTalkative(db, companyId, Date.now() - 600_000, 1_501)
    await backend.addUser('slow', 'CUSTOMER', companyId)
    const login = await backend.logIn('slow')
    const opened = once(backend.app.server, 'request')
    const outgoing = request(`${address}${LIVE}?vehicleId=${truck.id}`, {
      agent: false,
      headers: as(login, { 'last-event-id': `v${truck.id}-${times[0]}` }),
    }).end()
    const [[, raw], [reply]] = await Promise.all([opened, once(outgoing, 'response')])
    const isEnded = () => raw.writableEnded || raw.destroyed
    // Well before it would be cut because it takes nothing.
    const within = { timeout: LIMITS.stuckMs / 3 }
    try {
      await vi.waitUntil(() => raw.writableNeedDrain, within)
      await backend.ask('POST', '/api/v2/logout', { token: login.token })
      await vi.waitUntil(isEnded, within)
    } finally {
      reply.destroy()
    }
  })

  test('SE-06 a spent refresh token that comes again ends the streams of its login', async () => {
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
    await send(own, 18.5002)
    expect(await stays.until((text) => text.includes('18.5002'))).toContain('event: batch')
    stays.leave()
  })

  test('SE-15 disabling an account ends its streams', async () => {
    const userId = await backend.addUser('leaver', 'CUSTOMER', await companyOf(own))
    const stream = await open(FLEET, as(await backend.logIn('leaver')))
    await stream.until(snapshot)
    await createUserRepository({ db: backend.database.db }).disable(userId)
    await stream.ended()
  })

  test('AC-06 a truck that is taken from a user ends the streams that show it', async () => {
    const { db } = backend.database
    const companyId = await companyOf(own)
    const userId = await backend.addUser('grouped', 'MANAGER', companyId)
    const { id: groupId } = await db
      .insertInto('vehicle_group')
      .values({ company_id: companyId, name: 'North' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = { company_id: companyId, group_id: groupId }
    await db
      .insertInto('group_vehicle')
      .values({ ...ids, vehicle_id: own.id })
      .execute()
    await db
      .insertInto('user_group')
      .values({ ...ids, user_id: userId })
      .execute()
    const login = await backend.logIn('grouped')
    const [fleet, live] = [await open(FLEET, as(login)), await open(`${LIVE}?vehicleId=${own.id}`, as(login))]
    await Promise.all([fleet.until(snapshot), live.until((text) => text.includes('retry:'))])
    await db.deleteFrom('group_vehicle').where('group_id', '=', groupId).execute()
    await Promise.all([fleet.ended(), live.ended()])
    const gone = await open(`${LIVE}?vehicleId=${own.id}`, as(login))
    expect(gone.reply.status).toBe(404)
    gone.leave()
    const anew = await open(FLEET, as(login))
    expect(await anew.until(snapshot)).toContain('"vehicleId":[]')
    anew.leave()
  })

  test('AC-06 a user who gets another role reads anew', async () => {
    const userId = await backend.addUser('demoted', 'MANAGER', await companyOf(own))
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

  test('AC-14 streams for another user end with the acting', async () => {
    const userId = await backend.addUser('helped', 'MANAGER', await companyOf(own))
    await backend.addUser('supporter', 'CSSUPPORT', null)
    const { token: supporting } = await backend.logIn('supporter')
    await backend.ask('POST', `${DICV}/beginActing`, { token: supporting, body: { userId, role: 'MANAGER' } })
    const stream = await open(
      FLEET,
      as({ token: supporting }, { requestedUserId: String(userId), requestedRole: 'MANAGER' }),
    )
    const text = await stream.until(snapshot)
    expect(text).toContain(`"vehicleId":[${own.id}]`)
    await backend.ask('POST', `${DICV}/endActing`, { token: supporting })
    await stream.ended()
  })
})
