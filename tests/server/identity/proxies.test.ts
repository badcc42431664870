import { describe, expect, test } from 'vitest'
import { readConfiguration } from '#server/configuration.ts'
import { LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

// Requests without a network come from 127.0.0.1.
const backend = withBackend({ trustedProxies: ['127.0.0.1'] })

describe('AC-12 behind a trusted proxy', () => {
  test("one client's attempts lock out that client only", async () => {
    const guess = (userName: string, address: string) =>
      backend.ask('POST', '/api/v2/login', {
        body: { userName, password: 'a guess' },
        headers: { 'x-forwarded-for': address },
      })
    const tries = Array.from({ length: LOGIN_LIMIT.perAddress }, (_, i) =>
      guess(`nobody ${i}`, '203.0.113.7'),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 200))
    expect((await guess('one more', '203.0.113.7')).status).toBe(429)
    expect((await guess('somebody else', '203.0.113.8')).status).toBe(200)
  })
})

describe('TRUSTED_PROXIES', () => {
  test('accepts addresses and networks, and trusts none by default', () => {
    expect(readConfiguration({}).trustedProxies).toEqual([])
    expect(readConfiguration({ TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/24,::1' }).trustedProxies).toEqual([
      ...['10.0.0.5', '10.1.0.0/24', '::1'],
    ])
  })

  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.5/', '10.0.0.5/8/8', 'true', '*'])(
    'refuses %s',
    (text) => {
      expect(() => readConfiguration({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES must be/)
    },
  )
})

test.each([
  [{}, false],
  [{ HOST: '::1' }, false],
  [{ PUBLIC_URL: 'http://localhost:8080' }, false],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ DEMO: 'off' }, true],
  [{ PUBLIC_URL: 'https://fleet.example' }, true],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, true],
])('with %j the demo logins are on the network: %s', (variables, isOnNetwork) => {
  expect(readConfiguration(variables).isOnNetwork).toBe(isOnNetwork)
})
