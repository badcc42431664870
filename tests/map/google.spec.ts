import { expect, type Page, test } from '@playwright/test'
import { GOOGLE, mountMap, openGooglePage, openPage } from './open-page.ts'

const GREEN = [31, 157, 85, 255]
const RED = [216, 58, 58, 255]
const HOLLOW = [244, 246, 247, 255]
const FAILED = { code: 'googleMapFailed', isDrawn: false, offersBundledMap: true }

/** A fleet, a trail, a route and a popup, on a map that is then mounted. */
const showAll = (page: Page) =>
  page.evaluate(() => {
    const { fleet, map, fixtures, container } = window.page
    fleet.replaceMembers([fixtures.mapVehicle(1, { longitude: 80.27, latitude: 13.08 })])
    map.showFleet('all')
    map.showTrail().extend({ at: [80, 13], heading: 0, status: 'RUNNING', time: fixtures.NOON })
    map.showTrack(fixtures.routeOf(50)).moveTo(10, 0.5)
    map.openPopup([80, 13], document.createElement('p'), { width: 300, onClose: () => undefined })
    map.moveTo({ centre: [79, 14], zoom: 7 })
    map.mount(container)
  })

const shown = (page: Page) =>
  page.evaluate(() => {
    const { vehicles, trail, track, popups, camera } = window.page.map.drawn()
    const places = [...camera.centre, camera.zoom].map((figure) => Number(figure.toFixed(3)))
    return [vehicles.length, trail?.points, track?.index, track?.fraction, popups, ...places]
  })

const markers = (page: Page) => page.locator('gmp-advanced-marker')

test('MAP-47 the script is requested once, with the key, the region and the libraries', async ({ page }) => {
  const { requests } = await openGooglePage(page)
  await mountMap(page)
  await page.evaluate(() => void window.page.map.mount(window.page.container))
  await page.waitForFunction(() => window.page.map.drawn().ready)
  expect(requests).toHaveLength(1)
  const given = Object.fromEntries(requests[0]?.searchParams ?? [])
  expect(given).toMatchObject({ key: 'a-key', region: 'IN', libraries: 'maps,marker,geocoding,places' })
  const [first] = await page.evaluate(() => window.fakeGoogle?.maps.map(({ options }) => options) ?? [])
  expect(first).toMatchObject({ mapId: 'a-map', colorScheme: 'LIGHT', mapTypeId: 'roadmap' })
  // The unmounted map is reused: Google bills each one that is created.
  expect(await page.evaluate(() => window.fakeGoogle?.maps.length)).toBe(1)
})

for (const [description, search] of [
  ['not named', '?key=a-key'],
  ['empty', '?key=a-key&mapId='],
] as const)
  test(`MAP-47 if the map's id is ${description}, Google's demo id is used, as markers need one`, async ({
    page,
  }) => {
    await openGooglePage(page, search)
    await showAll(page)
    await expect(markers(page)).toHaveCount(1)
    expect(await page.evaluate(() => window.fakeGoogle?.maps[0]?.options.mapId)).toBe('DEMO_MAP_ID')
  })

test('MAP-09 MAP-10 the dark theme uses a dark map, satellite the hybrid one', async ({ page }) => {
  await openGooglePage(page)
  await mountMap(page)
  await page.evaluate(() => {
    window.page.map.setBase('satellite')
    window.page.map.setTheme('dark')
  })
  await page.waitForFunction(() => window.page.map.drawn().ready)
  const made = await page.evaluate(() =>
    window.fakeGoogle?.maps.map(({ options }) => [options.colorScheme, options.mapTypeId]),
  )
  expect(made).toEqual([
    ['LIGHT', 'hybrid'],
    ['DARK', 'hybrid'],
  ])
})

test('MAP-42 OPEN-40 PLT-01 PLT-07 GEO-14 vehicles, clusters, plots, alerts, fences and popups are visible at their positions, in the colours of their status', async ({
  page,
}) => {
  await openGooglePage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    const parked = [3, 4, 5].map((id) => fixtures.mapVehicle(id, { longitude: 73, latitude: 24 }))
    const running = fixtures.mapVehicle(1, { longitude: 77, latitude: 20, heading: 0 })
    const stopped = fixtures.mapVehicle(2, {
      ...{ longitude: 80, latitude: 20, heading: 0, vehicleStatus: 'STOPPED' },
    })
    fleet.replaceMembers([running, stopped, ...parked])
    map.showFleet('all')
    map.showPlot({ driven: fixtures.routeOf(50), ahead: null })
    map.showAlerts([{ at: [85, 20], label: 'OS' }])
    map.showFences(
      [{ geoFenceId: 7, name: 'Depot', shape: { kind: 'circle', centre: [85, 25], radiusM: 50_000 } }],
      null,
    )
    map.openPopup({ vehicleId: 1 }, document.createElement('p'), { width: 300, onClose: () => undefined })
  })
  await mountMap(page)

  /** Distance of a marker's centre from a position, in px. */
  const away = (name: string, at: readonly [number, number]) =>
    page.evaluate(
      ([label, [lng, lat]]) => {
        const marker = document.querySelector(`gmp-advanced-marker[aria-label="${label}"] .map-marker`)
        const box = marker?.getBoundingClientRect()
        const [x, y] = window.page.pxOf([lng, lat])
        return box ? Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) : Number.NaN
      },
      [name, at] as const,
    )
  const isThere = async (name: string, at: readonly [number, number]) =>
    expect.poll(() => away(name, at), `${name} at ${at.join(', ')}`).toBeLessThan(1.5)
  const colourOf = (name: string, dx = 0) =>
    page.evaluate(
      ([label, by]) => {
        const marker = document.querySelector(`gmp-advanced-marker[aria-label="${label}"] .map-marker`)
        const canvas = marker?.querySelector<HTMLCanvasElement>('canvas[style*="z-index: 1"]')
        if (!canvas) return []
        const [x, y] = [canvas.width / 2 + by, canvas.height / 2]
        return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])]
      },
      [name, dx] as const,
    )
  const painted = (layer: 'lines' | 'markers', at: readonly [number, number]) =>
    page.evaluate(([where, [lng, lat]]) => (window.page.overlayColour(where, [lng, lat])[3] ?? 0) > 0, [
      layer,
      at,
    ] as const)
  const start = await page.evaluate(() => {
    const { lng, lat } = window.page.fixtures.routeOf(50)
    return [lng[25] ?? 0, lat[25] ?? 0] as const
  })
  const popupIsAt = (at: readonly [number, number]) =>
    expect
      .poll(async () => {
        const box = await page.locator('.map-popup').boundingBox()
        const [x] = await page.evaluate(([lng, lat]) => window.page.pxOf([lng, lat]), at)
        return Math.abs((box?.x ?? Number.NaN) + 150 - x)
      })
      .toBeLessThan(1.5)
  const allIsThere = async (running: readonly [number, number]) => {
    await isThere('TN 01 AB 0001', running)
    await isThere('TN 01 AB 0002', [80, 20])
    await isThere('3 vehicles', [73, 24])
    await popupIsAt(running)
    await expect.poll(() => painted('lines', start), 'the plot').toBe(true)
    await expect.poll(() => painted('markers', [85, 20]), 'the alert').toBe(true)
    await expect.poll(() => painted('lines', [85, 25]), 'the fence').toBe(true)
  }

  await allIsThere([77, 20])
  await expect.poll(() => colourOf('TN 01 AB 0001')).toEqual(GREEN)
  await expect.poll(() => colourOf('TN 01 AB 0002', 5)).toEqual(RED)
  // A moved vehicle is drawn on the next frame; the whole fleet is laid out less often.
  await page.evaluate(async () => {
    const { fleet, fixtures } = window.page
    const time = [fixtures.NOON + 10_000]
    fleet.applyBatch({ vehicleId: [1], time, lng: [79], lat: [22], speed: [9], heading: [0], status: [0] })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(await away('TN 01 AB 0001', [79, 22])).toBeLessThan(1.5)
  await allIsThere([79, 22])
  await page.evaluate(() => window.page.map.moveTo({ centre: [80, 21], zoom: 5.3 }))
  await expect.poll(() => page.evaluate(() => window.page.map.drawn().camera.zoom)).toBe(5.3)
  await allIsThere([79, 22])
  await page.mouse.move(...(await page.evaluate(() => window.page.pxOf([85, 20]))))
  const cursor = () => page.evaluate(() => window.fakeGoogle?.maps[0]?.options.draggableCursor)
  await expect.poll(cursor).toBe('pointer')
  await page.mouse.move(20, 700)
  await expect.poll(cursor).toBe(null)
  await page.evaluate(() => void window.page.fleet.age(window.page.fixtures.NOON + 60_000))
  await expect.poll(() => colourOf('TN 01 AB 0001'), 'a late vehicle is hollow').toEqual(HOLLOW)
  await page.evaluate(() => {
    window.page.map.setPadding({ left: 400, top: 100, right: 0, bottom: 0 })
    window.page.map.moveTo({ centre: [79, 22], zoom: 6 })
  })
  // At the centre of the area free of panels.
  await expect
    .poll(async () => {
      const box = await page
        .locator('gmp-advanced-marker[aria-label="TN 01 AB 0001"] .map-marker')
        .boundingBox()
      return box ? Math.hypot(box.x + box.width / 2 - 840, box.y + box.height / 2 - 450) : Number.NaN
    })
    .toBeLessThan(1.5)
  await page.evaluate(() => window.page.map.hideFleet())
  await expect(markers(page)).toHaveCount(0)
})

test('ten thousand vehicles need a few hundred markers, which have names and respond to keys', async ({
  page,
}) => {
  await openGooglePage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers(fixtures.fleetOf(10_000))
    map.showFleet('all')
  })
  await mountMap(page)
  await page.waitForFunction(() => window.page.map.drawn().clusters.length > 10)
  await expect.poll(() => page.getByRole('button', { name: / vehicles$/ }).count()).toBeGreaterThan(10)
  expect(await markers(page).count()).toBeLessThan(600)
  const presses = await page.evaluateHandle(() => {
    const received: unknown[] = []
    window.page.map.onPress(({ vehicleId }) => received.push(vehicleId))
    window.page.map.select(7)
    return received
  })
  await page.getByRole('button', { name: 'TN 01 AB 0007' }).press('Enter')
  expect(await presses.jsonValue()).toEqual([7])
})

test('the canvas of routes covers the whole map after a drag', async ({ page }) => {
  await openGooglePage(page)
  await showAll(page)
  await page.waitForFunction(() => window.page.map.drawn().ready)
  await page.evaluate(() => window.mouse('drag', 640, 400))
  const box = () => page.locator('.map-lines').boundingBox()
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
})

test('an unmounted map leaves no markers, overlays, drawing or listeners behind', async ({ page }) => {
  await openGooglePage(page)
  await showAll(page)
  await page.waitForFunction(() => window.page.map.drawn().ready)
  await expect.poll(() => markers(page).count()).toBe(1)
  await page.evaluate(() => {
    const silent = {
      onBegun: () => undefined,
      onRedo: () => undefined,
      onFinished: () => undefined,
      onRefused: () => undefined,
    }
    window.page.map.drawFence({ kind: 'circle', centre: [79, 14], radiusM: 40_000 }, silent)
  })
  const drawn = () =>
    page.evaluate(() => {
      let features = 0
      window.fakeGoogle?.maps[0]?.data.forEach(() => {
        features += 1
      })
      return features
    })
  await expect.poll(drawn).toBeGreaterThan(1)
  await page.evaluate(() => {
    const elsewhere = document.createElement('div')
    window.page.map.mount(elsewhere)()
  })
  expect(await markers(page).count()).toBe(0)
  expect(await page.evaluate(() => window.fakeGoogle?.overlays.size)).toBe(0)
  expect(await drawn()).toBe(0)
  const { draggable, disableDoubleClickZoom } = await page.evaluate(
    () => window.fakeGoogle?.maps[0]?.options ?? {},
  )
  expect([draggable ?? true, disableDoubleClickZoom ?? false]).toEqual([true, false])
})

test('MAP-48 a failed script is reported, and the bundled map takes over everything shown', async ({
  page,
}) => {
  const written: string[] = []
  page.on('console', (message) => written.push(message.text()))
  await page.route('https://maps.googleapis.com/**', (route) => route.abort())
  await openPage(page, GOOGLE)
  await showAll(page)
  await expect.poll(() => page.evaluate(() => window.page.failures)).toEqual([FAILED])
  expect(written).toContain('Load error: Google Maps')
  await page.evaluate(() => window.page.map.showBundledMap())
  await page.waitForFunction(() => window.page.map.drawn().ready)
  expect(await shown(page)).toEqual([1, 1, 10, 0.5, 1, 79, 14, 7])
  await expect(page.locator('.maplibregl-canvas')).toBeVisible()
})

test('MAP-48 a refused key is reported when it happens, and the camera does not move', async ({ page }) => {
  await openGooglePage(page)
  await showAll(page)
  await page.waitForFunction(() => window.page.map.drawn().ready)
  await page.evaluate(() => window.fakeGoogle?.refuseKey())
  expect(await page.evaluate(() => window.page.failures)).toEqual([FAILED])
  await page.evaluate(() => window.page.map.showBundledMap())
  await page.waitForFunction(() => window.page.map.drawn().ready)
  expect(await shown(page)).toEqual([1, 1, 10, 0.5, 1, 79, 14, 7])
  await expect(page.locator('.maplibregl-canvas')).toBeVisible()
})
