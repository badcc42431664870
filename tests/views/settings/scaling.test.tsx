import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { KpiScales } from '#contract/records/scaling.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { chooseTab, closePageAfterEach, openSettings, page, press } from '#tests/kit/views/settings.page.ts'
import '#src/views/settings/scaling-tab.tsx'

closePageAfterEach()

const AT = Date.UTC(2026, 10, 19, 5)
const UNSET = { factor: 1, set: null }
const SCALES: KpiScales = {
  mileage: { factor: 1.05, set: { by: 'asha', at: AT } },
  adblue: { factor: 2, set: { by: '', at: AT } },
  utilization: UNSET,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

const open = async (role: Role = 'CUSTOMERADMIN') => {
  await openSettings(role)
  await chooseTab('Scaling factor')
}
const openForm = async (role?: Role) => {
  await open(role)
  await page.act(() => page.shell.scales.latest().resolve(SCALES))
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const type = (name: string, value: string) =>
  page.act(() => fireEvent.change(field(name), { target: { value } }))
const rows = () =>
  within(screen.getByRole('list', { name: 'Scaling factor' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
const tryThem = async () => {
  await press('Try')
  await page.act(() => page.shell.measureKpis.latest().resolve({ mileage: 4, adblue: null, utilization: 80 }))
}

describe('the tab of the scaling factors', () => {
  test('ADM-11 OPEN-58 has a field for each KPI, and says who set its factor when', async () => {
    await openForm()
    expect(['Fuel economy', 'AdBlue use', 'Utilisation'].map((name) => field(name).value)).toEqual([
      ...['1.05', '2', '1'],
    ])
    const [mileage, adblue, utilization] = rows()
    expect(mileage).toContain('Set by asha on 19-11-2026')
    expect(adblue).toContain('Set on 19-11-2026')
    expect(utilization).toContain('As measured')
    expect(utilization).toContain('At most 100 % is shown.')
    expect(screen.getByText(/A factor lies between 0.1 and 10/)).toBeTruthy()
  })

  test('ADM-11 what is edited is shown on the fleet’s last 7 days before it is saved', async () => {
    await openForm()
    await press('Try')
    expect(screen.getByText('Working out the last 7 days of the fleet…')).toBeTruthy()
    await page.act(() =>
      page.shell.measureKpis.latest().resolve({ mileage: 4, adblue: null, utilization: 'deriving' }),
    )
    expect(rows()[2]).toContain('The last 7 days of the fleet are still being worked out.')
    await tryThem()
    expect(rows()[0]).toContain('Last 7 days of the fleet: 4.20 kmpl')
    expect(rows()[1]).toContain('Nothing is known of the last 7 days of the fleet.')
    await type('Fuel economy', '1.1')
    await type('Utilisation', '1,5')
    expect(rows()[0]).toContain('Last 7 days of the fleet: 4.20 kmpl now, 4.40 kmpl with × 1.1')
    expect(rows()[2]).toContain('Last 7 days of the fleet: 80.0 % now, 100.0 % with × 1.5')
    expect(page.shell.saveFactors.calls).toHaveLength(0)
  })

  test('ADM-11 CST-06 what is tried is in the user’s unit', async () => {
    showConventions({ ...DEFAULT_UNITS, economy: 'litresPer100Km' })
    await openForm()
    await tryThem()
    expect(rows()[0]).toContain('Last 7 days of the fleet: 23.81 l/100 km')
    showConventions(DEFAULT_UNITS)
  })

  test('ADM-11 a trial that fails says so, and loses nothing', async () => {
    await openForm()
    await type('Fuel economy', '1.1')
    await press('Try')
    await page.act(() => page.shell.measureKpis.latest().reject(away))
    expect(screen.getByRole('alert').textContent).toBe(
      'The last 7 days of the fleet could not be worked out.',
    )
    expect(field('Fuel economy').value).toBe('1.1')
  })

  test('ADM-11 Save sends what was changed; a failed one keeps it, with the reason', async () => {
    await openForm()
    await type('Fuel economy', '1.1')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await press('Save')
    await page.act(() => page.shell.saveFactors.latest().reject(refusedCall('roleNotAllowed')))
    expect(screen.getByRole('alert').textContent).toBe('Your role may not do this.')
    expect(field('Fuel economy').value).toBe('1.1')
    await press('Save')
    expect(page.shell.saveFactors.latest().input).toEqual({ factors: { mileage: 1.1 } })
    const scales = { ...SCALES, mileage: { factor: 1.1, set: { by: 'bina', at: AT } } }
    await page.act(() =>
      page.shell.saveFactors.latest().resolve({ scales, message: 'Scaling factors saved' }),
    )
    expect(await screen.findByText('Scaling factors saved')).toBeTruthy()
    expect(rows()[0]).toContain('Set by bina on 19-11-2026')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['0', 'Use 0.1 or more.'],
    ['-1', 'Use 0.1 or more.'],
    ['11', 'Use 10 or less.'],
    ['1.2345', 'Use at most 3 decimals.'],
    ['abc', 'Write a number, such as 1234.5.'],
  ])('ADM-11 %s is not saved, and the field says why', async (text, error) => {
    await openForm()
    await tryThem()
    await type('Fuel economy', text)
    expect(screen.getByText(error)).toBeTruthy()
    expect(rows()[0]).toContain('Last 7 days of the fleet: 4.20 kmpl')
    expect(rows()[0]).not.toContain(' now, ')
    await press('Save')
    expect(page.shell.saveFactors.calls).toHaveLength(0)
  })

  test('ADM-11 Reset to 1 is tried and saved as any change; Discard takes it back', async () => {
    await openForm()
    await tryThem()
    await press('Reset to 1')
    expect([field('Fuel economy').value, field('AdBlue use').value]).toEqual(['1', '1'])
    expect(rows()[0]).toContain('4.20 kmpl now, 4.00 kmpl with × 1')
    await press('Discard')
    expect(field('Fuel economy').value).toBe('1.05')
    await press('Reset to 1')
    await press('Save')
    expect(page.shell.saveFactors.latest().input).toEqual({ factors: { mileage: 1, adblue: 1 } })
  })

  test('ADM-11 unsaved changes are discarded only on request', async () => {
    await openForm()
    await type('Fuel economy', '1.1')
    await chooseTab('Change password')
    expect(screen.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeTruthy()
    await press('Keep editing')
    expect(field('Fuel economy').value).toBe('1.1')
  })

  test('ADM-11 OPEN-29 others of the company read them', async () => {
    await openForm('MANAGER')
    expect(screen.queryAllByRole('spinbutton')).toEqual([])
    expect(screen.getByText('An admin of your company sets the factors.')).toBeTruthy()
    expect(rows()[0]).toContain('Fuel economy × 1.05')
    expect(rows()[0]).toContain('Set by asha on 19-11-2026')
    for (const name of ['Save', 'Try', 'Reset to 1'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('SHL-49 loading is said, and what could not be loaded can be loaded again', async () => {
    await open()
    expect(screen.getByText('Loading...')).toBeTruthy()
    await page.act(() => page.shell.scales.latest().reject(away))
    await press('Retry')
    await page.act(() => page.shell.scales.latest().resolve(SCALES))
    expect(field('Fuel economy').value).toBe('1.05')
  })
})
