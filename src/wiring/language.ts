import { type AppStorage, STORED } from '#src/services/storage/storage.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { languageFor, showLanguage } from '#src/texts/language.ts'

type Page = {
  readonly location: Pick<Location, 'search'>
  readonly navigator: Pick<Navigator, 'languages'>
}

/** The language of the page: as the address says (`?lang=hi`), else as chosen in this browser, else as the browser wishes. */
export const createLanguageChoice = ({ page, storage }: { page: Page; storage: AppStorage }) => {
  addCatalogues()
  const fromAddress = new URLSearchParams(page.location.search).get('lang')
  const show = () =>
    showLanguage(languageFor([fromAddress, storage.getText(STORED.language), ...page.navigator.languages]))
  storage.onOtherTab((key) => {
    if (key === null || key === STORED.language) void show()
  })
  return {
    /** Shows the page in its language; resolves when it is shown. Call once, at the start. */
    start: show,
    /** Shows the page in a language from now on, in all tabs of this browser. */
    choose: (tag: string): Promise<void> => {
      storage.setText(STORED.language, tag)
      return showLanguage(languageFor([tag]))
    },
  }
}
