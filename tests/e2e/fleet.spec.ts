import { expect, logIn, test } from './portal.ts'

test.use({ ground: 'bundled' })

test('MAP-01 MAP-04 MAP-28 the fleet shows, counts and filters by status', async ({ page }) => {
  await logIn(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
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
