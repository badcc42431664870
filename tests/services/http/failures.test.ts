import { expect, test } from 'vitest'
import { isNetworkFailure } from '#src/services/http/failures.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

test.each([
  'Failed to fetch',
  'Failed to fetch (portal.example)',
  'Load failed',
  'Load failed (portal.example)',
  'NetworkError when attempting to fetch resource.',
  'network error',
  'fetch failed',
  'terminated',
  'cancelled',
  'The Internet connection appears to be offline.',
  'The network connection was lost.',
  'Network request failed',
])("SES-30 '%s' is a network failure", (message) => {
  expect(isNetworkFailure(new TypeError(message))).toBe(true)
})

test('SES-30 our own errors and timeouts are network failures by name', () => {
  expect(
    ['NetworkError', 'NetworkFailure', 'TimeoutError'].map((name) => isNetworkFailure(named(name))),
  ).toEqual([true, true, true])
})

test('programming errors, aborts and other values are not network failures', () => {
  expect(isNetworkFailure(new TypeError('Failed to fetch the name of undefined'))).toBe(false)
  expect(isNetworkFailure(named('AbortError', 'Failed to fetch'))).toBe(false)
  expect(isNetworkFailure('Failed to fetch')).toBe(false)
})
