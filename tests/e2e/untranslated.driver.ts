import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { ROLES } from '#contract/roles.ts'
import { DEMO_USERS } from '#server/simulator/demo/demo-content.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { ENGLISH, PSEUDO } from '#src/texts/language.ts'
import { cutOff } from './cut-off.driver.ts'

/** Shows the page in a language as when another tab chooses it. */
export const showIn = async (page: Page, language: string) => {
  await page.evaluate(
    ({ key, newValue }) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    },
    {
      key: STORED.preferences,
      newValue: JSON.stringify({ preferences: { ...DEFAULT_PREFERENCES, language } }),
    },
  )
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.evaluate(() => document.fonts.ready)
}

/** What stays as it is in every language: registrations, codes, roles, file formats, addresses of mails, and the scale of the map. */
const DATA = [
  /\b[A-Z]{2} \d{1,2}[A-Z]? [A-Z]{1,3} \d{4}\b/g,
  /\b[A-Z]{2,7}\d*\b/g,
  /\S+@\S+/g,
  /\bkm\b/g,
  // The day and the month, by `Intl`.
  /\b\d{1,2} \p{Lu}\p{Ll}{2}\b/gu,
  new RegExp(
    `\\b(?:${[...ROLES, ...DEMO_USERS.flatMap(({ userName, firstName }) => [userName, firstName])].join('|')})\\b`,
    'gi',
  ),
]

/** What of a text is in no catalogue: neither in the pseudo-language's brackets nor data. */
const remainderOf = (text: string): string => {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  }
  // A sentence that goes on behind an element, such as a plate, and the rest of it.
  rest = rest.replace(/⟦[^⟦⟧]*$/, '').replace(/^[^⟦⟧]*⟧/, '')
  for (const data of DATA) rest = rest.replaceAll(data, '')
  return /\p{L}{2}/u.test(rest) ? rest.trim() : ''
}

/** Besides what is not shown: code, the names of the languages, the names of the basemap's sources, and messages said before the language changed. */
const SKIPPED =
  'script, style, title, select, code, pre, [aria-hidden="true"], .maplibregl-ctrl-attrib a, [data-kind][role="status"], [data-kind][role="alert"]'

/** The texts and names that are shown, but for those of elements whose content is data. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate((skipped) => {
    const texts = new Set<string>()
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(skipped)) continue
      if (element.closest('[translate]')?.getAttribute('translate') === 'no') continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      for (const { nodeType, textContent } of element.childNodes)
        if (nodeType === Node.TEXT_NODE) texts.add(textContent ?? '')
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.add(element.getAttribute(name) ?? '')
    }
    return [...texts]
  }, SKIPPED)

/** A language is a folder. */
const TRANSLATED = readdirSync(join(import.meta.dirname, '..', '..', 'src', 'texts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== ENGLISH)
  .map(({ name }) => name)

/** The texts on the page that stay English when its language changes, and what is cut off in any language. */
export const untranslated = async (page: Page): Promise<string[]> => {
  await showIn(page, PSEUDO)
  const found = (await shownTexts(page))
    .filter((text) => remainderOf(text) !== '')
    .map((text) => `untranslated: ${text}`)
  found.push(...(await cutOff(page)))
  for (const language of TRANSLATED) {
    await showIn(page, language)
    found.push(...(await cutOff(page)).map((problem) => `${language}: ${problem}`))
  }
  await showIn(page, ENGLISH)
  return found
}
