import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { browserLaunch } from '#tests/kit/browser-launch.ts'
import { precompress } from '../../scripts/lib/precompress.mjs'
import { type FeedAnswer, type FeedOrder, WATCHER } from './feed.ts'
import { installPageProbe } from './page-probe.ts'
import { installRouteProbe } from './route-probe.ts'

const PROJECT = join(import.meta.dirname, '..', '..')

/** The request of a route to play. */
export type Play = { readonly vehicleId: number; readonly fromDate: string; readonly toDate: string }

/**
 * Our product, or a floor: a page that does the least. `floor` clusters and applies every batch, `coalesced` clusters and
 * applies them once a second, `points` draws each truck as a circle, as every batch comes.
 */
export type Variant = 'ours' | 'floor' | 'coalesced' | 'points'

/** A style without sources: what it costs is the same library's on both sides. */
const BLANK_BASEMAP = {
  version: 8,
  sources: {},
  layers: [{ id: 'basemap', type: 'background', paint: { 'background-color': '#eef0ec' } }],
}

/** A page under measurement. */
export type MonitoredPage = {
  readonly page: Page
  readonly cdp: CDPSession
  /** The browser's own metrics, in its units (seconds, counts). */
  metric(name: string): Promise<number>
  /** Bytes of JavaScript in use after a collection. */
  heap(): Promise<number>
  close(): Promise<void>
}

/** The built product on its real server and database, a browser, and beside the client a page that does the least. */
export type BenchEnvironment = {
  readonly url: string
  /** Headers of the logged-in user's calls. */
  readonly headers: Readonly<Record<string, string>>
  /** Folder of the client that is served. */
  readonly clientDir: string
  readonly vehicleId: number
  /**
   * A browser with a profile on disk in which the user is logged in, without the map's probes. Contexts that keep nothing on disk have no
   * cache of compiled scripts, which every user's browser has. Call once.
   */
  profile(): Promise<BrowserContext>
  order(order: Exclude<FeedOrder, { type: 'start' }>): Promise<number>
  /** Opens the product or the floor with a logged-in user; resolves when the navigation has begun. */
  open(which: Variant, path?: string, play?: Play): Promise<MonitoredPage>
  close(): Promise<void>
}

const answered = async <T extends FeedAnswer>(child: ChildProcess): Promise<T> => {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The bench's server ended with code ${code}.`)
      }),
    ])) as [T]
    return message
  } finally {
    settled.abort()
  }
}

const buildFloor = async (clientDir: string) => {
  const outDir = join(clientDir, 'floor')
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'floor'),
    base: '/floor/',
    logLevel: 'warn',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'es2023' },
      chunkSizeWarningLimit: 2000,
    },
  })
  await precompress(outDir)
}

/** The client as `npm run build` makes it, with the source maps that a profile is read by. */
const buildClient = async (outDir: string) => {
  await build({
    configFile: join(PROJECT, 'vite.config.ts'),
    root: PROJECT,
    logLevel: 'warn',
    build: { outDir, sourcemap: 'hidden' },
  })
}

/** A logged-in user's browser storage, and headers for the floor's own calls. */
const logIn = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ locale: 'en-IN' })
  const page = await context.newPage()
  let headers: Record<string, string> = {}
  page.on('request', (request) => {
    const { authorization, authuser } = request.headers()
    if (authorization !== undefined)
      headers = { authorization, ...(authuser === undefined ? {} : { AuthUser: authuser }) }
  })
  await page.goto(url)
  await page.getByLabel('User name').fill(WATCHER.userName)
  await page.getByLabel('Password', { exact: true }).fill(WATCHER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/track-trace')
  await page.locator('.map-markers').waitFor({ state: 'attached' })
  const storageState = await context.storageState()
  await context.close()
  return { storageState, headers: { ...headers, 'content-type': 'application/json' } }
}

const watch = async (page: Page): Promise<MonitoredPage> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  return {
    page,
    cdp,
    metric: async (name) => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    },
    heap: async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      return (await cdp.send('Runtime.getHeapUsage')).usedSize
    },
    close: () => page.context().close(),
  }
}

/** Waits until vehicles are visible, and returns how many ms after the navigation they were. */
export const painted = async ({ page }: MonitoredPage): Promise<number> => {
  await page.waitForFunction(() => window.bench?.seen.paintedAt > 0, undefined, { timeout: 60_000 })
  return page.evaluate(() => window.bench.seen.paintedAt)
}

/**
 * Starts everything for a fleet of that many vehicles; `points` is the length of the first truck's route of yesterday.
 * `profiled` builds the client anew, with source maps; `blankBasemap` gives all pages a map without a basemap; `figureDays` are days of
 * figures that each truck has.
 */
export const createBenchEnvironment = async ({
  vehicles,
  points,
  profiled = false,
  blankBasemap = false,
  figureDays,
}: {
  vehicles: number
  points: number
  profiled?: boolean
  blankBasemap?: boolean
  figureDays?: number
}): Promise<BenchEnvironment> => {
  const dir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dir, 0o755)
  const clientDir = join(dir, 'client')
  await (profiled
    ? buildClient(clientDir)
    : cp(join(PROJECT, 'dist', 'client'), clientDir, { recursive: true }))
  await buildFloor(clientDir)
  const server = fork(join(import.meta.dirname, 'feed.ts'))
  const started: FeedOrder = {
    ...{ type: 'start', dataDir: join(dir, 'data'), clientDir, vehicles, points, figureDays },
  }
  server.send(started)
  const { url, vehicleId } = await answered<{ url: string; vehicleId: number }>(server)
  const browser = await chromium.launch(browserLaunch())
  const { storageState, headers } = await logIn(browser, url)
  const view = { locale: 'en-IN', viewport: { width: 1440, height: 900 } }
  const stored = storageState.origins.flatMap(({ localStorage }) => localStorage)
  const profiles: BrowserContext[] = []
  return {
    url,
    headers,
    clientDir,
    vehicleId,
    profile: async () => {
      const context = await chromium.launchPersistentContext(join(dir, 'profile'), {
        ...browserLaunch(),
        ...view,
      })
      profiles.push(context)
      const page = await context.newPage()
      await page.goto(url)
      await page.evaluate((entries) => {
        for (const { name, value } of entries) localStorage.setItem(name, value)
      }, stored)
      await page.close()
      return context
    },
    order: async (order) => {
      server.send(order)
      return (await answered<{ sentAt: number }>(server)).sentAt
    },
    open: async (which, path = '/track-trace', play) => {
      const context = await browser.newContext({ ...view, storageState })
      if (blankBasemap) {
        await context.route('**/env.json', async (route) => {
          const reply = await route.fetch()
          await route.fulfill({ json: { ...(await reply.json()), mapStyleUrl: `${url}/blank-basemap.json` } })
        })
        await context.route('**/blank-basemap.json', (route) => route.fulfill({ json: BLANK_BASEMAP }))
      }
      const page = await context.newPage()
      // Functions run from the sources contain calls of a bundler's helper.
      await page.addInitScript('globalThis.__name = (named) => named')
      await page.addInitScript(installPageProbe)
      await page.addInitScript(installRouteProbe)
      await page.addInitScript(
        (given) => {
          window.given = given
        },
        { headers, play: play ?? null, which, styleUrl: blankBasemap ? `${url}/blank-basemap.json` : null },
      )
      const watched = await watch(page)
      await page.goto(which === 'ours' ? `${url}${path}` : `${url}/floor/index.html`, { waitUntil: 'commit' })
      return watched
    },
    close: async () => {
      for (const context of profiles) await context.close()
      await browser.close()
      const gone = once(server, 'exit')
      server.disconnect()
      await gone
      await rm(dir, { recursive: true, force: true })
    },
  }
}
