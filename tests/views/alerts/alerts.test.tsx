import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ALERT_COLUMNS, VEHICLE_WISE_COLUMNS } from '#contract/records/alert-columns.ts'
import { type AlertCounts, type AlertEvidence, COUNT_COLUMNS } from '#contract/records/alerts.ts'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#domain/alert-link.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { ListedAlert } from '#src/services/alerts/alert-store.ts'
import { ALERT_COLUMN } from '#src/texts/en/alerts.ts'
import { alertColumns, vehicleColumns } from '#src/views/alerts/alert-columns.ts'
import { keptTop } from '#src/views/alerts/kept-place.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
let page: Page

afterEach(() => page.close())

const listed = (alertId: number, change: Partial<ListedAlert> = {}): ListedAlert => {
  const time = NOW - alertId * MINUTE_MS
  return {
    ...{ alertId, vehicleId: alertId, type: 'OVERSPEED', time, lat: 21, lng: 79, value: 92, durationS: 60 },
    ...{ fence: null, isOpen: false, acknowledgement: null, registration: `MH 01 AB 000${alertId}` },
    columns: {
      registrationId: `MH 01 AB 000${alertId}`,
      ALERT_NAME: 'Overspeed',
      IST_TIME: istDateTime(time),
      latlng: '21,79',
    },
    ...change,
  }
}
const counted = (
  vehicleId: number,
  counts: Record<string, number>,
  columns = {},
): AlertCounts['byVehicle'][number] => ({
  ...{
    vehicleId,
    RegistrationNumber: `MH 01 AB 000${vehicleId}`,
    Vin: `VIN ${vehicleId}`,
    Model: 'Tipper',
    columns,
  },
  counts: { ...Object.fromEntries(Object.keys(COUNT_COLUMNS).map((name) => [name, 0])), ...counts },
})
const VEHICLES = [
  counted(
    1,
    { Overspeed: 2 },
    { Overspeedcount: 2, OverSpeedDistance: 2.5, OverSpeedDuration: 90, DurationAtMaxSpeed: 14 },
  ),
  counted(2, { Idling: 1 }),
]

type Options = {
  filter?: Partial<AlertFilter>
  alertId?: number | null
  isPhone?: boolean
  role?: 'MANAGER' | 'SUPPORT'
}

/** Opens the list at a filter; its first reply is still awaited. */
const open = async ({ filter = {}, alertId = null, isPhone = false, role = 'MANAGER' }: Options = {}) => {
  page = openPage({ path: '/alerts', isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await page.act(() =>
    page.shell.alertAddress.latest().resolve({
      filter: { ...DEFAULT_ALERT_FILTER, ...filter },
      ...{ alertId, hidden: [], now: NOW },
    }),
  )
  await page.act(() =>
    page.shell.listedAlertChoices
      .latest()
      .resolve({ groups: [{ groupId: 4, groupName: 'North', vehicleIds: [1] }] }),
  )
}
const answer = (rows: readonly ListedAlert[], byVehicle = VEHICLES) =>
  page.act(() => {
    const total = rows.length
    const isRefresh = page.shell.alerts.latest().input.held !== null
    page.alertStore.replaceRows(rows, byVehicle, isRefresh)
    return page.shell.alerts.latest().resolve({
      shown: total,
      total,
      unacknowledged: total,
      readAt: NOW,
      range: { from: NOW - DAY_MS, to: NOW },
    })
  })
const show = async (rows: readonly ListedAlert[], options: Options = {}) => {
  await open(options)
  await answer(rows)
}
const press = (name: string | RegExp, role = 'button') =>
  page.act(() => fireEvent.click(screen.getByRole(role, { name })))
const requested = () => page.shell.alerts.latest().input.filter
const rowsShown = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('the list', () => {
  test('ALR-15 SHL-50 SHL-49 shows Loading..., then the alerts, or No Records Found', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Alerts' })).toBeTruthy()
    expect(screen.getByText('Loading...')).toBeTruthy()
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
    const [first, second] = rowsShown()
    expect(first?.textContent).toContain('MH 01 AB 0001Overspeed20-11-2026 10:44:0092.0 kmph for 1 min')
    await waitFor(() => expect(first?.textContent).toContain('Near 79.00, 21.00'))
    expect(second?.textContent).toContain('Vehicle Idling20-11-2026 10:43:0014 mingoes on')
    await press(/^Overspeed/)
    await answer([])
    expect(screen.getByText('No Records Found')).toBeTruthy()
  })

  test('SHL-49 a failure says so, and Retry loads again', async () => {
    await open()
    await page.act(() => page.shell.alerts.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry')
    await answer([listed(1)])
    expect(rowsShown()).toHaveLength(1)
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

  test('SHL-47 on a phone rows are cards', async () => {
    await show([listed(1), listed(2)], { isPhone: true })
    const cards = within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('button')
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 000120-11-2026 10:44:00Overspeed92.0 kmph for 1 min',
      'MH 01 AB 000220-11-2026 10:43:00Overspeed92.0 kmph for 1 min',
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

const ROWS_OF: ReadonlyArray<[string, AlertCode]> = [
  ['ALR-17', 'STOPPAGE'],
  ['ALR-18', 'IDLING'],
  ['ALR-16 ALR-19', 'OVERSPEED'],
  ['ALR-21', 'ENGINEOVERRUN'],
  ['ALR-23', 'NEUTRALDRIVING'],
  ['ALR-25', 'FUELDROP'],
  ['ALR-26', 'FUELFILL'],
  ['ALR-27', 'GEOFENCEINOUT'],
  ['ALR-28', 'ADBLUELOW'],
  ['ALR-29', 'ADBLUEFAULT'],
  ['ALR-30', 'ADBLUEZONE'],
  ['ALR-31', 'DPFREGEN'],
]

describe('tables of one type', () => {
  test.each(ROWS_OF)(
    '%s the table of %s has the columns of its report, each with a heading',
    async (_, type) => {
      const columns = Object.fromEntries(Object.keys(ALERT_COLUMNS[type]).map((name) => [name, null]))
      await show([listed(1, { type, columns })], { filter: { reportType: type } })
      const titles: Readonly<Record<string, string>> = ALERT_COLUMN
      const names = Object.keys(ALERT_COLUMNS[type])
      expect(alertColumns(type).map(({ name }) => name)).toEqual(names)
      expect(headings().slice(1, -1)).toEqual(names.map((name) => titles[name]))
      expect(rowsShown()).toHaveLength(1)
    },
  )

  test('ALR-16 ALR-27 figures have units, places their town, and unknown values a dash', async () => {
    const columns = {
      ...{ RegistrationNumber: 'MH 01', Vin: null, Model: 'Tipper', GEOFENCE_NAME: 'Depot', EntrySpeed: 22 },
      ...{ EntryDate: '20-11-2026 10:00:00', ExitSpeed: null, ExitDate: null, DurationWithinGeofence: 3600 },
      ...{ RunningDuration: 60, IdlingDuration: 0, STOPPAGE_DURATION: 3540, FUEL_DROP: 1.25 },
      ...{ Entry_Address: '21,79', Exit_Address: null },
    }
    await show([listed(1, { type: 'GEOFENCEINOUT', columns })], { filter: { reportType: 'GEOFENCEINOUT' } })
    await waitFor(() => expect(rowsShown()[0]?.textContent).toContain('Near 79.00, 21.00'))
    const cells = within(rowsShown()[0] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(2, -1)).toEqual([
      ...['–', 'Tipper', 'Depot', '22.0 kmph', '20-11-2026 10:00:00', '–', '–'],
      ...['01:00:00', '00:01:00', '00:00:00', '00:59:00', '1.3 ltrs', 'Near 79.00, 21.00', '–'],
    ])
  })
})

describe('vehicles', () => {
  test('ALR-32 ALR-33 a table of vehicles counts the alerts of each type; a press lists those of the vehicle', async () => {
    await show([], { filter: { alerts: 'Vehicle Wise' } })
    expect(
      vehicleColumns(null)
        .slice(3)
        .map(({ name }) => name),
    ).toEqual(Object.keys(COUNT_COLUMNS))
    expect(headings().slice(3)).toEqual(Object.values(COUNT_COLUMNS).map((type) => ALERT_NAME[type]))
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 0001VIN 1Tipper000000002000',
      'MH 01 AB 0002VIN 2Tipper000000000100',
    ])
    await press('MH 01 AB 0002')
    expect(requested()).toMatchObject({ alerts: 'Alert Wise', alertsFor: 'Vehicle', alertsForId: 2 })
  })

  test.each([
    ['ALR-20', 'OVERSPEED'],
    ['ALR-22', 'ENGINEOVERRUN'],
    ['ALR-24', 'NEUTRALDRIVING'],
  ] as const)('%s of %s, vehicles have their own columns', async (_, type) => {
    await show([], { filter: { alerts: 'Vehicle Wise', reportType: type } })
    const names = vehicleColumns(type).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(VEHICLE_WISE_COLUMNS[type])))
    expect(names.filter((name) => /count$/i.test(name))).toHaveLength(1)
  })

  test('ALR-20 only vehicles with alerts of the type are listed', async () => {
    await show([], { filter: { alerts: 'Vehicle Wise', reportType: 'OVERSPEED' } })
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 0001VIN 1Tipper22.50 kms00:01:3000:00:14',
    ])
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

describe('the panel', () => {
  const EVIDENCE: AlertEvidence = {
    alert: { RegistrationNumber: 'MH 01 AB 0001', ...listed(1) },
    ...{ threshold: 80, began: NOW - 90_000, ended: NOW, withdrawn: null },
    rule: { limit: 80, afterS: 5, backKmph: 3 },
    figures: { limit: 80, maxSpeed: 92 },
    fixes: [
      { shows: 'began', time: NOW - 90_000, lng: 79, lat: 21, value: 84 },
      { shows: 'peak', time: NOW - 60_000, lng: 79.01, lat: 21, value: 92 },
    ],
  }
  const answerEvidence = (evidence: AlertEvidence) =>
    page.act(() => {
      page.alertStore.show({ evidence })
      return page.shell.alertEvidence.latest().resolve()
    })
  const panel = () => screen.getByRole('region', { name: 'Alert' })

  test('a row opens why there is an alert: its rule with numbers, the fixes, and the way to its playback', async () => {
    await show([listed(1)])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    expect(panel().textContent).toContain('Loading...')
    await answerEvidence(EVIDENCE)
    expect(panel().textContent).toContain('The truck drove faster than 80.0 kmph.')
    expect(within(panel()).getByText('Must last').parentElement?.textContent).toBe('Must last00:00:05')
    const fixes = within(screen.getByRole('list', { name: 'What the truck reported' })).getAllByRole(
      'listitem',
    )
    expect(fixes.map(({ textContent }) => textContent)).toEqual([
      'Began20-11-2026 10:43:3084.0 kmph · 21.00000° N, 79.00000° E',
      'Strongest20-11-2026 10:44:0092.0 kmph · 21.00000° N, 79.01000° E',
    ])
    const drawn = page.alertMaps[0]?.drawn()
    const ends = [drawn?.plot?.start, drawn?.plot?.end].map((place) => place?.map((part) => part.toFixed(6)))
    expect([drawn?.alerts, ends]).toEqual([
      1,
      [
        ['79.000000', '21.000000'],
        ['79.010000', '21.000000'],
      ],
    ])
    const link = within(panel()).getByRole('link', { name: 'Play the route' }).getAttribute('href') ?? ''
    const fields = new URL(link, 'http://localhost').searchParams
    expect([fields.get('play'), fields.get('at'), fields.get('alerts')]).toEqual([
      '1',
      String(NOW - MINUTE_MS),
      '1',
    ])
    await page.act(() => fireEvent.click(within(panel()).getByRole('button', { name: 'Acknowledge' })))
    expect(page.shell.acknowledgeAlerts.latest().input).toEqual({ alertIds: [1] })
    await page.act(() => fireEvent.keyDown(panel(), { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Alert' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Alerts')
  })

  test('its map is one for all alerts, in the theme of the page', async () => {
    await show([listed(1), listed(2)])
    expect(page.alertMaps).toEqual([])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    await answerEvidence(EVIDENCE)
    await press(/^Open the alert: Overspeed, MH 01 AB 0002/)
    const place = { lng: 80, lat: 22 }
    const fixes = [
      { shows: 'ended', time: NOW, ...place, value: 70 },
      ...EVIDENCE.fixes.map((fix) => ({ ...fix, ...place })),
      { shows: 'raised', time: NOW - 60_000, ...place, value: 92 },
    ] as const
    await answerEvidence({
      ...EVIDENCE,
      alert: { ...EVIDENCE.alert, ...listed(2), ...place },
      fixes: [...fixes],
    })
    const [map, ...others] = page.alertMaps
    expect(others).toEqual([])
    const { alerts, plot, theme, camera } = map?.drawn() ?? {}
    expect([alerts, plot?.points, theme, camera?.zoom]).toEqual([1, 3, 'light', 13])
    expect(camera?.centre.map(Math.round)).toEqual([80, 22])
    await page.act(() => page.actor.send({ type: 'theme.toggled' }))
    expect(map?.drawn().theme).toBe('dark')
    page.alertMap.clear()
    expect([map?.drawn().alerts, map?.drawn().plot]).toEqual([0, null])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    await answerEvidence({ ...EVIDENCE, fixes: [] })
    expect([map?.drawn().alerts, map?.drawn().plot]).toEqual([1, null])
  })

  test('ALR-42 a link opens its alert beside the list; a withdrawn one says so and is not acknowledged', async () => {
    await show([], { alertId: 1 })
    await answerEvidence({ ...EVIDENCE, withdrawn: NOW })
    expect(panel().textContent).toContain('Withdrawn on 20-11-2026 10:45:00')
    expect(within(panel()).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  test('who has acknowledged it and when is named, and a failure offers Retry', async () => {
    await show([listed(1)], { alertId: 1 })
    await page.act(() => page.shell.alertEvidence.latest().reject({ name: 'NetworkFailure', message: '' }))
    await page.act(() => fireEvent.click(within(panel()).getByRole('button', { name: 'Retry' })))
    await answerEvidence({
      ...EVIDENCE,
      alert: { ...EVIDENCE.alert, acknowledgement: { by: 'asha', at: NOW } },
    })
    expect(panel().textContent).toContain('Acknowledged by asha on 20-11-2026 10:45:00')
  })

  test.each([
    ['GEOFENCEINOUT', {}, 'entered or left the geofence Depot'],
    ['STOPPAGE', { afterS: 1800 }, 'engine off for 30 min or longer'],
    ['IDLING', { afterS: 300 }, 'engine on for 5 min or longer'],
    ['NEUTRALDRIVING', { afterS: 10 }, 'out of gear for 10 sec or longer'],
    ['FUELFILL', { threshold: 8 }, 'rose by 8.0 ltrs or more'],
    ['FUELDROP', { threshold: 8 }, 'fell by 8.0 ltrs or more'],
    ['ENGINEOVERRUN', { limit: 2850 }, 'faster than 2850 rpm'],
    ['ADBLUELOW', { limit: 5 }, '5.0 ltrs of AdBlue or less'],
    ['ADBLUEZONE', { from: 2, to: 5 }, 'an AdBlue zone from 2 to 5'],
    ['ADBLUEFAULT', {}, 'a fault of its AdBlue system'],
    ['DPFREGEN', {}, 'began a regeneration'],
  ] as const)('the rule of %s is a sentence with its numbers', async (type, rule, sentence) => {
    const fence = type === 'GEOFENCEINOUT' ? ({ name: 'Depot', crossing: 'IN' } as const) : null
    await show([listed(1)], { alertId: 1 })
    await answerEvidence({ ...EVIDENCE, threshold: 8, rule, alert: { ...EVIDENCE.alert, type, fence } })
    expect(panel().textContent).toContain(sentence)
  })
})
