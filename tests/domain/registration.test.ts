import { describe, expect, test } from 'vitest'
import { compareKeys, orderKey, registrationSearchKey } from '#domain/registration.ts'

const ordered = (registrations: readonly string[]) =>
  registrations.toSorted((a, b) =>
    compareKeys(orderKey(registrationSearchKey(a)), orderKey(registrationSearchKey(b))),
  )

test.each(['MH.12.AB.1234', 'mh12_ab_1234', 'MH 12-AB-1234', 'MH\u201312\u00a0AB 1234'])(
  'MAP-06 %s is found as MH12AB1234',
  (registration) => {
    expect(registrationSearchKey(registration)).toBe('MH12AB1234')
  },
)

describe('the order of registrations', () => {
  test('MAP-44 numbers compare by value, not digit by digit; case, blanks and dashes are ignored', () => {
    expect(ordered(['MH 12 AB 10', 'mh12-ab-9', 'MH 2 AB 4000', 'KA 51 A 1', 'MH 12 AB 0011'])).toEqual([
      'KA 51 A 1',
      'MH 2 AB 4000',
      'mh12-ab-9',
      'MH 12 AB 10',
      'MH 12 AB 0011',
    ])
  })

  test('agrees with a numeric collator', () => {
    const collator = new Intl.Collator('en', { numeric: true })
    const registrations = Array.from({ length: 500 }, (_, i) => {
      const n = (i * 7919) % 9973
      return `${['MH', 'KA', 'TN', 'DL'][n % 4]} ${n % 61} ${'ABCDE'[n % 5]}${'XYZ'[n % 3]} ${n}`
    })
    expect(ordered(registrations).map(registrationSearchKey)).toEqual(
      registrations.map(registrationSearchKey).sort((a, b) => collator.compare(a, b)),
    )
  })

  test('places a text without digits and an empty one', () => {
    expect(ordered(['TRIAL', '', '0'])).toEqual(['', '0', 'TRIAL'])
  })
})
