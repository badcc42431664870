import type { Page } from '@playwright/test'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { audit, auditShown } from './accessibility.driver.ts'
import { address, expect, logIn, logInAt, PASSWORD, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

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

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`${device === 'phone' ? 'MAP-19 ' : ''}an accessibility audit finds nothing on the fleet map, live and in playback: ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await logIn(page)
    await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()).toBeVisible()
    expect(await audit(page)).toEqual([])
    if (device === 'phone') {
      const picker = page.getByRole('combobox', { name: 'Select Vehicle' })
      await picker.click()
      await expect(page.locator('[role=option]').first()).toBeVisible()
      expect(await audit(page)).toEqual([])
      await picker.press('ArrowDown')
      await picker.press('Enter')
      await expect(picker).not.toHaveValue('')
      const card = page.getByRole('region', { name: await picker.inputValue() })
      await expect(card.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
    }
    const toggle = page.getByRole('button', { name: /^(Dark|Light) theme$/ })
    await toggle.click()
    if (device === 'desk') await openFirstCard(page)
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Live tracking' })).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Playback', exact: true }).click()
    await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible({ timeout: 30_000 })
    expect(await audit(page)).toEqual([])
  })
}

/** Edits alert settings and preferences on a desktop and a phone: discards, saves, and finds again what was saved (ADM-09, ADM-10). */
const editAlertSettings = async (page: Page) => {
  const desk = page.viewportSize()
  const filter = page.getByRole('switch', { name: 'DPF Regen' })
  const limit = page.getByLabel(/^Overspeed:/)
  const save = async (message: string) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(message)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
  }
  for (const size of [SIZES.desk, SIZES.phone]) {
    await page.setViewportSize(size)
    await page.getByRole('tab', { name: 'Alert settings' }).click()
    await limit.selectOption({ label: '60 kmph' })
    await expect(page.getByText(/^60 kmph: .+ in the last 30 days, .+ 80 kmph/)).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('tab', { name: 'Alert preferences' }).click()
    await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.getByRole('switch', { name: 'Idling: E-mail' }).press('Space')
    await save('Alert preferences saved')
    await page.getByRole('tab', { name: 'Alert settings' }).click()
    await expect(limit).toHaveValue('80')
    const wasOn = await filter.isChecked()
    await filter.press('Space')
    await save('Alert settings saved')
    await page.getByRole('tab', { name: 'Alert preferences' }).click()
    await page.getByRole('tab', { name: 'Alert settings' }).click()
    await expect(filter).toBeChecked({ checked: !wasOn })
  }
  if (desk !== null) await page.setViewportSize(desk)
}

test('FTR-01 an accessibility audit finds nothing on the messages, the legal texts, help and the settings', async ({
  page,
}) => {
  await page.goto(address('/'))
  for (const name of ['Privacy policy', 'Terms and Conditions']) {
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    expect(await audit(page)).toEqual([])
    const sections = await dialog.getByRole('navigation', { name: 'Sections' }).boundingBox()
    const text = await dialog.getByRole('region', { name }).boundingBox()
    if (sections === null || text === null) throw new Error('A column of the dialog is not there.')
    expect(sections.x + sections.width, 'FTR-01 the columns are side by side').toBeLessThanOrEqual(text.x)
    expect(text.y, 'FTR-01 and both begin above').toBeLessThan(sections.y + sections.height)
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
  await editAlertSettings(page)
  await page.getByRole('tab', { name: 'Ticker messages' }).click()
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

test('an accessibility audit finds nothing on the messages', async ({ page }) => {
  await logIn(page)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'MESSAGES' })).toBeVisible()
  expect(await audit(page)).toEqual([])
})

test('an accessibility audit finds nothing on the pages before a login', async ({ page }) => {
  for (const [path, text] of [
    ['/forgot-password', 'User name or e-mail'],
    ['/reset-password#token=none', 'New password'],
  ] as const) {
    await page.goto(address(path))
    await expect(page.getByLabel(text).first()).toBeVisible()
    expect(await audit(page), path).toEqual([])
  }
})

/** The faults of the page on a phone and on a desktop, each in both themes. */
const auditBoth = async (page: Page) => {
  const shownAt = async (viewport: (typeof SIZES)['desk']) => {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeInViewport()
  }
  await shownAt(SIZES.phone)
  const found = (await auditShown(page)).map((fault) => `phone: ${fault}`)
  await shownAt(SIZES.desk)
  return [...found, ...(await audit(page))]
}

test('an accessibility audit finds nothing on profile, reports, forbidden, unknown and unbuilt pages', async ({
  page,
}) => {
  await logInAt(page, '/profile', 'customerbeta')
  for (const path of ['/profile', '/reports/over-speed', '/cssupport', '/nowhere', '/alerts']) {
    await page.goto(address(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await auditBoth(page), path).toEqual([])
  }
})

test('an accessibility audit finds nothing where support chooses a user and acts', async ({ page }) => {
  await logInAt(page, '/', 'cssupport')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'MANAGER', exact: true }).click()
  const choose = page.getByRole('button', { name: 'Choose manager' })
  for (const viewport of Object.values(SIZES)) {
    await page.setViewportSize(viewport)
    await expect(choose).toBeInViewport()
  }
  expect(await auditBoth(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await choose.click()
  await page.waitForURL(`**${DASHBOARD}`)
  await expect(page.getByText('Acting for Mohan (MANAGER)')).toBeVisible()
  expect(await auditBoth(page)).toEqual([])
})

test('OPEN-77 an accessibility audit finds nothing in the support view', async ({ page }) => {
  await logIn(page, 'analytics')
  await page.getByRole('combobox', { name: 'Company' }).click()
  await page.getByRole('option', { name: 'Varunika Roadlines' }).click()
  await expect(page.getByRole('combobox', { name: 'User' })).toBeEnabled()
  await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()).toBeVisible()
  expect(await auditBoth(page)).toEqual([])
})
