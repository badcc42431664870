import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { bringIntoView } from '#tests/kit/views/browser-stubs.ts'
import { cards, FLEET, openFleetPageBeforeEach, page, press } from '#tests/kit/views/fleet.page.ts'
import { vehicle } from '#tests/kit/views/page.tsx'

openFleetPageBeforeEach()

const key = (name: string) =>
  page.act(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))
/** Presses with a pointer, which leaves the focus on the pressed element. */
const pressWithPointer = (element: HTMLElement) => {
  element.focus()
  return page.act(() => fireEvent.click(element, { detail: 1 }))
}
/** The registrations of the cards that Tab reaches. */
const stops = () => cards().flatMap((card) => (card.tabIndex === 0 ? [registrationOf(card)] : []))
const registrationOf = (card: Element | null) => card?.textContent?.slice(0, 13)
const popup = (name: string) => screen.queryByRole('region', { name })

describe('the fleet list by keyboard', () => {
  test('is one tab stop, with arrows, Home, End and the page keys moving between cards', async () => {
    await page.answerList(Array.from({ length: 30 }, (_, i) => vehicle(i + 1)))
    const list = screen.getByRole('list', { name: 'Vehicles' })
    await page.act(() => bringIntoView(list.parentElement?.lastElementChild ?? list))
    expect(stops()).toEqual(['TN 01 AB 0001'])
    cards()[0]?.focus()
    const seen: unknown[] = []
    for (const name of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'PageDown', 'PageUp', 'End', 'ArrowDown']) {
      await key(name)
      seen.push([name, registrationOf(document.activeElement)])
    }
    expect(seen).toEqual([
      ['ArrowUp', 'TN 01 AB 0001'],
      ['ArrowDown', 'TN 01 AB 0002'],
      ['ArrowDown', 'TN 01 AB 0003'],
      ['PageDown', 'TN 01 AB 0014'],
      ['PageUp', 'TN 01 AB 0003'],
      ['End', 'TN 01 AB 0018'],
      ['ArrowDown', 'TN 01 AB 0018'],
    ])
    await page.act(() => fireEvent.keyDown(document.activeElement ?? list, { key: 'Home', ctrlKey: true }))
    expect(registrationOf(document.activeElement), 'a shortcut of the browser').toBe('TN 01 AB 0018')
    // More of the list arrives, and the focus moves on from there.
    await page.act(() => bringIntoView(list.parentElement?.lastElementChild ?? list))
    await key('ArrowDown')
    await key('End')
    expect(registrationOf(document.activeElement)).toBe('TN 01 AB 0026')
    screen.getByRole('searchbox').focus()
    await page.act(() => fireEvent.scroll(list.parentElement ?? list))
    expect(stops(), 'it stays in the page, far out of view').toEqual(['TN 01 AB 0026'])
    await page.act(() => fireEvent.change(screen.getByRole('searchbox'), { target: { value: '000' } }))
    expect(stops(), 'another list').toEqual(['TN 01 AB 0001'])
  })

  test('starts at the selected vehicle if no card had the focus', async () => {
    await page.answerList(FLEET)
    await page.act(() => page.map.press({ at: [80.27, 13.08], vehicleId: 3 }))
    expect(stops()).toEqual(['TN 01 AB 0003'])
  })

  test('moves the focus from a pressed card to its popup, repeatedly, and back when the popup closes', async () => {
    await page.answerList(FLEET)
    for (const place of [1, 2]) {
      const card = cards()[place] as HTMLElement
      const name = registrationOf(card) ?? ''
      card.focus()
      await press(card)
      expect(document.activeElement).toBe(popup(name))
      card.focus()
      await press(card)
      expect(document.activeElement, 'it was open').toBe(popup(name))
      await page.act(() =>
        within(popup(name) as HTMLElement)
          .getByRole('button', { name: 'Trip' })
          .focus(),
      )
      if (place === 2) await page.act(() => page.map.closePopup())
    }
    expect(document.activeElement).toBe(cards()[2])
    expect(stops()).toEqual(['TN 01 AB 0003'])
  })

  test('leaves the focus on the element pressed by pointer, also when the popup closes', async () => {
    await page.answerList(FLEET)
    const card = cards()[1] as HTMLElement
    await pressWithPointer(card)
    expect(popup('TN 01 AB 0002')).toBeTruthy()
    expect(document.activeElement).toBe(card)
    const search = screen.getByRole('searchbox')
    screen.getByRole('button', { name: 'Trip' }).focus()
    search.focus()
    await page.act(() => page.map.closePopup())
    expect(document.activeElement).toBe(search)
  })
})
