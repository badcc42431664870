/** A language of the portal: its name in itself, and the tag by which `Intl` formats numbers, dates and plurals (BCP 47). */
export type LanguageInfo = { readonly name: string; readonly locale: string }

/** The texts of a feature in a language, in the shape of the English ones; keys may be missing. */
export type Catalogue = { readonly [key: string]: unknown }

/** The language of the texts in the code: complete, and shown wherever a translation is missing. */
export const ENGLISH = 'en'

/** English that is accented and longer, to find texts that are not in a catalogue or have no room. */
export const PSEUDO = 'en-XA'

const languages = new Map<string, LanguageInfo>([[ENGLISH, { name: 'English', locale: 'en-IN' }]])
let files: Readonly<Record<string, () => Promise<Catalogue>>> = {}

/** All languages by their tag, which is the name of their folder; English first. */
export const LANGUAGES: ReadonlyMap<string, LanguageInfo> = languages

/** Makes the languages known whose catalogues `load` loads, by `language/feature`. Without it there is English only. */
export const addLanguages = (
  added: readonly (readonly [tag: string, info: LanguageInfo])[],
  load: Readonly<Record<string, () => Promise<Catalogue>>>,
): void => {
  for (const [tag, info] of added) languages.set(tag, info)
  files = load
}

/** The language that fits best of those that somebody prefers, such as `hi-IN`, the best first; English where none is spoken here. */
export const languageFor = (preferred: readonly (string | null | undefined)[]): string => {
  for (const each of preferred) {
    if (each === PSEUDO) return PSEUDO
    const tag = each?.toLowerCase().split('-')[0]
    if (tag !== undefined && languages.has(tag)) return tag
  }
  return ENGLISH
}

/** What a page shows its texts in. */
type Shown = {
  readonly tag: string
  readonly locale: string
  readonly transform?: (english: string) => string
}

const features = new Set<string>()
const catalogues = new Map<string, Catalogue>()
const loading = new Map<string, Promise<void>>()
const listeners = { changed: new Set<() => void>(), failed: new Set<() => void>() }
let shown: Shown = { tag: ENGLISH, locale: 'en-IN' }
let wanted = ENGLISH
let version = 0
/** Grows also when a catalogue arrives that is not shown yet. */
let readVersion = 0

const add = (to: Set<() => void>) => (listener: () => void) => {
  to.add(listener)
  return () => void to.delete(listener)
}
/** Renders everything anew that shows texts. */
export const notifyTexts = (): void => {
  version += 1
  readVersion += 1
  for (const listener of [...listeners.changed]) listener()
}
const notifyFailure = () => {
  for (const listener of [...listeners.failed]) listener()
}

/** Loads the catalogue of a feature once; after a failure it is tried again the next time. */
const load = (tag: string, feature: string): Promise<void> => {
  const id = `${tag}/${feature}`
  const file = files[id]
  if (file === undefined || catalogues.has(id)) return Promise.resolve()
  const known = loading.get(id)
  if (known !== undefined) return known
  const request = file()
    .then((catalogue) => {
      catalogues.set(id, catalogue)
      readVersion += 1
    })
    .finally(() => loading.delete(id))
  loading.set(id, request)
  return request
}

const loadPseudo = (): Promise<Shown> =>
  import('./pseudo.ts').then(
    ({ pseudoOf }) => ({ tag: PSEUDO, locale: 'en-IN', transform: pseudoOf }),
    () => {
      notifyFailure()
      return { tag: ENGLISH, locale: 'en-IN' }
    },
  )

const prepare = async (tag: string): Promise<Shown> => {
  if (tag === PSEUDO) return loadPseudo()
  const loads = await Promise.allSettled([...features].map((feature) => load(tag, feature)))
  if (loads.some(({ status }) => status === 'rejected')) notifyFailure()
  return { tag, locale: languages.get(tag)?.locale ?? 'en-IN' }
}

/**
 * Shows the page in a language once its catalogues have loaded; of those that do not load the English texts are shown.
 * The last call wins.
 */
export const showLanguage = async (tag: string): Promise<void> => {
  wanted = tag
  const next = await prepare(tag)
  if (wanted !== tag) return
  shown = next
  document.documentElement.lang = next.tag
  notifyTexts()
}

/** Adds a feature whose texts are about to be shown, and loads them in the language of the page. */
export const addFeature = (feature: string): void => {
  if (features.has(feature)) return
  features.add(feature)
  if (wanted === ENGLISH || wanted === PSEUDO) return
  void load(wanted, feature)
    .catch(notifyFailure)
    .then(() => {
      // One repaint for all that arrive together: a screen brings many catalogues.
      const isLast = ![...loading.keys()].some((id) => id.startsWith(`${shown.tag}/`))
      if (isLast) notifyTexts()
    })
}

/** Resolves when no catalogue is on its way. */
export const textsLoaded = async (): Promise<void> => {
  await Promise.allSettled(loading.values())
}

/** The language and the locale of the page's texts. */
export const currentLanguage = (): Shown => shown

/** The catalogue of a feature in the language of the page; undefined where there is none. */
export const currentCatalogue = (feature: string): Catalogue | undefined =>
  catalogues.get(`${shown.tag}/${feature}`)

/** Calls the listener after each change of the texts; returns the undo. */
export const onLanguage = add(listeners.changed)

/** Calls the listener when catalogues could not be loaded; returns the undo. */
export const onLanguageFailure = add(listeners.failed)

/** Grows with each change of the texts. */
export const languageVersion = (): number => version

/** Grows whenever a text may read differently than before. */
export const textsVersion = (): number => readVersion
