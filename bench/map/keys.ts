import { setTimeout as delay } from 'node:timers/promises'
import { registrationSearchKey } from '#domain/registration.ts'
import type { MonitoredPage, Variant } from './environment.ts'

const SEARCHED = 'mh 12 b 4077'

/** ms from each key until the page is changed and laid out, and from the slowest until that is visible. */
export type Keys = { answers: number[]; seen: number }

/** Types into the search box. */
export const searchTimes = async ({ page }: MonitoredPage, variant: Variant): Promise<Keys> => {
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
    .click()
  await page.evaluate(() => {
    window.bench.seen.keys.splice(0)
    window.bench.seen.answers.splice(0)
  })
  for (const key of SEARCHED) await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 120 })
  await delay(500)
  const { keys, answers } = await page.evaluate(() => window.bench.seen)
  const isFound = (first: string, keys: number) =>
    variant !== 'ours' ||
    registrationSearchKey(first).includes(registrationSearchKey(SEARCHED.slice(0, keys)))
  const waits = answers.map((shown, i) => shown.find(({ first }) => isFound(first, i + 1))?.ms ?? Number.NaN)
  if (waits.length < SEARCHED.length || waits.some(Number.isNaN)) throw new Error('Keys were not answered.')
  // The browser reports events that took 16 ms or more.
  return { answers: waits, seen: Math.max(16, ...keys) }
}
