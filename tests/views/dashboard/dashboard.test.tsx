import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import type { ScoringRecord } from '#contract/records/figures.ts'
import { showConventions } from '#src/texts/conventions.ts'
import {
  ANSWERS,
  answer,
  callOf,
  closePageAfterEach,
  NOW,
  open,
  page,
  press,
  readAddress,
  show,
  widget,
} from '#tests/kit/views/dashboard.page.ts'
import { option } from '#tests/kit/views/fleet-filter.page.ts'

closePageAfterEach()

const away = { name: 'NetworkFailure', message: '' }
const finding = (name: string) => widget(name).getByRole('heading').textContent
const choosePeriod = (name: string) =>
  press(name, within(screen.getByRole('radiogroup', { name: 'Period' })), 'radio')

describe('what is shown', () => {
  test.each(['/owner-suite', '/dashboard'])(
    'DSH-01 DSH-16 SHL-06 %s is the dashboard, with a widget for each figure',
    async (path) => {
      await show({ path })
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fleet, last 7 days')
      expect(document.title).toBe('Dashboard | Roadbook')
      const names = [
        ...['Mileage', 'AdBlue', 'Utilisation', 'Fleet status', 'Driving score', 'Speed band', 'RPM band'],
        ...['Fleet insights', 'Trip status', 'Service reminders'],
      ]
      for (const name of names) expect(screen.getByRole('region', { name })).toBeTruthy()
    },
  )

  test('DSH-01 figures stand with the period before them, and the title says what they say', async () => {
    await show()
    expect(finding('Mileage')).toBe('Fuel economy rose 14.3 % against the 7 days before')
    expect(widget('Mileage').getByText('4.00')).toBeTruthy()
    expect(
      widget('Mileage').getByText(/3\.50 kmpl in the 7 days before · 175\.00 ltrs of fuel for 700\.00 kms/),
    ).toBeTruthy()
    // A day of a truck against one: fewer of them are known than before.
    expect(finding('AdBlue')).toBe('Daily AdBlue use rose 60.0 % against the 7 days before')
    expect(
      widget('AdBlue').getByText(/^0\.80 ltrs a day for each truck, as a mean of the 15 of 18 finished days/),
    ).toBeTruthy()
    expect(finding('Utilisation')).toBe('Utilisation fell 12.0 % against the 7 days before')
    expect(widget('Utilisation').getByText(/6 of 7 days are known: 28\.0 % of the 300 hr known/)).toBeTruthy()
    expect(finding('Driving score')).toBe('The driving score rose 3.0 % against the 7 days before')
  })

  test('a period before of which too little is known is not compared with, and each widget says why', async () => {
    await open()
    const unknown = 'The 7 days before are not known well enough to compare'
    const ofBands = <T extends 'SPEED_BAND' | 'RPM_BAND'>(source: T) => ({
      ...ANSWERS[source],
      bands: ANSWERS[source].bands.map((band) => ({ ...band, before: null })),
    })
    await answer('MILAGE_DAILY', { ...ANSWERS.MILAGE_DAILY, before: null })
    await answer('ADBLUE_DAILY', { ...ANSWERS.ADBLUE_DAILY, before: null, averageBefore: null })
    await answer('UTILIZATION_DAILY', { ...ANSWERS.UTILIZATION_DAILY, before: null })
    await answer('DRIVING_SCORE', { ...ANSWERS.DRIVING_SCORE, before: null })
    await answer('SPEED_BAND', ofBands('SPEED_BAND'))
    await answer('RPM_BAND', ofBands('RPM_BAND'))
    for (const name of ['Mileage', 'AdBlue', 'Utilisation', 'Driving score', 'Speed band', 'RPM band'])
      expect(widget(name).getByText(unknown, { exact: false }), name).toBeTruthy()
    for (const name of ['Mileage', 'AdBlue', 'Utilisation', 'Driving score'])
      expect(finding(name)).toBe(`${name}, last 7 days`)
  })

  test('while it loads, what is of now names no period', async () => {
    await open()
    expect([finding('Fleet status'), finding('Service reminders'), finding('Trip status')]).toEqual([
      ...['Fleet status', 'Service reminders', 'Trip status, last 7 days'],
    ])
  })

  test('figures are in the units of the user', async () => {
    await show()
    await page.act(() => showConventions({ distance: 'mi', volume: 'usGallon', economy: 'litresPer100Km' }))
    await choosePeriod('30 days')
    await answer('MILAGE_DAILY')
    expect(widget('Mileage').getByText('25.00')).toBeTruthy()
    expect(widget('Mileage').getByText(/46\.23 gal \(US\) of fuel for 434\.96 miles/)).toBeTruthy()
  })

  test('DSH-07 OPEN-61 each status has its count and its percentage of the total', async () => {
    await show()
    expect(finding('Fleet status')).toBe('2 of 3 trucks are running')
    const lines = widget('Fleet status').getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      ...['Running 2 66.7 %', 'Idling 0 0.0 %', 'Stopped 1 33.3 %', 'Key on 0 0.0 %', 'Offline 0 0.0 %'],
    ])
  })

  test('DSH-08 trips are Early, Ontime or Delayed, in these words', async () => {
    await show()
    expect(finding('Trip status')).toBe('3 of 4 trips were Early or Ontime')
    const lines = widget('Trip status').getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      ...['Early 1 25.0 %', 'Ontime 2 50.0 %', 'Delayed 1 25.0 %'],
    ])
  })

  const links = (name: string) =>
    widget(name)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('DSH-15 HLT-02 services lead to their lists of fleet health, but for those done in a period, which it does not list', async () => {
    await show()
    expect(finding('Service reminders')).toBe('One truck is overdue for service')
    expect(links('Service reminders')).toEqual([
      ['1 Overdue ', '/fleet-health?tab=services'],
      ['1 Due soon ', '/fleet-health?tab=services&services=dueSoon'],
      [
        '4 All trucks One has no service recorded · One is not counted',
        '/fleet-health?tab=services&services=all',
      ],
    ])
    const items = widget('Service reminders').getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.trim())).toContain('1 Done in the last 7 days')
  })

  test.each([
    [{ filterBy: 'Group', groupId: 4 }, '/fleet-health?tab=services&groupId=4'],
    [{ filterBy: 'Vehicle', selectedVehicleIds: [7] }, '/fleet-health?tab=services&vehicleId=7'],
  ] as const)('DSH-06 DSH-15 the list is of the same trucks: %o', async (change, address) => {
    await show({ place: { filter: { ...DEFAULT_DASHBOARD_FILTER, ...change } } })
    expect(links('Service reminders')[0]).toEqual(['1 Overdue ', address])
  })

  test('DSH-15 counts of several chosen trucks lead nowhere, because fleet health lists one or all', async () => {
    const filter = { ...DEFAULT_DASHBOARD_FILTER, filterBy: 'Vehicle', selectedVehicleIds: [7, 8] } as const
    await show({ place: { filter } })
    expect(widget('Service reminders').getByText('Due soon', { exact: false })).toBeTruthy()
    expect(widget('Service reminders').queryAllByRole('link')).toEqual([])
  })

  test('DSH-15 the table of services names the trucks, without those that were taken back', async () => {
    await show({ place: { table: 'SERVICE_REMINDERS' } })
    const rows = widget('Service reminders').getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ServiceVehicleLast service',
      'OverdueKA 01 AB 000101-04-2026 05:30:00',
      'Due soonKA 01 AB 000231-05-2026 05:30:00',
      'DoneKA 01 AB 000320-11-2026 10:45:00',
    ])
  })

  test('RPT-27 RPT-28 OPEN-83 mileage says when that of medium-duty trucks can be relied on', async () => {
    await show()
    const tip = widget('Mileage').getByRole('button', { name: /MDT/ }).getAttribute('aria-label')
    expect(tip).toBe(
      'MDT trucks need at least 15 kms a day for best results. If an MDT truck was stopped for more than 48 hours, ignore the first hour of data that day.',
    )
  })

  test('DSH-09 DSH-10 CST-12 bands say what is optimal and what is not recommended', async () => {
    await show()
    const tip = (name: string) =>
      widget(name)
        .getByRole('button', { name: /^Optimal/ })
        .getAttribute('aria-label')
    expect(tip('Speed band')).toBe('Optimal 41-60 kmph, not recommended above 80 kmph')
    expect(tip('RPM band')).toBe('Optimal 1,201-1,600 rpm, not recommended above 2,500 rpm')
    const lines = widget('Speed band').getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      ...[
        'up to 2010.0 %',
        '21-4020.0 %',
        '41-60optimal46.0 %',
        '61-8020.0 %',
        'above 80not recommended4.0 %',
      ],
    ])
    expect(finding('RPM band')).toBe('50.0 % of the engine time was at the optimal 1,201-1,600 rpm')
  })

  test('DSH-13 DRV-04 the driving score stands with the best and the lowest trucks', async () => {
    await show()
    expect(widget('Driving score').getByText('82.40')).toBeTruthy()
    expect(
      widget('Driving score').getByText(/Good · .*One truck drove less than 50 kms and has no score/),
    ).toBeTruthy()
    const lines = widget('Driving score').getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual(['KA 01 AB 000194.00', 'KA 01 AB 000271.00'])
  })

  const BY_OWN: ScoringRecord = {
    ...{ by: 'own', isSame: false, alerts: ['OVERSPEED', 'IDLING'], companySet: null },
    companyAlerts: ['OVERSPEED'],
  }

  test('DSH-13 DRV-04 a driving score by the user’s own alerts says so, and has the company’s beside it', async () => {
    await show()
    await answer('DRIVING_SCORE', { ...ANSWERS.DRIVING_SCORE, scoring: BY_OWN })
    const score = widget('Driving score')
    expect(score.getByText('By your alerts: Overspeed, Vehicle Idling')).toBeTruthy()
    expect(score.getByText(/^company: 88\.00 · Good · /)).toBeTruthy()
    expect(score.getAllByRole('listitem')[0]?.textContent).toBe('KA 01 AB 000194.00company: 88.00')
    await press('Table: Driving score')
    expect(score.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'VehicleBy your alerts: Overspeed, Vehicle IdlingBy the company’s alerts',
      ...['KA 01 AB 000194.0088.00', 'KA 01 AB 000271.0088.00', 'KA 01 AB 0003N/AN/A'],
    ])
    await press('Show the company’s score', score)
    expect(page.shell.keptPlace.done.at(-1)?.place.filter.scoredBy).toBe('company')
    expect(callOf('DRIVING_SCORE').input.scoredBy).toBe('company')
    expect(callOf('FLEET_INSIGHTS').input.scoredBy).toBe('company')
    expect(callOf('SPEED_BAND').input, 'has no score').not.toHaveProperty('scoredBy')
    await answer('DRIVING_SCORE', { ...ANSWERS.DRIVING_SCORE, scoring: { ...BY_OWN, by: 'company' } })
    expect(score.queryByText(/company: /)).toBeNull()
    await press('Show by your alerts', score)
    expect(callOf('DRIVING_SCORE').input).not.toHaveProperty('scoredBy')
  })

  test('DSH-13 DRV-04 insights of driving scores by the user’s own alerts have the company’s beside them', async () => {
    await show()
    const insights = ANSWERS.FLEET_INSIGHTS.insights.map((insight) => ({
      ...insight,
      vehicles: insight.vehicles.map((vehicle) => ({ ...vehicle, companyScore: 64 })),
    }))
    await answer('FLEET_INSIGHTS', { ...ANSWERS.FLEET_INSIGHTS, insights, scoring: BY_OWN })
    const list = widget('Fleet insights')
    expect(list.getByText('71.00, company: 64.00')).toBeTruthy()
    expect(list.getByText('By your alerts: Overspeed, Vehicle Idling')).toBeTruthy()
  })

  test('DSH-01 insights are sentences with their evidence; without evidence there are none', async () => {
    await show()
    const list = widget('Fleet insights')
    const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toContain('The best fuel economy:KA 01 AB 00014.50 kmpl')
    expect(lines).toContain('The lowest driving scores:KA 01 AB 000271.00')
    expect(lines).toContain(
      '7 trucks did not report in this period:KA 01 AB 0003last heard of 20-11-2026 10:45:00and 6 more',
    )
    expect(lines).toContain('One truck stood for more than half of the time:KA 01 AB 00024 d 15 hr')
    expect(lines).toContain(
      'The fuel economy of one truck differs from its own last 30 days:KA 01 AB 00012.50 kmpl, usually 3.80 to 4.20',
    )
    await page.act(() => page.shell.figureRefreshes.latest().emit({ type: 'dashboard.refreshDue', now: NOW }))
    await answer('FLEET_INSIGHTS', { ...ANSWERS.FLEET_INSIGHTS, insights: [] })
    expect(screen.getByText('Nothing stands out in this period.')).toBeTruthy()
  })
})

test('a dashboard whose address could not be read offers Retry', async () => {
  await open({ isRead: false })
  expect(screen.getByRole('alert').textContent).toContain('The dashboard could not be opened.')
  await press('Retry')
  await readAddress()
  expect(screen.getByRole('region', { name: 'Mileage' })).toBeTruthy()
})

describe('each widget by itself', () => {
  test('shows that it loads, while others are there already', async () => {
    await open()
    await answer('ADBLUE_DAILY')
    expect(widget('Mileage').getByRole('status', { name: 'Mileage is loading' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Mileage' }).getAttribute('aria-busy')).toBe('true')
    expect(widget('AdBlue').getByText('14.00')).toBeTruthy()
  })

  test.each([
    [
      'Mileage',
      'MILAGE_DAILY',
      { total: { ...ANSWERS.MILAGE_DAILY.total, fuelUsed: 0 } },
      /reported its fuel level/,
    ],
    ['AdBlue', 'ADBLUE_DAILY', { total: { adblueUsed: 0 } }, /reported its AdBlue level/],
    ['Utilisation', 'UTILIZATION_DAILY', { reporting: 0 }, /No truck has reported in this period/],
    ['Speed band', 'SPEED_BAND', { seconds: 0 }, /No truck has moved/],
    ['RPM band', 'RPM_BAND', { seconds: 0 }, /engine speed/],
    [
      'Driving score',
      'DRIVING_SCORE',
      { fleet: { ...ANSWERS.DRIVING_SCORE.fleet, score: null, notScored: 'alerts' } },
      /None of the alerts/,
    ],
    ['Driving score', 'DRIVING_SCORE', { fleet: null }, /needs 50 km/],
    ['Trip status', 'TRIP_STATUS', { trips: 0 }, /No trips were due/],
    ['Fleet status', 'FLEET_STATUS', { vehicles: 0 }, /There is no truck yet/],
    ['Service reminders', 'SERVICE_REMINDERS', { vehicles: 0 }, /There is no truck yet/],
    [
      'Service reminders',
      'SERVICE_REMINDERS',
      { counts: { overdue: 0, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 4, done: 0 } },
      /No service of these trucks is recorded/,
    ],
  ] as const)('%s of %s is empty and says why', async (name, source, change, why) => {
    await open()
    await answer(source, { ...ANSWERS[source], ...change } as never)
    expect(widget(name).getByText('No data')).toBeTruthy()
    expect(widget(name).getByText(why)).toBeTruthy()
  })

  test('a group without a truck says so', async () => {
    await open({ place: { filter: { ...DEFAULT_DASHBOARD_FILTER, filterBy: 'Group', groupId: 4 } } })
    await answer('MILAGE_DAILY', { ...ANSWERS.MILAGE_DAILY, vehicles: 0 })
    expect(widget('Mileage').getByText('There is no truck in this group.')).toBeTruthy()
  })

  const gone = { name: 'CallRefused', message: 'Not found', code: 'notFound' }
  const ofOne = { ...DEFAULT_DASHBOARD_FILTER, filterBy: 'Vehicle', selectedVehicleIds: [9] } as const

  test('a vehicle that is gone says so instead of an error, also once its figures were there', async () => {
    await open({ place: { filter: ofOne } })
    await page.act(() => callOf('MILAGE_DAILY').reject(gone))
    expect(widget('Mileage').getByText('This truck is gone.')).toBeTruthy()
    expect(widget('Mileage').queryByRole('button', { name: 'Retry' })).toBeNull()
    await answer('ADBLUE_DAILY')
    await page.act(() => page.shell.figureRefreshes.latest().emit({ type: 'dashboard.refreshDue', now: NOW }))
    await page.act(() => callOf('ADBLUE_DAILY').reject(gone))
    expect(widget('AdBlue').getByText('This truck is gone.')).toBeTruthy()
    expect(widget('AdBlue').queryByText('14.0')).toBeNull()
    expect(widget('AdBlue').queryByRole('alert')).toBeNull()
  })

  test('a fleet of which nothing is found is an error', async () => {
    await open()
    await page.act(() => callOf('MILAGE_DAILY').reject(gone))
    expect(widget('Mileage').getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  test('figures that are still being derived are waited for', async () => {
    await open()
    const pending = { ...ANSWERS.MILAGE_DAILY, pendingDays: 3, days: [], total: null, before: null }
    await answer('MILAGE_DAILY', pending)
    expect(widget('Mileage').getByText(/3 stored days are still being worked out/)).toBeTruthy()
  })

  test('B12 days that are still being added up are said beside the figures, until they are', async () => {
    await open()
    await answer('MILAGE_DAILY', { ...ANSWERS.MILAGE_DAILY, waitingDays: 3, rangeDays: 11 })
    const text = '3 of 11 days are still being added up. Figures will rise.'
    expect(widget('Mileage').getByRole('status').textContent).toBe(text)
    expect(widget('Mileage').getByText('4.00')).toBeTruthy()
    await answer('ADBLUE_DAILY', { ...ANSWERS.ADBLUE_DAILY, reporting: 0, waitingDays: 1, rangeDays: 7 })
    expect(widget('AdBlue').getByText('1 of 7 days is still being added up. Figures will rise.')).toBeTruthy()
    await answer('UTILIZATION_DAILY')
    expect(widget('Utilisation').queryByText(/added up/)).toBeNull()
  })

  test('an error says so in its place, and Retry asks again', async () => {
    await open()
    await page.act(() => callOf('MILAGE_DAILY').reject(away))
    expect(widget('Mileage').getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry', widget('Mileage'))
    await answer('MILAGE_DAILY')
    expect(widget('Mileage').getByText('4.00')).toBeTruthy()
  })

  test('a refresh keeps the last answer greyed with its time, also when it fails', async () => {
    await show()
    const card = screen.getByRole('region', { name: 'Mileage' })
    expect(card.hasAttribute('data-old')).toBe(false)
    await page.act(() => page.shell.figureRefreshes.latest().emit({ type: 'dashboard.refreshDue', now: NOW }))
    expect(card.hasAttribute('data-old')).toBe(true)
    expect(widget('Mileage').getByText('as of 10:45')).toBeTruthy()
    await page.act(() => callOf('MILAGE_DAILY').reject(away))
    expect(widget('Mileage').getByText('4.00')).toBeTruthy()
    expect(widget('Mileage').getByRole('alert').textContent).toContain('Not up to date')
    expect(card.hasAttribute('data-old')).toBe(true)
  })

  test('DSH-03 answers out of order: the last scope’s never shows', async () => {
    await show()
    await choosePeriod('30 days')
    expect(widget('Mileage').queryByText('4.00')).toBeNull()
    const month = callOf('MILAGE_DAILY')
    await choosePeriod('60 days')
    const two = { ...ANSWERS.MILAGE_DAILY, total: { ...ANSWERS.MILAGE_DAILY.total, mileage: 6 } } as never
    await answer('MILAGE_DAILY', two)
    expect(widget('Mileage').getByText('6.00')).toBeTruthy()
    await answer('MILAGE_DAILY', ANSWERS.MILAGE_DAILY, month)
    expect(widget('Mileage').getByText('6.00')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fleet, last 60 days')
  })
})

describe('the filter', () => {
  test('DSH-04 DSH-06 RPT-05 scopes and who is in them are chosen', async () => {
    await show()
    await page.act(() =>
      page.shell.dashboardChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] }),
    )
    const scopes = within(screen.getByRole('radiogroup', { name: 'Filter by' }))
    expect(scopes.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      'Fleet',
      'Vehicle',
      'Group',
    ])
    expect(scopes.getByRole<HTMLInputElement>('radio', { name: 'Fleet' }).checked).toBe(true)
    await press('Group', scopes, 'radio')
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: '4' } }),
    )
    expect(callOf('MILAGE_DAILY').input.scope).toMatchObject({ filterBy: 'Group', groupId: 4 })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('North, last 7 days')
    await press('Vehicle', scopes, 'radio')
    expect(screen.getByRole('combobox', { name: 'Vehicles' })).toBeTruthy()
  })

  describe('DSH-04 OPEN-51 several vehicles', () => {
    const showVehicles = async (selectedVehicleIds: readonly number[]) => {
      const filter = { ...DEFAULT_DASHBOARD_FILTER, filterBy: 'Vehicle', selectedVehicleIds } as const
      await show({ place: { filter } })
      page.keepOptions([1, 2, 3].map((id) => option(id)))
      await page.act(() => page.shell.dashboardChoices.latest().resolve({ groups: [] }))
    }
    const field = () => screen.getByRole('combobox', { name: 'Vehicles' })
    const pick = async (name: string) => {
      await page.act(() => fireEvent.click(field()))
      await page.act(() => fireEvent.click(screen.getByRole('option', { name, hidden: true })))
    }
    const chosenIds = () => callOf('MILAGE_DAILY').input.scope.selectedVehicleIds
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent

    test('are chosen one after the other, and each widget asks for all of them', async () => {
      await showVehicles([])
      expect([field().getAttribute('placeholder'), heading()]).toEqual([
        ...['All vehicles', 'All vehicles, last 7 days'],
      ])
      await pick('TN 01 AB 0001')
      await pick('TN 01 AB 0003')
      expect([chosenIds(), heading()]).toEqual([[1, 3], '2 vehicles, last 7 days'])
      await pick('TN 01 AB 0001')
      expect([chosenIds(), heading()]).toEqual([[3], 'TN 01 AB 0003, last 7 days'])
      await page.act(() => fireEvent.click(screen.getByLabelText('All vehicles')))
      expect(chosenIds()).toEqual([])
    })

    test('are no more than a selection has', async () => {
      await showVehicles(Array.from({ length: 249 }, (_, i) => i + 2))
      expect(screen.queryByText(/All 250 vehicles/)).toBeNull()
      await pick('TN 01 AB 0001')
      expect(chosenIds()).toHaveLength(250)
      expect(
        screen.getByText(
          'All 250 vehicles that a selection can have are chosen. To add another one, remove one.',
        ),
      ).toBeTruthy()
    })
  })

  test('DSH-03 DSH-05 the periods are 7, 30, 60 and 90 days', async () => {
    await show()
    const periods = within(screen.getByRole('radiogroup', { name: 'Period' })).getAllByRole<HTMLInputElement>(
      'radio',
    )
    expect(periods.map(({ value, checked }) => [value, checked])).toEqual([
      ['last7Days', true],
      ['last30Days', false],
      ['last60Days', false],
      ['last90Days', false],
    ])
  })
})
