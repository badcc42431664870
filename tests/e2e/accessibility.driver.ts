import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { untranslated } from './untranslated.driver.ts'

/** What axe finds, in the page itself: `@axe-core/playwright` puts axe into it and into an empty page anew each time. */
const errorsOf = async (page: Page, theme: string, rules: readonly string[] = []): Promise<string[]> => {
  expect(page.frames(), 'frames, which axe would not look into').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (only) => {
      const { axe: own } = window as unknown as { axe: typeof axe }
      // Places of what is in order would be worked out too.
      const found = await own.run({ resultTypes: ['violations'], ...(only.length > 0 && { runOnly: only }) })
      return found.violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    [...rules],
  )
  return violations.map(({ id, targets }) => `${theme}: ${id}: ${targets.join(', ')}`)
}

const applyTheme = (page: Page, theme: string) =>
  page.evaluate(async (scheme) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
    // Colours in transition belong to neither theme. A transition that is cut short is over too.
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  }, theme)

const themeOf = async (page: Page): Promise<string> => {
  const theme = (await page.locator('html').getAttribute('data-mantine-color-scheme')) ?? ''
  expect(['light', 'dark']).toContain(theme)
  return theme
}

/** What axe finds on the page at rest in the current theme: nothing moves, and no tooltip remains under the mouse. */
export const auditShown = async (page: Page): Promise<string[]> => {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const shown = await themeOf(page)
  await applyTheme(page, shown)
  return errorsOf(page, shown)
}

/**
 * `auditShown`, plus what axe finds of the colours in the other theme, which is switched on and off without the page's
 * machines, and the texts that stay English when the page's language changes.
 */
export const audit = async (page: Page): Promise<string[]> => {
  const found = await auditShown(page)
  const shown = await themeOf(page)
  const other = shown === 'dark' ? 'light' : 'dark'
  await applyTheme(page, other)
  found.push(...(await errorsOf(page, other, ['color-contrast'])))
  await applyTheme(page, shown)
  found.push(...(await untranslated(page)))
  return found
}
