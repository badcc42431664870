import { expect, logIn, test } from './portal.ts'

test('MAP-19 on a phone the list stands where it was, with the focus where it was, when a truck’s card goes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page)
  const list = page.getByRole('list', { name: 'Vehicles', includeHidden: true })
  const scrolled = () => list.evaluate((element) => element.parentElement?.scrollTop ?? 0)
  const close = () => page.getByRole('button', { name: 'Close' }).click()
  await expect(list).toBeVisible()
  await list.hover()
  await page.mouse.wheel(0, 500)
  await expect.poll(scrolled).toBeGreaterThan(300)
  const card = list.getByRole('button').nth(5)
  await card.scrollIntoViewIfNeeded()
  const [registration = ''] = (await card.innerText()).split('\n')
  await list.getByRole('button', { name: registration }).click()
  await expect(page.getByRole('region', { name: registration })).toBeFocused()
  await expect(list).toBeHidden()
  // It may have been scrolled to be pressed.
  const place = await scrolled()
  expect(place).toBeGreaterThan(0)
  await close()
  await expect(list.getByRole('button', { name: registration })).toBeFocused()
  expect(await scrolled()).toBe(place)

  await page.getByRole('button', { name: 'Fold Fleet' }).click()
  await page.getByRole('combobox', { name: 'Select Vehicle' }).fill(registration)
  await page.getByRole('option', { name: registration }).click()
  await expect(page.getByRole('region', { name: registration })).toBeVisible()
  await close()
  await expect(page.getByRole('button', { name: 'Open Fleet' })).toBeFocused()
})
