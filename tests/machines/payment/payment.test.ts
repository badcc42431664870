import { describe, expect, test } from 'vitest'
import { isOpenable } from '#src/machines/payment/payment.machine.ts'

const HOSTS = ['pay.example']

describe('AC-17 the address of the payment portal', () => {
  test.each(['https://pay.example/start', 'https://pay.example:8443/a?b=c#d', 'https://pay.example'])(
    '%s is opened',
    (address) => {
      expect(isOpenable(address, HOSTS)).toBe(true)
      expect(isOpenable(address, [])).toBe(true)
    },
  )

  test.each([
    'javascript:alert(1)',
    'https://pay.example:99999/',
    '\tjavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    '\\\\evil.example',
    'http://pay.example/start',
    'https://pay.example@evil.example/',
    'https://user:word@pay.example/',
    'https://pay.example\\@evil.example/',
    ' https://pay.example',
    'https://pay.example\n/x',
    'https://p\u0430y.example/',
    'https://',
    '/start',
    '',
  ])('%j is not opened, whatever the host list', (address) => {
    expect(isOpenable(address, HOSTS)).toBe(false)
    expect(isOpenable(address, [])).toBe(false)
  })

  test.each(['https://evil.example/', 'https://pay.example.evil.example/', 'https://xpay.example/'])(
    '%s is not opened when a host list leaves it out',
    (address) => {
      expect(isOpenable(address, HOSTS)).toBe(false)
      expect(isOpenable(address, [])).toBe(true)
    },
  )
})
