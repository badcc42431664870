import type { Page } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { storeDrive } from './driven-truck.fixture.ts'
import { addUserOfOwnCompany } from './own-company.fixture.ts'
import { address, expect, test } from './portal.fixture.ts'

const openAt = async (
  page: Page,
  path: string,
  uiType: 'alpha' | 'beta',
  { userName, password }: { userName: string; password: string },
) => {
  await page.addInitScript((type) => localStorage.setItem('uiType', type), uiType)
  await page.goto(address(path))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Driving Analysis', exact: true })).toBeVisible()
}
const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
const panelOf = (page: Page) => page.getByRole('region', { name: 'Why this score' })
const themeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

test('DRV-01 DRV-02 DRV-04 DRV-05 a score opens into its parts, a part into its incidents, and those into the playback', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const user = await addUserOfOwnCompany('scored', 'CUSTOMERADMIN', 'Score Roads')
  const tooFast = await storeDrive(user.userName, 'MH 03 DR 0001', ['Asha Patil', 'Bala Rao'])
  await openAt(page, '/driving-analysisv2', 'beta', user)
  await expect(page).toHaveTitle(/^Driving Analysis \| /)
  expect(await themeOf(page)).toBe('light')

  await test.step('each driver has the score of the own part of the drive', async () => {
    await expect(rowsOf(page, 'Category and score')).toHaveCount(2)
    await expect(rowsOf(page, 'Category and score').filter({ hasText: 'Asha Patil' })).toContainText(
      /180\.\d{2} kms/,
    )
    await expect(rowsOf(page, 'Category and score').filter({ hasText: 'Bala Rao' })).toContainText(
      /179\.\d{2} kms/,
    )
    expect(await audit(page), 'the scores').toEqual([])
  })

  await test.step('the score of a driver opens, from the keyboard, and the address says so', async () => {
    await page.getByRole('button', { name: 'Why this score: Asha Patil' }).focus()
    await page.keyboard.press('Enter')
    const overspeed = rowsOf(page, 'Incidents').filter({ hasText: 'Overspeed' })
    await expect(overspeed).toContainText('00:00:30')
    await expect(overspeed.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await expect(panelOf(page)).toContainText('÷ 4 alerts')
    await expect(page).toHaveURL(/open=\d+$/)
    expect(await audit(page), 'the parts').toEqual([])
  })

  await test.step('a part opens its incidents with a map, and the back button returns to the parts', async () => {
    await panelOf(page).getByRole('button', { name: 'Overspeed' }).click()
    await expect(panelOf(page).getByRole('heading', { name: 'Overspeed: 1 time', exact: true })).toBeVisible()
    await expect(panelOf(page).getByRole('list', { name: 'Overspeed' }).getByRole('listitem')).toHaveCount(1)
    await expect(panelOf(page).getByRole('region', { name: 'Map' })).toBeVisible()
    expect(await audit(page), 'the incidents').toEqual([])
    await page.screenshot({ path: test.info().outputPath('incidents.png') })
    await page.goBack()
    await expect(panelOf(page).getByRole('table', { name: 'Incidents' })).toBeVisible()
    await page.goForward()
  })

  await test.step('an incident opens the playback at its second, and back comes to it again', async () => {
    const link = panelOf(page).getByRole('link', { name: /^Play the route at/ })
    await expect(link).toHaveAttribute('href', new RegExp(`/track-trace\\?play=\\d+&.*at=${tooFast}&`))
    await link.click()
    await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible()
    await page.goBack()
    await expect(panelOf(page).getByRole('list', { name: 'Overspeed' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the other reports: comparison, trend, incidents and vehicles', async () => {
    await page.getByRole('tab', { name: 'Comparison' }).click()
    await page.getByRole('checkbox', { name: 'Compare Bala Rao' }).check()
    await expect(page.getByRole('table', { name: 'Compared with the median' })).toContainText('Bala Rao')
    expect(await audit(page), 'the comparison').toEqual([])
    await page.getByRole('tab', { name: 'Score trend' }).click()
    await expect(page.getByRole('img', { name: /^Scores over time/ }).locator('canvas')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Scores by date' })).toContainText('Bala Rao')
    expect(await audit(page), 'the trend').toEqual([])
    await page.getByRole('tab', { name: 'Vehicle summary' }).click()
    await expect(rowsOf(page, 'Vehicle summary')).toHaveCount(1)
    await expect(rowsOf(page, 'Vehicle summary')).toContainText('MH 03 DR 0001')
    await page.getByRole('tab', { name: 'Incidents' }).click()
    await page.getByRole('button', { name: 'Harsh braking: 1, Bala Rao' }).click()
    await expect(
      panelOf(page).getByRole('heading', { name: 'Harsh braking: 1 time', exact: true }),
    ).toBeVisible()
  })
})

test('DRV-05 SHL-45 on a phone scores are cards; the older interface is dark', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const user = await addUserOfOwnCompany('scoredold', 'CUSTOMERADMIN', 'Older Roads')
  await storeDrive(user.userName, 'MH 04 DR 0001', ['Chitra Iyer', 'Dinesh Jain'])
  await openAt(page, '/driving-analysis', 'alpha', user)
  expect(await themeOf(page)).toBe('dark')
  const cards = page.getByRole('list', { name: 'Category and score' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  expect(await audit(page), 'the cards').toEqual([])
  await page.getByRole('button', { name: 'Why this score: Chitra Iyer' }).click()
  await expect(panelOf(page)).toContainText('Score = 100')
  expect(await audit(page), 'the sheet').toEqual([])
  await page.screenshot({ path: test.info().outputPath('phone.png') })
  await panelOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/driving-analysis$/)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'nothing is wider than the phone').toBeLessThanOrEqual(390)
})
