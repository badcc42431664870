// node scripts/texts.mjs [--add LANGUAGE]: compares the catalogues of src/texts with the English texts: fails where a key is missing,
// unused or empty, or where a message has other values, options or plural forms. --add writes the missing keys of a language, empty.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { createServer } from 'vite'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say } from './lib/console.mjs'

const FOLDER = join(PROJECT, 'src', 'texts')
const ENGLISH = 'en'
const INFO = 'language.json'

/** What `texts` was called with, by every module of the English texts: English by feature, in the shape of a catalogue. */
const readEnglish = async () => {
  const server = await createServer({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'collect',
        enforce: 'pre',
        transform: (_, id) =>
          id.split('?')[0] === join(FOLDER, 'texts.ts')
            ? `export const collected = {}
               export const texts = (id, english) => {
                 const [feature, section] = id.split('.')
                 const catalogue = collected[feature] ??= {}
                 if (section === undefined) Object.assign(catalogue, english)
                 else catalogue[section] = english
                 return english
               }
               export const documentTexts = (id, english) => { texts(id, english); return () => english }`
            : undefined,
      },
    ],
  })
  try {
    for (const file of readdirSync(join(FOLDER, ENGLISH)))
      await server.ssrLoadModule(join(FOLDER, ENGLISH, file))
    const { collected } = await server.ssrLoadModule(join(FOLDER, 'texts.ts'))
    const { MAIL_TEXTS } = await server.ssrLoadModule(join(PROJECT, 'contract', 'mail-texts.ts'))
    return { ...collected, mail: MAIL_TEXTS }
  } finally {
    await server.close()
  }
}

const isText = (value) => typeof value === 'string'

/** What a translation of a message must have as well: names of its values, and options of each select. */
const partsOf = (message, locale) => {
  const parts = new Set()
  const forms = []
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      parts.add(`{${element.value}}`)
      if (element.type === TYPE.select)
        for (const option of Object.keys(element.options)) parts.add(`{${element.value}: ${option}}`)
      if (element.type === TYPE.plural)
        forms.push({ name: element.value, has: Object.keys(element.options), ordinal: element.pluralType })
      for (const option of Object.values(element.options ?? {})) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst())
  return { parts, forms }
}

const differencesOf = (english, translation, locale) => {
  let translated
  try {
    translated = partsOf(translation, locale)
  } catch (error) {
    return [`is no message: ${error.message}`]
  }
  const { parts, forms } = partsOf(english, 'en')
  return [
    ...forms
      .filter(({ name }) => !translated.forms.some((form) => form.name === name))
      .map(({ name }) => `does not count {${name}}`),
    ...[...parts].filter((part) => !translated.parts.has(part)).map((part) => `lacks ${part}`),
    ...[...translated.parts].filter((part) => !parts.has(part)).map((part) => `has ${part}, English has not`),
    ...translated.forms.flatMap(({ name, has, ordinal }) =>
      new Intl.PluralRules(locale, { type: ordinal })
        .resolvedOptions()
        .pluralCategories.filter((form) => !has.includes(form))
        .map((form) => `lacks the form "${form}" of {${name}}`),
    ),
  ]
}

/** What is wrong with a translation, each with its path. Both are catalogues or parts of them. */
export const problemsOf = (english, translation, locale, path = '') => {
  if (isText(english)) {
    if (!isText(translation) || translation === '') return [`${path}: missing`]
    return differencesOf(english, translation, locale).map((difference) => `${path}: ${difference}`)
  }
  const isPart = typeof translation === 'object' && translation !== null
  const at = (key) => (path === '' ? key : `${path}.${key}`)
  return [
    ...Object.keys(english).flatMap((key) =>
      problemsOf(english[key], isPart ? translation[key] : undefined, locale, at(key)),
    ),
    ...Object.keys(isPart ? translation : {})
      .filter((key) => !Object.hasOwn(english, key))
      .map((key) => `${at(key)}: unused`),
  ]
}

/** English with each text replaced by its translation, or by nothing. */
const withEmpty = (english, translation) => {
  if (isText(english)) return isText(translation) ? translation : ''
  const part = (key) => withEmpty(english[key], translation?.[key])
  if (Array.isArray(english)) return english.map((_, at) => part(at))
  return Object.fromEntries(Object.keys(english).map((key) => [key, part(key)]))
}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new Problem(`${path} is no JSON: ${error.message}`)
  }
}

const check = (english) => {
  const problems = []
  const languages = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== ENGLISH)
    .map(({ name }) => name)
  for (const language of languages) {
    const folder = join(FOLDER, language)
    const { locale, name } = readJson(join(folder, INFO)) ?? {}
    if (
      !isText(locale) ||
      !isText(name) ||
      name === '' ||
      Intl.PluralRules.supportedLocalesOf(locale).length === 0
    )
      throw new Problem(
        `${folder} needs a ${INFO} with the name of the language and its locale, such as hi-IN.`,
      )
    for (const [feature, texts] of Object.entries(english))
      for (const problem of problemsOf(texts, readJson(join(folder, `${feature}.json`)), locale))
        problems.push(`${language}/${feature}.json ${problem}`)
    for (const file of readdirSync(folder))
      if (file !== INFO && !Object.hasOwn(english, file.replace(/\.json$/, '')))
        problems.push(`${language}/${file}: unused`)
  }
  return { problems, languages }
}

const add = (english, language) => {
  if (!/^[a-z]{2,3}$/.test(language))
    throw new Problem('Name the language by its code in ISO 639, such as ta for Tamil.')
  const folder = join(FOLDER, language)
  if (!existsSync(join(folder, INFO))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, INFO), `${JSON.stringify({ name: language, locale: language }, null, 2)}\n`)
  }
  for (const [feature, texts] of Object.entries(english)) {
    const path = join(folder, `${feature}.json`)
    writeFileSync(path, `${JSON.stringify(withEmpty(texts, readJson(path)), null, 2)}\n`)
  }
  say(`The missing keys of ${Object.keys(english).length} catalogues are in ${folder}, as empty texts.`)
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram)
  await main(async () => {
    const { values } = parseArgs({ options: { add: { type: 'string' } } })
    const english = await readEnglish()
    if (values.add !== undefined) return add(english, values.add)
    const { problems, languages } = check(english)
    if (problems.length === 0) return say(`${languages.length} languages have every text.`)
    throw new Problem(`${problems.join('\n')}\n\n${problems.length} texts are missing or wrong.`)
  })
