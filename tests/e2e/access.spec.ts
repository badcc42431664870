import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { address, expect, logIn, PASSWORD, test } from './portal.ts'

/** What is wrong with the page at rest: nothing moves, no tooltip hangs where the mouse was. */
const audit = async (page: Page) => {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const openFirstCard = async (page: Page) => {
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
}

test('an accessibility audit finds nothing on the login page, before and after a refusal', async ({
  page,
}) => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill('customer')
  expect(await audit(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter Valid Credentials').first()).toBeVisible()
  expect(await audit(page)).toEqual([])
})

for (const [device, viewport] of Object.entries({
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`an accessibility audit finds nothing on the fleet map, live and in playback: ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await logIn(page)
    await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()).toBeVisible()
    expect(await audit(page)).toEqual([])
    const toggle = page.getByRole('button', { name: /^(Dark|Light) theme$/ })
    await toggle.click()
    await openFirstCard(page)
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Live tracking' })).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Playback', exact: true }).click()
    await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible({ timeout: 30_000 })
    expect(await audit(page)).toEqual([])
  })
}

test('an accessibility audit finds nothing on the messages, the legal texts, help and the settings', async ({
  page,
}) => {
  await page.goto(address('/'))
  for (const name of ['Privacy policy', 'Terms and Conditions']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByLabel('User name').fill('superadmin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/profile')
  await page.getByRole('link', { name: 'Help' }).first().click()
  await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeVisible()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'About and legal' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings' }).click()
  for (const name of ['Groups', 'Change password', 'Maintenance', 'Ticker messages']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel')).toContainText(name)
    expect(await audit(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Add message' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter the text of the message')).toBeVisible()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Delete message?' })).toBeVisible()
  expect(await audit(page)).toEqual([])
})

for (const theme of ['light', 'dark']) {
  test(`an accessibility audit finds nothing on the messages after a login: ${theme}`, async ({ page }) => {
    await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme)
    await logIn(page, 'customer', { messages: true })
    await expect(page.getByRole('dialog', { name: 'MESSAGES' })).toBeVisible()
    expect(await audit(page)).toEqual([])
  })
}
