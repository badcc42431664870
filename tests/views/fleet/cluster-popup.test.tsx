import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'

let page: Page
const AT = Date.UTC(2026, 10, 20, 9, 2, 10)

beforeEach(async () => {
  page = openPage()
  await page.signIn()
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(3), vehicle(1, { vehicleStatus: 'STOPPED' }), vehicle(2)])
})
afterEach(() => page.close())

const list = () => screen.getByRole('region', { name: '3 trucks here' })
const trucks = () => within(list()).getAllByRole('button')
const openList = () => page.act(() => page.map.press({ at: [80.27, 13.08], vehicleIds: [3, 1, 2] }))
const key = (name: string) =>
  page.act(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))

describe('the trucks of a cluster that no zoom splits', () => {
  test('are listed at their position, each with its status and the age of its fix', async () => {
    await openList()
    expect(trucks().map((button) => button.textContent?.slice(0, 13))).toEqual([
      'TN 01 AB 0001',
      'TN 01 AB 0002',
      'TN 01 AB 0003',
    ])
    expect(trucks()[0]?.textContent).toMatch(/Stopped.* ago/)
    await page.act(() =>
      page.fleetStore.applyBatch({
        vehicleId: [1],
        time: [AT + 10_000],
        lng: [80.3],
        lat: [13.1],
        speed: [40],
        heading: [90],
        status: [0],
      }),
    )
    expect(trucks()[0]?.textContent).toContain('Running')
  })

  test('are navigated by the arrow keys, and choosing one selects it', async () => {
    await openList()
    expect(document.activeElement).toBe(trucks()[0])
    await key('ArrowUp')
    await key('ArrowDown')
    expect(document.activeElement).toBe(trucks()[1])
    await key('End')
    expect(document.activeElement).toBe(trucks()[2])
    await key('ArrowDown')
    await key('Home')
    expect(document.activeElement).toBe(trucks()[0])
    await page.act(() => fireEvent.click(trucks()[1] as HTMLElement))
    expect(screen.queryByRole('region', { name: '3 trucks here' })).toBeNull()
    expect(screen.getByRole('region', { name: 'TN 01 AB 0002' })).toBeTruthy()
    expect(page.map.drawn().selected).toBe(2)
  })

  test('close by the close button, by a press beside them and with another mode; the focus returns', async () => {
    const search = screen.getByLabelText('Search registration')
    await page.act(() => search.focus())
    await openList()
    await page.act(() => page.map.closePopup())
    expect(page.map.drawn().popups).toBe(0)
    expect(document.activeElement).toBe(search)
    await openList()
    await page.act(() => page.map.press({ at: [70, 10] }))
    expect(page.map.drawn().popups).toBe(0)
    await openList()
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: /^Idle/ })))
    expect(page.map.drawn().popups).toBe(0)
  })
})

describe('OPEN-40 ST-10 a truck whose fix is too old', () => {
  const card = () => screen.getByRole('button', { name: /TN 01 AB 0002/ })

  test('is not shown as live in the list and the popup, whatever its status', async () => {
    expect(card().textContent).toMatch(/Running(?!, late)/)
    await page.act(() => page.fleetStore.age(AT + 46_000))
    expect(card().textContent).toContain('Running, late')
    await page.act(() => fireEvent.click(card()))
    expect(screen.getByRole('region', { name: 'TN 01 AB 0002' }).textContent).toContain('Running, late')
    expect(screen.getByRole('button', { name: /^Running/ }).textContent).toContain('2')
  })
})

test('MAP-45 OPEN-44 is counted by its chip as the list and the map show it, even before the next refresh', async () => {
  const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) }).textContent
  expect([chip('Running'), chip('Idle')]).toEqual(['Running2 66.7 %', 'Idle0 0.0 %'])
  await page.act(() =>
    page.fleetStore.applyBatch({
      vehicleId: [2],
      time: [AT + 10_000],
      lng: [80.3],
      lat: [13.1],
      speed: [0],
      heading: [90],
      status: [1],
    }),
  )
  expect([chip('Running'), chip('Idle')]).toEqual(['Running1 33.3 %', 'Idle1 33.3 %'])
})
