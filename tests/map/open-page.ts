import type { Page } from '@playwright/test'
// Declares the page's globals for tests.
import type {} from './page/page.ts'

/** The colour of a running vehicle: red, green, blue and alpha, 0 to 255. */
export const GREEN = [31, 157, 85, 255]

/** Opens the test page with the real mouse. */
export const openPage = async (page: Page, search = '') => {
  await page.exposeFunction(
    'mouse',
    async (
      act: 'press' | 'drag' | 'pressRight',
      x: number,
      y: number,
      to: [number, number] = [x + 120, y + 60],
    ) => {
      const button = act === 'pressRight' ? 'right' : 'left'
      await page.mouse.move(x, y)
      await page.mouse.down({ button })
      if (act === 'drag') {
        // A drag starts where the pointer is first seen to have moved.
        await page.mouse.move(x + 2, y + 1)
        await page.mouse.move(...to, { steps: 4 })
      }
      await page.mouse.up({ button })
    },
  )
  await page.exposeFunction('keyboard', (act: 'down' | 'up', key: string) => page.keyboard[act](key))
  await page.goto(`/${search}`)
  await page.waitForFunction(() => window.page !== undefined)
}

/**
 * Opens the test page on a basemap of one colour, for tests that do not depend on it: the bundled one is slow to draw
 * in software. With `clock`, the map's clock goes on by so many ms with each frame.
 */
export const openPlainBasemapPage = async (page: Page, { clock }: { clock?: number } = {}) => {
  await page.route(
    ({ pathname }) => pathname === '/plain-basemap.json',
    (route) =>
      route.fulfill({
        json: {
          version: 8,
          sources: {},
          layers: [{ id: 'basemap', type: 'background', paint: { 'background-color': '#eef0ec' } }],
        },
      }),
  )
  await openPage(page, `?style=/plain-basemap.json${clock === undefined ? '' : `&clock=${clock}`}`)
}

/** The options of the page for Google Maps. */
export const GOOGLE = '?key=a-key&mapId=a-map'

/** Opens the test page with the map on Google Maps, using the fake's script. */
export const openGooglePage = async (page: Page, search = GOOGLE) => {
  const requests: URL[] = []
  await page.route('https://maps.googleapis.com/**', async (route) => {
    requests.push(new URL(route.request().url()))
    await route.fulfill({ contentType: 'text/javascript', body: 'window.deliverGoogle()' })
  })
  await openPage(page, search)
  return { requests }
}

/** Mounts the map and waits until it is visible. */
export const mountMap = async (page: Page) => {
  await page.evaluate(() => void window.page.map.mount(window.page.container))
  await page.waitForFunction(() => window.page.map.drawn().ready)
}

/** Mounts the map with one truck on it, running and heading north at 77, 20. */
export const mountTruck = async (page: Page) => {
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([fixtures.mapVehicle(1, { longitude: 77, latitude: 20, heading: 0 })])
    map.showFleet('all')
  })
  await mountMap(page)
}
