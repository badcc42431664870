import { afterEach, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DEFAULT_DASHBOARD_FILTER } from '#domain/dashboard-link.ts'
import { mileageOf } from '#domain/figures.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { isEmpty } from '#src/views/dashboard/content.ts'
import { mileageContent } from '#src/views/dashboard/daily-content.ts'
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
  expect(shown.table.rows[0]?.slice(0, 3)).toEqual(['2026-11-14', '–', '3.0'])
})
