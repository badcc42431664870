import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createLoginLimiter, LOGIN_LIMIT } from '#server/identity/login-limiter.ts'

const tries = (limiter: ReturnType<typeof createLoginLimiter>, count: number, address: string) =>
  Array.from({ length: count }, (_, i) => limiter.begin(`somebody ${i}`, address))

test("AC-12 a flood of made-up names removes no account's limit", () => {
  const limiter = createLoginLimiter({ now: () => 0 })
  for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) limiter.begin('asha', '192.0.2.1')
  tries(limiter, 50_000, '192.0.2.66')
  expect(limiter.begin('asha', '192.0.2.2')).toBe(LOGIN_LIMIT.windowMs / 1000)
  expect(limiter.begin('ravi', '192.0.2.66')).toBe(LOGIN_LIMIT.windowMs / 1000)
})

test.each([
  ['2001:db8:0:7::1', '2001:db8:0:7:1:2:3:4'],
  ['2001:db8::1', '2001:db8:0:0:1::'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0:1::'],
  ['::1', '0:0:0:0:1:2:3:4'],
])('AC-12 %s and %s are in one /64 and count together', (one, other) => {
  const limiter = createLoginLimiter({ now: () => 0 })
  tries(limiter, LOGIN_LIMIT.perAddress, one)
  expect(limiter.begin('asha', other)).not.toBeNull()
  expect(limiter.begin('asha', '2001:db8:0:8::1')).toBeNull()
})

test('AC-12 tries of a known device are counted by themselves', () => {
  const limiter = createLoginLimiter({ now: () => 0 })
  tries(limiter, LOGIN_LIMIT.perAddress, '192.0.2.1')
  for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) limiter.begin('asha', '192.0.2.2')
  for (let i = 0; i < LOGIN_LIMIT.perDevice; i += 1)
    expect(limiter.begin('asha', '192.0.2.1', 'a device')).toBeNull()
  expect(limiter.begin('asha', '192.0.2.1', 'a device')).toBe(LOGIN_LIMIT.windowMs / 1000)
  expect(limiter.begin('asha', '192.0.2.1', 'another')).toBeNull()
  limiter.succeeded('asha', '192.0.2.1', 'a device')
  expect(limiter.begin('asha', '192.0.2.1', 'a device')).toBeNull()
  expect(limiter.begin('asha', '192.0.2.3')).not.toBeNull()
})

test('AC-12 a lockout is reported once a day', () => {
  let at = 0
  const limiter = createLoginLimiter({ now: () => at })
  for (const [start, isReported] of [
    [0, true],
    [LOGIN_LIMIT.windowMs, false],
    [DAY_MS, true],
  ] as const) {
    at = start
    for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) {
      expect(limiter.reportLockout('asha')).toBe(false)
      limiter.begin('Asha', '192.0.2.1')
    }
    expect([limiter.reportLockout('asha'), limiter.reportLockout('asha')]).toEqual([isReported, false])
  }
})

test('AC-12 the window expires, and a successful login refunds its attempt', () => {
  let at = 0
  const limiter = createLoginLimiter({ now: () => at })
  for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) limiter.begin('asha', '192.0.2.1')
  at = LOGIN_LIMIT.windowMs - 1000
  expect(limiter.begin('Asha ', '192.0.2.1')).toBe(1)
  at = LOGIN_LIMIT.windowMs
  for (let i = 0; i < 2 * LOGIN_LIMIT.perAddress; i += 1) {
    expect(limiter.begin('asha', '192.0.2.1')).toBeNull()
    limiter.succeeded('asha', '192.0.2.1')
  }
})

test('an exhausted key is reported once in a window, also where more is added after the report', () => {
  let time = 0
  const limit = createRateLimit({ most: 2, windowMs: 1000, now: () => time })
  limit.add('a')
  expect(limit.reportExhausted('a')).toBe(false)
  limit.add('a')
  expect([limit.reportExhausted('a'), limit.reportExhausted('a')]).toEqual([true, false])
  limit.add('a')
  expect(limit.reportExhausted('a')).toBe(false)
  time = 1000
  for (const _ of ['first', 'second']) limit.add('a')
  expect(limit.reportExhausted('a')).toBe(true)
})
