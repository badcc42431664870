import type { Page } from '@playwright/test'
import { expect, logIn, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

/** The list of vehicles, even while covered, and its scroll position, px. */
const listOf = (page: Page) => {
  const list = page.getByRole('list', { name: 'Vehicles', includeHidden: true })
  const scrolled = () => list.evaluate((element) => element.parentElement?.scrollTop ?? 0)
  /** Scrolls to the end repeatedly, while more is appended, until past this many px. */
  const scrollBeyond = async (px: number) => {
    const toEnd = () =>
      list.evaluate(({ parentElement: box }) => {
        if (box) box.scrollTop = box.scrollHeight
      })
    await expect.poll(() => toEnd().then(scrolled)).toBeGreaterThan(px)
  }
  return { list, scrolled, scrollBeyond }
}

test("MAP-19 on a phone closing a truck's card restores the scroll position and focus of the list", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page)
  const { list, scrolled, scrollBeyond } = listOf(page)
  const close = () => page.getByRole('button', { name: 'Close' }).click()
  await expect(list).toBeVisible()
  await scrollBeyond(300)
  const card = list.getByRole('button').nth(5)
  await card.scrollIntoViewIfNeeded()
  const [registration = ''] = (await card.innerText()).split('\n')
  await list.getByRole('button', { name: registration }).click()
  await expect(page.getByRole('region', { name: registration })).toBeFocused()
  await expect(list).toBeHidden()
  // Pressing it may have scrolled the list.
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

/** On a phone the card of a playback is collapsed at first. */
const openFolded = async (page: Page) => {
  const handle = page.getByRole('button', { name: 'Open Playback' })
  const back = page.getByRole('button', { name: 'Back to the fleet' })
  await expect(handle.or(back)).toBeVisible()
  if (await handle.isVisible()) await handle.click()
}

for (const [screen, width, height] of [
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
] as const)
  test(`MAP-13 MAP-27 on ${screen} the list returns to its scroll position, another list starts at its top`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await logIn(page)
    const { list, scrolled, scrollBeyond } = listOf(page)
    const isRead = () =>
      expect(page.getByRole('region', { name: 'Fleet', exact: true })).not.toHaveAttribute(
        'aria-busy',
        'true',
      )
    await scrollBeyond(600)
    const card = list.getByRole('button').nth(6)
    const [registration = ''] = (await card.innerText()).split('\n')
    for (const mode of ['Live', 'Playback']) {
      await list.getByRole('button', { name: registration }).click()
      // Pressing it may have scrolled the list.
      const place = await scrolled()
      expect(place).toBeGreaterThan(0)
      await page.getByRole('button', { name: mode, exact: true }).click()
      await expect(list).toHaveCount(0)
      await openFolded(page)
      await page.getByRole('button', { name: 'Back to the fleet' }).click()
      await expect.poll(scrolled).toBe(place)
      await isRead()
      expect(await scrolled()).toBe(place)
      await expect(list.getByRole('button', { name: registration })).toHaveAttribute('tabindex', '0')
    }

    await page.getByLabel('Search registration').fill('1')
    await expect.poll(scrolled).toBe(0)
    await page.getByLabel('Search registration').fill('')
    await scrollBeyond(600)
    await page.getByRole('button', { name: /^Running/ }).click()
    await expect.poll(scrolled).toBe(0)
    await scrollBeyond(600)
  })
