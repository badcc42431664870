import type { Page } from '@playwright/test'
import { clientFiles } from '../../bench/client-files.ts'
import { expect, logIn, test } from './portal.ts'

test.use({ ground: 'bundled' })

/** Scripts and styles that the page and its map's worker have fetched, by their path in the client. */
const fetched = async (page: Page) => {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return [...names, ...page.workers().map((worker) => worker.url())]
    .map((name) => new URL(name).pathname.slice(1))
    .filter((path) => /\.(js|css)$/.test(path))
}

test('MAP-01 MAP-04 MAP-28 the fleet shows, counts and filters by status', async ({ page }) => {
  await logIn(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
  await expect.poll(() => page.workers().length, 'the worker of the map').toBe(1)
  const { firstLoad, fleetScreen } = clientFiles()
  const counted = new Set([...firstLoad, ...fleetScreen])
  expect(
    (await fetched(page)).filter((path) => !counted.has(path)),
    'files that the size check leaves out',
  ).toEqual([])
  const running = page.getByRole('button', { name: /^Running/ })
  const count = Number(/\d+/.exec((await running.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(0)
  await running.click()
  await expect(running).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('260 vehicles')).toBeHidden()
  await page.getByRole('button', { name: /^Offline/ }).click()
  await expect(running).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: /^Offline/ }).click()
  await expect(page.getByText('260 vehicles')).toBeVisible()
})

test('MAP-06 search narrows the cards to a registration', async ({ page }) => {
  await logIn(page)
  const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  const registration = (await cards.nth(2).textContent())?.slice(0, 13).trim() ?? ''
  await page.getByLabel('Search registration').fill(registration.slice(-4))
  await expect(cards.first()).toContainText(registration.slice(-4))
  await page.getByLabel('Search registration').fill('nothing like it')
  await expect(page.getByText('No vehicles match')).toBeVisible()
})
