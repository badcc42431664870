import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeRowId,
  DEFAULT_HEALTH_FILTER,
  HEALTH_TABS,
  healthLinkSearch,
  readHealthLink,
  SERVICE_LISTS,
} from '#contract/links/health.ts'
import { SEVERITIES } from '#domain/alerts.ts'
import { PERIODS } from '#domain/report-filter.ts'

const times = fc.integer({ min: 1, max: 2_000_000_000_000 })
const periods = fc.oneof(
  fc.record({
    period: fc.constantFrom(...PERIODS.filter((period) => period !== 'custom')),
    range: fc.constant(null),
  }),
  fc.record({
    period: fc.constant('custom' as const),
    range: fc.tuple(times, times).map(([from, length]) => ({ from, to: from + length })),
  }),
)
const choices = fc.record({
  tab: fc.constantFrom(...HEALTH_TABS),
  services: fc.constantFrom(...SERVICE_LISTS),
  severity: fc.option(fc.constantFrom(...SEVERITIES)),
  vehicleId: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
  groupId: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
})
const filters = fc.tuple(choices, periods).map(([choice, period]) => ({ ...choice, ...period }))
const ids = fc.integer({ min: 1, max: 2_000_000_000 }).map(String)
const codeRows = fc
  .record({
    vehicleId: fc.integer({ min: 1, max: 2_000_000_000 }),
    code: fc.constantFrom('SPN 100 FMI 1', 'P20EE', 'E&7=+%'),
    firstSeen: times,
  })
  .map(codeRowId)
const links = filters.chain((filter) =>
  fc.record({
    filter: fc.constant(filter),
    open:
      filter.tab === 'services'
        ? fc.constant(null)
        : fc.option(filter.tab === 'fluids' ? ids : codeRows, { nil: null }),
  }),
)

test('a link to fleet health is read as it was written', () => {
  fc.assert(
    fc.property(links, ({ filter, open }) => {
      expect(readHealthLink(healthLinkSearch(filter, open))).toEqual({ filter, open, isPeriodInvalid: false })
    }),
  )
  expect(healthLinkSearch(DEFAULT_HEALTH_FILTER, null)).toBe('')
})

test('what is unknown or malformed counts as in the default', () => {
  fc.assert(fc.property(fc.string(), (search) => void readHealthLink(search)))
  for (const search of [
    '?tab=x&severity=dire&vehicleId=-1&groupId=1e9&period=ever',
    `?tab=live${'&a=1'.repeat(99)}`,
    '?period=custom',
    '?period=custom&from=9&to=8',
    '?from=8&to=9',
  ])
    expect(readHealthLink(search)).toMatchObject({ filter: DEFAULT_HEALTH_FILTER, open: null })
})

test('a row that its tab cannot have opens nothing', () => {
  expect(readHealthLink('?tab=fluids&open=7').open).toBe('7')
  for (const search of [
    ...['?open=7', '?open=0+SPN+100+1', '?open=7+SPN+100+x', '?tab=history&open=7++1', '?open='],
    ...['?tab=fluids&open=0', '?tab=fluids&open=7+P20EE+9', '?tab=fluids&open=x', '?tab=services&open=7'],
  ])
    expect(readHealthLink(search).open).toBeNull()
})
