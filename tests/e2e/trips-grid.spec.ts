import { audit } from './accessibility.driver.ts'
import { expect, logIn, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

test('MAP-03 PLT-01 PLT-03 PLT-09 MAP-11 MAP-12 a trip is plotted and nine trucks are watched, from the keyboard alone', async ({
  page,
}) => {
  test.slow()
  const tracks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('getTripTrack')) tracks.push(request.method())
  })
  await logIn(page)
  const fleetTab = page.getByRole('tab', { name: 'Live fleet' })
  const tripsTab = page.getByRole('tab', { name: 'Trips' })
  await expect(fleetTab).toHaveAttribute('aria-selected', 'true')
  // A truck that was silent since its trip began has no route to plot.
  const moving = page
    .getByRole('list', { name: 'Vehicles' })
    .getByRole('listitem')
    .filter({ hasText: /Trip to .*Running/ })
  const truck = (await moving.first().textContent())?.slice(0, 13).trim() ?? ''
  await fleetTab.focus()
  await page.keyboard.press('ArrowRight')
  await expect(tripsTab).toBeFocused()

  const trips = page.getByRole('list', { name: 'Running trips' }).getByRole('listitem')
  await expect(trips.first()).toContainText('ETA')
  expect(await audit(page), 'the tab of trips').toEqual([])
  await page.getByRole('searchbox', { name: 'Search truck or town' }).fill(truck)
  await expect(trips).toHaveCount(1)

  await trips.first().getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name: 'Trip' })
  await expect(card).toContainText(/\d+\.\d{2} kms/)
  await expect(card).toContainText(truck)
  expect(tracks).toEqual(['GET'])
  expect(await audit(page), 'the trip plot').toEqual([])
  await page.getByRole('button', { name: 'Back to the fleet' }).focus()
  await page.keyboard.press('Enter')
  await expect(tripsTab).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'Grid map' }).focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('region', { name: 'Grid map' })
  const maps = grid.locator('canvas.maplibregl-canvas')
  await expect(maps).toHaveCount(4)
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(4)
  expect(await audit(page), 'the grid map').toEqual([])
  await grid
    .getByRole('button', { name: /^Remove/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(maps).toHaveCount(3)

  await test.step('a fifth map grows the grid to nine, and a tenth is refused', async () => {
    const cells = grid.getByRole('region', { name: /^Live map of/ })
    const add = grid.getByRole('combobox', { name: 'Add a vehicle' })
    const addTo = async (count: number) => {
      await add.focus()
      // The first press may only open the list, which drops the option highlighted before it opened.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await expect(page.locator('[data-combobox-selected]')).toBeVisible({ timeout: 2000 })
        await page.keyboard.press('Enter')
        await expect(cells).toHaveCount(count, { timeout: 2000 })
      }).toPass()
      await expect(page.getByRole('listbox')).toHaveCount(0)
    }
    for (const count of [4, 5]) await addTo(count)
    await expect(maps).toHaveCount(5)
    await expect(grid.getByText('Empty map')).toHaveCount(4)
    expect(await audit(page), 'five of nine maps').toEqual([])
    // On a phone only the visible maps are drawn: nine are much for a machine without a graphics card.
    await page.setViewportSize({ width: 390, height: 844 })
    for (const count of [6, 7, 8, 9]) await addTo(count)
    const full = grid.getByRole('combobox', { name: 'Nine maps is the maximum' })
    await expect(full).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    expect(await audit(page), 'nine maps').toEqual([])
  })

  await grid
    .getByRole('button', { name: /^Live / })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Live tracking' })).toBeVisible()
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(1)
})
