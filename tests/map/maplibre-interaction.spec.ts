import { expect, test } from '@playwright/test'
import { mountMap, openPage, openPlainBasemapPage } from './open-page.ts'

test('the cursor shows what can be pressed', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.mapVehicle(1, { longitude: 77, latitude: 20 })])
    map.showFleet('all')
  })
  await mountMap(page)
  const cursor = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('.maplibregl-canvas')?.style.cursor)
  const [x, y] = await page.evaluate(() => window.page.pxOf([77, 20]))
  await page.mouse.move(x, y)
  await expect.poll(cursor).toBe('pointer')
  await page.mouse.move(x + 80, y + 80)
  await expect.poll(cursor).toBe('')
})

test('Escape closes only the newest popup', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { map } = window.page
    for (const name of ['first', 'second']) {
      const element = document.createElement('p')
      element.textContent = name
      const remove = map.openPopup([79, 21], element, { width: 300, onClose: () => remove() })
    }
  })
  await mountMap(page)
  await expect(page.getByText('second')).toBeVisible()
  // The focus is on what opened it, beside the map; a field uses the key itself.
  await page.evaluate(() => {
    const [field, speed, card] = ['input', 'input', 'button'].map((name) => document.createElement(name))
    if (!(field && speed && card)) return
    speed.setAttribute('type', 'radio')
    document.body.prepend(field, speed, card)
    field.focus()
  })
  await page.keyboard.press('Escape')
  await page.locator('[type="radio"]').focus()
  await expect(page.getByText('second')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('second')).toHaveCount(0)
  await expect(page.getByText('first')).toBeVisible()
  await page.locator('body > button').focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText('first')).toHaveCount(0)
})

test('MAP-41 a popup has the requested width, and is narrower on a phone', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { map } = window.page
    map.openPopup([79, 21], document.createElement('p'), { width: 515, onClose: () => undefined })
  })
  await mountMap(page)
  const popup = page.locator('.map-popup')
  await expect.poll(async () => (await popup.boundingBox())?.width).toBe(515)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(async () => (await popup.boundingBox())?.width).toBe(336)
  await expect.poll(async () => (await popup.boundingBox())?.x).toBe(12)
})

test('a popup moves with its vehicle', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.mapVehicle(1, { longitude: 77, latitude: 20 })])
    map.showFleet('all')
    map.openPopup({ vehicleId: 1 }, document.createElement('p'), { width: 300, onClose: () => undefined })
  })
  await mountMap(page)
  const left = async () => Math.round((await page.locator('.map-popup').boundingBox())?.x ?? 0)
  const before = await page.evaluate(() => Math.round(window.page.pxOf([77, 20])[0] - 150))
  await expect.poll(left).toBe(before)
  await page.evaluate(() => {
    const { fleet, fixtures } = window.page
    const time = [fixtures.NOON + 10_000]
    fleet.applyBatch({ vehicleId: [1], time, lng: [82], lat: [20], speed: [9], heading: [0], status: [0] })
  })
  const after = await page.evaluate(() => Math.round(window.page.pxOf([82, 20])[0] - 150))
  await expect.poll(left).toBe(after)
})

test('the keyboard moves and zooms the map', async ({ page }) => {
  await openPage(page)
  await mountMap(page)
  const camera = () => page.evaluate(() => window.page.map.drawn().camera)
  const before = await camera()
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('+')
  await expect.poll(async () => (await camera()).zoom).toBeGreaterThan(before.zoom + 0.9)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await camera()).centre[0]).toBeGreaterThan(before.centre[0] + 0.1)
})

test('Enter presses what is nearest to the centre of the map, within one step of an arrow key', async ({
  page,
}) => {
  await openPlainBasemapPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    const presses: unknown[] = []
    Object.assign(window, { presses })
    map.onPress(({ vehicleId }) => presses.push(vehicleId ?? 'basemap'))
    fleet.replaceMembers([
      fixtures.mapVehicle(1, { longitude: 77, latitude: 20 }),
      fixtures.mapVehicle(2, { longitude: 77.25, latitude: 20 }),
    ])
    map.showFleet('all')
    // 36 px from the first, 55 from the second.
    map.moveTo({ centre: [77.1, 20], zoom: 8 })
  })
  await mountMap(page)
  const presses = () => page.evaluate(() => (window as unknown as { presses: unknown[] }).presses)
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('Enter')
  expect(await presses()).toEqual([1])
  const lng = () => page.evaluate(() => window.page.map.drawn().camera.centre[0])
  await page.keyboard.press('ArrowRight')
  await expect.poll(lng).toBeGreaterThan(77.37)
  await page.keyboard.press('Enter')
  expect(await presses()).toEqual([1, 2])
  await page.keyboard.press('ArrowRight')
  await expect.poll(lng).toBeGreaterThan(77.64)
  await page.keyboard.press('Enter')
  expect(await presses()).toEqual([1, 2, 'basemap'])
})
