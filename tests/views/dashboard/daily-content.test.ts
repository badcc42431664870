import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { mileageOf } from '#domain/figures.ts'
import { DEFAULT_UNITS, HOUR_S } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { isEmpty } from '#src/views/dashboard/content.ts'
import { adblueContent, mileageContent, utilizationContent } from '#src/views/dashboard/daily-content.ts'
import { speedContent, tripContent } from '#src/views/dashboard/share-content.ts'
import { ANSWERS } from '#tests/kit/views/dashboard.page.ts'

afterEach(() => showConventions({ ...DEFAULT_UNITS, timeZone: DEFAULT_TIME_ZONE }))

const OPTIONS = { today: '2026-11-20', filter: DEFAULT_DASHBOARD_FILTER, days: 7 }
const { days: DAYS } = ANSWERS.MILAGE_DAILY

test('a day that used fuel without a distance has no fuel economy, in litres for 100 km as well', () => {
  showConventions({ economy: 'litresPer100Km' })
  const idle = { fuelUsed: 3, mileage: mileageOf({ fuelUsed: 3, meteredKm: 0 }) }
  const days = DAYS.map((day, i) => (i === 0 ? { ...day, ...idle } : day))
  const shown = mileageContent({ ...ANSWERS.MILAGE_DAILY, days }, OPTIONS)
  if (isEmpty(shown)) throw new Error(shown.empty)
  expect(shown.bars.map(({ value }) => value)).toEqual([null, 25, 25, 25, 25, 25, 25])
  expect(shown.table.rows[0]?.slice(0, 3)).toEqual(['14-11-2026', 'N/A', '3.00'])
})

const contentOf = <T extends { empty: string } | object>(shown: T): Exclude<T, { empty: string }> => {
  if ('empty' in shown) throw new Error(shown.empty)
  return shown as Exclude<T, { empty: string }>
}

test('CST-04 large numbers have separators, days of tables are dates, and times of many trucks are hours', () => {
  const total = { ...ANSWERS.MILAGE_DAILY.total, fuelUsed: 10_167.2, meteredKm: 790_016.34 } as never
  const { notes } = contentOf(mileageContent({ ...ANSWERS.MILAGE_DAILY, total }, OPTIONS))
  expect(notes).toContain('10,167.20 ltrs of fuel for 7,90,016.34 kms')
  const times = {
    ...{ runningS: 2226 * HOUR_S, idlingS: 3.5 * HOUR_S, knownS: 4459 * HOUR_S },
    ...{ utilization: 40, knownUtilization: 50 },
  }
  const { notes: ofTotal, table } = contentOf(
    utilizationContent(
      {
        ...ANSWERS.UTILIZATION_DAILY,
        total: { ...times, runningS: 14_510 * HOUR_S },
        days: [{ date: '2026-11-20', days: 1, ...times }],
      },
      OPTIONS,
    ),
  )
  expect(ofTotal).toContain('40.0 % utilised, of which 40.0 % driving')
  expect(ofTotal).toContain('14,510 hr running and 3 hr 30 min idling of 464 hr')
  expect(table.rows).toEqual([['20-11-2026', '40.0', '39.9', '2,226 hr', '3 hr 30 min', '4,459 hr', '50.0']])
  const trips = contentOf(
    tripContent({ trips: 1189, buckets: [{ bucket: 'Ontime', count: 1173, percent: 98.7 }] }),
  )
  expect(trips.bars.map(({ text }) => text)).toEqual(['1,173'])
})

test('DSH-12 a truck that idles all day is utilised all day, of which it drove nothing', () => {
  const idled = {
    ...{ runningS: 0, idlingS: 24 * HOUR_S, knownS: 24 * HOUR_S },
    ...{ utilization: 100, knownUtilization: 100 },
  }
  const { notes, table } = contentOf(
    utilizationContent(
      {
        ...ANSWERS.UTILIZATION_DAILY,
        total: idled,
        days: [{ date: '2026-11-20', days: 1, ...idled }],
      },
      OPTIONS,
    ),
  )
  expect(notes).toContain('100.0 % utilised, of which 0.0 % driving')
  expect(table.headings.slice(1, 3)).toEqual(['Utilisation (%)', 'Of which driving (%)'])
  expect(table.rows[0]?.slice(1, 3)).toEqual(['100.0', '0.0'])
})

test('a share that is as before has no sign', () => {
  const bands = ANSWERS.SPEED_BAND.bands.map((band) => ({ ...band, before: band.share + 0.0001 }))
  const { bars } = contentOf(speedContent({ ...ANSWERS.SPEED_BAND, bands }, OPTIONS))
  expect(bars[0]?.hint).toBe('0.0 points vs. previous period')
})

describe('beside a figure stands what is known', () => {
  const UTILISED = ANSWERS.UTILIZATION_DAILY
  const notesOf = (change: Partial<typeof UTILISED>) =>
    contentOf(utilizationContent({ ...UTILISED, ...change }, OPTIONS)).notes

  test('DSH-12 of utilisation, of how many days and hours, and the utilisation of those', () => {
    expect(notesOf({})).toContain('6 of 7 days are known: 28.0 % of the 300 hr known')
    expect(
      notesOf({ before: { ...UTILISED.total, utilization: 16, knownUtilization: 32 } as never }),
    ).toContain('16.0 % (32.0 % of what is known) in the 7 days before')
  })

  test('and hours of which nothing is known are no change', () => {
    const before = { ...UTILISED.total, utilization: 9, knownUtilization: 28 } as never
    const { finding } = contentOf(utilizationContent({ ...UTILISED, before }, OPTIONS))
    expect(finding).toBe('Utilisation is as in the 7 days before')
  })

  test('DSH-12 a day of which nothing is known has no bar of 0 %, and nor has a period', () => {
    const nothing = { runningS: 0, idlingS: 0, knownS: 0, utilization: null, knownUtilization: null }
    const days = UTILISED.days.map((day, i) => (i === 0 ? { ...day, ...nothing } : day))
    const { bars, table } = contentOf(utilizationContent({ ...UTILISED, days }, OPTIONS))
    expect([bars[0]?.value, bars[0]?.text, bars[0]?.hint]).toEqual([
      ...[null, 'N/A', 'Nothing is known of what trucks did'],
    ])
    expect(bars[1]?.hint).toContain('50.0 % of the 24 hr known')
    expect(table.rows[0]?.slice(1)).toEqual(['N/A', 'N/A', 'N/A', 'N/A', '0 sec', 'N/A'])
    const silent = contentOf(utilizationContent({ ...UTILISED, days, total: nothing }, OPTIONS))
    expect(silent.figure?.figure).toBe('N/A')
    expect(silent.notes).toContain('Nothing is known of what trucks did')
  })

  const ADBLUE = ANSWERS.ADBLUE_DAILY
  const adblueOf = (change: Partial<typeof ADBLUE>) =>
    contentOf(adblueContent({ ...ADBLUE, ...change }, OPTIONS))

  test('DSH-01 of AdBlue a day, how many days of trucks it is the mean of', () => {
    expect(adblueOf({}).notes[0]).toBe(
      '0.80 ltrs a day for each truck, as a mean of the 15 of 18 finished days of trucks that are known',
    )
    expect(adblueOf({ vehicles: 1 }).notes[0]).toMatch(/^0\.80 ltrs a day, as a mean of/)
    expect(adblueOf({ average: null }).notes[0]).toBe('No finished day is known to make a mean of')
  })

  test('DSH-01 a day on which nobody reported AdBlue has no bar of 0 litres', () => {
    const days = ADBLUE.days.map((day, i) => (i === 0 ? { ...day, adblueUsed: null } : day))
    const { bars, table } = adblueOf({ days })
    expect([bars[0]?.value, bars[0]?.text, table.rows[0]?.[1]]).toEqual([null, 'N/A', 'N/A'])
  })
})
