import { expect, type Page, test } from '@playwright/test'
import { mountTruck, openPlainBasemapPage } from './open-page.ts'

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
/** The picture of the truck's surroundings, as the user sees it. */
const pictureOfTruck = async (page: Page) => {
  const [x, y] = await truckPlace(page)
  return page.screenshot({ clip: { x: Math.round(x) - 24, y: Math.round(y) - 24, width: 48, height: 48 } })
}

test('MAP-42 a dragged map repaints no canvas, and the trucks look the same while it moves and at rest', async ({
  page,
}) => {
  await countDraws(page)
  await openPlainBasemapPage(page)
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
  const differ = await page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const bitmap = await createImageBitmap(
            await (await fetch(`data:image/png;base64,${base64}`)).blob(),
          )
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
        }),
      )
      const green = (data: Uint8ClampedArray | undefined) => {
        let count = 0
        for (let i = 0; data && i < data.length; i += 4)
          if (
            Math.abs((data[i] ?? 0) - 31) +
              Math.abs((data[i + 1] ?? 0) - 157) +
              Math.abs((data[i + 2] ?? 0) - 85) <
            30
          )
            count += 1
        return count
      }
      let off = 0
      for (let i = 0; one && other && i < one.length; i++)
        if (Math.abs((one[i] ?? 0) - (other[i] ?? 0)) > 24) off += 1
      return { off, green: green(one), atRest: green(other) }
    },
    [moving.toString('base64'), (await pictureOfTruck(page)).toString('base64')],
  )
  expect(differ.green, 'the truck is drawn while the map moves').toBeGreaterThan(60)
  expect(Math.abs(differ.green - differ.atRest)).toBeLessThan(10)
  expect(differ.off, 'colours that differ').toBeLessThan(60)
})
