import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import type { Role } from '#contract/roles.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { lockTable, waitersFor } from '#tests/kit/server/locked-table.ts'

const backend = withBackend()
const VEHICLES = `${FLEET_API}/fleetmaptracking/vehicles`

let support: { token: string; userId: number }
let target = 0
let other = 0

const acting = (userId: number | string, role: string) => ({
  requestedUserId: String(userId),
  requestedRole: role,
})
const begin = (userId: number, role: Role, token = support.token) =>
  backend.ask('POST', `${FLEET_API}/beginActing`, { token, body: { userId, role, reason: 'He called' } })
const list = (headers: Record<string, string>, token = support.token) =>
  backend.ask('GET', VEHICLES, { token, headers })
const audit = () => backend.database.db.selectFrom('acting_audit').selectAll().orderBy('id').execute()

beforeAll(async () => {
  const { db } = backend.database
  const [mine, theirs] = [await addCompany(db), await addCompany(db)]
  await addVehicle(db, { company_id: mine.id, registration: 'MH 01 MINE 0001' })
  await addVehicle(db, { company_id: theirs.id, registration: 'MH 02 THEIRS 0002' })
  target = await backend.addUser('target', 'MANAGER', mine.id)
  other = await backend.addUser('other', 'CUSTOMER', theirs.id)
  await backend.addUser('helper', 'CSSUPPORT', null)
  await backend.addUser('colleague', 'CSSUPPORT', null)
  await backend.addUser('root', 'ROOTADMIN', null)
})
beforeEach(async () => {
  backend.setLead(0)
  support = await backend.logIn('helper')
})

describe('acting as another user', () => {
  test('AC-22 requests of a supporter are looked up two at a time, and more than a screen has are refused', async () => {
    await begin(target, 'MANAGER')
    const statuses: number[] = []
    const { token: colleague } = await backend.logIn('colleague')
    const waiting = await backend.database.db.transaction().execute(async (trx) => {
      await lockTable(trx, 'acting_period')
      const many = Array.from({ length: 100 }, () =>
        list(acting(target, 'MANAGER')).then(({ status }) => statuses.push(status)),
      )
      await vi.waitFor(() => expect(statuses).toEqual(Array(4).fill(429)), 20_000)
      await vi.waitFor(async () => expect(await waitersFor(trx, 'acting_period')).toBe(2), 20_000)
      const other = list(acting(target, 'MANAGER'), colleague)
      await vi.waitFor(async () => expect(await waitersFor(trx, 'acting_period')).toBe(3), 20_000)
      return [...many, other]
    })
    await Promise.all(waiting)
    await backend.ask('POST', `${FLEET_API}/endActing`, { token: support.token, body: {} })
  })

  test('of several begun at once by one login the last stays, and none fails', async () => {
    const began = await Promise.all(
      [target, other, target, other].map((id) => begin(id, id === target ? 'MANAGER' : 'CUSTOMER')),
    )
    expect(began.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const open = await backend.database.db
      .selectFrom('acting_period')
      .select('id')
      .where('ended_at', 'is', null)
      .where('actor_id', '=', support.userId)
      .execute()
    expect(open).toHaveLength(1)
  })

  test("SES-46 SHL-54 calls run as the chosen user, with only that user's vehicles", async () => {
    const began = await begin(target, 'MANAGER')
    expect(began).toMatchObject({
      status: 200,
      body: { userId: target, role: 'MANAGER', userName: 'target' },
    })
    const { body } = await list(acting(target, 'MANAGER'))
    expect(JSON.stringify(body)).toContain('MINE')
    expect(JSON.stringify(body)).not.toContain('THEIRS')
    const detail = await backend.ask('GET', `${FLEET_API}/getUserDetail?userId=${target}`, {
      token: support.token,
      headers: acting(target, 'MANAGER'),
    })
    expect(detail).toMatchObject({ status: 200, body: { userName: 'target' } })
  })

  test('AC-14 rights are those that both users have', async () => {
    await begin(other, 'CUSTOMER')
    const headers = acting(other, 'CUSTOMER')
    const ask = (url: string) => backend.ask('GET', url, { token: support.token, headers })
    // CSSUPPORT may list users of a company, CUSTOMER may not.
    expect((await ask(`${FLEET_API}/users`)).status).toBe(403)
    // MANAGER may be sent to the payment portal, CSSUPPORT may not.
    await begin(target, 'MANAGER')
    const paid = await backend.ask('GET', '/api/v3/getpaymentdetails/redirection-url', {
      token: support.token,
      headers: acting(target, 'MANAGER'),
    })
    expect(paid.status).toBe(403)
  })

  test('AC-14 no password, one-time code, role or payment is possible', async () => {
    const never = allCalls.filter(({ acting: way }) => way === 'never').map(({ id }) => id)
    expect(never).toEqual(
      expect.arrayContaining([
        'changePassword',
        'updateProfile',
        'paymentRedirection',
        'cdsSendOtp',
        'cdsValidateEmailOtp',
        'cdsValidateMobileOtp',
        'iamCreateUser',
        'iamRestoreUser',
      ]),
    )
    await begin(target, 'MANAGER')
    const { status, body } = await backend.ask('POST', `${FLEET_API}/changePassword`, {
      token: support.token,
      headers: acting(target, 'MANAGER'),
      body: { currentPassword: 'x', newPassword: 'Long enough 1' },
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ message: expect.stringContaining('SWITCH PROFILE') })
  })

  test('AC-14 it ends after 30 minutes, on ending it, on choosing another user and on logging out', async () => {
    await begin(target, 'MANAGER')
    backend.setLead(29 * MINUTE_MS)
    const fresh = await backend.logIn('helper')
    expect((await list(acting(target, 'MANAGER'), fresh.token)).status).toBe(403)
    backend.setLead(0)

    await begin(target, 'MANAGER')
    expect((await list(acting(target, 'MANAGER'))).status).toBe(200)
    await begin(other, 'CUSTOMER')
    expect((await list(acting(target, 'MANAGER'))).status).toBe(403)
    expect((await list(acting(other, 'CUSTOMER'))).status).toBe(200)
    await backend.ask('POST', `${FLEET_API}/endActing`, { token: support.token })
    expect((await list(acting(other, 'CUSTOMER'))).status).toBe(403)
  })

  test('AC-14 a period of 30 minutes ends to the second', async () => {
    const { body } = await begin(target, 'MANAGER')
    const left = (body as { endsAt: number }).endsAt - Date.now()
    expect(Math.round(left / MINUTE_MS)).toBe(30)
    await backend.database.db
      .updateTable('acting_period')
      .set({ ends_at: new Date(Date.now() - 1) })
      .where('ended_at', 'is', null)
      .execute()
    expect((await list(acting(target, 'MANAGER'))).status).toBe(403)
  })

  test.each<[string, () => Promise<{ status: number }>, number]>([
    ['no token', () => backend.ask('GET', VEHICLES, { headers: acting(target, 'MANAGER') }), 401],
    [
      'a fleet’s user',
      async () => list(acting(other, 'CUSTOMER'), (await backend.logIn('target')).token),
      403,
    ],
    [
      'an administrator',
      async () => list(acting(target, 'MANAGER'), (await backend.logIn('root')).token),
      403,
    ],
    ['a list of ids', () => list(acting(`${target},${other}`, 'MANAGER')), 400],
    ['a sign', () => list(acting(`-${target}`, 'MANAGER')), 400],
    ['no role', () => list({ requestedUserId: String(target) }), 400],
    ['no user', () => list({ requestedRole: 'MANAGER' }), 400],
    ['a role that is none', () => list(acting(target, 'ADMIN')), 400],
    ['another role of the user', () => list(acting(target, 'CUSTOMERADMIN')), 403],
    ['an unknown user', () => list(acting(999_999, 'MANAGER')), 403],
    ['oneself', () => list(acting(support.userId, 'CSSUPPORT')), 403],
  ])('AC-13 headers with %s are refused, not ignored', async (_name, ask, expected) => {
    await begin(target, 'MANAGER')
    expect((await list(acting(target, 'MANAGER'))).status).toBe(200)
    expect((await ask()).status).toBe(expected)
  })

  test('AC-15 a hundred refused attempts of a user in an hour are logged, and what is granted always is', async () => {
    const { db } = backend.database
    const { token, userId } = await backend.logIn('target')
    const logged = async (actor: number) => {
      const { count } = await db
        .selectFrom('acting_audit')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('actor_id', '=', actor)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const before = await logged(userId)
    for (let i = 0; i < 120; i += 1) expect((await list(acting(other, 'CUSTOMER'), token)).status).toBe(403)
    expect((await logged(userId)) - before).toBeLessThanOrEqual(100)
    expect(await logged(userId)).toBeGreaterThanOrEqual(100)
    await begin(target, 'MANAGER')
    const ownBefore = await logged(support.userId)
    expect((await list(acting(target, 'MANAGER'))).status).toBe(200)
    expect(await logged(support.userId)).toBe(ownBefore + 1)
  })

  test('AC-13 a header sent twice is refused', async () => {
    await begin(target, 'MANAGER')
    await backend.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = backend.app.server.address() as AddressInfo
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path: VEHICLES }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
      sent.on('error', reject)
      sent.setHeader('authorization', `Bearer ${support.token}`)
      sent.setHeader('requestedUserId', [String(target), String(other)])
      sent.setHeader('requestedRole', 'MANAGER')
      sent.end()
    })
    expect(status).toBe(400)
  })

  test('AC-13 staff, users of other roles and unknown users cannot be chosen', async () => {
    const colleague = await backend.logIn('colleague')
    const root = await backend.logIn('root')
    for (const [userId, role] of [
      [colleague.userId, 'CSSUPPORT'],
      [root.userId, 'ROOTADMIN'],
      [target, 'CUSTOMER'],
      [999_999, 'MANAGER'],
    ] as const)
      expect((await begin(userId, role)).status).toBe(404)
    expect((await begin(target, 'MANAGER', root.token)).status).toBe(403)
  })

  test('OPEN-04 the picker lists the users of a role, and no staff', async () => {
    const users = async (role: string) =>
      (await backend.ask('GET', `${FLEET_API}/getRolesBasedUserList?role=${role}`, { token: support.token }))
        .body
    expect(await users('MANAGER')).toMatchObject({ users: [{ userName: 'target', role: 'MANAGER' }] })
    expect(await users('ROOTADMIN')).toEqual({ users: [] })
  })
})

describe('the audit', () => {
  test('AC-14 AC-13 every attempt is recorded with actor, target, call and request, granted or not', async () => {
    await begin(target, 'MANAGER')
    const before = (await audit()).length
    const granted = await list(acting(target, 'MANAGER'))
    await list(acting('1\u2028\\r\\nforged', 'MANAGER'.repeat(40)))
    const [first, second, ...more] = (await audit()).slice(before)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      actor_id: support.userId,
      target: JSON.stringify([String(target), 'MANAGER']),
      call_id: 'vehicleList',
      request_id: granted.headers['x-request-id'],
      granted: true,
    })
    expect(second).toMatchObject({ granted: false, note: expect.stringContaining('requestedUserId') })
    expect(second?.target.length).toBeLessThan(200)
    expect(second?.target).not.toMatch(/[\r\n]/)
  })

  test('AC-15 its rows can be neither changed nor deleted', async () => {
    const { db } = backend.database
    await begin(target, 'MANAGER')
    await list(acting(target, 'MANAGER'))
    const kept = await audit()
    for (const statement of [
      sql`update acting_audit set granted = false`,
      sql`delete from acting_audit`,
      sql`truncate acting_audit`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('written once')
    expect(await audit()).toEqual(kept)
  })

  test('AC-15 a call that cannot be recorded is not executed', async () => {
    const { db } = backend.database
    await begin(target, 'MANAGER')
    await sql`alter table acting_audit rename to acting_audit_away`.execute(db)
    try {
      const { status, body } = await list(acting(target, 'MANAGER'))
      expect(status).toBe(500)
      expect(JSON.stringify(body)).not.toContain('MINE')
    } finally {
      await sql`alter table acting_audit_away rename to acting_audit`.execute(db)
    }
    expect((await list(acting(target, 'MANAGER'))).status).toBe(200)
  })
})
