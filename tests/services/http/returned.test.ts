import { expect, test } from 'vitest'
import { createSessionService } from '#src/services/session/session-service.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { createSupportService } from '#src/services/support/support.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { read, serve } from '#tests/kit/services/http-calls.ts'
import { json } from '#tests/kit/services/http-server.ts'

type Fixture = ReturnType<typeof createHttpFixture>

const CALLERS: readonly (readonly [string, (fixture: Fixture) => Promise<unknown>])[] = [
  ['any call', ({ http }) => http.call(read, { params: { thingId: '1' } })],
  [
    'a login',
    (fixture) =>
      createSessionService({ ...fixture, lock: (work) => work(false) }).logIn({
        userName: 'asha',
        password: 'pw',
      }),
  ],
  [
    'support that begins to act',
    (fixture) => createSupportService(fixture).begin({ role: 'CUSTOMER', userId: 7, reason: '' }),
  ],
  [
    'support that goes on acting',
    (fixture) => {
      for (const key of [STORED.supportRole, STORED.supportUserId, STORED.supportUserName])
        fixture.storage.setText(key, '7')
      return createSupportService(fixture).restore()
    },
  ],
  ['the ticker', (fixture) => createTickerService(fixture).load({ isPolled: false })],
]

test.each(CALLERS)(
  'SES-25 a 417 of another body gives %s what the server said, sent once',
  async (_, ask) => {
    const server = await serve((_, response) => json(response, 417, { message: 'Not now' }))
    const fixture = createHttpFixture(server.base, { retryAfterMs: 1 })
    fixture.grants.write(grantOf('one'))
    await expect(ask(fixture)).rejects.toMatchObject({ name: 'CallRefused', status: 417, message: 'Not now' })
    expect(server.seen).toHaveLength(1)
    expect(fixture.counted).toEqual({ refreshes: 0, lost: 0 })
  },
)

test.each(CALLERS)('SES-25 a 417 that says nothing gives %s a reference', async (_, ask) => {
  const server = await serve((_, response) => json(response, 417, { state: 'odd' }))
  const fixture = createHttpFixture(server.base, { retryAfterMs: 1 })
  fixture.grants.write(grantOf('one'))
  await expect(ask(fixture)).rejects.toMatchObject({
    name: 'CallRefused',
    reference: expect.stringMatching(/^[0-9A-F]{12}$/),
  })
})
