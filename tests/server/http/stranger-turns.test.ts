import { beforeAll, expect, test, vi } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { shareStream, validateShare } from '#contract/calls/live-share.ts'
import { maintenanceStatus } from '#contract/calls/maintenance.ts'
import { forgotPassword, logIn, refreshToken, resetPassword } from '#contract/calls/session.ts'
import { addressesOf } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { lockTable, waitersFor } from '#tests/kit/server/locked-table.ts'

const backend = withBackend({ trustedProxies: ['127.0.0.1'] })
/** Calls of one address at a time. */
const AT_ONCE = 2
const MANY = 12

let server = ''
beforeAll(async () => {
  await backend.addUser('asha', 'MANAGER', null)
  server = await backend.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Public calls that ask the database: the table that each waits for while it is locked, and what is sent. */
const CALLS = [
  [validateShare, 'live_share', { url: '/unknown' }],
  [shareStream, 'live_share', { url: '?path=unknown' }],
  [maintenanceStatus, 'setting', {}],
  [
    logIn,
    'app_user',
    {
      body: { userName: 'asha', password: 'not known' },
      headers: { cookie: 'roadbook_device_1=made-up' },
    },
  ],
  [
    refreshToken,
    'refresh_token',
    { body: { grant_type: 'refresh_token', refresh_token: 'made-up', client_id: 'roadbook' } },
  ],
  [forgotPassword, 'app_user', { body: { account: 'nobody' } }],
  [resetPassword, 'password_reset', { body: { code: 'x'.repeat(43), newPassword: 'Another good passw0rd' } }],
] as const
/** Answered from memory or a file. */
const WITHOUT_DATABASE = ['environment']

test('every public call is in the table', () => {
  const known = [...CALLS.map(([call]) => call.id), ...WITHOUT_DATABASE]
  expect(allCalls.filter(({ roles }) => roles === 'public').map(({ id }) => id)).toEqual(
    expect.arrayContaining(known),
  )
  expect(allCalls.filter(({ roles }) => roles === 'public')).toHaveLength(known.length)
})

test.each(CALLS.map(([call, table, sent]) => ({ call, table, sent, id: call.id })))(
  'what strangers ask for is answered in turns of addresses, so that one holds nobody up: $id',
  async ({ call, table, sent }) => {
    const {
      url = '',
      body,
      headers = {},
    } = sent as {
      url?: string
      body?: object
      headers?: Record<string, string>
    }
    const path = (addressesOf(call)[0] ?? '').replace(/\/:\w+$/, '')
    const ask = (address: string) =>
      fetch(`${server}${path}${url}`, {
        method: call.method,
        headers: { ...headers, 'x-forwarded-for': address, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const answers = await backend.database.db.transaction().execute(async (trx) => {
      await lockTable(trx, table)
      const replies = Array.from({ length: MANY }, () => ask('10.1.0.1'))
      await vi.waitFor(async () => expect(await waitersFor(trx, table)).toBe(AT_ONCE), 20_000)
      replies.push(ask('10.1.0.2'))
      // The first of another address comes before all that wait.
      await vi.waitFor(async () => expect(await waitersFor(trx, table)).toBe(AT_ONCE + 1), 20_000)
      return replies
    })
    for (const { status, body: answer } of await Promise.all(answers)) {
      expect(status).toBeLessThan(500)
      await answer?.cancel()
    }
  },
)

test('whether the server is ready is found out once for all who ask at the time', async () => {
  const connect = vi.spyOn(backend.database.pool, 'connect')
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => backend.app.inject({ method: 'GET', url: '/readyz' })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(connect.mock.calls.length).toBe(1)
  connect.mockRestore()
})
