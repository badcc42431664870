import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEVERITIES } from '#domain/alerts.ts'
import {
  DEFAULT_HEALTH_FILTER,
  HEALTH_PERIODS,
  HEALTH_TABS,
  healthLinkSearch,
  readHealthLink,
  SERVICE_LISTS,
} from '#domain/health-link.ts'

const filters = fc.record({
  tab: fc.constantFrom(...HEALTH_TABS),
  services: fc.constantFrom(...SERVICE_LISTS),
  severity: fc.option(fc.constantFrom(...SEVERITIES)),
  vehicleId: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
  groupId: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
  period: fc.constantFrom(...HEALTH_PERIODS),
})

test('a link to fleet health is read as it was written', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readHealthLink(healthLinkSearch(filter))).toEqual(filter)
    }),
  )
  expect(healthLinkSearch(DEFAULT_HEALTH_FILTER)).toBe('')
})

test('what is unknown or malformed counts as in the default', () => {
  fc.assert(fc.property(fc.string(), (search) => void readHealthLink(search)))
  for (const search of [
    '?tab=x&severity=dire&vehicleId=-1&groupId=1e9&period=ever',
    `?tab=live${'&a=1'.repeat(99)}`,
  ])
    expect(readHealthLink(search)).toEqual(DEFAULT_HEALTH_FILTER)
})
