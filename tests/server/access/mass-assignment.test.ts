import { beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { addressesOf } from '#server/http/mount.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { sampleInput } from '#tests/kit/server/sample-input.ts'

const backend = withBackend()

/** Extra body fields of a user who tries to gain rights. */
const GREEDY = {
  ...{ id: 1, role: 'ROOTADMIN', roles: ['ROOTADMIN'], company_id: 999, companyId: 999, ownerId: 1 },
  ...{ password_hash: 'x', passwordHash: 'x', alpha_access: true, alphaAccess: true, isAdmin: true },
  ...{ disabled_at: '2020-01-01', changed_by: 1, createdBy: 1, sent_at: '2020-01-01' },
}
const FIXED = {
  ...{ currentPassword: PASSWORD, newPassword: 'Another g00d one', messageId: 1 },
  ...{ validFrom: '2026-01-01 00:00:00', validTo: '2027-01-01 00:00:00', status: '' },
}

const written = allCalls.filter(
  ({ id, method, bodyType }) => method !== 'GET' && bodyType === 'json' && !NOT_BUILT.includes(id),
)
let company = 0
let count = 0

const users = () =>
  backend.database.db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'roles', 'company_id', 'alpha_access', 'beta_access', 'disabled_at'])
    .orderBy('id')
    .execute()

/** Every key of a body, at any depth. */
const keysOf = (body: unknown): string[] =>
  typeof body !== 'object' || body === null
    ? []
    : Object.entries(body).flatMap(([key, value]) => [key, ...keysOf(value)])

beforeAll(async () => {
  company = (await addCompany(backend.database.db)).id
})

describe.each(['MANAGER', 'ROOTADMIN'] as const)('AC-04 extra fields in a body: %s', (role) => {
  test.each(written.map((call) => [call.id, call] as const))(
    'change no user by %s, and no secret is returned',
    async (_, call) => {
      const name = `greedy${++count}`
      await backend.addUser(name, role, role === 'MANAGER' ? company : null)
      const { token } = await backend.logIn(name)
      const before = await users()
      const path = (addressesOf(call)[0] ?? '').replace(/:\w+/g, '1')
      const reply = await backend.ask(call.method as 'POST', path, {
        token,
        body: { ...GREEDY, ...sampleInput(call.body, FIXED) },
      })
      expect([200, 400, 403, 404]).toContain(reply.status)
      expect(await users()).toEqual(before)
      expect(keysOf(reply.body).filter((key) => /hash|secret|salt|password/i.test(key))).toEqual([])
    },
  )
})

test.each(['{"__proto__": {"isAdmin": true}}', '{"constructor": {"prototype": {"isAdmin": true}}}'])(
  'AC-04 %s is refused and reaches no prototype',
  async (text) => {
    const reply = await backend.app.inject({
      method: 'POST',
      url: '/api/v2/login',
      headers: { 'content-type': 'application/json' },
      payload: text,
    })
    expect(reply.statusCode).toBe(400)
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  },
)
