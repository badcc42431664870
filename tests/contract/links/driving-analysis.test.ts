import { describe, expect, test } from 'vitest'
import {
  DEFAULT_DRIVING_FILTER,
  type DrivingFilter,
  drivingLinkSearch,
  type OpenScore,
  readDrivingLink,
} from '#contract/links/driving-analysis.ts'

const full: DrivingFilter = {
  report: 'DRIVER_SCORE_TREND',
  by: 'vehicle',
  filterBy: 'Group',
  ownerId: 4,
  dateType: 'custom',
  range: { from: 1_700_000_000_000, to: 1_700_100_000_000 },
  step: 'week',
  scoredBy: 'company',
  compared: [3, 0, 9],
  sort: { column: 'DriverScore', isDescending: true },
}

describe('the address of the driving analysis', () => {
  test.each<[DrivingFilter, OpenScore | null]>([
    [full, { subjectId: 0, incident: 'HB' }],
    [full, { subjectId: 7, incident: null }],
    [{ ...full, sort: { column: 'DriverName', isDescending: false } }, null],
    [DEFAULT_DRIVING_FILTER, null],
  ])('RPT-05 says everything that is shown, and reads it back', (filter, open) => {
    expect(readDrivingLink(drivingLinkSearch(filter, open))).toEqual({ filter, open, isPeriodInvalid: false })
  })

  test('RPT-05 RPT-06 without a search it is the fleet, by driver, in the last seven days', () => {
    expect(drivingLinkSearch(DEFAULT_DRIVING_FILTER, null)).toBe('')
    expect(readDrivingLink('')).toMatchObject({ filter: DEFAULT_DRIVING_FILTER, open: null })
    expect(DEFAULT_DRIVING_FILTER).toMatchObject({ filterBy: 'Fleet', by: 'driver', dateType: 'last7Days' })
  })

  test.each([
    '?report=NONE&by=nobody&filterBy=Region&dateType=ever&step=hour&scoredBy=nobody&open=-1&incident=XX',
    '?dateType=custom&from=9&to=8',
    '?id=4&compare=x.y&sort=a%20b',
    `?report=DRIVING_INCIDENTS&x=${'x'.repeat(500)}`,
  ])('what is malformed or unknown counts as missing: %s', (search) => {
    expect(readDrivingLink(search)).toMatchObject({ filter: DEFAULT_DRIVING_FILTER, open: null })
  })

  test('no more than five are compared, each once', () => {
    expect(readDrivingLink('?compare=1.1.2.3.4.5.6').filter.compared).toEqual([1, 2, 3, 4, 5])
  })
})
