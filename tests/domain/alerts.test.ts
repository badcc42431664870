import { expect, test } from 'vitest'
import { ALERT_NAME, alertInitials } from '#domain/alerts.ts'
import { DRIVING_INCIDENTS } from '#domain/driving-incidents.ts'

test('PLT-08 an alert has the initials of its event, wherever it is drawn', () => {
  for (const { code, alert } of DRIVING_INCIDENTS) {
    expect(alertInitials(code)).toBe(code)
    if (alert !== null) expect(alertInitials(alert)).toBe(code)
  }
  expect(['STOPPAGE', 'FUELDROP', 'VI'].map(alertInitials)).toEqual(['VS', 'FD', 'VI'])
})

test('no two alerts have the same initials', () => {
  const initials = Object.keys(ALERT_NAME).map(alertInitials)
  expect(new Set(initials).size).toBe(initials.length)
})
