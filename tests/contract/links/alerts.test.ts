import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALERT_VIEWS,
  type AlertFilter,
  alertLinkSearch,
  DEFAULT_ALERT_FILTER,
  readAlertLink,
} from '#contract/links/alerts.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { FILTER_BY, PERIODS } from '#domain/report-filter.ts'

const filters: fc.Arbitrary<AlertFilter> = fc
  .record({
    alerts: fc.constantFrom(...ALERT_VIEWS),
    alertsFor: fc.constantFrom(...FILTER_BY),
    reportType: fc.constantFrom(null, ...(Object.keys(ALERT_NAME) as AlertCode[])),
    alertsForId: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    period: fc.constantFrom(...PERIODS),
    from: fc.integer({ min: 1, max: 2e12 }),
    length: fc.integer({ min: 1, max: 1e10 }),
  })
  .map(({ from, length, ...filter }) => ({
    ...filter,
    alertsForId: filter.alertsFor === 'Fleet' ? null : filter.alertsForId,
    range: filter.period === 'custom' ? { from, to: from + length } : null,
  }))

test('ALR-34 an address gives the filter and the alert back that it was made of', () => {
  fc.assert(
    fc.property(filters, fc.option(fc.integer({ min: 1 })), (filter, alertId) => {
      expect(readAlertLink(alertLinkSearch(filter, alertId))).toEqual({
        filter,
        alertId,
        isPeriodInvalid: false,
      })
    }),
  )
})

test('ALR-42 page, data and type name the view, the alert and its type', () => {
  const filter = { ...DEFAULT_ALERT_FILTER, reportType: 'OVERSPEED' } as const
  expect(alertLinkSearch(filter, 12)).toBe('?page=alertWise&data=12&type=OVERSPEED')
  expect(alertLinkSearch(DEFAULT_ALERT_FILTER, null)).toBe('')
})

test.each([
  '?type=SPEEDING&for=Everybody&period=ever&page=x',
  '?data=-1&id=4',
  '?data=1e3',
  '?data=99999999999999999',
  '?period=custom',
  '?period=custom&from=5&to=5',
  `?type=IDLING&${'x'.repeat(300)}=1`,
])('what is unknown or malformed in %s counts as the default', (search) => {
  expect(readAlertLink(search)).toMatchObject({ filter: DEFAULT_ALERT_FILTER, alertId: null })
})
