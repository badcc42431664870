import type { Units } from '#domain/units.ts'
import { showConventions } from './conventions.ts'
import { languageFor, showLanguage } from './language.ts'

/** Shows figures in these units, and texts in the first of these languages that there is; resolves when they are shown. */
export const showTexts = (units: Units, languages: ReadonlyArray<string | null>): Promise<void> => {
  showConventions(units)
  return showLanguage(languageFor(languages))
}
