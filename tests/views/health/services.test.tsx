import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ServiceRecord, ServiceReminder } from '#contract/records/health.ts'
import type { Role } from '#contract/roles.ts'
import { DAY_MS } from '#domain/units.ts'
import { option } from '#tests/kit/views/fleet-filter.page.ts'
import {
  answer,
  closePageAfterEach,
  NOW,
  page,
  press,
  rowTexts,
  show,
  type,
} from '#tests/kit/views/health.page.ts'

closePageAfterEach()

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
const COUNTS = { overdue: 1, dueSoon: 2, upToDate: 3, notCounted: 0, notRecorded: 4, done: 5 }

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

  test('HLT-02 a truck that nothing makes due is not up to date, and says so', async () => {
    await show({ reminders: [reminder({ state: 'notCounted', left: [] })] }, services)
    expect(rowTexts()[0]).toContain('nothing that it reports comes dueNot counted')
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
      ...{ kind: 'record', vehicleId: 1, odo: 120_000, note: 'Oil', isConfirmed: false },
      doneAt: Date.UTC(2026, 0, 2, 6, 30),
    })
    await page.act(() => page.shell.serviceChange.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByRole('alert').textContent).toContain('It could not be saved.')
    page.keepOptions([option(1, { registrationId: 'MH 01 AB 0001' })])
    await press('Save')
    const after = reminder({ left: [{ measure: 'km', interval: 40_000, left: 39_500, state: 'upToDate' }] })
    page.showHealth({
      serviceChanged: { kind: 'record', before: 'overdue', after: { ...after, state: 'upToDate' } },
    })
    await page.act(() => page.shell.serviceChange.latest().resolve())
    await answer({ reminders: [] }, 0)
    expect(
      screen.getByText(
        'The service of MH 01 AB 0001 is recorded. It is under “Done” now. The truck: Overdue → Up to date, 39,500 kms left.',
      ),
    ).toBeTruthy()
  })

  test('HLT-02 what the server doubts is saved when the user says that it is right, not after another number', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Record a service of MH 01 AB 0001')
    expect(screen.getByText(/The truck reports 1,20,500/)).toBeTruthy()
    await type('Odometer then, km', '90000')
    await press('Save')
    const doubt = { name: 'CallRefused', message: '', code: 'serviceOdometerDoubtful' }
    const params = { given: 90_000, shown: 120_500, thatDay: 120_400 }
    await page.act(() => page.shell.serviceChange.latest().reject({ ...doubt, params }))
    expect(screen.getByRole('alert').textContent).toContain('reported about')
    await type('Odometer then, km', '91000')
    expect(screen.queryByRole('button', { name: 'It is right, save it' })).toBeNull()
    await press('Save')
    expect(page.shell.serviceChange.latest().input).toMatchObject({ odo: 91_000, isConfirmed: false })
    await page.act(() => page.shell.serviceChange.latest().reject({ ...doubt, params }))
    await press('It is right, save it')
    expect(page.shell.serviceChange.latest().input).toMatchObject({ odo: 91_000, isConfirmed: true })
  })

  test('HLT-02 an interval that takes a truck out of Overdue is asked about, and then says so', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Set the service interval of MH 01 AB 0001')
    await type('Interval (km)', '')
    await press('Save')
    const asks = (code: string) =>
      page.act(() => page.shell.serviceChange.latest().reject({ name: 'CallRefused', message: '', code }))
    await asks('intervalNeverDue')
    expect(screen.getByRole('alert').textContent).toContain('never be due')
    await press('Use the interval of its segment')
    expect(page.shell.serviceChange.latest().input).toMatchObject({ interval: null, isConfirmed: false })
    await asks('intervalLessUrgent')
    page.keepOptions([option(1, { registrationId: 'MH 01 AB 0001' })])
    await press('It is right, save it')
    expect(page.shell.serviceChange.latest().input).toMatchObject({ interval: null, isConfirmed: true })
    page.showHealth({
      serviceChanged: {
        kind: 'interval',
        before: 'overdue',
        after: reminder({ state: 'upToDate', left: [] }),
      },
    })
    await page.act(() => page.shell.serviceChange.latest().resolve())
    await answer({ reminders: [] }, 0)
    expect(
      screen.getByText(
        'The interval of MH 01 AB 0001 is saved. The truck: Overdue → Up to date, nothing that it reports comes due.',
      ),
    ).toBeTruthy()
  })

  test('a day in the future is no day of a service', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Record a service of MH 01 AB 0001')
    await type('Date of the service', '2999-01-02')
    await press('Save')
    expect(screen.getByText('Choose a day up to today.')).toBeTruthy()
    expect(page.shell.serviceChange.calls).toHaveLength(0)
  })

  test('a refusal is gone once what is saved next is wrong in the form, and the next one is shown', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Record a service of MH 01 AB 0001')
    const refuse = () =>
      page.act(() => page.shell.serviceChange.latest().reject({ name: 'NetworkFailure', message: '' }))
    await type('Date of the service', '2026-01-02')
    await press('Save')
    await refuse()
    expect(screen.getByText(/^It could not be saved/)).toBeTruthy()
    await type('Date of the service', '2999-01-02')
    await press('Save')
    expect(screen.getByText('Choose a day up to today.')).toBeTruthy()
    expect(screen.queryByText(/^It could not be saved/)).toBeNull()
    await type('Date of the service', '2026-01-02')
    await press('Save')
    await refuse()
    expect(screen.getByText(/^It could not be saved/)).toBeTruthy()
  })

  test('HLT-02 an interval is set within its limits, or given back', async () => {
    await show({ reminders: [reminder()] }, services)
    await press('Set the service interval of MH 01 AB 0001')
    await type('Interval (km)', '7')
    await press('Save')
    expect(screen.getByText(/from 500 to 5,00,000/)).toBeTruthy()
    await type('Interval (km)', '20000')
    await press('Save')
    expect(page.shell.serviceChange.latest().input).toEqual({
      ...{
        kind: 'interval',
        vehicleId: 1,
        interval: { km: 20_000, hours: null, days: 180 },
        isConfirmed: false,
      },
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
