import type { Page, Request } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { acknowledge, address, expect, logInAt, PASSWORD, test } from './portal.fixture.ts'

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isNoWider = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

test('DSH-01 DSH-02 DSH-03 DSH-16 a tile leads to its trucks, to the hours of one, to the map, and back', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAt(page, '/owner-suite')
  await expect(page).toHaveTitle(/^Dashboard \| /)
  await expect(page.getByRole('heading', { name: 'Fleet, last 7 days' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const bars = widget(page, 'Utilisation').getByRole('group').getByRole('button')
  await expect(bars).toHaveCount(7)
  await expect(widget(page, 'Fleet insights').getByRole('heading')).toBeVisible()
  expect(await audit(page), 'the dashboard').toEqual([])

  await test.step('CST-11 SES-53 nothing is requested again for a window that is focused or a tab that is shown', async () => {
    const requested: string[] = []
    const note = (request: Request) => {
      if (request.method() === 'POST') requested.push(new URL(request.url()).pathname)
    }
    page.on('request', note)
    await page.evaluate(() => {
      for (const name of ['blur', 'focus']) window.dispatchEvent(new Event(name))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // The requests of a choice come after those that the events would have caused.
    await page.getByText('30 days', { exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Fleet, last 30 days' })).toBeVisible()
    await expect.poll(() => requested).toContain('/api/v3/dashboard/tk3/functions')
    await expect(page.locator('[data-widget][aria-busy="true"]')).toHaveCount(0)
    page.off('request', note)
    expect(requested.filter((path, at) => requested.indexOf(path) !== at)).toEqual([])
    await page.goBack()
    await expect(bars).toHaveCount(7)
  })

  await test.step('what is chosen is in the address, and the back button leaves it', async () => {
    await page.getByText('30 days', { exact: true }).click()
    await expect(page).toHaveURL(/\?period=30days$/)
    await expect(page.getByRole('heading', { name: 'Fleet, last 30 days' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Fleet, last 7 days' })).toBeVisible()
    await expect(bars).toHaveCount(7)
  })

  await test.step('DSH-15 a number of services opens its list, and the back button returns', async () => {
    const due = widget(page, 'Service reminders').getByRole('link', { name: 'Due soon' })
    const count = Number.parseInt((await due.textContent()) ?? '', 10)
    expect(count).toBeGreaterThan(0)
    await due.click()
    await expect(page).toHaveURL(/\/fleet-health\?tab=services&services=dueSoon$/)
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${count} listed`) })).toBeVisible()
    await page.goBack()
    await expect(bars).toHaveCount(7)
  })

  await test.step('a widget that is hidden stays hidden', async () => {
    await page.getByRole('button', { name: 'More on RPM band' }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect(widget(page, 'RPM band')).toHaveCount(0)
    await page.goto(address('/dashboard'))
    await expect(bars).toHaveCount(7)
    await expect(widget(page, 'RPM band')).toHaveCount(0)
    await page.getByRole('button', { name: 'Widgets' }).click()
    await page.getByRole('button', { name: 'Standard order' }).click()
    await page.keyboard.press('Escape')
    await expect(widget(page, 'RPM band')).toBeVisible()
  })

  await test.step('from the bar of yesterday to the map, by keyboard', async () => {
    await bars.nth(5).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /^Show the hours of/ })
      .first()
      .click()
    await dialog
      .getByRole('link', { name: /^Play back/ })
      .nth(2)
      .click()
    await expect(page).toHaveURL(/\/track-trace/)
    await acknowledge(page)
    await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible({ timeout: 20_000 })
    await page.goBack()
    await expect(dialog.getByRole('link', { name: /^Play back/ }).first()).toBeVisible()
    expect(await audit(page), 'the hours').toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await isNoWider(page, 1440)
  })
})

test('DSH-01 SHL-34 SHL-45 CONFLICT-05 the dashboard on a phone, in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('uiType', 'beta'))
  await page.goto(address('/dashboard'))
  await page.getByLabel('User name').fill('customer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(widget(page, 'Mileage').getByRole('heading')).toBeVisible()
  await expect(widget(page, 'Utilisation').getByRole('group')).toBeVisible()
  expect(await audit(page), 'the dashboard').toEqual([])
  await isNoWider(page, 390)
  await page.getByRole('button', { name: 'Table: Mileage' }).click()
  await expect(widget(page, 'Mileage').getByRole('columnheader', { name: 'Day' })).toBeVisible()
  await expect(page).toHaveURL(/table=MILAGE_DAILY/)
})

test('ADM-11 OPEN-58 a scaling factor is tried, set, seen on the dashboard and reset', async ({ page }) => {
  await logInAt(page, '/dashboard', 'customeradmin')
  const mileage = widget(page, 'Mileage')
  const figure = async () => Number(await mileage.locator('p > b').textContent())
  await expect(mileage.getByRole('group')).toBeVisible()
  const measured = await figure()
  expect(measured).toBeGreaterThan(0)
  const setFactor = async (change: () => Promise<void>) => {
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('tab', { name: 'Scaling factor' }).click()
    await change()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Scaling factors saved')).toBeVisible()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
  }
  const openDashboard = async () => {
    await page.goto(address('/dashboard'))
    await expect(mileage.getByRole('group')).toBeVisible()
  }

  await setFactor(async () => {
    await page.getByRole('spinbutton', { name: 'Fuel economy' }).fill('2')
    await page.getByRole('button', { name: 'Try' }).click()
    await expect(page.getByText(/^Last 7 days of the fleet: .+ kmpl now, .+ kmpl with × 2$/)).toBeVisible()
    expect(await audit(page), 'the scaling factors').toEqual([])
  })
  await openDashboard()
  const badge = mileage.getByRole('button', { name: /^× 2: Scaled by 2 \(set by customeradmin on / })
  await expect(badge).toBeVisible()
  // Trucks go on driving meanwhile.
  expect((await figure()) / measured / 2).toBeCloseTo(1, 1)
  expect(await audit(page), 'a scaled figure').toEqual([])

  await setFactor(() => page.getByRole('button', { name: 'Reset to 1' }).click())
  await openDashboard()
  await expect(badge).toHaveCount(0)
  expect((await figure()) / measured).toBeCloseTo(1, 1)
})
