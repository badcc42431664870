import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const faultsOf = async (page: Page, theme: string, rules: readonly string[] = []): Promise<string[]> => {
  const axe = new AxeBuilder({ page })
  if (rules.length > 0) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/**
 * What axe finds on the page at rest: nothing moves, no tooltip hangs where the mouse was. All its rules in the theme that
 * is shown, and those of colour in the other one, which is put on and off again without the page being told.
 */
export const audit = async (page: Page): Promise<string[]> => {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const put = (theme: string) =>
    page.evaluate(async (scheme) => {
      document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
      // Colours that pass into one another are those of neither theme. A transition that is cut short is over too.
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(fading.map(({ finished }) => finished))
    }, theme)
  const shown = (await page.locator('html').getAttribute('data-mantine-color-scheme')) ?? ''
  expect(['light', 'dark']).toContain(shown)
  const other = shown === 'dark' ? 'light' : 'dark'
  await put(shown)
  const found = await faultsOf(page, shown)
  await put(other)
  found.push(...(await faultsOf(page, other, ['color-contrast'])))
  await put(shown)
  return found
}
