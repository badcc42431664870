import { expect, type Page, test } from '@playwright/test'
import { GREEN, mountTruck, openPlainBasemapPage } from './open-page.ts'

const FROM = { x: 400, y: 300 }
const TO = { x: 460, y: 330 }

/** Draws on the canvases over the map since the page was opened, and whether they are shown. */
const countDraws = (page: Page) =>
  page.addInitScript(() => {
    const counted = { draws: 0 }
    Object.assign(window, { counted })
    const context = CanvasRenderingContext2D.prototype
    const { clearRect } = context
    context.clearRect = function (this: CanvasRenderingContext2D, ...area) {
      if (this.canvas.classList.contains('map-overlay')) counted.draws += 1
      clearRect.apply(this, area)
    }
  })
const draws = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { draws: number } }).counted.draws)
const truckPlace = (page: Page) => page.evaluate(() => window.page.pxOf([77, 20]))
/** The truck's surroundings as the user sees them: red, green, blue and alpha of each px. */
const pictureOfTruck = async (page: Page): Promise<readonly (readonly number[])[]> => {
  const [x, y] = await truckPlace(page)
  const clip = { x: Math.round(x) - 24, y: Math.round(y) - 24, width: 48, height: 48 }
  const png = (await page.screenshot({ clip })).toString('base64')
  const bytes = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])]
  }, png)
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.slice(4 * i, 4 * i + 4))
}
/** How many px of the picture have the colour of a running truck. */
const greenPx = (picture: readonly (readonly number[])[]) =>
  picture.filter((px) => px.reduce((sum, value, i) => sum + Math.abs(value - (GREEN[i] ?? 0)), 0) < 30).length

test('MAP-42 a dragged map repaints no canvas, and the trucks look the same while it moves and at rest', async ({
  page,
}) => {
  await countDraws(page)
  // A clock that stands still: no frame is too slow to be drawn with every px.
  await openPlainBasemapPage(page, { clock: 0 })
  await mountTruck(page)
  const markers = page.locator('canvas.map-markers')
  await expect(markers).toBeVisible()
  await expect(page.locator('canvas.map-lines'), 'nothing is drawn on it').toBeHidden()
  const [x, y] = await truckPlace(page)

  await page.mouse.move(FROM.x, FROM.y)
  await page.mouse.down()
  await page.mouse.move(FROM.x + 4, FROM.y + 2)
  await expect(markers).toBeHidden()
  const before = await draws(page)
  await page.mouse.move(TO.x, TO.y, { steps: 6 })
  await expect.poll(async () => (await truckPlace(page))[0]).toBeGreaterThan(x + 40)
  const moving = await pictureOfTruck(page)
  expect(await draws(page), 'canvases cleared while the hand moves').toBe(before)

  await page.mouse.up()
  await expect(markers).toBeVisible()
  const [restX, restY] = await truckPlace(page)
  expect(Math.hypot(restX - x - (TO.x - FROM.x), restY - y - (TO.y - FROM.y))).toBeLessThan(8)
  const atRest = await pictureOfTruck(page)
  expect(greenPx(moving), 'the truck is drawn while the map moves').toBeGreaterThan(60)
  expect(Math.abs(greenPx(moving) - greenPx(atRest))).toBeLessThan(10)
  const differing = moving.filter((px, i) =>
    px.some((value, part) => Math.abs(value - (atRest[i]?.[part] ?? 0)) > 24),
  )
  expect(differing.length, 'px that differ').toBeLessThan(20)
})

const basemapWidth = (page: Page) =>
  page.locator('canvas.maplibregl-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)
const passFrames = (page: Page, count: number) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, count)

test('a map that moves slowly follows the hand with fewer px, and is sharp again at rest', async ({
  page,
}) => {
  await openPlainBasemapPage(page, { clock: 60 })
  await mountTruck(page)
  const sharp = await basemapWidth(page)
  const [x] = await truckPlace(page)

  await page.mouse.move(FROM.x, FROM.y)
  await page.mouse.down()
  for (let step = 1; (await basemapWidth(page)) === sharp; step++) {
    expect(step, 'moves until the map is coarse').toBeLessThan(40)
    await page.mouse.move(FROM.x + step, FROM.y)
    await passFrames(page, 2)
  }
  expect(await basemapWidth(page)).toBe(Math.round((sharp * 2) / 3))
  // The hand still holds the map.
  await page.mouse.move(FROM.x + 120, FROM.y, { steps: 3 })
  await expect.poll(async () => (await truckPlace(page))[0] - x).toBeGreaterThan(110)
  expect(greenPx(await pictureOfTruck(page)), 'the truck is drawn, more coarsely').toBeGreaterThan(30)

  await page.mouse.up()
  await expect.poll(() => basemapWidth(page)).toBe(sharp)
})

test('a map under a hand that moves seldom stays sharp where frames are fast', async ({ page }) => {
  await openPlainBasemapPage(page, { clock: 10 })
  await mountTruck(page)
  const sharp = await basemapWidth(page)
  const [x] = await truckPlace(page)
  await page.mouse.move(FROM.x, FROM.y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(FROM.x + 10 * step, FROM.y)
    await passFrames(page, 8)
    expect(await basemapWidth(page), `move ${step}`).toBe(sharp)
  }
  await page.mouse.up()
  await expect.poll(async () => (await truckPlace(page))[0] - x).toBeGreaterThan(60)
})
