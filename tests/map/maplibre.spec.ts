import { expect, test } from '@playwright/test'
import type { TrackDrawing } from '#src/services/map/map.port.ts'
import { mountMap, openPage, openPlainPage } from './open-page.ts'

const GREEN = [31, 157, 85, 255]
const RED = [216, 58, 58, 255]

test('MAP-42 a running vehicle is green and a stopped one red, in both themes', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([
      fixtures.vehicle(1, { longitude: 77, latitude: 20, heading: 0 }),
      fixtures.vehicle(2, { longitude: 80, latitude: 20, heading: 0, vehicleStatus: 'STOPPED' }),
    ])
    map.showFleet('all')
  })
  await mountMap(page)
  // The sign of a stopped vehicle fills its middle; beside it is the colour.
  const colours = () =>
    page.evaluate(() => [
      window.page.overlayColour('marks', [77, 20]),
      window.page.overlayColour('marks', [80, 20], 5, 0),
    ])
  await expect.poll(colours).toEqual([GREEN, RED])
  await page.evaluate(() => window.page.map.setTheme('dark'))
  await expect.poll(colours).toEqual([GREEN, RED])
})

test('a vehicle that moves is drawn where it went, and no longer where it was', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.vehicle(1, { longitude: 77, latitude: 20, heading: 0 })])
    map.showFleet('all')
  })
  await mountMap(page)
  await page.evaluate(() => {
    const { fleet, fixtures } = window.page
    const time = [fixtures.NOON + 10_000]
    fleet.applyBatch({ vehicleId: [1], time, lng: [82], lat: [20], speed: [9], heading: [0], status: [0] })
  })
  await expect.poll(() => page.evaluate(() => window.page.overlayColour('marks', [82, 20]))).toEqual(GREEN)
  expect(await page.evaluate(() => window.page.overlayColour('marks', [77, 20])[3])).toBe(0)
})

test('the driven part of a route is a line, the rest is dots, a gap is neither', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { map } = window.page
    const lng = Float64Array.from({ length: 31 }, (_, i) => 70 + i * 0.5)
    const none = new Float64Array(31)
    const track = map.showTrack({
      length: 31,
      lng,
      lat: none.map(() => 20),
      time: none.map((_, i) => i * 10_000 + (i > 5 ? 200_000 : 0)),
      speed: none.map(() => 50),
      heading: none.map(() => 90),
      ignition: none.map(() => 1),
      stop: none,
      events: none,
      breaks: none.map((_, i) => (i === 5 ? 1 : 0)),
    })
    track.moveTo(20, 0)
    Object.assign(window, { track })
  })
  await mountMap(page)
  const moveTo = (index: number) =>
    page.evaluate((to) => (window as unknown as { track: TrackDrawing }).track.moveTo(to, 0), index)
  /** How much of a stretch of the route is covered by anything, 0 to 1. */
  const covered = (from: number, to: number) =>
    page.evaluate(
      ([west, east]) => {
        const steps = Array.from({ length: 200 }, (_, i) => west + ((east - west) * i) / 199)
        return (
          steps.filter((lng) => (window.page.overlayColour('lines', [lng, 20])[3] ?? 0) > 128).length / 200
        )
      },
      [from, to] as const,
    )
  await expect.poll(() => covered(74, 79)).toBe(1)
  await expect.poll(() => covered(72.6, 72.9)).toBe(0)
  const dotted = await covered(81, 84)
  expect(dotted).toBeGreaterThan(0.2)
  expect(dotted).toBeLessThan(0.9)
  await moveTo(28)
  await expect.poll(() => covered(74, 83.5)).toBe(1)
  await moveTo(20)
  await expect.poll(() => covered(81, 84)).toBe(dotted)
  await page.evaluate(() => (window as unknown as { track: TrackDrawing }).track.clear())
  await expect.poll(() => covered(70, 85)).toBe(0)
})

test('the pointer shows what can be pressed', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.vehicle(1, { longitude: 77, latitude: 20 })])
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

test('Escape closes the newest popup alone', async ({ page }) => {
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
  // The focus is on what opened it, beside the map; a field has a use for the key of its own.
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

test('MAP-41 a popup is as wide as asked, and narrower on a phone', async ({ page }) => {
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

test('a popup moves along with its vehicle', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.vehicle(1, { longitude: 77, latitude: 20 })])
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

test('without motion wished for, the head of the trail does not glide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page)
  await mountMap(page)
  await page.evaluate(() => {
    const { map, fixtures } = window.page
    const trail = map.showTrail()
    for (const place of [0, 1])
      trail.extend({
        at: [77 + place * 5, 20],
        heading: 0,
        status: 'RUNNING',
        time: fixtures.NOON + place * 10_000,
      })
  })
  // The first drawing after the point must show the head at its end: one frame, no glide.
  const away = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const head = document.querySelector('.map-head:not([hidden])')?.getBoundingClientRect()
            const [x, y] = window.page.pxOf([82, 20])
            resolve(head ? Math.hypot(head.x + head.width / 2 - x, head.y + head.height / 2 - y) : Number.NaN)
          }),
        ),
      ),
  )
  expect(away).toBeLessThan(1.5)
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

test('Enter presses what is nearest to the middle of the map, as near as an arrow key brings it', async ({
  page,
}) => {
  await openPlainPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    const presses: unknown[] = []
    Object.assign(window, { presses })
    map.onPress(({ vehicleId }) => presses.push(vehicleId ?? 'ground'))
    fleet.replaceMembers([
      fixtures.vehicle(1, { longitude: 77, latitude: 20 }),
      fixtures.vehicle(2, { longitude: 77.25, latitude: 20 }),
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
  expect(await presses()).toEqual([1, 2, 'ground'])
})

test('twenty mounts leave one WebGL context alive at most', async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    const made: WebGL2RenderingContext[] = []
    Object.assign(window, { made })
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: [string]) {
      const context = Reflect.apply(original, this, given)
      if (context instanceof WebGL2RenderingContext) made.push(context)
      return context
    } as typeof original
  })
  await openPage(page)
  await mountMap(page)
  await page.evaluate(async () => {
    const { map, container } = window.page
    for (let i = 0; i < 20; i++) {
      const unmount = map.mount(container)
      while (container.querySelector('.maplibregl-canvas') === null)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      unmount()
    }
    map.mount(container)
  })
  await page.waitForFunction(() => window.page.map.drawn().ready)
  const alive = await page.evaluate(
    () =>
      (window as unknown as { made: WebGL2RenderingContext[] }).made.filter((gl) => !gl.isContextLost())
        .length,
  )
  expect(alive).toBe(1)
  await expect(page.locator('.map-root')).toHaveCount(1)
})

test('a lost WebGL context comes back with the fleet still drawn', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.vehicle(1, { longitude: 77, latitude: 20, heading: 0 })])
    map.showFleet('all')
  })
  await mountMap(page)
  await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas')
    const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
    const back = new Promise((resolve) =>
      canvas?.addEventListener('webglcontextrestored', resolve, { once: true }),
    )
    canvas?.addEventListener('webglcontextlost', () => setTimeout(() => extension?.restoreContext()), {
      once: true,
    })
    extension?.loseContext()
    await back
  })
  await expect.poll(() => page.evaluate(() => window.page.overlayColour('marks', [77, 20]))).toEqual(GREEN)
  await page.evaluate(() => window.page.map.moveTo({ zoom: 6 }))
  await expect.poll(() => page.evaluate(() => window.page.map.drawn().camera.zoom)).toBe(6)
})

test('without WebGL the failure is told in words', async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: [string]) {
      return given[0].startsWith('webgl') ? null : Reflect.apply(original, this, given)
    } as typeof original
  })
  await openPage(page)
  await page.evaluate(() => void window.page.map.mount(window.page.container))
  await expect
    .poll(() => page.evaluate(() => window.page.failures.map(({ message }) => message)))
    .toEqual([
      'The map could not be shown: this browser offers no WebGL 2. Turn on hardware acceleration, or use another browser.',
    ])
})

test('a configured style that does not load gives way to the bundled map', async ({ page }) => {
  await openPage(page, '?style=/no-such-style.json')
  await mountMap(page)
  const [failure] = await page.evaluate(() => window.page.failures)
  expect(failure?.message).toContain('The configured map style could not be loaded')
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('Natural Earth')
})

test('the map asks nothing of other hosts', async ({ page, baseURL }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPage(page)
  await mountMap(page)
  await page.evaluate(() => window.page.map.setBase('satellite'))
  await expect.poll(() => asked.some((url) => url.includes('blue-marble'))).toBe(true)
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(blob|data):/.test(url))).toEqual([])
})
