import { expect, test } from 'vitest'
import { requestedWaitMs } from '#src/services/http/retry-after.ts'

test('Retry-After is read as seconds or a date, and is never below zero', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  const of = (value: string) => requestedWaitMs(new Headers({ 'retry-after': value }), now)
  expect(of('5')).toBe(5000)
  expect(of('Fri, 20 Nov 2026 10:00:30 GMT')).toBe(30_000)
  expect(of('Fri, 20 Nov 2026 09:00:00 GMT')).toBe(0)
  expect(of('soon')).toBeNull()
  expect(requestedWaitMs(new Headers(), now)).toBeNull()
})
