import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { DtcRow } from '#contract/records/health.ts'
import { HOUR_MS } from '#domain/units.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { ENGLISH, showLanguage } from '#src/texts/language.ts'
import {
  answer,
  closePageAfterEach,
  NOW,
  open,
  openOther,
  page,
  press,
  rowTexts,
  show,
  type,
} from '#tests/kit/views/health.page.ts'

closePageAfterEach()

const dtc = (change: Partial<DtcRow> = {}): DtcRow => ({
  ...{ vehicleId: 1, registrationId: 'MH 01 AB 0001', model: 'Tipper', code: 'SPN 100 FMI 1' },
  ...{ severity: 'high', firstSeen: NOW - HOUR_MS, lastSeen: NOW, clearedAt: null, occurrences: 2 },
  ...{ lng: 79, lat: 21, ...change },
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
    expect(rowTexts()[0]).toContain('Unknown componentThe voltage is too high')
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

  test('API-21 the history says when a code was cleared, and that downloads come with the reports', async () => {
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

describe('the DTC popup', () => {
  const logIn = async (flag: boolean) => {
    await openOther('/help')
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
