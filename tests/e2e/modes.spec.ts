import type { Page } from '@playwright/test'
import { STATUS_FILL } from '#src/services/map/overlay/colours.ts'
import { audit } from './accessibility.driver.ts'
import { expect, logIn, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

const total = (page: Page) => page.getByText(/^\d+ vehicles?$/)
const countOf = async (page: Page) => Number.parseInt((await total(page).textContent()) ?? '', 10)

/** Which status colours are visible on the map. */
const coloursOf = (page: Page) =>
  page.locator('.map-markers').evaluate((canvas: HTMLCanvasElement, fills) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const shown = new Set<string>()
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255)
        shown.add(`#${[0, 1, 2].map((part) => data[at + part]?.toString(16).padStart(2, '0')).join('')}`)
    return fills.filter((fill) => shown.has(fill))
  }, STATUS_FILL)

test('MAP-05 MAP-07 MAP-24 MAP-25 MAP-27 MAP-29 MAP-30 MAP-31 MAP-32 MAP-51 MAP-52 filters and selections are made from the keyboard, and restored after live tracking', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'manager')
  await expect(total(page)).toHaveText('260 vehicles')
  type Call = {
    filter: { groupIds: number[]; regionIds: number[]; overSpeed: number }
    vehicleIds?: number[]
  }
  const calls: Call[] = []
  const requestedGroups = () => calls.at(-1)?.filter.groupIds.length
  page.on('request', (request) => {
    if (request.url().endsWith('/fleetmaptracking/filter')) calls.push(request.postDataJSON())
  })

  // A group is picked with the keyboard alone; nothing is requested before Apply.
  await page.getByRole('button', { name: /^Group/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'All' }).focus()
  await page.keyboard.press('Space')
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Group · all' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Region/ })).toBeDisabled()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(requestedGroups).toBeGreaterThan(1)

  // Live tracking and back restores the filtered list.
  await page.getByRole('button', { name: /^Group/ }).click()
  await page.getByRole('checkbox').nth(1).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(requestedGroups).toBe(1)
  await expect(total(page)).not.toHaveText('260 vehicles')
  const filtered = await countOf(page)
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByRole('button', { name: 'Back to the fleet' }).click()
  await expect(total(page)).toHaveText(`${filtered} vehicles`)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(total(page)).toHaveText('260 vehicles')

  await test.step('one region, and its speeding trucks', async () => {
    const menu = (name: RegExp) => page.getByRole('button', { name })
    const last = () => calls.at(-1)?.filter
    await menu(/^Region/).press('Enter')
    await page.getByRole('checkbox').nth(1).press('Space')
    expect(await audit(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu(/^Region · 1/)).toBeFocused()
    await expect(menu(/^Group/)).toBeDisabled()
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect.poll(() => last()?.regionIds.length).toBe(1)
    await expect(total(page)).toHaveText(/^\d+ vehicles$/)
    const ofRegion = await countOf(page)
    expect(ofRegion).toBeLessThan(260)

    const [green, , red] = STATUS_FILL
    await expect.poll(() => coloursOf(page)).toContain(red)
    await menu(/^Overspeed/).press('Enter')
    await expect(page.getByRole('radio', { name: 'None' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    expect(await audit(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu(/^Overspeed 60/)).toBeFocused()
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect.poll(() => last()?.overSpeed).toBe(60)
    expect(last()?.regionIds).toHaveLength(1)
    // Only a moving truck can be speeding.
    await expect.poll(async () => (await coloursOf(page)).filter((colour) => colour !== green)).toEqual([])
    const tooFast = await countOf(page)
    expect(tooFast).toBeLessThan(ofRegion)
    expect(await audit(page)).toEqual([])

    const showAll = page.getByRole('button', { name: 'Show all trucks' })
    await showAll.press('Enter')
    await expect(showAll).toHaveAttribute('aria-pressed', 'true')
    await expect(total(page)).toHaveText('260 vehicles')
    await expect.poll(() => coloursOf(page)).toContain(red)
    await showAll.press('Enter')
    await expect(total(page)).not.toHaveText('260 vehicles')
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    await expect(total(page)).toHaveText('260 vehicles')
    await expect(menu(/^Group$/)).toBeEnabled()
  })

  // 250 of 260 vehicles, in batches of fifty.
  calls.length = 0
  await page.getByRole('button', { name: 'Select vehicles' }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(page.getByText('You can select at most 250 vehicles.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(total(page)).toHaveText('250 vehicles')
  // A refresh may follow them.
  expect(calls.slice(0, 5).map(({ vehicleIds }) => vehicleIds?.length)).toEqual([50, 50, 50, 50, 50])
  await page.getByRole('button', { name: '51-100' }).click()
  await expect(total(page)).toHaveText('50 vehicles')
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(total(page)).toHaveText('260 vehicles')
})

test('MAP-08 MAP-33 MAP-34 GEO-13 SUPPORT loads what it selects, on a phone too', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, 'support')
  await expect(page.getByRole('button', { name: /^Group/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Region/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Geofences' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Select vehicles first' })).toBeAttached()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Select vehicles' }).first().click()
  await page.getByRole('list', { name: 'Vehicles to select' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(total(page)).toHaveText('1 vehicle')
  expect(await audit(page)).toEqual([])
})
