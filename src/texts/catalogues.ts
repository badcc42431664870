import { addLanguages, type Catalogue, type LanguageInfo } from './language.ts'

const infos = import.meta.glob<LanguageInfo>('./*/language.json', { eager: true, import: 'default' })
const files = import.meta.glob<Catalogue>(['./*/*.json', '!./*/language.json', '!./*/mail.json'], {
  import: 'default',
})

/** The path in a folder of languages without its dot and its ending: `hi/fleet`. */
const idOf = (path: string): string => path.slice('./'.length, -'.json'.length)

/** Makes every language known that has a folder here. */
export const addCatalogues = (): void =>
  addLanguages(
    Object.entries(infos)
      .map(([path, info]) => [idOf(path).split('/')[0] ?? '', info] as const)
      .sort(([, a], [, b]) => a.name.localeCompare(b.name)),
    Object.fromEntries(Object.entries(files).map(([path, load]) => [idOf(path), load])),
  )
