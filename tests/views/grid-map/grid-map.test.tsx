import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bringIntoView } from '#tests/kit/views/browser-stubs.ts'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'

const FLEET = Array.from({ length: 12 }, (_, i) =>
  vehicle(i + 1, i === 1 ? { vehicleStatus: 'TELEPORTING', registrationId: 'ZZ 99' } : {}),
)

/** When the fixture's trucks last reported. */
const AT = Date.UTC(2026, 10, 20, 9, 2, 10)

const openGrid = async (isPhone = false): Promise<Page> => {
  const opened = openPage({ isPhone })
  await opened.signIn()
  await screen.findByRole('button', { name: 'Grid map' })
  await opened.answerList(FLEET)
  await opened.act(() => fireEvent.click(screen.getByRole('button', { name: 'Grid map' })))
  await screen.findByRole('region', { name: 'Grid map' })
  return opened
}

let page: Page
const press = (element: HTMLElement) => page.act(() => fireEvent.click(element))
const button = (name: string) => screen.getByRole('button', { name })
const maps = () => page.cellMaps.filter(({ mounted }) => mounted)
const cellsOf = () => screen.getAllByRole('region', { name: /^Live map of/ })
const items = () => within(screen.getByRole('region', { name: 'Grid map' })).getAllByRole('listitem')
const add = async (name: string) => {
  await press(screen.getByRole('combobox', { name: 'Add a vehicle' }))
  await press(await screen.findByRole('option', { name, hidden: true }))
}
const see = () =>
  page.act(() => {
    for (const cell of cellsOf()) bringIntoView(cell)
  })

describe('MAP-11 OPEN-54 the grid map', () => {
  beforeEach(async () => {
    page = await openGrid()
  })
  afterEach(() => page.close())

  test('replaces the single map with the first four of the list; maps are created when they scroll into view', async () => {
    expect(page.map.mounted).toBe(false)
    expect(cellsOf()).toHaveLength(4)
    expect(maps()).toHaveLength(0)
    await see()
    expect(maps().map((map) => map.drawn().vehicles.map(({ vehicleId }) => vehicleId))).toEqual([
      [1],
      [3],
      [4],
      [5],
    ])
  })

  test('shows truck, status, speed and the age of the fix in each cell, which follows its truck', async () => {
    await see()
    const cell = () => items()[0]?.textContent
    // Its fix is of days ago, so nobody knows how fast it is now.
    expect(cell()).toMatch(/^TN 01 AB 0001.*Running.*N\/A.* ago/)
    const now = Date.now()
    const batch = { vehicleId: [1], time: [now - 3000], lng: [81], lat: [14] }
    await page.act(() => page.fleetStore.applyBatch({ ...batch, speed: [61.75], heading: [90], status: [1] }))
    expect(cell()).toMatch(/Idle.*61\.75 kmph/)
    expect(maps()[0]?.drawn().camera.centre).toEqual([81, 14])
    for (const [second, lng, lat] of [
      [2, 81, 15],
      [1, 82, 15],
    ] as const) {
      const next = { vehicleId: [1], time: [now - second * 1000], lng: [lng], lat: [lat] }
      await page.act(() =>
        page.fleetStore.applyBatch({ ...next, speed: [61.75], heading: [90], status: [1] }),
      )
      expect(maps()[0]?.drawn().camera.centre).toEqual([lng, lat])
    }
    expect(page.fleetStream.runs.filter((run) => run.isOpen())).toHaveLength(1)
  })

  test('OPEN-40 does not show a truck as live if its fix is too old', async () => {
    const cell = () => items()[0]
    const isLate = () => cell()?.querySelector('[data-late]')?.getAttribute('data-late')
    expect([cell()?.textContent?.includes('Running, late'), isLate()]).toEqual([false, 'false'])
    await page.act(() => page.fleetStore.age(AT + 46_000))
    expect([cell()?.textContent?.includes('Running, late'), isLate()]).toEqual([true, 'true'])
  })

  test('keeps a map that the user moved, until Follow', async () => {
    await see()
    await page.act(() => maps()[0]?.drag({ centre: [70, 10] }))
    const batch = { vehicleId: [1], time: [Date.UTC(2026, 10, 20, 9, 3)], lng: [81], lat: [14] }
    await page.act(() => page.fleetStore.applyBatch({ ...batch, speed: [60], heading: [90], status: [0] }))
    expect(maps()[0]?.drawn().camera.centre).toEqual([70, 10])
    await press(button('Follow TN 01 AB 0001'))
    expect(maps()[0]?.drawn().camera.centre).toEqual([81, 14])
    expect(screen.queryByRole('button', { name: 'Follow TN 01 AB 0001' })).toBeNull()
  })

  test('a cell that follows its truck keeps the zoom of the user', async () => {
    await see()
    await page.act(() => maps()[0]?.drag({ centre: [70, 10] }))
    await press(button('Follow TN 01 AB 0001'))
    const { zoom } = maps()[0]?.drawn().camera ?? {}
    await page.act(() => maps()[0]?.zoomBy(-3))
    const batch = { vehicleId: [1], time: [Date.UTC(2026, 10, 20, 9, 3)], lng: [81], lat: [14] }
    await page.act(() => page.fleetStore.applyBatch({ ...batch, speed: [60], heading: [90], status: [0] }))
    expect(maps()[0]?.drawn().camera).toEqual({ centre: [81, 14], zoom: (zoom ?? 0) - 3 })
  })

  test('a vehicle that was moved away from, removed and added again follows its truck', async () => {
    await see()
    await page.act(() => maps()[0]?.drag({ centre: [70, 10] }))
    await press(button('Remove TN 01 AB 0001'))
    await add('TN 01 AB 0001')
    const follow = () => screen.queryByRole('button', { name: 'Follow TN 01 AB 0001' })
    expect(follow()).toBeNull()
    await see()
    expect(follow()).toBeNull()
  })

  test('adds and removes vehicles up to nine, and takes every map down with its cell', async () => {
    await see()
    await press(button('Remove TN 01 AB 0001'))
    expect(maps()).toHaveLength(3)
    for (const name of ['ZZ 99', ...[6, 7, 8, 9].map((id) => `TN 01 AB 000${id}`), 'TN 01 AB 0010'])
      await add(name)
    await see()
    expect(maps()).toHaveLength(9)
    const full = screen.getByRole('combobox', { name: 'Nine maps is the maximum' })
    await press(full)
    expect(full.getAttribute('aria-expanded')).toBe('false')
    await press(button('Back to the fleet'))
    expect(maps()).toHaveLength(0)
    expect(page.map.mounted).toBe(true)
  })

  test('MAP-21 shows a truck of unknown status, and MAP-12 the back arrow restores the list', async () => {
    await add('ZZ 99')
    const cell = items().find(({ textContent }) => textContent?.startsWith('ZZ 99'))
    expect(cell?.textContent).toContain('No Recent Data')
    await press(button('Back to the fleet'))
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
  })

  test("opens a cell's truck alone", async () => {
    await press(button('Live TN 01 AB 0003'))
    expect(page.follow.latest().input).toEqual({ vehicleId: 3 })
  })

  test('MAP-09 MAP-10 uses the current theme and basemap', async () => {
    await see()
    await page.act(() => page.actor.send({ type: 'theme.toggled' }))
    expect(new Set(maps().map((map) => map.drawn().theme))).toEqual(new Set([page.map.drawn().theme]))
  })
})

test('OPEN-54 has one column without empty cells on a phone', async () => {
  page = await openGrid(true)
  expect(items()).toHaveLength(4)
  expect(screen.queryByText('9 maps')).toBeNull()
  page.close()
})
