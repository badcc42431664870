import type { Page } from '@playwright/test'
import { audit } from './audit.ts'
import { expect, logIn, test } from './portal.ts'

const CIRCLE = 'Night yard'
const OUTLINE = 'Quarry road'
/** Where it is drawn, px: right of the panel. */
const MIDDLE = { x: 880, y: 480 }

const openFences = async (page: Page) => {
  await page.getByRole('button', { name: 'Geofences', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Geofences', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'List of geofences' })).toBeVisible()
}

const press = async (page: Page, dx: number, dy: number) => {
  await page.mouse.move(MIDDLE.x + dx, MIDDLE.y + dy)
  await page.mouse.down()
  await page.mouse.up()
}

const beginFence = async (page: Page) => {
  await page.getByRole('button', { name: 'Create geofence' }).click()
  const hint = page.getByRole('dialog', { name: 'CREATE GEOFENCE' })
  await expect(hint).toContainText(
    'By default you can create circular geofence. To create POLYGONAL geofence press SHIFT.',
  )
  await hint.getByRole('button', { name: 'OK', exact: true }).click()
  await test.step('the mark of the chosen tool lies on its word', async () => {
    const middle = async (part: string) => {
      const box = await page.getByRole('radiogroup', { name: 'Draw' }).locator(part).first().boundingBox()
      return box === null ? Number.NaN : box.y + box.height / 2
    }
    await expect
      .poll(async () =>
        Math.abs((await middle('.mantine-SegmentedControl-indicator')) - (await middle('label'))),
      )
      .toBeLessThan(1.5)
  })
  await expect(page.getByRole('form', { name: 'New geofence' })).toBeVisible()
  // The pen lies on the map.
  await expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair', { timeout: 60_000 })
}

const save = async (page: Page, name: string) => {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, name)).toBeVisible()
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'List of geofences' }).getByRole('button', { name })

test('GEO-01 GEO-02 GEO-03 GEO-04 GEO-05 GEO-14 a circle and a polygon are drawn, saved, found again, changed and deleted', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const deletions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/geofence/delete')) deletions.push('sent')
  })
  await logIn(page)
  await openFences(page)
  expect(await audit(page)).toEqual([])

  // Near enough that a few px are no more than the greatest radius.
  await row(page, 'Bengaluru depot').click()
  await expect(page.getByRole('region', { name: 'Bengaluru depot' })).toBeVisible()
  await beginFence(page)
  await press(page, 0, 0)
  await expect(page.getByRole('status').filter({ hasText: /^Radius/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: /^Radius/ })).toHaveCount(0)
  await press(page, 0, 0)
  await press(page, 30, 0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Give the fence a name.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Radius (m)').fill('5000')
  expect(await audit(page)).toEqual([])
  await save(page, CIRCLE)
  await expect(row(page, CIRCLE)).toContainText('Circle · Radius 5.00 kms')

  await beginFence(page)
  await page.keyboard.down('Shift')
  await press(page, -60, -40)
  await press(page, 60, -40)
  await page.keyboard.up('Shift')
  await press(page, 60, 40)
  await expect(page.getByRole('status').filter({ hasText: '3 corners' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Polygon · 3 corners')).toBeVisible()
  await save(page, OUTLINE)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Geofences', exact: true })).toBeVisible({ timeout: 60_000 })
  const okay = page.getByRole('button', { name: 'OKAY' })
  if (await okay.isVisible()) await okay.click()
  await openFences(page)
  await expect(row(page, OUTLINE)).toContainText('Polygon · 3 corners')
  await page.getByLabel('Search geofences').fill('night')
  await expect(row(page, OUTLINE)).toHaveCount(0)
  await row(page, CIRCLE).click()
  const popup = page.getByRole('region', { name: CIRCLE })
  await popup.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('form', { name: 'Edit geofence' })).toBeVisible()
  await page.getByLabel('Radius (m)').fill('1500')
  await save(page, CIRCLE)
  await expect(row(page, CIRCLE)).toContainText('Circle · Radius 1.50 kms')

  await popup.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete geofence' })
  expect(await audit(page)).toEqual([])
  await question.getByRole('button', { name: 'cancel', exact: true }).click()
  await expect(question).toHaveCount(0)
  expect(deletions).toEqual([])
  await popup.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(row(page, CIRCLE)).toHaveCount(0)
  expect(deletions).toEqual(['sent'])
  await page.getByRole('button', { name: 'Back to the fleet' }).click()
  await expect(page.getByLabel('Search registration')).toBeVisible()
})
