import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { chooseTab, closePageAfterEach, openSettings, page, press } from '#tests/kit/views/settings.page.ts'
import '#src/views/alerts/scored-alerts-tab.tsx'

closePageAfterEach()

const SCORED = { OVERSPEED: true, NEUTRALDRIVING: true, ENGINEOVERRUN: true, IDLING: false }

const open = async (role: Role = 'CUSTOMERADMIN') => {
  await openSettings(role)
  await chooseTab('Driving score')
  await page.act(() => page.shell.scoredAlerts.latest().resolve(SCORED))
}
const list = () => within(screen.getByRole('list', { name: 'Driving score' }))
const alerts = () => list().getAllByRole<HTMLInputElement>('switch')
const rows = () =>
  list()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')

describe('the tab of the driving score', () => {
  test('OPEN-90 DRV-04 the company’s admin chooses the alerts that it counts', async () => {
    await open()
    expect(alerts().map(({ checked }) => checked)).toEqual([true, true, true, false])
    expect(rows()[0]).toContain('How much of the driving time is above 80 kmph, and by how much')
    await page.act(() => fireEvent.click(screen.getByRole('switch', { name: 'Engine Overrun' })))
    await press('Save')
    expect(page.shell.saveScoredAlerts.latest().input).toEqual({ changes: { ENGINEOVERRUN: false } })
    await page.act(() =>
      page.shell.saveScoredAlerts
        .latest()
        .resolve({ values: { ...SCORED, ENGINEOVERRUN: false }, message: 'Driving score saved' }),
    )
    expect(alerts().map(({ checked }) => checked)).toEqual([true, true, false, false])
    expect(screen.getByText('No unsaved changes')).toBeTruthy()
  })

  test('OPEN-90 all others of the company read them', async () => {
    await open('MANAGER')
    expect(list().queryAllByRole('switch')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('An admin of your company chooses them.')).toBeTruthy()
    expect(rows().map((row) => row.replace(/How much.*/, ''))).toEqual([
      ...['Overspeed counts', 'Neutral Driving counts', 'Engine Overrun counts'],
      'Vehicle Idling does not count',
    ])
  })

  test('OPEN-90 what is not saved is asked about before the tab is left', async () => {
    await open()
    await page.act(() => fireEvent.click(screen.getByRole('switch', { name: 'Overspeed' })))
    await chooseTab('Scaling factor')
    expect(screen.getByText('Discard unsaved changes?')).toBeTruthy()
  })
})
