import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'

let page: Page
beforeEach(async () => {
  page = openPage({ isPhone: true })
  await page.signIn()
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(1), vehicle(2, { fixTime: Date.now() })])
})
afterEach(() => page.close())

const press = (element: HTMLElement) => page.act(() => fireEvent.click(element))
const choose = async (registration: string) => {
  const picker = screen.getByRole('combobox', { name: 'Select Vehicle' })
  await press(picker)
  await press(await screen.findByRole('option', { name: registration, hidden: true }))
}

describe('the fleet map on a phone', () => {
  test('MAP-19 the vehicle drop-down shows a detail card for the chosen vehicle', async () => {
    expect(screen.getByRole('combobox').getAttribute('placeholder')).toBe('Select Vehicle')
    await choose('TN 01 AB 0002')
    const card = screen.getByRole('region', { name: 'TN 01 AB 0002' })
    expect(card.textContent).toContain('54.20 kmph')
    expect(page.map.drawn()).toMatchObject({ selected: 2, popups: 0 })
    await press(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
  })

  test('MAP-19 a card of the list passes the focus to the detail card and gets it back; the list keeps its scroll position', async () => {
    const list = () => screen.queryByRole('list', { name: 'Vehicles' })
    const before = list()
    const card = screen.getByRole('button', { name: /0002/ })
    card.focus()
    await press(card)
    expect(list()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'TN 01 AB 0002' }))
    await press(screen.getByRole('button', { name: 'Close' }))
    expect([list() === before, document.activeElement]).toEqual([true, card])
  })

  test('MAP-19 a detail card opened from the map leaves the focus on the list', async () => {
    await page.act(() =>
      selectFleet(page.actor.getSnapshot())?.send({ type: 'vehicle.selected', vehicleId: 2 }),
    )
    await press(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fleet' }))
  })

  test('MAP-26 the vehicle drop-down offers nothing from the previous list while another one loads', async () => {
    const picker = screen.getByRole('combobox', { name: 'Select Vehicle' })
    await page.act(() =>
      selectFleet(page.actor.getSnapshot())?.send({ type: 'chip.pressed', status: 'IDLE' }),
    )
    await press(picker)
    expect(screen.queryByRole('option', { hidden: true })).toBeNull()
    expect(screen.getAllByText('Loading vehicles…').length).toBeGreaterThan(1)
    await page.answerList([vehicle(2)])
    expect(await screen.findByRole('option', { name: 'TN 01 AB 0002', hidden: true })).toBeTruthy()
  })

  test('the menu opens as a drawer and closes when a page is chosen', async () => {
    expect(screen.queryByRole('navigation')).toBeNull()
    await press(screen.getByRole('button', { name: 'Open menu' }))
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    await press(within(menu).getByRole('link', { name: 'Trip Management' }))
    expect(
      screen.getByRole('heading', { name: 'Trip Management is not built yet', hidden: true }),
    ).toBeTruthy()
  })

  test('the playback opens as a sheet: controls are visible, the dates expand', async () => {
    await choose('TN 01 AB 0001')
    await press(screen.getByRole('button', { name: 'Playback' }))
    await page.answerTrack(makeTrack())
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
    const handle = screen.getByRole('button', { name: 'Open Playback' })
    expect(handle.getAttribute('aria-expanded')).toBe('false')
    await press(handle)
    expect(screen.getByRole('button', { name: 'Fold Playback' }).getAttribute('aria-expanded')).toBe('true')
  })
})
