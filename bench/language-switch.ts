import type { Page } from '@playwright/test'
import { type BenchEnvironment, createBenchEnvironment, painted } from './map/environment.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 250
const RUNS = 7
const GOAL_MS = 300
/** What a user typed, which a change of language must leave. */
const TYPED = 'MH'

/**
 * Chooses a language in the header and returns the ms until the first frame in which none of the texts is left that the
 * change replaces. Throws if what was typed is lost, or if hardly a text changes.
 */
const switchTo = async (page: Page, language: string): Promise<number> => {
  const { took, changed, typed } = await page.evaluate(
    async ({ language }) => {
      const texts = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found = new Set<string>()
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          found.add(node.textContent ?? '')
        for (const element of document.querySelectorAll('[aria-label], [placeholder]'))
          for (const name of ['aria-label', 'placeholder']) found.add(element.getAttribute(name) ?? '')
        return found
      }
      // What still loads would count as replaced.
      let before = texts()
      for (let settledAt = performance.now(); performance.now() - settledAt < 500; ) {
        await new Promise(requestAnimationFrame)
        const now = texts()
        const isSame =
          now.size === before.size && [...now].every((text) => before.has(text) || /\d/.test(text))
        if (!isSame) settledAt = performance.now()
        before = now
      }
      const choice = [...document.querySelectorAll('select')].find((select) =>
        [...select.options].some(({ value }) => value === language),
      )
      if (!choice) throw new Error('There is no choice of the language.')
      const frames: { at: number; texts: Set<string> }[] = []
      const began = performance.now()
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(choice, language)
      choice.dispatchEvent(new Event('change', { bubbles: true }))
      while (performance.now() - began < 1500) {
        await new Promise(requestAnimationFrame)
        // What the frame shows: after its callbacks.
        await new Promise((resolve) => setTimeout(resolve))
        frames.push({ at: performance.now() - began, texts: texts() })
      }
      const after = frames.at(-1)?.texts ?? before
      const replaced = [...before].filter((text) => !after.has(text))
      const last = frames.findLastIndex((frame) => replaced.some((text) => frame.texts.has(text)))
      return {
        took: frames[last + 1]?.at ?? Number.NaN,
        changed: replaced.length,
        typed: document.querySelector<HTMLInputElement>('input[type="search"], input[type="text"], input')
          ?.value,
      }
    },
    { language },
  )
  if (changed < 30) throw new Error(`Only ${changed} texts changed.`)
  if (typed !== TYPED) throw new Error(`What was typed became '${typed}'.`)
  return took
}

/** The files of a language that the page has fetched. */
const filesOf = (page: Page, language: string): Promise<string[]> =>
  page.evaluate(
    (part) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes(part)),
    `-${language}-`,
  )

/** What it takes to fetch the same files and show one frame. */
const fetchTime = (page: Page, files: readonly string[]): Promise<number> =>
  page.evaluate(async (urls) => {
    const began = performance.now()
    await Promise.all(urls.map(async (url) => (await fetch(url, { cache: 'reload' })).text()))
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  }, files)

const openFleet = async (environment: BenchEnvironment) => {
  const opened = await environment.open('ours')
  await painted(opened)
  await opened.page.getByLabel('Search registration').fill(TYPED)
  return opened
}

/** From the choice of a language to the last text of the fleet screen, its catalogues loaded for the first time and again. */
export const run = async (): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles: VEHICLES, points: 2000 })
  try {
    const first: number[] = []
    const again: number[] = []
    const floors: number[] = []
    for (let each = 0; each < RUNS; each++) {
      const { page, close } = await openFleet(environment)
      first.push(await switchTo(page, 'hi'))
      const files = await filesOf(page, 'hi')
      if (files.length === 0) throw new Error('No file of the language was loaded.')
      await switchTo(page, 'en')
      again.push(await switchTo(page, 'hi'))
      floors.push(await fetchTime(page, files))
      await switchTo(page, 'en')
      await close()
    }
    const floor = median(floors)
    return [
      ['its catalogues loaded for the first time', first] as const,
      ['its catalogues loaded before', again] as const,
    ].map(([how, times]) => {
      const value = median(times)
      return {
        name: `from the choice of a language to the last text of the fleet screen, ${how}, beside fetching the same files`,
        ...{ value, unit: 'ms', floor, ratio: value / floor },
        goal: `≤ ${GOAL_MS} ms`,
        ok: value <= GOAL_MS,
      }
    })
  } finally {
    await environment.close()
  }
}
