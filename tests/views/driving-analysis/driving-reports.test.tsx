import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { selectTheme } from '#src/machines/app/app.selectors.ts'
import {
  answerScores,
  BY_OWN,
  closePageAfterEach,
  columnIds,
  notScored,
  openDriving,
  page,
  press,
  rowsOf,
  scored,
  scoresOf,
  showDriving,
} from '#tests/kit/views/driving.page.ts'

closePageAfterEach()

const ASHA = scored(1, 'Asha')
const BALA = scored(2, 'Bala', {
  columns: { ...ASHA.columns, DriverScore: 70, DriverScoreCategory: 'Average', Overspeed: 4 },
})
const SCORES = scoresOf([ASHA, BALA, notScored(3, 'Chitra')])
const texts = (table: string) => rowsOf(table).map(({ textContent }) => textContent)

describe('the reports', () => {
  test('DRV-02 five reports are tabs; the address and the title name the analysis', async () => {
    await showDriving(SCORES)
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('data-report'))).toEqual([
      'DRIVER_CATEGORY_AND_SCORE',
      'DRIVER_SCORE_AND_COMPARISON',
      'DRIVING_INCIDENTS',
      'DRIVER_SCORE_TREND',
      'VEHICLE_SUMMARY_ALERT_COUNT',
    ])
    expect(document.title).toBe('Driving Analysis | Roadbook')
    await press('Incidents', 'tab')
    expect(page.shell.keptDriving.done.at(-1)?.filter.report).toBe('DRIVING_INCIDENTS')
  })

  test('DRV-02 the tab of the open report is brought into view where the tabs scroll', async () => {
    await showDriving(SCORES)
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await press('Incidents', 'tab')
    expect(shown.mock.contexts).toEqual([screen.getByRole('tab', { name: 'Incidents' })])
  })

  test('DRV-03 DRIVER_CATEGORY_AND_SCORE has the columns of the driver score under their names', async () => {
    await showDriving(SCORES)
    expect(columnIds()).toEqual([
      ...['DriverName', 'RegistrationNumber', 'DriverScore', 'DriverScoreCategory', 'TotalDistance'],
      ...['TotalDrivingTime', 'FuelConsumed', 'FuelDrop', 'MaxSpeed', 'DrivingWithEconomy', 'Overspeed'],
      ...['Idling', 'Neutral', 'TOTALHA', 'TOTALHB', 'TOTALHC', 'EngineOverrun'],
    ])
    expect(texts('Category and score')[0]).toBe(
      'AshaMH 01 AB 000195.00Excellent200.00 kms05:00:0060.00 ltrs0.00 ltrs92 kmph01:00:00201' + '0300',
    )
  })

  test('who drove too little is not scored, with the reason, and is in no category', async () => {
    await showDriving(SCORES)
    expect(texts('Category and score')[2]).toContain('N/ANot scored20.00 kms')
    expect(screen.getByTitle('Not scored: less than 50 kms driven')).toBeDefined()
    const categories = within(screen.getByRole('list', { name: 'Categories' })).getAllByRole('listitem')
    expect(categories.map((each) => each.getAttribute('aria-label'))).toEqual([
      ...['Excellent: 1', 'Good: 0', 'Average: 1', 'Poor: 0', 'Not scored: 1'],
    ])
    expect(screen.getByRole('region', { name: 'Overall score' }).textContent).toContain(
      'Fleet score95.005.00 better than before',
    )
  })

  test('OPEN-79 DRIVING_INCIDENTS and VEHICLE_SUMMARY_ALERT_COUNT count incidents in columns of the driver score', async () => {
    await showDriving(SCORES, { filter: { report: 'DRIVING_INCIDENTS' } })
    expect(columnIds().slice(2)).toEqual([
      ...[
        'TotalDistance',
        'Overspeed',
        'Neutral',
        'EngineOverrun',
        'Idling',
        'TOTALHA',
        'TOTALHB',
        'TOTALHC',
      ],
      'DriverScore',
    ])
    await press('Vehicle summary', 'tab')
    await answerScores(SCORES)
    expect(page.shell.drivingScores.latest().input.scope.by).toBe('vehicle')
    expect(columnIds()[0]).toBe('RegistrationNumber')
    expect(screen.queryByRole('radiogroup', { name: 'Scores of' })).toBeNull()
  })

  test('a heading sorts up, down and back to the best first; who is not scored comes last', async () => {
    await showDriving(SCORES)
    const names = () => texts('Category and score').map((text) => text?.replace(/MH.*/, ''))
    await press('Sort by Score')
    expect(names()).toEqual(['Bala', 'Asha', 'Chitra'])
    expect(screen.getAllByRole('columnheader')[2]?.getAttribute('aria-sort')).toBe('ascending')
    await press('Sort by Score')
    expect(names()).toEqual(['Asha', 'Bala', 'Chitra'])
    await press('Sort by Driver')
    expect(names()).toEqual(['Asha', 'Bala', 'Chitra'])
    expect(page.shell.keptDriving.done.at(-1)?.filter.sort).toEqual({
      column: 'DriverName',
      isDescending: false,
    })
  })

  test('SHL-49 SHL-50 it says when it loads, when there is nobody, and why it failed, with Retry', async () => {
    await openDriving()
    expect(texts('Category and score')).toEqual(['Loading...'])
    await answerScores(scoresOf([]))
    expect(texts('Category and score')).toEqual(['No Records Found'])
    await page.act(() => page.actor.getSnapshot().children.drivingAnalysis?.send({ type: 'driving.reset' }))
    await page.act(() => page.shell.drivingScores.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry')
    await answerScores(SCORES)
    expect(texts('Category and score').length).toBe(3)
  })

  test('as long as figures are derived, it says how many days are left', async () => {
    await showDriving(scoresOf([], { pendingDays: 12 }))
    expect(screen.getByText(/^The figures of 12 days are being derived/)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('B12 it says how many days are still being added up', async () => {
    await showDriving({ ...SCORES, waitingDays: 2, rangeDays: 7 })
    expect(
      screen.getByText(/^As of .* · 2 of 7 days are still being added up\. Figures will rise\.$/),
    ).toBeDefined()
  })

  test('driving without a driver has its own row', async () => {
    await showDriving(scoresOf([scored(0, '', { notScored: 'nobody' })]))
    expect(texts('Category and score')[0]).toMatch(/^No driver assigned/)
  })
})

describe('filters', () => {
  test('RPT-05 RPT-06 the scope, the dates and whose scores they are', async () => {
    await showDriving(SCORES)
    const input = () => page.shell.drivingScores.latest().input
    await press('Vehicles', 'radio')
    expect(input().scope.by).toBe('vehicle')
    await press('Group', 'radio')
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: '4' } })
    expect(input().scope).toEqual({ filterBy: 'Group', ownerId: 4, by: 'vehicle', scoredBy: 'own' })
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'yesterday' } }),
    )
    expect(input().period.dateType).toBe('yesterday')
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'custom' } }),
    )
    expect(input().period.range).not.toBeNull()
    expect(screen.getAllByText('From').length).toBeGreaterThan(0)
    await press('Reset')
    expect(input().scope).toEqual({ filterBy: 'Fleet', ownerId: null, by: 'driver', scoredBy: 'own' })
  })

  test('choices that could not be loaded can be loaded again', async () => {
    await showDriving(SCORES, { filter: { filterBy: 'Group' } })
    await page.act(() => page.actor.getSnapshot().children.drivingAnalysis?.send({ type: 'driving.closed' }))
    await page.act(() => page.actor.getSnapshot().children.drivingAnalysis?.send({ type: 'driving.opened' }))
    await page.act(() => page.shell.drivingAddress.latest().reject({ name: 'NetworkFailure' }))
    await page.act(() => page.shell.drivingChoices.latest().reject({ name: 'NetworkFailure', message: '' }))
    await page.act(() =>
      page.actor
        .getSnapshot()
        .children.drivingAnalysis?.send({ type: 'driving.filterChosen', change: { filterBy: 'Group' } }),
    )
    const loads = page.shell.drivingChoices.calls.length
    await press('Retry')
    expect(page.shell.drivingChoices.calls.length).toBe(loads + 1)
  })
})

describe('comparison and trend', () => {
  test('DRV-02 DRIVER_SCORE_AND_COMPARISON shows those who are chosen beside the median, incidents in 100 km', async () => {
    await showDriving(SCORES, { filter: { report: 'DRIVER_SCORE_AND_COMPARISON' } })
    expect(screen.getByText(/^Select up to 5 in the list below/)).toBeDefined()
    await press('Compare Asha', 'checkbox')
    await press('Compare Bala', 'checkbox')
    expect(
      within(screen.getByRole('table', { name: 'Compared with the median' })).getAllByRole('columnheader')
        .length,
    ).toBe(4)
    const [scores, distance] = rowsOf('Compared with the median').map(({ textContent }) => textContent)
    expect([scores, distance]).toEqual(['Score95.0070.0095.00', 'Distance200.00 kms200.00 kmsN/A'])
    expect(screen.getByRole('row', { name: /^Overspeed in 100 km/ }).textContent).toBe(
      'Overspeed in 100 km1.002.001.50',
    )
    await press('Leave Asha out of the comparison')
    expect(page.shell.keptDriving.done.at(-1)?.filter.compared).toEqual([2])
  })

  test('bars of a comparison are as long as their share of the greatest value in their row, and 0 has none', async () => {
    const far = scored(4, 'Deepa', {
      columns: { ...ASHA.columns, TotalDistance: 3980.2, TOTALHA: 0, Overspeed: 0 },
    })
    const farther = scored(5, 'Esha', { columns: { ...ASHA.columns, TotalDistance: 1990.1, TOTALHA: 0 } })
    const compared = { ...scoresOf([far, farther]), median: { TotalDistance: 995.05, TOTALHA: 0 } }
    await showDriving(compared, { filter: { report: 'DRIVER_SCORE_AND_COMPARISON', compared: [4, 5] } })
    const lengths = (row: RegExp) =>
      within(screen.getByRole('row', { name: row }))
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('i')?.style.width.replace(/^calc\(([\d.]+) .*/, '$1') ?? null)
    expect(lengths(/^Distance/)).toEqual(['1.000', '0.500', '0.250'])
    expect(lengths(/^Overspeed in 100 km/)).toEqual([null, '1.000', null])
  })

  test('DRV-04 by the user’s own alerts every report has the company’s score beside it, and can be by the company’s alone', async () => {
    const rows = [scored(1, 'Asha', { companyScore: 80.5 }), scored(2, 'Bala', { companyScore: 70 })]
    const own = { scoring: BY_OWN, companyFleet: 77, companyMedian: 75.25 }
    await showDriving(scoresOf(rows, own), { filter: { compared: [1] } })
    expect(screen.getByText('By your alerts: Overspeed, Vehicle Idling')).toBeDefined()
    expect(columnIds().slice(2, 5)).toEqual(['DriverScore', 'CompanyScore', 'DriverScoreCategory'])
    expect(texts('Category and score')[0]).toContain('95.0080.50Excellent')
    const summary = within(screen.getByRole('region', { name: 'Overall score' }))
    expect(summary.getByText('company: 77.00')).toBeDefined()
    expect(summary.getByText('company: 75.25')).toBeDefined()
    await press('Comparison', 'tab')
    expect(texts('Compared with the median').slice(0, 2)).toEqual([
      ...['Score95.0095.00', 'Company’s score80.5075.25'],
    ])
    await press('Vehicle summary', 'tab')
    await answerScores(scoresOf(rows, own))
    expect(screen.queryByText(/^By your alerts/), 'it has no score').toBeNull()
    await press('Score trend', 'tab')
    await answerScores(scoresOf(rows, own))
    await page.act(() => {
      const points = [{ score: 95, companyScore: 80.5, distanceKm: 200, notScored: null }]
      const lines = [{ id: null, name: '', points }]
      page.drivingStore.show({ trend: { ...scoresOf([]), scoring: BY_OWN, dates: ['2026-11-20'], lines } })
      return page.shell.drivingTrend.latest().resolve()
    })
    expect(texts('Scores by date')).toEqual(['20-11-202695.00 company: 80.50'])
    await press('Show the company’s score')
    expect(page.shell.drivingScores.latest().input.scope.scoredBy).toBe('company')
    expect(page.shell.keptDriving.done.at(-1)?.filter.scoredBy).toBe('company')
    await answerScores(scoresOf(rows, { ...own, scoring: { ...BY_OWN, by: 'company' } }))
    expect(columnIds()).not.toContain('CompanyScore')
    await press('Show by your alerts')
    expect(page.shell.drivingScores.latest().input.scope.scoredBy).toBe('own')
  })

  test('DRV-02 DRIVER_SCORE_TREND draws a line for each, with a table of the same scores', async () => {
    await showDriving(SCORES, { filter: { report: 'DRIVER_SCORE_TREND', compared: [1] } })
    const point = (score: number | null) => ({
      score,
      companyScore: score === null ? null : score - 5,
      distanceKm: score === null ? 10 : 200,
      notScored: score === null ? ('distance' as const) : null,
    })
    const answer = (dates: readonly string[], fleet: readonly number[], asha: readonly (number | null)[]) =>
      page.act(() => {
        page.drivingStore.show({
          trend: {
            ...scoresOf([]),
            dates: [...dates],
            lines: [
              { id: null, name: '', points: fleet.map(point) },
              { id: 1, name: 'Asha', points: asha.map(point) },
            ],
          },
        })
        return page.shell.drivingTrend.latest().resolve()
      })
    const trend = within(screen.getByRole('region', { name: 'Scores over time' }))
    await answer(['2026-11-19', '2026-11-20'], [95, 96], [91, null])
    expect(screen.getByRole('img', { name: 'Scores over time, from 19-11-2026 to 20-11-2026' })).toBeDefined()
    expect(texts('Scores by date')).toEqual(['19-11-202695.0091.00', '20-11-202696.00N/A'])
    await press('Week', 'radio')
    expect(page.shell.drivingTrend.latest().input.step).toBe('week')
    expect([trend.queryByText('Loading...') !== null, trend.queryByRole('table')]).toEqual([true, null])
    await page.act(() => page.shell.drivingTrend.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByText(/^The trend could not be loaded/)).toBeDefined()
    await press('Retry')
    await answer(['2026-11-16'], [94], [90])
    expect(texts('Scores by date')).toEqual(['Week of 16-11-202694.0090.00'])
  })
})

describe('interfaces and sizes', () => {
  test('DRV-05 SHL-45 the older address shows the same analysis, always dark', async () => {
    await showDriving(SCORES, { path: '/driving-analysis' })
    expect(texts('Category and score').length).toBe(3)
    expect(selectTheme(page.actor.getSnapshot())).toBe('dark')
  })

  test('DRV-05 SHL-34 SHL-45 the newer one is light and has the toggle of the theme', async () => {
    await showDriving(SCORES)
    expect(selectTheme(page.actor.getSnapshot())).toBe('light')
    await page.act(() => page.actor.send({ type: 'theme.toggled' }))
    expect(selectTheme(page.actor.getSnapshot())).toBe('dark')
  })

  test('on a phone rows are cards, with a choice of their order', async () => {
    await showDriving(SCORES, { isPhone: true, filter: { report: 'DRIVER_SCORE_AND_COMPARISON' } })
    const cards = () =>
      within(screen.getByRole('list', { name: 'Comparison' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(cards()[0]).toBe('Asha95.00MH 01 AB 0001ExcellentDistance 200.00 kms · Driving time 05:00:00')
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), {
        target: { value: 'RegistrationNumber' },
      }),
    )
    expect(page.shell.keptDriving.done.at(-1)?.filter.sort).toEqual({
      column: 'RegistrationNumber',
      isDescending: false,
    })
    await press('Compare Bala', 'checkbox')
    expect(page.shell.keptDriving.done.at(-1)?.filter.compared).toEqual([2])
    await press('Why this score: Asha')
    expect(page.shell.keptDriving.done.at(-1)?.open).toEqual({ subjectId: 1, incident: null })
  })
})
