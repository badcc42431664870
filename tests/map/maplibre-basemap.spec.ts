import { expect, test } from '@playwright/test'
import { LABEL_MASK } from '#src/services/map/maplibre/label-mask.ts'
import { GREEN, mountMap, mountTruck, openPage, openPlainBasemapPage } from './open-page.ts'

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

test('a lost WebGL context is restored with the fleet still drawn', async ({ page }) => {
  await openPage(page)
  await mountTruck(page)
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
  await expect.poll(() => page.evaluate(() => window.page.overlayColour('markers', [77, 20]))).toEqual(GREEN)
  await page.evaluate(() => window.page.map.moveTo({ zoom: 6 }))
  await expect.poll(() => page.evaluate(() => window.page.map.drawn().camera.zoom)).toBe(6)
})

test('without WebGL the failure is reported in a message', async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: [string]) {
      return given[0].startsWith('webgl') ? null : Reflect.apply(original, this, given)
    } as typeof original
  })
  await openPage(page)
  await page.evaluate(() => void window.page.map.mount(window.page.container))
  await expect
    .poll(() => page.evaluate(() => window.page.failures.map(({ code }) => code)))
    .toEqual(['mapWithoutWebGl'])
})

test('a configured style that fails to load is replaced by the bundled map', async ({ page }) => {
  await openPage(page, '?style=/no-such-style.json')
  await page.evaluate(() =>
    window.page.map.setNames({
      map: '',
      closePopup: '',
      roads: 'Roads roughly',
      imagery: '',
      scale: 'metric',
    }),
  )
  await mountMap(page)
  const [failure] = await page.evaluate(() => window.page.failures)
  expect(failure).toMatchObject({ code: 'mapStyleFailed' })
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('Natural Earth')
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('Roads roughly')
})

test('the map requests nothing from other hosts, and its basemap under content-hashed names', async ({
  page,
  baseURL,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openPage(page)
  await mountMap(page)
  await page.evaluate(() => window.page.map.setBase('satellite'))
  const basemapOf = (name: RegExp) => requests.some((url) => name.test(url))
  await expect.poll(() => basemapOf(/\/assets\/blue-marble-india-[\w-]{8}\.webp$/)).toBe(true)
  expect(basemapOf(/\/assets\/india-[\w-]{8}\.pmtiles$/)).toBe(true)
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(blob|data):/.test(url))).toEqual([])
})

test('the basemap receives the rings, so that its names avoid them', async ({ page }) => {
  await page.addInitScript((source) => {
    const original = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...sent: [unknown]) {
      if (JSON.stringify(sent[0])?.includes(source)) Object.assign(window, { heard: true })
      return Reflect.apply(original, this, sent)
    } as typeof original
  }, LABEL_MASK)
  await openPlainBasemapPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([1, 2, 3].map((id) => fixtures.mapVehicle(id, { longitude: 77, latitude: 20 })))
    map.showFleet('all')
  })
  await mountMap(page)
  await page.waitForFunction(() => 'heard' in window)
})

test('the map says in the language and the units of the page what it shows', async ({ page }) => {
  await openPage(page)
  const name = (roads: string, scale: 'metric' | 'imperial') =>
    page.evaluate((names) => window.page.map.setNames({ map: 'Karte', closePopup: 'Zu', ...names }), {
      roads,
      scale,
      imagery: 'Übersicht',
    })
  await name('Straßen ungefähr', 'metric')
  await mountMap(page)
  const credits = page.locator('.maplibregl-ctrl-attrib')
  const scale = page.locator('.maplibregl-ctrl-scale')
  await expect(credits).toContainText('Straßen ungefähr')
  await expect(credits).toContainText('GeoNames')
  await expect(credits).not.toContainText('Übersicht')
  await expect(scale).toHaveText(/^\d+\skm$/)
  await name('routes indicatives', 'imperial')
  await expect(credits).toContainText('routes indicatives')
  await expect(credits).not.toContainText('Straßen')
  await expect(scale).toHaveText(/^\d+\smi$/)
  await page.evaluate(() => window.page.map.setBase('satellite'))
  await expect(credits).toContainText('Übersicht')
  await page.evaluate(() => window.page.map.setBase('street'))
  await expect(credits).not.toContainText('Übersicht')
  await expect(credits).toHaveCount(1)
})
