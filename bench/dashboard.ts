import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import { precompress } from '../scripts/lib/precompress.mjs'
import { type BenchEnvironment, createBenchEnvironment } from './map/environment.ts'
import { MOST_FOREIGN, undisturbed } from './map/foreign-cpu.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 250
/** Two of the longest periods, so that every figure has the one before. */
const FIGURE_DAYS = 180
const ROUNDS = 9
/** Visits before the measured ones: the browser compiles a script anew until it has seen it some times. */
const WARM_UP = 3
const GOAL = 1.3
const PATHS = { ours: '/owner-suite', floor: '/dashboard-floor.html' } as const
type Plot = {
  readonly width: number
  readonly height: number
  readonly labels: readonly string[]
  readonly values: readonly (number | null)[]
}
/** What the floor draws, with everything that the widgets were answered. */
export type FloorFigures = {
  readonly plots: readonly Plot[]
  readonly answers: Readonly<Record<string, unknown>>
}

declare global {
  interface Window {
    /** ms from the navigation until the dashboard was painted with all its widgets; undefined before. */
    drawnAt?: number
    /** ms from the navigation until the last press; undefined before. */
    pressedAt?: number
  }
}

/** Notes when something is pressed. Sent as text. */
const watchPresses = (): void => {
  const note = () => {
    window.pressedAt = performance.now()
  }
  addEventListener('click', note, { capture: true })
}

/** Looks at each frame whether all is drawn. Sent as text, so it uses nothing from outside itself. */
const watchDrawing = (): void => {
  const plotsOf = () => document.querySelectorAll('.uplot canvas').length
  const isDrawn = () => {
    if (location.pathname === '/dashboard-floor.html') return plotsOf() === 3
    const widgets = [...document.querySelectorAll('[data-widget]')]
    return (
      widgets.length === 10 &&
      plotsOf() === 3 &&
      widgets.every(
        (widget) => widget.getAttribute('aria-busy') === 'false' && !widget.querySelector('[role="status"]'),
      )
    )
  }
  const look = () => {
    if (!isDrawn()) requestAnimationFrame(look)
    else
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.drawnAt = performance.now()
        }),
      )
  }
  requestAnimationFrame(look)
}

const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** Opens the dashboard by the menu of another screen that is at rest. */
const openFromMenu = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await open(context, `${url}/driving-analysis`)
  await page.getByRole('main').getByRole('table').first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  return page
}

const drawnAt = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => window.drawnAt !== undefined, undefined, { polling: 100, timeout: 60_000 })
  return page.evaluate(() => (window.drawnAt ?? Number.NaN) - (window.pressedAt ?? 0))
}

/** The functions whose answers are drawn as columns, in the order of the widgets, and the field of each day. */
const PLOTTED = [
  ['MILAGE_DAILY', 'mileage'],
  ['ADBLUE_DAILY', 'adblueUsed'],
  ['UTILIZATION_DAILY', 'utilization'],
] as const

type Days = { readonly days: readonly Readonly<Record<string, unknown>>[] }

/** Opens the dashboard and returns what its widgets were answered, and the columns that it drew of that. */
const figuresOf = async (context: BrowserContext, { url }: BenchEnvironment): Promise<FloorFigures> => {
  const page = await context.newPage()
  const reading: Promise<{ readonly answers: Readonly<Record<string, unknown>> }>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('/dashboard/tk3/functions')) reading.push(response.json())
  })
  await page.goto(`${url}${PATHS.ours}`)
  await drawnAt(page)
  const answers = Object.assign({}, ...(await Promise.all(reading)).map((reply) => reply.answers))
  const sizes = await page
    .locator('.uplot')
    .evaluateAll((plots) =>
      plots.map(({ parentElement: at }) => ({ width: at?.clientWidth ?? 0, height: at?.clientHeight ?? 0 })),
    )
  await page.close()
  const plots = PLOTTED.map(([name, field], i): Plot => {
    const answer = answers[name] as Days | undefined
    const size = sizes[i]
    if (answer === undefined || size === undefined) throw new Error(`The dashboard did not draw ${name}.`)
    return {
      ...size,
      labels: answer.days.map(({ date }) => String(date).slice(5)),
      values: answer.days.map((day) => (day[field] as number | null) ?? null),
    }
  })
  return { plots, answers }
}

/** Puts the floor beside the client, its script where browsers keep it as they keep ours. */
const layFloor = async (clientDir: string, figures: FloorFigures) => {
  const outDir = join(clientDir, '..', 'dashboard-floor')
  await build({
    ...{ configFile: false, logLevel: 'warn', publicDir: false, base: '/' },
    root: join(import.meta.dirname, 'dashboard-floor'),
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  await writeFile(join(outDir, 'figures.json'), JSON.stringify(figures))
  await precompress(outDir)
  await cp(join(outDir, 'assets'), join(clientDir, 'assets'), { recursive: true })
  for (const end of ['', '.br', '.gz']) {
    await cp(join(outDir, `index.html${end}`), join(clientDir, `dashboard-floor.html${end}`)).catch(() => {})
    await cp(join(outDir, `figures.json${end}`), join(clientDir, `dashboard-floor.json${end}`)).catch(
      () => {},
    )
  }
}

/** From navigation to all widgets of the dashboard, beside a page that draws the same columns from one file. */
export const run = async (): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles: VEHICLES, points: 0, figureDays: FIGURE_DAYS })
  try {
    const context = await environment.profile()
    // Functions run from the sources contain calls of a bundler's helper.
    await context.addInitScript('globalThis.__name = (named) => named')
    await context.addInitScript(watchDrawing)
    await context.addInitScript(watchPresses)
    await layFloor(environment.clientDir, await figuresOf(context, environment))
    const times = { ours: [] as number[], menu: [] as number[], floor: [] as number[] }
    const foreign: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const which of ['floor', 'menu', 'ours'] as const) {
        const visit = await undisturbed(async () => {
          const page =
            which === 'menu'
              ? await openFromMenu(context, environment.url)
              : await open(context, `${environment.url}${PATHS[which]}`)
          const at = await drawnAt(page)
          await page.close()
          return at
        })
        if (round < 0) continue
        times[which].push(visit.value)
        foreign.push(visit.foreign)
      }
    const [value, menu, floor] = [median(times.ours), median(times.menu), median(times.floor)]
    const name = `dashboard of ${VEHICLES} trucks, navigation to the last widget`
    return [
      {
        name: `${name}, beside a page that draws the same columns from one file`,
        ...{ value, unit: 'ms', floor, ratio: value / floor },
        goal: `≤ ${GOAL} × floor`,
        ok: value <= GOAL * floor,
      },
      {
        name: `dashboard of ${VEHICLES} trucks, from the menu of another screen to the last widget, beside the same page`,
        ...{ value: menu, unit: 'ms', floor, ratio: menu / floor, ok: true },
      },
      {
        name: `${name}: visits still disturbed by other processes after repetition`,
        value: foreign.filter((share) => share > MOST_FOREIGN).length,
        unit: `of ${foreign.length}`,
        ok: true,
      },
    ]
  } finally {
    await environment.close()
  }
}
