import type { Page } from '@playwright/test'
import { clientFiles } from '../../bench/client-files.ts'
import { audit } from './accessibility.driver.ts'
import { expect, logIn, test } from './portal.fixture.ts'
import { addTwoYards } from './two-yards.fixture.ts'

test.use({ basemap: 'bundled', recording: 'replayed' })

/** px of the page: the open sea, as the map first shows the fleet. */
const SEA = { x: 860, y: 640 }

/** Scripts and styles that the page and its map's worker have fetched, by their path in the client. */
const fetched = async (page: Page) => {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return [...names, ...page.workers().map((worker) => worker.url())]
    .map((name) => new URL(name).pathname.slice(1))
    .filter((path) => /\.(js|css)$/.test(path))
}

/** The colour of the basemap over the sea, where nothing is drawn on it. */
const basemapOf = async (page: Page) => {
  const shot = await page.screenshot({ clip: { ...SEA, width: 4, height: 4 } })
  const [r = 0, g = 0, b = 0] = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  }, shot.toString('base64'))
  if (b > r + 30) return 'blue'
  return r + g + b > 3 * 128 ? 'bright' : 'dark'
}

type Layer = { readonly width: number; readonly height: number; readonly drawsContent: boolean }

/** How many layers as large as the map the browser composes the page of. Each costs every frame of the map. */
const largeLayers = async (page: Page): Promise<number> => {
  const { width = 0, height = 0 } = (await page.locator('.map-root').boundingBox()) ?? {}
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  const came = new Promise<readonly Layer[]>((resolve) => {
    cdp.on('LayerTree.layerTreeDidChange', ({ layers }) => {
      if (layers !== undefined) resolve(layers)
    })
  })
  await cdp.send('LayerTree.enable')
  const layers = await came
  await cdp.detach()
  return layers.filter((layer) => layer.drawsContent && layer.width * layer.height >= 0.9 * width * height)
    .length
}

test('MAP-01 MAP-04 MAP-09 MAP-10 MAP-28 the fleet shows, counts and filters by status, on streets and imagery, light and dark', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
  await expect.poll(() => page.workers().length, 'the worker of the map').toBe(1)
  const { firstLoad, fleetScreen } = clientFiles()
  const counted = new Set([...firstLoad, ...fleetScreen])
  expect(
    (await fetched(page)).filter((path) => !counted.has(path)),
    'files that the size check leaves out',
  ).toEqual([])
  const running = page.getByRole('button', { name: /^Running/ })
  const count = Number(/\d+/.exec((await running.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(0)
  await running.click()
  await expect(running).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('260 vehicles')).toBeHidden()
  await page.getByRole('button', { name: /^Offline/ }).click()
  await expect(running).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: /^Offline/ }).click()
  await expect(page.getByText('260 vehicles')).toBeVisible()

  await test.step('what stands over the map makes no layer as large as the map', async () => {
    // The page's background, the map and the vehicles.
    expect(await largeLayers(page)).toBe(3)
  })

  await test.step('the basemap is switched from the keyboard and visibly changes', async () => {
    const basemapIs = (colour: string) => expect.poll(() => basemapOf(page)).toBe(colour)
    const satellite = page.getByRole('button', { name: 'Satellite' })
    await basemapIs('dark')
    await page.getByRole('button', { name: 'Light map' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Dark map' })).toBeFocused()
    await basemapIs('bright')
    await satellite.press('Enter')
    await expect(satellite).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('NASA Blue Marble, an overview without detail')).toBeVisible()
    await basemapIs('blue')
    expect(await audit(page)).toEqual([])
    await satellite.press('Enter')
    await expect(satellite).toHaveAttribute('aria-pressed', 'false')
    await basemapIs('bright')
  })
})

/** The position of a point beside the centre of the unobstructed map, in px of the page, and whether something is drawn there. */
const besideMiddle = (page: Page, dx: number, dy: number) =>
  page.locator('.map-root').evaluate(
    (root, [right, down]) => {
      const covered = (side: string) =>
        Number.parseFloat(getComputedStyle(root).getPropertyValue(`--map-${side}`)) || 0
      const x = (covered('left') + root.clientWidth - covered('right')) / 2 + right
      const y = (covered('top') + root.clientHeight - covered('bottom')) / 2 + down
      const canvas = root.querySelector<HTMLCanvasElement>('.map-markers')
      const ratio = (canvas?.width ?? 0) / root.clientWidth
      const alpha = canvas?.getContext('2d')?.getImageData(x * ratio, y * ratio, 1, 1).data[3] ?? 0
      const { left, top } = root.getBoundingClientRect()
      return { x: left + x, y: top + y, isDrawn: alpha === 255 }
    },
    [dx, dy] as const,
  )

/** Metres that the scale bar of the map represents. */
const scaleOf = async (page: Page) => {
  const [, figure, unit] =
    /(\d+)\s*(k?m)/.exec((await page.locator('.maplibregl-ctrl-scale').textContent()) ?? '') ?? []
  return Number(figure) * (unit === 'km' ? 1000 : 1)
}

test.describe('a small company', () => {
  test.use({ basemap: 'plain' })

  test('MAP-06 a search narrows the cards; a press on a ring zooms in, and one on a single yard opens the list of its trucks, where one is selected by keyboard', async ({
    page,
  }) => {
    const { userName, password, far } = await addTwoYards()
    await logIn(page, userName, { password })
    await expect(page.getByText('5 vehicles')).toBeVisible()

    await test.step('a search', async () => {
      const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem')
      const search = page.getByLabel('Search registration')
      await search.fill('0004')
      await expect(cards).toHaveCount(1)
      await expect(cards.first()).toContainText('0004')
      await search.fill('nothing like it')
      await expect(page.getByText('No vehicles match “nothing like it”')).toBeVisible()
      expect(await audit(page)).toEqual([])
      await page.getByRole('button', { name: 'Clear search' }).last().press('Enter')
      await expect(cards).toHaveCount(5)
    })

    await test.step('a ring with two yards', async () => {
      // Trucks lie on both sides of this place; the ring covers it.
      await expect.poll(async () => (await besideMiddle(page, 0, -11)).isDrawn).toBe(true)
      const before = await scaleOf(page)
      // Pressed too early, the basemap shows nothing.
      await expect(async () => {
        const { x, y } = await besideMiddle(page, 0, 0)
        await page.mouse.click(x, y)
        await expect.poll(() => scaleOf(page), { timeout: 3000 }).toBeLessThan(before / 2)
      }).toPass()
      await expect(page.getByRole('region', { name: /here$/ })).toHaveCount(0)
    })

    await test.step('the ring of one yard', async () => {
      await page.getByRole('region', { name: 'Map', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(async () => (await besideMiddle(page, 0, -11)).isDrawn).toBe(true)
      await page.keyboard.press('Enter')
      const list = page.getByRole('region', { name: '3 trucks here' })
      const trucks = list.getByRole('button')
      await expect(trucks).toHaveText(far.map((registration) => new RegExp(`^${registration}`)))
      await expect(trucks.first()).toBeFocused()
      expect(await audit(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await expect(trucks.nth(1)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(list).toHaveCount(0)
      const card = page.getByRole('region', { name: far[1] ?? '' })
      await expect(card.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
    })
  })
})
