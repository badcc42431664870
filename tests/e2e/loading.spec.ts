import type { Page } from '@playwright/test'
import { clientFiles } from '../../bench/client-files.ts'
import { address, expect, logIn, test } from './portal.fixture.ts'

/** Scripts and styles that the page and its workers have fetched: bytes of the body as sent, and its encoding. */
const recordTransfers = (page: Page) => {
  const transfers = new Map<string, { bytes: number; encoding: string | undefined }>()
  page.on('requestfinished', async (request) => {
    const path = new URL(request.url()).pathname.slice(1)
    if (!/\.(js|css)$/.test(path)) return
    const response = await request.response()
    const { responseBodySize } = await request.sizes()
    // A worker reads from the cache what the page has fetched.
    if (responseBodySize > 0)
      transfers.set(path, { bytes: responseBodySize, encoding: response?.headers()['content-encoding'] })
  })
  return transfers
}

test('scripts and styles are compressed on the wire, within 260 kB until the login and 500 kB more until the fleet', async ({
  page,
}) => {
  const transfers = recordTransfers(page)
  await logIn(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
  await expect.poll(() => page.workers().length, 'the worker of the map').toBe(1)
  const { firstLoad, fleetScreen } = clientFiles()
  // Each file costs its request and its compilation, so the bundler may not split what loads together.
  expect(firstLoad.length, 'files until the login').toBeLessThanOrEqual(8)
  expect(fleetScreen.length, 'files more until the fleet').toBeLessThanOrEqual(20)
  const scripts = firstLoad.filter((file) => file !== 'index.html')
  await expect.poll(() => scripts.filter((file) => !transfers.has(file))).toEqual([])
  await expect.poll(() => [...transfers.keys()].some((path) => path.includes('maplibre'))).toBe(true)

  const bytesOf = (isFirst: boolean) =>
    [...transfers]
      .filter(([path]) => scripts.includes(path) === isFirst)
      .reduce((sum, [, { bytes }]) => sum + bytes, 0)
  expect(bytesOf(true)).toBeGreaterThan(100_000)
  expect(bytesOf(true)).toBeLessThanOrEqual(260_000)
  expect(bytesOf(false)).toBeGreaterThan(200_000)
  expect(bytesOf(false)).toBeLessThanOrEqual(500_000)
  const plain = [...transfers].filter(([, { encoding }]) => encoding !== 'br')
  expect(plain.filter(([, { bytes }]) => bytes >= 1024)).toEqual([])
})

test('the login loads nothing of the fleet before its field is there, and the fleet while it is filled in', async ({
  page,
}) => {
  const { firstLoad } = clientFiles()
  const requested: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1)
    if (/\.(js|css)$/.test(path) && !firstLoad.includes(path)) requested.push(path)
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address('/env.json'), async (route) => {
    await released
    await route.fallback()
  })

  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[name=userName]') === null) return
      Object.assign(window, { fieldAt: performance.now() })
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })
  })

  await page.goto(address('/'), { waitUntil: 'domcontentloaded' })
  // What the page starts by itself has been requested by the second frame after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(requested, 'requested while the environment is on its way').toEqual([])

  release()
  await expect(page.getByLabel('User name')).toBeVisible()
  await expect.poll(() => requested).toContainEqual(expect.stringMatching(/assets\/fleet-.*\.js$/))
  const early = await page.evaluate((later) => {
    const { fieldAt } = window as unknown as { fieldAt: number }
    const all = performance.getEntriesByType('resource')
    return all.filter(
      ({ name, startTime }) => startTime < fieldAt && later.some((path) => name.endsWith(path)),
    )
  }, requested)
  expect(early, 'requested before the field').toEqual([])
  const environment = await page.evaluate(() =>
    performance
      .getEntriesByName(`${location.origin}/env.json`)
      .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
  )
  expect(environment, 'requested once, beside the scripts that read it').toEqual(['link'])
})

test('SHL-03 MAP-36 a stored session at the login requests the list and the code of the map beside its own code', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
  // Users of the older interface are led to the dashboard.
  await page.evaluate(() => localStorage.setItem('uiType', 'beta'))
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const lists = () => requested.filter((path) => path.endsWith('/fleetmaptracking/filter'))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/fleet-*.js', async (route) => {
    await released
    await route.continue()
  })

  await page.goto(address('/'))
  await expect.poll(() => requested).toContainEqual(expect.stringContaining('/assets/fleet-'))
  await expect.poll(() => requested).toContainEqual(expect.stringMatching(/\/assets\/map-.*\.js$/))
  await expect.poll(lists).toHaveLength(1)
  await expect(page.getByText('260 vehicles')).toBeHidden()

  release()
  await expect(page.getByText('260 vehicles')).toBeVisible()
  expect(lists(), 'the list is not requested again').toHaveLength(1)
})

test('SES-30 a screen whose code cannot be loaded while the server is away is there by itself once the server is back', async ({
  page,
}) => {
  await logIn(page)
  const isOfServer = (url: URL) => url.pathname.includes('/assets/') || url.pathname === '/readyz'
  await page.route(isOfServer, (route) => route.abort())
  await page.getByRole('link', { name: 'Fleet Health' }).click()
  await expect(page.getByRole('alert')).toContainText('This page has failed')
  await page.unroute(isOfServer)
  await expect(page.getByRole('heading', { name: 'Fleet Health' })).toBeVisible()
  await expect(page).toHaveURL(/fleet-health/)
})
