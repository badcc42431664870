import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type {
  DtcRow,
  FluidHistory,
  ServiceRecord,
  ServiceReminder,
  VehicleFluids,
} from '#contract/records/health.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#domain/health-link.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { ShownHealth } from '#src/services/health/health-store.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { ENGLISH, showLanguage } from '#src/texts/language.ts'
import { option } from '#tests/kit/views/fleet-filter.page.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
let page: Page

afterEach(() => page.close())

const dtc = (change: Partial<DtcRow> = {}): DtcRow => ({
  ...{ vehicleId: 1, registrationId: 'MH 01 AB 0001', model: 'Tipper', code: 'SPN 100 FMI 1' },
  ...{ severity: 'high', firstSeen: NOW - HOUR_MS, lastSeen: NOW, clearedAt: null, occurrences: 2 },
  ...{ lng: 79, lat: 21, ...change },
})
const reminder = (change: Partial<ServiceReminder> = {}): ServiceReminder => ({
  ...{ vehicleId: 1, registrationId: 'MH 01 AB 0001', model: 'Tipper', state: 'overdue' },
  left: [
    { measure: 'km', interval: 40_000, left: -500, state: 'overdue' },
    { measure: 'days', interval: 180, left: 12.4, state: 'dueSoon' },
  ],
  ...{ interval: { km: 40_000, hours: null, days: 180 }, hasOwnInterval: true, odo: 120_500 },
  ...{ engineHours: null, lastDoneAt: NOW - 90 * DAY_MS, ...change },
})
const record = (change: Partial<ServiceRecord> = {}): ServiceRecord => ({
  ...{ serviceId: 3, vehicleId: 1, registrationId: 'MH 01 AB 0001', model: 'Tipper', doneAt: NOW },
  ...{
    odo: 1_000,
    engineHours: null,
    note: 'Oil',
    recorded: { by: 'asha', at: NOW },
    undone: null,
    ...change,
  },
})
const COUNTS = { overdue: 1, dueSoon: 2, upToDate: 3, notRecorded: 4, done: 5 }

type Options = { filter?: Partial<HealthFilter>; row?: string; role?: Role; isPhone?: boolean }

/** Opens the screen at a filter; its first reply is still awaited. */
const open = async ({ filter = {}, row, role = 'CUSTOMERADMIN', isPhone = false }: Options = {}) => {
  page = openPage({ path: '/fleet-health', isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await page.act(() =>
    page.shell.healthAddress.latest().resolve({
      filter: { ...DEFAULT_HEALTH_FILTER, ...filter },
      open: row ?? null,
      now: NOW,
      isPeriodInvalid: false,
    }),
  )
  await page.act(() =>
    page.shell.healthChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] }),
  )
}
const answer = (rows: Partial<ShownHealth>, total = 1) =>
  page.act(() => {
    page.showHealth(rows)
    return page.shell.health.latest().resolve({ shown: total, total })
  })
const show = async (rows: Partial<ShownHealth>, options: Options = {}) => {
  await open(options)
  await answer(rows)
}
const press = (name: string | RegExp, role = 'button') =>
  page.act(() => fireEvent.click(screen.getByRole(role, { name })))
const type = (name: string, value: string) =>
  page.act(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
const rowTexts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('HLT-05 the open tab is brought into view where the tabs scroll', async () => {
  await open({ isPhone: true })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Fluids', 'tab')
  expect(shown.mock.contexts).toEqual([screen.getByRole('tab', { name: 'Fluids' })])
})

describe('trouble codes', () => {
  test('SHL-49 SHL-50 HLT-01 shows Loading..., then the codes in plain words, or No Records Found', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Fleet Health' })).toBeTruthy()
    expect(document.title).toBe('Fleet Health | Roadbook')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await answer({ dtcs: [dtc(), dtc({ vehicleId: 2, code: 'X1', severity: 'medium', occurrences: 1 })] })
    expect(rowTexts()).toEqual([
      'MH 01 AB 0001Engine oil pressureThe value is far too low: the most severe level.SPN 100 FMI 1Stop and check20-11-2026 09:45:0020-11-2026 10:45:002',
      'MH 01 AB 0001Our table does not know this code: see the manual of the truck.X1Repair soon20-11-2026 09:45:0020-11-2026 10:45:001',
    ])
    await press('Reset')
    await answer({ dtcs: [] }, 0)
    expect(screen.getByText('No Records Found')).toBeTruthy()
  })

  test('says what a code is missing: a part that is not known, a failure that was not sent', async () => {
    await show({ dtcs: [dtc({ code: 'SPN 9 FMI 3' }), dtc({ vehicleId: 2, code: 'SPN 100' })] })
    expect(rowTexts()[0]).toContain('A part that our table does not knowThe voltage is too high')
    expect(rowTexts()[1]).toContain('Engine oil pressureThe truck does not say what is wrong with it.')
  })

  test('HLT-01 says what a code means in the language of the page', async () => {
    await show({
      dtcs: [dtc(), dtc({ vehicleId: 2, code: 'P20EE' }), dtc({ vehicleId: 3, code: 'SPN 9 FMI 25' })],
    })
    const english = rowTexts()
    addCatalogues()
    await page.act(() => showLanguage('hi'))
    const hindi = rowTexts()
    await page.act(() => showLanguage(ENGLISH))
    expect(hindi[0]).toContain('इंजन ऑयल का दबावमान बहुत ही कम है: सबसे गंभीर स्तर।')
    expect(hindi[1]).toContain('कैटेलिस्ट की कार्यक्षमता')
    expect(hindi[2]).toContain('ख़राबी का यह प्रकार मानक में आरक्षित है।')
    expect(english[1]).toContain('Catalyst efficiency')
    expect(english[2]).toContain('This failure mode is reserved by the standard.')
  })

  test('HLT-01 press on a code shows on a map where it came up, and leads to the playback of that minute', async () => {
    await show({ dtcs: [dtc()] })
    await press(/^Open SPN 100 FMI 1/)
    const panel = screen.getByRole('region', { name: 'Trouble code' })
    await waitFor(() => expect(panel.textContent).toContain('Near 79.00, 21.00'))
    expect(panel.textContent).toContain('Clearedstill set')
    expect(panel.textContent).toContain('seen 2 times on this truck')
    expect(page.alertMaps[0]?.drawn().alerts).toBe(1)
    const link = within(panel).getByRole('link', { name: 'Play the route' }).getAttribute('href')
    expect(link).toContain(`at=${NOW - HOUR_MS}`)
    await page.act(() => fireEvent.keyDown(panel, { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Trouble code' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Trouble codes now')
  })

  test('new alerts pop up beside the panel of a code, where they cover none of its buttons', async () => {
    await show({ dtcs: [dtc()] })
    const alert = { alertId: 9, type: 'OVERSPEED', vehicleId: 1, registration: 'MH 01 AB 0001' } as const
    const polled = { alerts: [{ ...alert, time: NOW }], count: 1, at: performance.now() }
    await page.act(() => page.shell.alertPolls.latest().emit({ type: 'alertPopup.polled', ...polled }))
    const popup = await screen.findByRole('region', { name: 'New alerts' })
    const isBeside = () => popup.hasAttribute('data-beside-panel')
    expect(isBeside()).toBe(false)
    await press(/^Open SPN 100 FMI 1/)
    expect(isBeside()).toBe(true)
    await page.act(() =>
      fireEvent.keyDown(screen.getByRole('region', { name: 'Trouble code' }), { key: 'Escape' }),
    )
    expect(isBeside()).toBe(false)
  })

  test('HLT-01 a link opens its code once the list is there, and one that is not listed opens nothing', async () => {
    const rows = { dtcs: [dtc()] }
    await show(rows, { row: `1 SPN 100 FMI 1 ${NOW - HOUR_MS}` })
    expect(screen.getByRole('region', { name: 'Trouble code' }).textContent).toContain('SPN 100 FMI 1')
    await page.close()
    await show(rows, { row: `2 SPN 100 FMI 1 ${NOW - HOUR_MS}` })
    expect(screen.queryByRole('region', { name: 'Trouble code' })).toBeNull()
  })

  test('API-21 HLT-03 the history says when a code was cleared, and that downloads come with the reports', async () => {
    await show({ dtcs: [dtc({ clearedAt: NOW }), dtc({ vehicleId: 2 })] }, { filter: { tab: 'history' } })
    expect(rowTexts().map((text) => text?.includes('still set'))).toEqual([false, true])
    expect(screen.getByRole('button', { name: 'Excel' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Downloads come with the reports.')).toBeTruthy()
    await type('Dates', 'last7Days')
    expect(page.shell.health.latest().input.filter).toMatchObject({ tab: 'history', period: 'last7Days' })
  })

  test('RPT-19 the history has a custom range, with its first and its last hour', async () => {
    await show({ dtcs: [dtc()] }, { filter: { tab: 'history' } })
    expect(screen.queryByText('From')).toBeNull()
    await type('Dates', 'custom')
    expect(page.shell.health.latest().input.filter).toMatchObject({ period: 'custom' })
    expect(page.shell.health.latest().input.filter.range).not.toBeNull()
    expect([screen.getAllByText('From').length, screen.getAllByText('To').length]).toEqual([1, 1])
  })

  test('severities, groups and tabs choose what is listed', async () => {
    await show({ dtcs: [dtc()] })
    await type('Severity', 'low')
    await type('Group', '4')
    expect(page.shell.health.latest().input.filter).toMatchObject({ severity: 'low', groupId: 4 })
    await press('Fluids', 'tab')
    expect(page.shell.keptHealth.done.at(-1)?.filter.tab).toBe('fluids')
    expect(screen.queryByLabelText('Severity')).toBeNull()
  })

  test('SHL-49 a failure says so, and Retry loads again', async () => {
    await open()
    await page.act(() => page.shell.health.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry')
    await answer({ dtcs: [dtc()] })
    expect(rowTexts()).toHaveLength(1)
  })

  test('are cards on a phone', async () => {
    await show({ dtcs: [dtc()] }, { isPhone: true })
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('listitem').textContent).toContain('Engine oil pressure')
  })
})

describe('service reminders', () => {
  const services = { filter: { tab: 'services' } } as const

  test('HLT-02 say what is left, the most urgent first, with the counts of each list', async () => {
    await show({ reminders: [reminder()], serviceCounts: COUNTS }, services)
    expect(rowTexts()[0]).toContain('500 kms over12 days leftOverdue22-08-2026')
    const lists = within(screen.getByRole('navigation', { name: 'Service lists' })).getAllByRole('button')
    expect(lists.map(({ textContent }) => textContent)).toEqual([
      ...['1 Overdue', '2 Due soon', '5 Done', '10 All trucks'],
    ])
    await press('2 Due soon')
    expect(page.shell.health.latest().input.filter).toMatchObject({ services: 'dueSoon' })
  })

  test('a truck without a service says so, and what it does not report is not 0', async () => {
    await show(
      { reminders: [reminder({ state: 'notRecorded', left: [], lastDoneAt: null, odo: null })] },
      services,
    )
    expect(rowTexts()[0]).toContain('No service recorded')
    expect(rowTexts()[0]).toContain('not reported')
  })

  test('HLT-02 a service is recorded with its day, odometer and note', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Record a service of MH 01 AB 0001')
    await type('Odometer then, km', 'many')
    await press('Save')
    expect(screen.getByText(/Write km from 0/)).toBeTruthy()
    await type('Odometer then, km', '1,20,000')
    await type('Date of the service', '2026-01-02')
    await type('Note', 'Oil')
    await press('Save')
    expect(page.shell.serviceChange.latest().input).toEqual({
      ...{ kind: 'record', vehicleId: 1, odo: 120_000, note: 'Oil' },
      doneAt: Date.UTC(2026, 0, 2, 6, 30),
    })
    await page.act(() => page.shell.serviceChange.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('It could not be saved.')
    page.keepOptions([option(1, { registrationId: 'MH 01 AB 0001' })])
    await press('Save')
    await page.act(() => page.shell.serviceChange.latest().resolve())
    await answer({ reminders: [] }, 0)
    expect(screen.getByText('The service of MH 01 AB 0001 is recorded. It is under “Done” now.')).toBeTruthy()
  })

  test('a day in the future is no day of a service', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Record a service of MH 01 AB 0001')
    await type('Date of the service', '2999-01-02')
    await press('Save')
    expect(screen.getByText('Choose a day up to today.')).toBeTruthy()
    expect(page.shell.serviceChange.calls).toHaveLength(0)
  })

  test('HLT-02 an interval is set within its limits, or given back', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Set the service interval of MH 01 AB 0001')
    await type('Every so many km', '7')
    await press('Save')
    expect(screen.getByText(/from 500 to 5,00,000/)).toBeTruthy()
    await type('Every so many km', '20000')
    await press('Save')
    expect(page.shell.serviceChange.latest().input).toEqual({
      ...{ kind: 'interval', vehicleId: 1, interval: { km: 20_000, hours: null, days: 180 } },
    })
    await page.act(() => page.shell.serviceChange.latest().reject({ name: 'NetworkFailure', message: '' }))
    await press('Use the interval of its segment')
    expect(page.shell.serviceChange.latest().input).toMatchObject({ interval: null })
  })

  test('HLT-02 services that were done say by whom, and are taken back', async () => {
    const undone = record({ serviceId: 4, recorded: { by: '', at: NOW }, undone: { by: 'bina', at: NOW } })
    await show({ records: [record(), undone] }, { filter: { tab: 'services', services: 'done' } })
    expect(rowTexts()[0]).toContain('asha on 20-11-2026 10:45:00')
    expect(rowTexts()[1]).toContain('Taken back by bina on 20-11-2026 10:45:00')
    const undo = screen.getByRole('button', { name: /^Undo the service of MH 01 AB 0001/ })
    expect(undo.getAttribute('aria-label')).toContain(undo.textContent)
    await press(/^Undo/)
    expect(page.shell.serviceChange.latest().input).toEqual({ kind: 'undo', serviceId: 3 })
    await page.act(() => page.shell.serviceChange.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('It could not be saved.')
  })

  test('OPEN-29 roles that only look have no buttons', async () => {
    await show({ reminders: [reminder()] }, { ...services, role: 'SUPPORT' })
    expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull()
  })
})

describe('cards of services on a phone', () => {
  const phone = (role: Role, services: 'all' | 'done') =>
    ({ filter: { tab: 'services', services }, role, isPhone: true }) as const
  const heights = () =>
    screen.getAllByRole('listitem').flatMap(({ style: { height } }) => (height === '' ? [] : [height]))

  test.each([
    ['all', { reminders: [reminder()] }],
    ['done', { records: [record()] }],
  ] as const)('OPEN-29 have no room for buttons where a role only looks: %s', async (list, rows) => {
    await show(rows, phone('MANAGER', list))
    const [withButtons = ''] = heights()
    await page.close()
    await show(rows, phone('SUPPORT', list))
    const [without = ''] = heights()
    expect(Number.parseFloat(withButtons) - Number.parseFloat(without)).toBeGreaterThan(26)
  })

  test('HLT-02 have room for who took a service back', async () => {
    const undone = record({ serviceId: 4, undone: { by: 'bina', at: NOW } })
    await show({ records: [record(), undone] }, phone('SUPPORT', 'done'))
    const [low = '', high = ''] = heights()
    expect(Number.parseFloat(high) - Number.parseFloat(low)).toBeGreaterThan(26)
    await press('Refresh')
    await answer({ records: [undone] })
    expect(heights()).toEqual([high])
  })
})

describe('fluids', () => {
  const reading = (value: number, change: Partial<VehicleFluids['fluids']['fuel']> = {}) => ({
    ...{ value, percent: null, usual: null, beside: null, ...change },
  })
  const fluids: VehicleFluids = {
    ...{ vehicleId: 1, registrationId: 'MH 01 AB 0001', model: 'Tipper', time: NOW, isEngineOn: true },
    fluids: {
      ...{
        fuel: reading(75, { percent: 25 }),
        adblue: reading(0),
        oilPressure: null,
        battery: reading(27.94),
      },
      coolant: reading(104, { usual: { from: 82, to: 94 }, beside: 'above' }),
    },
  }
  const level = (mean: number) => ({ low: mean - 2, mean, high: mean + 2 })
  const none = { fuel: null, adblue: null, coolant: null, oilPressure: null, battery: null }
  const levels: FluidHistory = {
    ...{ vehicleId: 1, pendingDays: 0 },
    days: [
      { day: '2026-11-19', fluids: { ...none, coolant: level(88) } },
      { day: '2026-11-20', fluids: { ...none, fuel: level(80) } },
    ],
    usual: { ...none, coolant: { from: 82, to: 94 } },
  }
  const shown = (options: Options = {}) =>
    show({ fluids: [fluids] }, { filter: { tab: 'fluids' }, ...options })
  const openPanel = async () => {
    await press('Open the fluids of MH 01 AB 0001')
    return within(screen.getByRole('region', { name: 'Fluids of thirty days' }))
  }
  const load = (history: FluidHistory) =>
    page.act(() => {
      page.showHealth({ levels: history })
      return page.shell.fluidLevels.latest().resolve()
    })

  test('HLT-05 are as reported last; what a truck does not report, and what is not usual, is said to be so', async () => {
    await shown()
    expect(rowTexts()[0]).toBe(
      'MH 01 AB 000175.0 ltrs25%0.0 ltrs104.0 °Cabove usualnot reported27.9 V20-11-2026 10:45:00',
    )
    expect(screen.getByText('above usual').title).toBe('Usual: 82.0 °C to 94.0 °C')
  })

  test.each([
    [false, 'true'],
    [true, 'false'],
    [null, 'false'],
  ] as const)(
    'HLT-05 with the engine on: %s, what it says nothing of is muted: %s',
    async (isEngineOn, muted) => {
      const readings = { ...fluids.fluids, oilPressure: reading(0) }
      await show({ fluids: [{ ...fluids, isEngineOn, fluids: readings }] }, { filter: { tab: 'fluids' } })
      expect(rowTexts()[0]?.includes('0.0 kPaengine off')).toBe(muted === 'true')
      expect(screen.queryAllByText('engine off')).toHaveLength(muted === 'true' ? 1 : 0)
      expect(screen.getByText('0.0 kPa').getAttribute('data-muted')).toBe(muted)
      expect(screen.getByText('75.0 ltrs').getAttribute('data-muted')).toBe('false')
    },
  )

  test('HLT-05 open into their last thirty days, with what is usual', async () => {
    await shown()
    const panel = await openPanel()
    expect(page.shell.fluidLevels.latest().input).toEqual({ vehicleId: 1 })
    expect(panel.queryByRole('region')).toBeNull()
    await load(levels)
    const coolant = within(panel.getByRole('region', { name: 'Coolant' }))
    expect(coolant.getByText('Usual: 82.0 °C to 94.0 °C While the engine runs.')).toBeTruthy()
    expect(coolant.getByRole('img', { name: 'Coolant, each day’s mean, lowest and highest' })).toBeTruthy()
    expect(coolant.queryByRole('table')).toBeNull()
    await press('Show the days: Coolant')
    const cells = coolant.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells).toEqual(['19 Nov', '86.0 °C', '88.0 °C', '90.0 °C'])
    const fuel = within(panel.getByRole('region', { name: 'Fuel' }))
    expect(fuel.getByText(/What is usual is known from seven days/)).toBeTruthy()
    const oil = within(panel.getByRole('region', { name: 'Oil pressure' }))
    expect(oil.getByText('Not reported in the last thirty days.')).toBeTruthy()
    await page.act(() => fireEvent.keyDown(coolant.getByRole('table'), { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Fluids of thirty days' })).toBeNull()
  })

  test('HLT-05 levels are in the units of the user', async () => {
    await shown()
    await page.act(() => showConventions({ volume: 'usGallon' }))
    const panel = await openPanel()
    await load(levels)
    await press('Show the days: Fuel')
    expect(within(panel.getByRole('region', { name: 'Fuel' })).getByText('21.1 gal (US)')).toBeTruthy()
  })

  test('levels that cannot be loaded say why, and Retry loads them; days that are missing are counted', async () => {
    await shown({ isPhone: true })
    const panel = await openPanel()
    await page.act(() => page.shell.fluidLevels.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(panel.getByRole('alert').textContent).toContain('The server cannot be reached.')
    await press('Retry')
    await load({ ...levels, pendingDays: 2 })
    expect(panel.queryByRole('alert')).toBeNull()
    expect(panel.getByText('2 days are still being worked out; they may be missing here.')).toBeTruthy()
  })
})

describe('the DTC popup', () => {
  const logIn = async (flag: boolean) => {
    page = openPage({ path: '/help' })
    await page.signIn(USER)
    await page.act(() => page.shell.dtcFlag.latest().resolve(flag))
  }

  test('HLT-04 OPEN-45 counts the trouble codes by their urgency, and leads to fleet health', async () => {
    await logIn(true)
    await page.act(() =>
      page.shell.dtcCounts.latest().resolve({ counts: { high: 1, medium: 0, low: 3 }, vehicles: 2 }),
    )
    const popup = await screen.findByRole('region', { name: 'Trouble codes' })
    expect(popup.textContent).toBe(
      '2 trucks report trouble codesStop and check1Keep an eye on it3Open fleet health',
    )
    await page.act(() => fireEvent.click(within(popup).getByRole('button', { name: 'Open fleet health' })))
    expect(page.shell.dtcFollowed.done).toEqual([{ path: '/fleet-health' }])
    expect(screen.queryByRole('region', { name: 'Trouble codes' })).toBeNull()
  })

  test('HLT-04 is closed by its button and by Escape', async () => {
    await logIn(true)
    await page.act(() =>
      page.shell.dtcCounts.latest().resolve({ counts: { high: 1, medium: 0, low: 0 }, vehicles: 1 }),
    )
    const popup = await screen.findByRole('region', { name: 'Trouble codes' })
    await page.act(() => fireEvent.keyDown(popup, { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Trouble codes' })).toBeNull()
  })
})
