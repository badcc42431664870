import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { FluidHistory, VehicleFluids } from '#contract/records/health.ts'
import { showConventions } from '#src/texts/conventions.ts'
import {
  closePageAfterEach,
  NOW,
  type Options,
  open,
  page,
  press,
  rowTexts,
  show,
} from '#tests/kit/views/health.page.ts'

closePageAfterEach()

test('HLT-05 the open tab is brought into view where the tabs scroll', async () => {
  await open({ isPhone: true })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Fluids', 'tab')
  expect(shown.mock.contexts).toEqual([screen.getByRole('tab', { name: 'Fluids' })])
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
    return within(screen.getByRole('region', { name: 'Fluid levels, last 30 days' }))
  }
  const load = (history: FluidHistory) =>
    page.act(() => {
      page.showHealth({ levels: history })
      return page.shell.fluidLevels.latest().resolve()
    })

  test('HLT-05 are as reported last; what a truck does not report, and what is not usual, is said to be so', async () => {
    await shown()
    expect(rowTexts()[0]).toBe(
      'MH 01 AB 000175.00 ltrs25.0 %0.00 ltrs104.00 °Cabove usualnot reported27.94 V20-11-2026 10:45:00',
    )
    expect(screen.getByText('above usual').title).toBe('Usual: 82.00 °C to 94.00 °C')
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
      expect(rowTexts()[0]?.includes('0.00 kPaengine off')).toBe(muted === 'true')
      expect(screen.queryAllByText('engine off')).toHaveLength(muted === 'true' ? 1 : 0)
      expect(screen.getByText('0.00 kPa').getAttribute('data-muted')).toBe(muted)
      expect(screen.getByText('75.00 ltrs').getAttribute('data-muted')).toBe('false')
    },
  )

  test('HLT-05 open into their last thirty days, with what is usual', async () => {
    await shown()
    const panel = await openPanel()
    expect(page.shell.fluidLevels.latest().input).toEqual({ vehicleId: 1 })
    expect(panel.queryByRole('region')).toBeNull()
    await load(levels)
    const coolant = within(panel.getByRole('region', { name: 'Coolant' }))
    expect(coolant.getByText('Usual: 82.00 °C to 94.00 °C While the engine runs.')).toBeTruthy()
    expect(coolant.getByRole('img', { name: 'Coolant, each day’s mean, lowest and highest' })).toBeTruthy()
    expect(coolant.queryByRole('table')).toBeNull()
    await press('Show the days: Coolant')
    const cells = coolant.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells).toEqual(['19 Nov', '86.00 °C', '88.00 °C', '90.00 °C'])
    const fuel = within(panel.getByRole('region', { name: 'Fuel' }))
    expect(fuel.getByText(/Usual levels appear after seven days/)).toBeTruthy()
    const oil = within(panel.getByRole('region', { name: 'Oil pressure' }))
    expect(oil.getByText('Not reported in the last thirty days.')).toBeTruthy()
    await page.act(() => fireEvent.keyDown(coolant.getByRole('table'), { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Fluid levels, last 30 days' })).toBeNull()
  })

  test('HLT-05 levels are in the units of the user', async () => {
    await shown()
    await page.act(() => showConventions({ volume: 'usGallon' }))
    const panel = await openPanel()
    await load(levels)
    await press('Show the days: Fuel')
    expect(within(panel.getByRole('region', { name: 'Fuel' })).getByText('21.13 gal (US)')).toBeTruthy()
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
