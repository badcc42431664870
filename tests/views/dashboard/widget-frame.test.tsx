import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { DEFAULT_DASHBOARD_LAYOUT } from '#contract/links/dashboard.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { recordingContext } from '#tests/kit/canvas-recorder.ts'
import {
  ANSWERS,
  answer,
  closePageAfterEach,
  NOW,
  page,
  press,
  pressInMenu,
  show,
  widget,
} from '#tests/kit/views/dashboard.page.ts'

closePageAfterEach()

describe('a widget', () => {
  test('shows its figures as a table, and downloads them', async () => {
    await show()
    const toggle = widget('Mileage').getByRole('button', { name: 'Table: Mileage' })
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    await press('Table: Mileage')
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
    expect(toggle.getAttribute('aria-label'), 'what is pressed keeps its name').toBe('Table: Mileage')
    const rows = widget('Mileage').getAllByRole('row')
    expect(rows[0]?.textContent).toBe('DayFuel economy (kmpl)Fuel (ltrs)Distance (kms)')
    expect(rows[2]?.textContent).toBe('15-11-20264.0025.00110.00')
    await pressInMenu('Mileage', 'Download as CSV')
    const [saved] = page.savedFiles
    expect(saved?.name).toBe('Mileage Fleet last 7 days 2026-11-20.csv')
    expect(await saved?.file.text()).toContain('15-11-2026,4.00,25.00,110.00\r\n')
  })

  test('lists no more rows than can be read, and downloads all', async () => {
    await show({ place: { table: 'DRIVING_SCORE' } })
    const [row] = ANSWERS.DRIVING_SCORE.rows
    if (row === undefined) throw new Error('There is no score.')
    const rows = Array.from({ length: 251 }, (_, i) => ({ ...row, vehicleId: i, registration: `TRUCK ${i}` }))
    await page.act(() => page.shell.figureRefreshes.latest().emit({ type: 'dashboard.refreshDue', now: NOW }))
    await answer('DRIVING_SCORE', { ...ANSWERS.DRIVING_SCORE, rows })
    expect(widget('Driving score').getAllByRole('row')).toHaveLength(1 + 250)
    expect(
      widget('Driving score').getByText('The first 250 of 251 are listed. The download has all.'),
    ).toBeTruthy()
    await press('More on Driving score')
    await press('Download as CSV', screen, 'menuitem')
    expect((await page.savedFiles[0]?.file.text())?.trim().split('\r\n')).toHaveLength(1 + 251)
  })

  test('is downloaded as a picture', async () => {
    await show()
    const { context, painted } = recordingContext()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['png']))
    await pressInMenu('Utilisation', 'Download as PNG')
    await waitFor(() => expect(page.savedFiles[0]?.name).toBe('Utilisation Fleet last 7 days 2026-11-20.png'))
    const texts = painted.map(({ text }) => text)
    expect(texts).toContain('Utilisation fell 12.0 % against the 7 days before')
    expect(texts).toContain('Fleet, last 7 days')
    expect(texts).toContain('19 Nov')
  })

  const TWO: readonly DashboardWidget[] = ['TRIP_STATUS', 'ADBLUE_DAILY']
  const order = () =>
    [...document.querySelectorAll('section[data-widget]')].map((card) => card.getAttribute('data-widget'))

  test('is moved and hidden by its menu', async () => {
    await show()
    await pressInMenu('Mileage', 'Move Mileage up')
    expect(order().slice(0, 2)).toEqual(['MILAGE_DAILY', 'FLEET_STATUS'])
    await pressInMenu('AdBlue', 'Hide')
    expect(order()).not.toContain('ADBLUE_DAILY')
    expect(page.shell.savedLayout.done.at(-1)?.layout.hidden).toEqual(['ADBLUE_DAILY'])
  })

  test('that is hidden is shown again, and all return to the standard order', async () => {
    const hidden = DEFAULT_DASHBOARD_LAYOUT.shown.filter((name) => !TWO.includes(name))
    await show({ place: { layout: { shown: TWO, hidden } } })
    await press('Widgets')
    // jsdom has no place for the popover, so it counts as out of sight.
    const choose = async (role: string, name: string) => {
      const found = await screen.findByRole(role, { name, hidden: true })
      await page.act(() => fireEvent.click(found))
    }
    await choose('checkbox', 'AdBlue')
    expect(order()).toEqual(['TRIP_STATUS'])
    await choose('checkbox', 'AdBlue')
    expect(order()).toEqual(['TRIP_STATUS', 'ADBLUE_DAILY'])
    await choose('button', 'Move AdBlue up')
    expect(order()).toEqual(['ADBLUE_DAILY', 'TRIP_STATUS'])
    await choose('button', 'Standard order')
    expect(order()).toEqual(DEFAULT_DASHBOARD_LAYOUT.shown)
  })

  test('is moved by dragging it', async () => {
    await show()
    const data = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, value: string) => void data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
      setDragImage: () => {},
      get types() {
        return [...data.keys()]
      },
    }
    const grip = screen.getByTitle('Drag RPM band to another place')
    await page.act(() => fireEvent.dragStart(grip, { dataTransfer }))
    await page.act(() =>
      fireEvent.drop(screen.getByRole('region', { name: 'Fleet status' }), { dataTransfer }),
    )
    expect(page.shell.savedLayout.done.at(-1)?.layout.shown[0]).toBe('RPM_BAND')
  })
})
