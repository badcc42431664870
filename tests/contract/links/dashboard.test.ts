import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  completeLayout,
  type DashboardPlace,
  DEFAULT_DASHBOARD_FILTER,
  DEFAULT_DASHBOARD_LAYOUT,
  dashboardSearch,
  readDashboardLink,
  SELECTED_PERIODS,
  type SelectedPeriod,
} from '#contract/links/dashboard.ts'
import { BAND_NAMES } from '#domain/bands.ts'
import {
  COUNTED_STATUSES,
  DASHBOARD_FUNCTIONS,
  DASHBOARD_PERIODS,
  DASHBOARD_WIDGETS,
} from '#domain/dashboard.ts'
import { SCORED_BY } from '#domain/driving-score.ts'
import { FILTER_BY } from '#domain/report-filter.ts'
import { PUNCTUALITY } from '#domain/trips.ts'

const FIRST: DashboardPlace = { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null }

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const places: fc.Arbitrary<DashboardPlace> = fc
  .record({
    selectedPeriod: fc.constantFrom(...(Object.keys(SELECTED_PERIODS) as SelectedPeriod[])),
    filterBy: fc.constantFrom(...FILTER_BY),
    ids: fc.uniqueArray(id, { maxLength: 5 }),
    groupId: fc.option(id),
    scoredBy: fc.constantFrom(...SCORED_BY),
    order: fc.shuffledSubarray([...DASHBOARD_WIDGETS], { minLength: 1 }),
    table: fc.option(fc.constantFrom(...DASHBOARD_WIDGETS)),
    evidence: fc.option(
      fc.record({
        widget: fc.constantFrom(...DASHBOARD_WIDGETS),
        day: fc.constantFrom('2026-11-19', '2024-02-29'),
        days: fc.integer({ min: 1, max: 90 }),
        part: fc.option(fc.constantFrom(...BAND_NAMES, ...COUNTED_STATUSES, ...PUNCTUALITY)),
        vehicleId: fc.option(id),
      }),
    ),
  })
  .map(({ selectedPeriod, filterBy, scoredBy, ids, groupId, order, table, evidence }) => ({
    filter: {
      ...{ selectedPeriod, filterBy, scoredBy },
      selectedVehicleIds: filterBy === 'Vehicle' ? ids : [],
      groupId: filterBy === 'Group' ? groupId : null,
    },
    layout: completeLayout({
      shown: order,
      hidden: DEFAULT_DASHBOARD_LAYOUT.shown.filter((name) => !order.includes(name)),
    }),
    ...{ table, evidence },
  }))

test('DSH-04 an address reads back as what the dashboard shows', () => {
  fc.assert(
    fc.property(places, (place) => {
      const { isPeriodInvalid, ...read } = readDashboardLink(dashboardSearch(place))
      expect(isPeriodInvalid).toBe(false)
      expect({ ...read, layout: read.layout ?? DEFAULT_DASHBOARD_LAYOUT }).toEqual(place)
    }),
  )
})

test('DSH-02 DSH-03 CONFLICT-32 functions and periods are spelled as the specification does', () => {
  expect(DASHBOARD_FUNCTIONS).toEqual([
    ...['MILAGE_DAILY', 'ADBLUE_DAILY', 'UTILIZATION_DAILY', 'FLEET_STATUS'],
    ...['DRIVING_SCORE', 'SPEED_BAND', 'RPM_BAND', 'FLEET_INSIGHTS'],
  ])
  expect(DASHBOARD_PERIODS).toEqual({ '7days': 7, '30days': 30, '60days': 60, '90days': 90 })
  const layout = completeLayout({ shown: ['SPEED_BAND', 'MILAGE_DAILY'], hidden: [...DASHBOARD_WIDGETS] })
  expect(
    dashboardSearch({ ...FIRST, filter: { ...FIRST.filter, selectedPeriod: 'last30Days' }, layout }),
  ).toBe('?period=30days&dashboardFunctionNames=SPEED_BAND,MILAGE_DAILY')
})

test('DSH-04 DSH-05 DSH-06 CST-14 an address without anything is the fleet in the last 7 days', () => {
  expect(dashboardSearch(FIRST)).toBe('')
  expect(dashboardSearch({ ...FIRST, layout: DEFAULT_DASHBOARD_LAYOUT })).toBe('')
  expect(readDashboardLink('')).toEqual({ ...FIRST, isPeriodInvalid: false })
  expect(FIRST.filter).toMatchObject({ selectedPeriod: 'last7Days', filterBy: 'Fleet' })
})

test.each([
  '?period=8days',
  '?filterBy=Region',
  '?vehicles=1,2',
  '?filterBy=Fleet&group=4',
  '?table=MILEAGE',
  '?open=SPEED',
  `?period=30days&x=${'x'.repeat(4000)}`,
])('what is not known is as at first: %s', (search) => expect(readDashboardLink(search)).toMatchObject(FIRST))

test('a day that no calendar has opens the whole period, and no more vehicles are named than can be chosen', () => {
  expect(readDashboardLink('?open=SPEED_BAND&day=2026-02-30&days=7').evidence).toMatchObject({
    ...{ day: null, days: 1 },
  })
  const many = Array.from({ length: 300 }, (_, i) => i + 1).join()
  expect(readDashboardLink(`?filterBy=Vehicle&vehicles=${many}`).filter.selectedVehicleIds).toHaveLength(250)
})

test('widgets that a stored layout does not know are shown last, and unknown ones dropped', () => {
  const layout = completeLayout({ shown: ['RPM_BAND', 'GONE', 'RPM_BAND'], hidden: ['SPEED_BAND'] })
  expect(layout.shown[0]).toBe('RPM_BAND')
  expect(layout.hidden).toEqual(['SPEED_BAND'])
  expect([...layout.shown, ...layout.hidden].sort()).toEqual([...DASHBOARD_WIDGETS].sort())
  const earlier = DEFAULT_DASHBOARD_LAYOUT.shown.filter((name) => name !== 'SERVICE_REMINDERS').reverse()
  expect(completeLayout({ shown: earlier, hidden: [] }).shown).toEqual([...earlier, 'SERVICE_REMINDERS'])
})
