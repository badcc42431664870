import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { keptTop } from '#src/views/kit/kept-place.ts'
import {
  answer,
  closePageAfterEach,
  headings,
  listed,
  NOW,
  open,
  page,
  press,
  requested,
  rowsShown,
  show,
} from '#tests/kit/views/alerts.page.ts'

closePageAfterEach()

describe('the list', () => {
  test('ALR-15 SHL-50 SHL-49 shows Loading..., then the alerts, or No Records Found', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Alerts' })).toBeTruthy()
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'All –' })).toBeTruthy()
    await answer([listed(1), listed(2, { type: 'IDLING', value: 840, durationS: 840, isOpen: true })])
    expect(headings()).toEqual([
      '',
      'Registration',
      'Alert',
      'Date',
      'What happened',
      'Address',
      'Acknowledged',
    ])
    expect(screen.getByRole('button', { name: 'All 3' })).toBeTruthy()
    const [first, second] = rowsShown()
    expect(first?.textContent).toContain('MH 01 AB 0001Overspeed20-11-2026 10:44:0092.0 kmph for 1 min')
    await waitFor(() => expect(first?.textContent).toContain('Near 79.00, 21.00'))
    expect(second?.textContent).toContain('Vehicle Idling20-11-2026 10:43:00over 14 min, limit 5 minsgoes on')
    await press(/^Overspeed/)
    await answer([])
    expect(screen.getByText('No Records Found')).toBeTruthy()
  })

  test('ALR-15 a fault of AdBlue says which part it is of', async () => {
    await open()
    await answer([listed(1, { type: 'ADBLUEFAULT', value: null, durationS: null, codes: ['3364/18'] })])
    const [row] = rowsShown()
    expect(row?.textContent).not.toContain('N/A')
    expect(row?.textContent).toContain('AdBlue quality')
  })

  test('ALR-15 of a truck that is silent it says when that was last seen, not that the alert goes on', async () => {
    await open()
    await answer([listed(2, { type: 'IDLING', value: 840, durationS: 840, isOpen: true, lastSeen: NOW })])
    const [row] = rowsShown()
    expect(row?.textContent).toContain('over 14 min, limit 5 minslast seen 20-11-2026 10:45:00')
    expect(row?.textContent).not.toContain('goes on')
  })

  test('SHL-49 a failure says so, and Retry loads again', async () => {
    await open()
    await page.act(() => page.shell.alerts.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry')
    await answer([listed(1)])
    expect(rowsShown()).toHaveLength(1)
  })

  test('SHL-49 a list that could not be loaded is loaded again once the network is back', async () => {
    await open()
    await page.act(() => page.shell.alerts.latest().reject({ name: 'NetworkFailure', message: '' }))
    await page.act(() => fireEvent(window, new Event('online')))
    await answer([listed(1)])
    expect(rowsShown()).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('ALR-32 types show their icon, name and count, and choose what is listed', async () => {
    await show([listed(1)])
    const types = within(screen.getByRole('navigation', { name: 'Alert types' })).getAllByRole('button')
    expect(types).toHaveLength(13)
    const names = types.map(({ textContent }) => textContent)
    expect(names).toEqual(expect.arrayContaining(['All 3', 'Overspeed 2', 'Vehicle Idling 1', 'Fuel Fill 0']))
    for (const name of Object.values(ALERT_NAME)) expect(names.join()).toContain(name)
    expect(types.slice(1).every((type) => type.querySelector('svg') !== null)).toBe(true)
    await press(/^Vehicle Idling/)
    expect(requested().reportType).toBe('IDLING')
    expect(screen.getByRole('button', { name: /^Vehicle Idling/ }).getAttribute('aria-pressed')).toBe('true')
  })

  test('API-20 OPEN-98 the types to choose from are those of the server, and the one of the address', async () => {
    await show([listed(1)], { types: ['IDLING', 'OVERSPEED'], filter: { reportType: 'DPFREGEN' } })
    const types = within(screen.getByRole('navigation', { name: 'Alert types' })).getAllByRole('button')
    expect(types.map(({ textContent }) => textContent?.replace(/ \d+$/, ''))).toEqual([
      ...['All', 'Overspeed', 'Vehicle Idling', 'DPF Regen'],
    ])
  })

  test('API-20 without them a note says so, and Retry loads them again', async () => {
    await show([listed(1)], { types: null })
    expect(screen.getByText('Vehicles and groups could not be loaded.')).toBeTruthy()
    await press('Retry')
    await page.act(() => page.shell.listedAlertChoices.latest().resolve({ groups: [], types: ['IDLING'] }))
    expect(screen.getByRole('button', { name: /^Vehicle Idling/ })).toBeTruthy()
    expect(screen.queryByText('Vehicles and groups could not be loaded.')).toBeNull()
  })

  test('ALR-35 a reset brings the columns back and closes the alert', async () => {
    await show([listed(1)], { alertId: 1 })
    expect(screen.getByRole('region', { name: 'Alert' })).toBeTruthy()
    await press('Columns')
    const address = await screen.findByRole('checkbox', { name: 'Address' })
    await page.act(() => fireEvent.click(address))
    expect(headings()).not.toContain('Address')
    await press('Reset')
    await answer([listed(1)])
    expect(headings()).toContain('Address')
    expect(page.shell.keptColumns.done.at(-1)).toEqual({ hidden: [] })
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('ALR-33 ALR-34 ALR-35 views, owners and dates are chosen, and a reset brings the defaults back', async () => {
    await show([listed(1)])
    await press('Vehicle Wise', 'radio')
    expect(requested().alerts).toBe('Vehicle Wise')
    await press('Group', 'radio')
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: '4' } }),
    )
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'last7Days' } }),
    )
    expect(requested()).toMatchObject({ alertsFor: 'Group', alertsForId: 4, period: 'last7Days' })
    await page.act(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'custom' } }),
    )
    expect(requested()).toMatchObject({
      period: 'custom',
      range: { from: expect.any(Number), to: expect.any(Number) },
    })
    expect([screen.getByLabelText('From'), screen.getByLabelText('To')]).toHaveLength(2)
    await press('Reset')
    expect(requested()).toEqual(DEFAULT_ALERT_FILTER)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Fleet' }).checked).toBe(true)
    expect(screen.queryByLabelText('From')).toBeNull()
  })

  test('RPT-19 every range is offered', async () => {
    await show([])
    const options = within(screen.getByRole('combobox', { name: 'Dates' })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Last 24 hrs',
      'Last 7 days',
      'Yesterday',
      'Last 30 days',
      'Last 6 months',
      'Last 1 year',
      'Custom',
    ])
  })

  test('rows are sorted by a heading, and columns put away', async () => {
    await show([listed(1, { value: 90 }), listed(3, { value: 99 }), listed(2, { value: 81 })])
    const plates = () =>
      rowsShown()
        .map((row) => /MH 01 AB 000\d/.exec(row.textContent ?? '')?.[0]?.at(-1))
        .join('')
    expect(plates()).toBe('132')
    await press('Sort by What happened')
    expect(plates()).toBe('213')
    expect(screen.getByRole('columnheader', { name: /What happened/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await press('Sort by What happened')
    expect(plates()).toBe('312')
    await press('Sort by Date')
    expect(plates()).toBe('321')
    await press('Columns')
    const address = await screen.findByRole('checkbox', { name: 'Address' })
    await page.act(() => fireEvent.click(address))
    expect(headings()).not.toContain('Address')
    expect(page.shell.keptColumns.done).toMatchObject([{ hidden: ['latlng'] }])
  })

  test('on a phone the order is chosen: figures begin with the largest, texts with the first', async () => {
    await show([listed(3, { value: 90 }), listed(1, { value: 99 }), listed(2, { value: 81 })], {
      isPhone: true,
    })
    const plates = () =>
      within(screen.getByRole('list', { name: 'Alerts' }))
        .getAllByRole('button')
        .map((card) => /MH 01 AB 000\d/.exec(card.textContent ?? '')?.[0]?.at(-1))
        .join('')
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' })
    expect([...order.options].map(({ textContent }) => textContent)).toEqual([
      'Newest first',
      'Sort by Registration',
      'Sort by Alert',
      'Sort by What happened',
    ])
    const choose = (value: string) => page.act(() => fireEvent.change(order, { target: { value } }))
    expect(plates()).toBe('312')
    await choose('what')
    expect(plates()).toBe('132')
    await choose('registrationId')
    expect(plates()).toBe('123')
    await choose('')
    expect(plates()).toBe('312')
  })

  test('ALR-15 alerts that arrive are highlighted, and the others are not', async () => {
    await show([listed(2)])
    await page.act(() => page.shell.alertRefreshes.latest().emit({ type: 'alertList.refreshDue' }))
    await answer([listed(1), listed(2)])
    expect(rowsShown().map((row) => row.hasAttribute('data-arrived'))).toEqual([true, false])
  })

  test('a list that cannot be refreshed stays, and says that it is not up to date until it is', async () => {
    await show([listed(1), listed(2)])
    const refresh = () =>
      page.act(() => page.shell.alertRefreshes.latest().emit({ type: 'alertList.refreshDue' }))
    const notice = () => screen.queryByText('Not up to date. The server cannot be reached; trying again.')
    await refresh()
    await page.act(() =>
      page.shell.alerts
        .latest()
        .reject({ name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
    )
    expect([rowsShown().length, notice()?.getAttribute('role')]).toEqual([2, 'status'])
    await refresh()
    await answer([listed(1)])
    expect([rowsShown().length, notice()]).toEqual([1, null])
  })

  test.each([
    ['table', false],
    ['cards', true],
  ])('of many alerts only those in view are in the page: %s', async (_name, isPhone) => {
    await show(
      Array.from({ length: 5000 }, (_, at) => listed(at + 1)),
      { isPhone },
    )
    const shown = isPhone
      ? within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem')
      : rowsShown()
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.length).toBeLessThan(50)
  })

  test('SHL-47 on a phone rows are cards', async () => {
    await show([listed(1), listed(2)], { isPhone: true })
    const cards = within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('button')
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 000120-11-2026 10:44:00Overspeed92.0 kmph for 1 min, limit 80 kmph',
      'MH 01 AB 000220-11-2026 10:43:00Overspeed92.0 kmph for 1 min, limit 80 kmph',
    ])
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('the place of a list', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }))
  test('the row at the top stays there when rows are added above it', () => {
    expect(keptTop(100, 46, rows(1, 2, 3, 4), rows(9, 8, 1, 2, 3, 4))).toBe(192)
    expect(keptTop(100, 46, rows(1, 2, 3, 4), rows(2, 3, 4))).toBe(54)
  })
  test('a list at its beginning shows what is new, and one whose row is gone stays', () => {
    expect(keptTop(10, 46, rows(1, 2), rows(9, 1, 2))).toBe(10)
    expect(keptTop(100, 46, rows(1, 2, 3), rows(7, 8))).toBe(100)
    expect(keptTop(100, 46, [], rows(7, 8))).toBe(100)
  })
})

describe('acknowledging', () => {
  const SEEN = { by: 'asha', at: NOW }

  test('one alert, or those chosen; who has seen one stands in its row', async () => {
    await show([listed(1), listed(2), listed(3, { acknowledgement: SEEN })])
    expect(rowsShown()[2]?.textContent).toContain('Seen · asha')
    await press(/^Acknowledge: .*0001/)
    expect(page.shell.acknowledgeAlerts.latest().input).toEqual({ alertIds: [1] })
    await page.act(() => page.shell.acknowledgeAlerts.latest().resolve())
    await press('Choose all', 'checkbox')
    await press('Acknowledge 2 alerts')
    expect(page.shell.acknowledgeAlerts.latest().input).toEqual({ alertIds: [1, 2] })
    await page.act(() => page.shell.acknowledgeAlerts.latest().resolve())
    expect(screen.queryByRole('button', { name: 'Acknowledge 2 alerts' })).toBeNull()
    await press(/^Choose the alert of MH 01 AB 0002/, 'checkbox')
    expect(screen.getByRole('button', { name: 'Acknowledge 1 alert' })).toBeTruthy()
    await press('Choose none')
    expect(screen.queryByRole('button', { name: 'Acknowledge 1 alert' })).toBeNull()
  })

  test('OPEN-29 read-only roles are offered none of it', async () => {
    await show([listed(1)], { role: 'SUPPORT' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  })
})
