import type { Page } from '@playwright/test'
import { MINUTE_MS } from '#domain/units.ts'
import { audit } from './accessibility.driver.ts'
import { addUserOfOwnCompany } from './own-company.fixture.ts'
import { address, expect, test } from './portal.fixture.ts'
import { addTruck } from './stored-alerts.fixture.ts'

test.use({ dtcs: 'real' })

/** Sends a position of a truck with these trouble codes, as its device does. */
const report = async (registration: string, minutesAgo: number, dtcs: string) => {
  const fields = new URLSearchParams({
    ...{
      id: `imei ${registration}`,
      key: `key ${registration}`,
      lat: '21.15',
      lon: '79.09',
      odometer: '90000000',
    },
    ...{ timestamp: String(Math.round((Date.now() - minutesAgo * MINUTE_MS) / 1000)), dtcs },
    ...{ power: '27.94', ignition: 'true' },
  })
  const answer = await fetch(address(`/ingest/osmand?${fields}`))
  expect(answer.status).toBe(200)
}

const logIn = async (page: Page, path: string, user: { userName: string; password: string }) => {
  await page.addInitScript(() => localStorage.setItem('uiType', 'beta'))
  await page.goto(address(path))
  await page.getByLabel('User name').fill(user.userName)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
const rows = (page: Page, name: string) =>
  page.getByRole('table', { name, exact: true }).locator('tbody').getByRole('row')

test('HLT-01 HLT-02 HLT-04 HLT-05 codes are counted after the login, explained and shown on a map; a service is recorded and taken back', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const user = await addUserOfOwnCompany('healthy', 'CUSTOMERADMIN', 'Health Roads')
  await addTruck(user.userName, 'MH 01 HE 0001')
  await addTruck(user.userName, 'MH 01 HE 0002')
  await report('MH 01 HE 0001', 20, '100/1')
  await report('MH 01 HE 0001', 10, '100/1,3216/2')
  await report('MH 01 HE 0002', 20, 'P20EE')
  await report('MH 01 HE 0002', 10, 'none')
  await logIn(page, '/support', user)

  await test.step('the popup counts them once', async () => {
    const popup = page.getByRole('region', { name: 'Trouble codes', exact: true })
    await expect(popup).toContainText('1 truck reports trouble codes')
    await expect(popup).toContainText('Stop and check1')
    expect(await audit(page), 'the popup').toEqual([])
    const belowIt = async () => {
      const [own, header] = await Promise.all([popup.boundingBox(), page.getByRole('banner').boundingBox()])
      return own === null || header === null ? Number.NaN : Math.round(header.y - own.y - own.height)
    }
    expect(await belowIt(), 'it covers nothing').toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(belowIt, 'on a phone it covers nothing').toBe(0)
    await expect(popup.getByRole('button', { name: 'Open fleet health' })).toBeInViewport({ ratio: 1 })
    expect(await audit(page), 'the popup on a phone').toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await popup.getByRole('button', { name: 'Open fleet health' }).click()
    await expect(page).toHaveTitle(/^Fleet Health \| /)
    await expect(rows(page, 'Trouble codes now')).toHaveCount(2)
    await page.reload()
    await expect(rows(page, 'Trouble codes now')).toHaveCount(2)
    await expect(popup).toHaveCount(0)
  })

  await test.step('a code says what it means, and its panel where it came up', async () => {
    await expect(rows(page, 'Trouble codes now').first()).toContainText('Engine oil pressure')
    expect(await audit(page), 'the codes').toEqual([])
    await page.getByRole('button', { name: /^Open SPN 100 FMI 1 of MH 01 HE 0001/ }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Trouble code', exact: true })
    await expect(panel).toContainText('Nagpur, Maharashtra')
    await expect(panel.getByRole('region', { name: 'Map' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Play the route' })).toHaveAttribute('href', /at=\d+/)
    expect(await audit(page), 'the panel').toEqual([])
    await page.screenshot({ path: test.info().outputPath('code.png') })
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('the history has the cleared one; the tab is in the address, and the back button leaves it', async () => {
    await page.getByRole('tab', { name: 'History of codes' }).click()
    await expect(rows(page, 'History of codes')).toHaveCount(3)
    await expect(page).toHaveURL(/\/fleet-health\?tab=history$/)
    await page.getByLabel('Severity').selectOption('Stop and check')
    await expect(rows(page, 'History of codes')).toHaveCount(1)
    expect(await audit(page), 'the history').toEqual([])
    await page.goBack()
    await page.goBack()
    await expect(rows(page, 'Trouble codes now')).toHaveCount(2)
  })

  await test.step('a service is recorded, and taken back', async () => {
    await page.getByRole('tab', { name: 'Service reminders' }).click()
    await page.getByRole('button', { name: '2 All trucks' }).click()
    await expect(rows(page, 'All trucks').first()).toContainText('No service recorded')
    expect(await audit(page), 'the reminders').toEqual([])
    await page.getByRole('button', { name: 'Record a service of MH 01 HE 0001' }).click()
    const weeksAgo = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Date of the service').fill(weeksAgo)
    await page.getByLabel('Odometer then, km').fill('40000')
    await page.getByLabel('Note').fill('Oil and filters')
    expect(await audit(page), 'the form').toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'It is right, save it' }).click()
    await page.getByRole('button', { name: '1 Overdue' }).click()
    await expect(rows(page, 'Overdue')).toContainText('10,000 kms over')
    await page.getByRole('button', { name: '1 Done' }).click()
    await expect(rows(page, 'Done')).toContainText('Oil and filters')
    await page.getByRole('button', { name: /^Undo the service of MH 01 HE 0001/ }).click()
    await expect(rows(page, 'Done')).toContainText('Taken back by healthy')
    await expect(page.getByRole('button', { name: '0 Overdue' })).toBeVisible()
  })

  await test.step('fluids say what is not reported, also on a phone', async () => {
    await page.getByRole('tab', { name: 'Fluids' }).click()
    await expect(rows(page, 'Fluids').first()).toContainText('not reported')
    await rows(page, 'Fluids').first().click()
    const levels = page.getByRole('region', { name: 'Fluid levels, last 30 days' })
    await expect(levels.getByRole('region', { name: 'Oil pressure' })).toContainText(
      'Not reported in the last thirty days.',
    )
    expect(await audit(page), 'the levels').toEqual([])
    await levels.getByRole('button', { name: 'Close' }).click()
    await expect(levels).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Fluids' }).getByRole('listitem')).toHaveCount(2)
    expect(await audit(page), 'the cards').toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'nothing is wider than the phone').toBeLessThanOrEqual(390)
  })
})
