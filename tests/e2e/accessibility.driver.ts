import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { untranslated } from './untranslated.driver.ts'

const errorsOf = async (page: Page, theme: string, rules: readonly string[] = []): Promise<string[]> => {
  const axe = new AxeBuilder({ page })
  if (rules.length > 0) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
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
