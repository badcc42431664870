import type { Locator, Page } from '@playwright/test'
import { MINUTE_MS } from '#domain/units.ts'
import { audit } from './accessibility.driver.ts'
import { addUserOfOwnCompany } from './own-company.fixture.ts'
import { address, expect, test } from './portal.fixture.ts'
import { storeAlerts } from './stored-alerts.fixture.ts'

const FENCE = { id: 1, name: 'Hosur depot' }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const IDLING = {
  ...{ type: 'IDLING', threshold: 5, value: 840, duration_s: 840 },
  evidence: { rule: { afterS: 300 }, figures: { thresholdS: 300, durationS: 840 }, fence: FENCE },
}

/** Logs a user in who has the newer interface, at an address of the alert list. */
const openAt = async (
  page: Page,
  path: string,
  { userName, password }: { userName: string; password: string },
) => {
  await page.addInitScript(() => localStorage.setItem('uiType', 'beta'))
  await page.goto(address(path))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeVisible()
}
const rows = (page: Page) => page.getByRole('table', { name: 'Alerts' }).locator('tbody').getByRole('row')
const panelOf = (page: Page) => page.getByRole('region', { name: 'Alert', exact: true })

/** Expects a map in the panel on which something is marked at the middle, where an alert with its fixes is put. */
const expectPins = async (panel: Locator) => {
  await expect(panel.getByRole('region', { name: 'Map' })).toBeVisible()
  await expect
    .poll(() =>
      panel.locator('canvas.map-markers').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const middle = canvas
          .getContext('2d')
          ?.getImageData(width / 4, height / 4, width / 2, height / 2).data
        return middle?.some((value) => value > 0) ?? false
      }),
    )
    .toBe(true)
}

test('ALR-15 ALR-32 ALR-33 ALR-35 alerts are listed, filtered, explained and acknowledged, and new ones arrive by themselves', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const user = await addUserOfOwnCompany('alerted', 'CUSTOMERADMIN', 'Alert Roads')
  await storeAlerts(user.userName, [
    { truck: 'MH 01 AL 0001', time: minutesAgo(5) },
    { truck: 'MH 01 AL 0002', time: minutesAgo(9), ...IDLING },
    { truck: 'MH 01 AL 0002', time: minutesAgo(50) },
  ])
  await openAt(page, '/alerts', user)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('MH 01 AL 0001')
  await expect(rows(page).first()).toContainText('92.0 kmph for 1 min')
  await expect(rows(page).first()).toContainText('Nagpur, Maharashtra')
  expect(await audit(page), 'the list').toEqual([])

  await test.step('a type is in the address, and the back button leaves it', async () => {
    await page.getByRole('button', { name: 'Vehicle Idling 1' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('00:05:00')
    await expect(rows(page)).toContainText('Hosur depot')
    await expect(page).toHaveURL(/\/alerts\?type=IDLING$/)
    await page.goBack()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('a row opens why, from the keyboard, and is acknowledged', async () => {
    await page.getByRole('button', { name: /^Open the alert: Overspeed, MH 01 AL 0001/ }).focus()
    await page.keyboard.press('Enter')
    await expect(panelOf(page)).toContainText('The truck drove faster than 80 kmph.')
    await expectPins(panelOf(page))
    expect(await audit(page), 'the panel').toEqual([])
    await page.screenshot({ path: test.info().outputPath('panel.png') })
    await panelOf(page).getByRole('button', { name: 'Acknowledge' }).click()
    await expect(panelOf(page)).toContainText('Acknowledged by alerted')
    await expect(rows(page).first()).toContainText('Seen · alerted')
    await page.keyboard.press('Escape')
    await expect(panelOf(page)).toHaveCount(0)
  })

  await test.step('an alert that is stored now appears at the top', async () => {
    await storeAlerts(user.userName, [{ truck: 'MH 01 AL 0003', time: minutesAgo(0), ended: null }])
    await expect(rows(page).first()).toContainText('MH 01 AL 0003')
    await expect(rows(page).first()).toContainText('goes on')
    await expect(page.getByRole('status').filter({ hasText: '4 alerts' })).toBeVisible()
  })

  await test.step('the chosen ones are acknowledged together', async () => {
    await page.getByRole('checkbox', { name: 'Choose all' }).check()
    await page.getByRole('button', { name: 'Acknowledge 3 alerts' }).click()
    await expect(rows(page).filter({ hasText: 'Seen · alerted' })).toHaveCount(4)
  })

  await test.step('vehicles have a count for each type, and lead to their alerts', async () => {
    await page.getByText('Vehicle Wise').click()
    await expect(rows(page)).toHaveCount(3)
    expect(await audit(page), 'the vehicles').toEqual([])
    await page.getByRole('button', { name: 'MH 01 AL 0002' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveValue('MH 01 AL 0002')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(rows(page)).toHaveCount(4)
  })

  await test.step('columns that are put away stay away', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Address' }).uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Date' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Address' })).toHaveCount(0)
  })
})

test('ALR-42 a link opens its type and its alert; on a phone alerts are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const user = await addUserOfOwnCompany('alertedphone', 'CUSTOMERADMIN', 'Phone Roads')
  const [idling] = await storeAlerts(user.userName, [
    { truck: 'MH 02 AL 0001', time: minutesAgo(9), ...IDLING },
    { truck: 'MH 02 AL 0002', time: minutesAgo(5) },
  ])
  await openAt(page, `/alerts?page=alertWise&data=${idling}&type=IDLING`, user)
  await expect(panelOf(page)).toContainText('engine on for 5 min or longer')
  await expect(panelOf(page)).toContainText('MH 02 AL 0001')
  await expectPins(panelOf(page))
  expect(await audit(page), 'the panel').toEqual([])
  await page.screenshot({ path: test.info().outputPath('panel-phone.png') })
  await panelOf(page).getByRole('button', { name: 'Close' }).click()
  const cards = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('MH 02 AL 0002')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Sort by Registration')
  await expect(cards.first()).toContainText('MH 02 AL 0001')
  expect(await audit(page), 'the cards').toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'nothing is wider than the phone').toBeLessThanOrEqual(390)
})
