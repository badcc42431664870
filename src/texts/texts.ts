import {
  type ArgumentElement,
  isArgumentElement,
  isLiteralElement,
  type LiteralElement,
} from '@formatjs/icu-messageformat-parser'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { addFeature, currentCatalogue, currentLanguage, textsVersion } from './language.ts'

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

const messageOf = (english: string, translation: unknown): string =>
  typeof translation === 'string' && translation !== ''
    ? translation
    : (currentLanguage().transform?.(english) ?? english)

type Format = (values: Values) => string

/** Joins a message of plain texts and values, such as lists have in every row, a tenth of the time that the library takes. */
const joined = (parts: readonly (LiteralElement | ArgumentElement)[]): Format => {
  const names = parts.map((part) => (isArgumentElement(part) ? part.value : null))
  return (values) => {
    let text = ''
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? null
      const value = name === null ? parts[at]?.value : values[name]
      if (value === undefined) throw new Error(`The value {${name}} is missing.`)
      text += value
    }
    return text
  }
}

const parse = (message: string, locale: string): Format => {
  const parsed = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  const parts = parsed.getAst()
  return parts.every((part) => isLiteralElement(part) || isArgumentElement(part))
    ? joined(parts)
    : (values) => String(parsed.format(values))
}

/** The text of a message, looked up once after each change of the texts: lists read theirs in every row. */
const messageReader = (english: string, read: () => unknown): (() => string) => {
  let version = -1
  let message = english
  return () => {
    if (version !== textsVersion()) {
      version = textsVersion()
      message = messageOf(english, read())
    }
    return message
  }
}

/** A function of the values of a message. The message that was formatted last stays parsed. */
const formatOf = (english: string, read: () => unknown): Format => {
  const current = messageReader(english, read)
  let last: { message: string; locale: string; format: Format } | undefined
  const format = (message: string, values: Values): string => {
    const { locale } = currentLanguage()
    if (last?.message !== message || last.locale !== locale)
      last = { message, locale, format: parse(message, locale) }
    return last.format(values)
  }
  return (values) => {
    const message = current()
    try {
      return format(message, values)
    } catch (error) {
      if (message === english) throw error
      return format(english, values)
    }
  }
}

/** A text, a function of values or a section, for `read`, which gives the translation, of whatever shape it came in. */
const propertyOf = (english: EnglishTexts, read: () => unknown): PropertyDescriptor => {
  if (typeof english !== 'string') return { value: sectionOf(english, read), enumerable: true }
  if (english.includes('{')) return { value: formatOf(english, read), enumerable: true }
  return { get: messageReader(english, read), enumerable: true }
}

const sectionOf = (english: Exclude<EnglishTexts, string>, read: () => unknown): object => {
  const section = Array.isArray(english) ? [] : {}
  for (const [key, each] of Object.entries(english)) {
    const part = () => (read() as Record<string, unknown> | undefined)?.[key]
    Object.defineProperty(section, key, propertyOf(each, part))
  }
  return section
}

/**
 * Texts of a feature, read in the language of the page. `id` is the name of the feature's catalogue, and behind a dot that
 * of its section there. Read them when they are shown and not before: what is kept stays in the language of that moment.
 */
export const texts = <const T extends Exclude<EnglishTexts, string>>(id: string, english: T): Texts<T> => {
  const [feature = '', section] = id.split('.')
  addFeature(feature)
  const read = () => {
    const catalogue = currentCatalogue(feature)
    return section === undefined ? catalogue : catalogue?.[section]
  }
  return sectionOf(english, read) as Texts<T>
}

/** A text with values that came from elsewhere; null where one that it needs is missing. */
export const textOrNull = (text: unknown, values: Values): string | null => {
  if (typeof text !== 'function') return String(text)
  try {
    return text(values)
  } catch {
    return null
  }
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
export const documentTexts = <const T extends Exclude<EnglishTexts, string>>(id: string, english: T) => {
  const shown = texts(id, english)
  return (values: Values): Filled<T> => filled(shown, values) as Filled<T>
}
