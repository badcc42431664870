import { expect, logIn, test } from './portal.ts'

const ageOf = (text: string) => Number(/(\d+) s ago/.exec(text)?.[1] ?? Number.NaN)

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

test('MAP-16 LIV-01 LIV-05 LIV-08 a truck is opened live, moves, and the list comes back', async ({
  page,
}) => {
  await logIn(page)
  await page.getByRole('button', { name: /^Running/ }).click()
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  const card = page.getByRole('region', { name: 'Live tracking' })
  await expect(card).toContainText('Live')
  const positionOf = async () =>
    /\d+\.\d{4,}° [NS], \d+\.\d{4,}° [EW]/.exec((await card.textContent()) ?? '')?.[0]
  await expect.poll(positionOf).toBeTruthy()
  const before = await positionOf()
  await expect
    .poll(positionOf, { timeout: 40_000, message: 'a new position arrives on the stream' })
    .not.toBe(before)
  expect(ageOf((await card.textContent()) ?? '')).toBeLessThan(45)
  await page.getByRole('button', { name: 'Back to the fleet' }).click()
  await expect(page.getByRole('button', { name: /^Running/ })).toHaveAttribute('aria-pressed', 'true')
})
