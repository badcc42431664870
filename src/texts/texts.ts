import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { addFeature, currentCatalogue, currentLanguage } from './language.ts'

/** English texts: messages in the syntax of ICU MessageFormat, nested as the code reads them. */
export type EnglishTexts = string | readonly EnglishTexts[] | { readonly [key: string]: EnglishTexts }

type Arguments = { ICUArgument: string | number; ICUNumberArgument: number }

type Values = Readonly<Record<string, string | number>>

/** What the code reads: a text, or a function of the values in braces that gives one. */
export type Texts<T> = string extends T
  ? string
  : T extends `${string}{${string}`
    ? (values: Readonly<GetICUArgs<T, Arguments>>) => string
    : T extends string
      ? string
      : { readonly [K in keyof T]: Texts<T[K]> }

/** Formatters by locale and message: parsing one takes about 20 µs. */
const formatters = new Map<string, IntlMessageFormat>()

const formatterOf = (message: string, locale: string): IntlMessageFormat => {
  const id = `${locale} ${message}`
  const known = formatters.get(id)
  if (known !== undefined) return known
  const made = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formatters.set(id, made)
  return made
}

const formatted = (english: string, message: string, values: Values): string => {
  const { locale } = currentLanguage()
  try {
    return String(formatterOf(message, locale).format(values))
  } catch (error) {
    if (message === english) throw error
    return formatted(english, english, values)
  }
}

/** What the code reads of English texts at this moment. `read` gives the translation, of whatever shape it came in. */
const shownOf = (english: EnglishTexts, read: () => unknown): unknown => {
  if (typeof english === 'string') {
    const message = () => {
      const translation = read()
      if (typeof translation === 'string' && translation !== '') return translation
      return currentLanguage().transform?.(english) ?? english
    }
    return english.includes('{') ? (values: Values) => formatted(english, message(), values) : message()
  }
  const part = (key: string | number) => () => (read() as Values | undefined)?.[key]
  if (Array.isArray(english)) return english.map((each: EnglishTexts, at) => shownOf(each, part(at)))
  const shown = {}
  for (const [key, each] of Object.entries(english))
    Object.defineProperty(shown, key, { enumerable: true, get: () => shownOf(each, part(key)) })
  return shown
}

/**
 * Texts of a feature, read in the language of the page. `id` is the name of the feature's catalogue, and behind a dot that
 * of its section there. Read them when they are shown and not before: what is kept stays in the language of that moment.
 */
export const texts = <const T extends EnglishTexts>(id: string, english: T): Texts<T> => {
  const [feature = '', section] = id.split('.')
  addFeature(feature)
  const read = () => {
    const catalogue = currentCatalogue(feature)
    return section === undefined ? catalogue : catalogue?.[section]
  }
  return shownOf(english, read) as Texts<T>
}

/** A document: the same shape with every text filled in. */
export type Filled<T> = T extends string ? string : { readonly [K in keyof T]: Filled<T[K]> }

const filled = (shown: unknown, values: Values): unknown => {
  if (typeof shown === 'function') return shown(values)
  if (typeof shown !== 'object' || shown === null) return shown
  if (Array.isArray(shown)) return shown.map((each) => filled(each, values))
  return Object.fromEntries(Object.entries(shown).map(([key, each]) => [key, filled(each, values)]))
}

/** The same for a document, which is read as a whole: a function of the values of all its messages. */
export const documentTexts = <const T extends EnglishTexts>(id: string, english: T) => {
  const shown = texts(id, english)
  return (values: Values): Filled<T> =>
    filled(Array.isArray(english) ? texts(id, english) : shown, values) as Filled<T>
}
