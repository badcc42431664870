import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { expectAbout, expectedCorners, figure, mapMouse } from './fence-drawing.driver.ts'
import { reportThroughGateway } from './gateway.driver.ts'
import { importedDrive, REGISTRATION } from './imported-drive.fixture.ts'
import { tabTo } from './keyboard.driver.ts'
import { addUserOfOwnCompany } from './own-company.fixture.ts'
import { address, expect, logIn, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

const CIRCLE = 'Night yard'
const OUTLINE = 'Quarry road'
/** Within the outline and outside the circle, when that fills the map. */
const BESIDE = [167, -51] as const
const BY_KEYS = 'Ridge camp'
const CROSSES = /The outline crosses itself: the side from corner 1 to 2 meets the side from corner 3 to 4/

const openFences = async (page: Page) => {
  await page.getByRole('button', { name: 'Geofences', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Geofences', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'List of geofences' })).toBeVisible()
}

const hintOf = (page: Page) => page.getByRole('dialog', { name: 'CREATE GEOFENCE' })
const nameOf = (page: Page) => page.getByLabel('Name', { exact: true })
const tool = (page: Page, name: 'Circle' | 'Polygon') => page.getByRole('radio', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'List of geofences' }).getByRole('button', { name })
const begunCorners = (page: Page, count: number) =>
  expect(page.getByRole('status').filter({ hasText: `${count} corners` })).toBeVisible()

/** The draw tool is on the map. */
const drawToolReady = (page: Page) =>
  expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair', { timeout: 60_000 })

const beginFence = async (page: Page) => {
  await button(page, 'Create geofence').click()
  await hintOf(page).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('form', { name: 'New geofence' })).toBeVisible()
  await drawToolReady(page)
}

const save = async (page: Page, name: string) => {
  await nameOf(page).fill(name)
  await button(page, 'Save').click()
  await expect(row(page, name)).toBeVisible()
}

/** The hint, the tools, and Shift, which belongs to the text field while the user types. */
const lookAtTools = async (page: Page) => {
  await button(page, 'Create geofence').click()
  await expect(hintOf(page)).toContainText(
    'By default you can create circular geofence. To create POLYGONAL geofence press SHIFT.',
  )
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Enter')
  await drawToolReady(page)
  const middle = async (part: string) => {
    const box = await page.getByRole('radiogroup', { name: 'Draw' }).locator(part).first().boundingBox()
    return box === null ? Number.NaN : box.y + box.height / 2
  }
  await expect
    .poll(async () =>
      Math.abs((await middle('.mantine-SegmentedControl-indicator')) - (await middle('label'))),
    )
    .toBeLessThan(1.5)

  await page.keyboard.down('Shift')
  await expect(tool(page, 'Polygon')).toBeChecked()
  await page.keyboard.up('Shift')
  await expect(tool(page, 'Circle')).toBeChecked()
  await nameOf(page).focus()
  await page.keyboard.down('Shift')
  await page.keyboard.press('N')
  await expect(nameOf(page)).toHaveValue('N')
  await expect(tool(page, 'Circle')).toBeChecked()
  await page.keyboard.up('Shift')
  await nameOf(page).fill('')
}

/** A circle drawn by mouse: begun and cancelled, drawn, resized, moved, and each step undone. */
const drawCircle = async (page: Page) => {
  const mouse = mapMouse(page)
  const radius = page.getByRole('status').filter({ hasText: /^Radius/ })
  await mouse.press([0, 0])
  await expect(radius).toBeVisible()
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(radius).toHaveCount(0)
  await mouse.press([0, 0], [100, 0])
  await expect(page.getByLabel('Radius (m)')).toBeVisible()
  const [wide, north] = [await figure(page, 'Radius (m)'), await figure(page, 'Latitude')]
  const isWide = (part: number) => expectAbout(page, 'Radius (m)', part * wide, wide * 0.03)
  /** Degrees for a number of px, of which the circle is 100 wide. */
  const degrees = (px: number) => (px * wide) / 100 / 111_195
  const isSouth = (px: number) => expectAbout(page, 'Latitude', north - degrees(px), degrees(3))

  await mouse.pull([100, 0], [60, 0])
  await isWide(0.6)
  await mouse.pull([0, 0], [0, 80])
  await isSouth(80)
  await isWide(0.6)
  await page.keyboard.press('Control+z')
  await isSouth(0)
  await button(page, 'Undo').click()
  await isWide(1)
  await button(page, 'Redo').click()
  await isWide(0.6)
  await page.keyboard.press('Control+Shift+z')
  await isSouth(80)
}

/** An outline drawn by mouse, with corners undone while drawing, and then moved one by one and as a whole. */
const drawOutline = async (page: Page) => {
  const mouse = mapMouse(page)
  const [a, b, c, d] = [
    [-100, -80],
    [100, 80],
    [100, -80],
    [-100, 80],
  ] as const
  await page.keyboard.down('Shift')
  await mouse.press(a, b)
  await page.keyboard.up('Shift')
  await mouse.press(c, d)
  await begunCorners(page, 4)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: CROSSES })).toBeVisible()
  await begunCorners(page, 4)
  expect(await audit(page)).toEqual([])
  await button(page, 'Undo').click()
  await button(page, 'Undo').click()
  await begunCorners(page, 2)
  await button(page, 'Redo').click()
  await begunCorners(page, 3)
  await button(page, 'Finish outline').click()
  await expect(page.getByText('Polygon · 3 corners')).toBeVisible()
  expect(await audit(page)).toEqual([])

  const isAt = await expectedCorners(page, [a, b, c])
  await isAt([a, b, c])
  await mouse.pull(c, [130, -110])
  await isAt([a, b, [130, -110]])
  await mouse.pull([45, -35], [105, 5])
  await isAt([
    [-40, -40],
    [160, 120],
    [190, -70],
  ])
  await button(page, 'Undo').click()
  await isAt([a, b, [130, -110]])
  await button(page, 'Undo').click()
  await isAt([a, b, c])
  await button(page, 'Redo').click()
  await isAt([a, b, [130, -110]])
  await button(page, 'Redo').click()
}

/** With 'show all' off, only the chosen fence is on the map. */
const showOneOrAll = async (page: Page) => {
  const { press } = mapMouse(page)
  const all = page.getByRole('switch', { name: 'Show all on the map' })
  const choose = async () => {
    await row(page, CIRCLE).click()
    await expect(page.getByRole('region', { name: CIRCLE })).toBeVisible()
  }
  await choose()
  await all.click()
  await press(BESIDE)
  await expect(page.getByRole('region', { name: CIRCLE })).toHaveCount(0)
  await expect(row(page, OUTLINE)).toHaveAttribute('aria-current', 'false')
  await all.click()
  await choose()
  await press(BESIDE)
  await expect(row(page, OUTLINE)).toHaveAttribute('aria-current', 'true')
}

/** An outline of five corners without a pointer. */
const makeByKeys = async (page: Page) => {
  const { keyboard } = page
  const go = async (name: string) => {
    await tabTo(page, button(page, name))
    await keyboard.press('Enter')
  }
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await keyboard.press('Control+a')
    await keyboard.type(text)
  }
  await go('Create geofence')
  await expect(hintOf(page)).toBeVisible()
  await keyboard.press('Enter')
  await tabTo(page, tool(page, 'Circle'))
  await keyboard.press('ArrowRight')
  await go('Place in the middle of the map')
  await expect(page.getByText('Polygon · 4 corners')).toBeVisible()
  await go('Add a corner after corner 1')
  await go('Add a corner after corner 1')
  await expect(page.getByText('Polygon · 6 corners')).toBeVisible()
  const north = await figure(page, 'Corner 1 latitude')
  await type('Corner 2 latitude', String(north - 10))
  await expect(page.getByText(/The outline crosses itself/)).toBeVisible()
  await keyboard.press('Control+a')
  await keyboard.type(String(north + 0.01))
  await expect(page.getByText(/The outline crosses itself/)).toHaveCount(0)
  await go('Remove corner 3')
  await expect(page.getByText('Polygon · 5 corners')).toBeVisible()
  await type('Name', BY_KEYS)
  await keyboard.press('Enter')
  await expect(row(page, BY_KEYS)).toContainText('Polygon · 5 corners')
}

test('GEO-01 GEO-02 GEO-03 GEO-04 GEO-05 GEO-14 a circle and a polygon are drawn, saved, found again, changed and deleted', async ({
  page,
}) => {
  test.setTimeout(540_000)
  const deletions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/geofence/delete')) deletions.push('sent')
  })
  await logIn(page)
  await openFences(page)
  expect(await audit(page)).toEqual([])

  // Close enough that a few px stay within the greatest radius.
  await row(page, 'Bengaluru depot').click()
  await expect(page.getByRole('region', { name: 'Bengaluru depot' })).toBeVisible()
  await test.step('the hint, the tools, and Shift', () => lookAtTools(page))
  await test.step('a circle by mouse', () => drawCircle(page))
  await button(page, 'Save').click()
  await expect(page.getByText('Give the fence a name.')).toBeVisible()
  await expect(nameOf(page)).toBeFocused()
  await page.getByLabel('Radius (m)').fill('5000')
  expect(await audit(page)).toEqual([])
  await save(page, CIRCLE)
  await expect(row(page, CIRCLE)).toContainText('Circle · Radius 5.00 kms')

  await beginFence(page)
  await test.step('an outline by mouse', () => drawOutline(page))
  await save(page, OUTLINE)
  await test.step('one or all', () => showOneOrAll(page))
  await test.step('an outline by keyboard', () => makeByKeys(page))

  await page.reload()
  await expect(page.getByRole('button', { name: 'Geofences', exact: true })).toBeVisible({ timeout: 60_000 })
  await openFences(page)
  await expect(row(page, OUTLINE)).toContainText('Polygon · 3 corners')
  await page.getByLabel('Search geofences').fill('night')
  await expect(row(page, OUTLINE)).toHaveCount(0)
  await row(page, CIRCLE).click()
  const popup = page.getByRole('region', { name: CIRCLE })
  await popup.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('form', { name: 'Edit geofence' })).toBeVisible()
  await test.step('on a phone', async () => {
    const desk = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: 'Fold Geofences' })).toBeVisible()
    await page.getByLabel('Radius (m)').fill('1500')
    await page.getByText('Cancel', { exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await expect(question).toBeVisible()
    expect(await audit(page)).toEqual([])
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByLabel('Radius (m)')).toHaveValue('1500')
    await save(page, CIRCLE)
    if (desk !== null) await page.setViewportSize(desk)
  })
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

const YARDS = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Container yard', radius: 400 },
      geometry: { type: 'Point', coordinates: [77.591234, 12.971234] },
    },
    {
      type: 'Feature',
      properties: { name: 'Siding' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [77.5, 12.9],
            [77.512345, 12.9],
            [77.512345, 12.912345],
            [77.5, 12.9],
          ],
        ],
      },
    },
  ],
}

test('OWN-01 OWN-02 geofences come from a file and go into one, and an uploaded drive is played', async ({
  page,
}) => {
  const { userName, password } = await addUserOfOwnCompany('importer', 'CUSTOMERADMIN', 'Imported Lines')
  await logIn(page, userName, { password })
  await button(page, 'Geofences').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'yards.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(YARDS)),
  })
  const dialog = page.getByRole('dialog', { name: 'Geofences of “yards.geojson”' })
  await expect(dialog.getByRole('checkbox', { name: 'Siding' })).toBeChecked()
  expect(await audit(page)).toEqual([])
  await button(page, 'Create 2 geofences').click()
  await expect(dialog.getByText('2 geofences were created.')).toBeVisible()
  await button(page, 'Done').click()
  await expect(row(page, 'Container yard')).toContainText('Radius 400 m')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export as GeoJSON').click(),
  ])
  const { features } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(features).toEqual(expect.arrayContaining(YARDS.features))

  const drive = importedDrive()
  await page.goto(address('/settings'))
  await reportThroughGateway(page)
  await page.getByRole('tab', { name: 'Import positions' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'drive.gpx',
    mimeType: 'application/gpx+xml',
    buffer: Buffer.from(drive.gpx),
  })
  await expect(page.getByRole('region', { name: 'Result of the check' })).toContainText(
    `New: ${REGISTRATION}`,
  )
  expect(await audit(page)).toEqual([])
  await button(page, `Import ${drive.times.length} positions`).click()
  await page.getByRole('link', { name: 'Play the first drive' }).click()
  const play = page.getByRole('button', { name: /^Play/ })
  await play.click()
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible()
  await expect(page.getByText(REGISTRATION, { exact: true }).first()).toBeVisible()
})
