// @vitest-environment jsdom
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { mapNames } from '#src/texts/en/kit.ts'
import {
  addLanguages,
  type Catalogue,
  ENGLISH,
  languageFor,
  onLanguage,
  PSEUDO,
  showLanguage,
  textsLoaded,
} from '#src/texts/language.ts'
import { pseudoOf } from '#src/texts/pseudo.ts'
import { documentTexts, texts } from '#src/texts/texts.ts'

const ENGLISH_TEXTS = {
  title: 'Fleet',
  tripTo: 'Trip to {city}',
  trucks: '{count, plural, one {# truck} other {# trucks}} near {city}',
  status: '{status, select, RUNNING {It runs} other {It stands}}',
  steps: [{ name: 'First' }, { name: 'Then {what}' }],
  quoted: 'Don’t say "it\'s" <b>late</b>',
} as const
const HINDI = ['hi', { name: 'हिन्दी', locale: 'hi-IN' }] as const
const DUTCH = ['nl', { name: 'Nederlands', locale: 'nl-NL' }] as const

let features = 0
/** Catalogues are kept by the name of their feature. */
const newFeature = () => `tests${++features}`

/** Makes Hindi and Dutch known with these catalogues, by `language/feature`. */
const know = (files: Readonly<Record<string, () => Promise<Catalogue>>>) =>
  addLanguages([HINDI, DUTCH], files)

/** The texts with a Hindi translation that is shown. */
const inHindi = async (translation: Catalogue) => {
  const feature = newFeature()
  know({ [`hi/${feature}`]: async () => translation })
  const shown = texts(feature, ENGLISH_TEXTS)
  await showLanguage('hi')
  return { feature, shown }
}

afterEach(() => showLanguage(ENGLISH))
afterAll(addCatalogues)

const T = texts('tests', ENGLISH_TEXTS)

test('without a translation the English text is shown, with its values and plural forms', () => {
  expect(T.title).toBe('Fleet')
  expect(T.tripTo({ city: 'Pune' })).toBe('Trip to Pune')
  expect([1, 2, 1000].map((count) => T.trucks({ count, city: 'Goa' }))).toEqual([
    '1 truck near Goa',
    '2 trucks near Goa',
    '1,000 trucks near Goa',
  ])
  expect(T.status({ status: 'RUNNING' })).toBe('It runs')
  expect(T.steps[1].name({ what: 'this' })).toBe('Then this')
  expect(T.quoted).toBe('Don’t say "it\'s" <b>late</b>')
})

test('texts are read in the language of that moment, with its own plural forms, also those of a section', async () => {
  const { feature, shown } = await inHindi({
    title: 'बेड़ा',
    trucks: '{city} के पास {count, plural, one {# ट्रक} other {# ट्रकें}}',
    steps: [{ name: 'पहले' }],
    part: { title: 'अंश' },
  })
  const section = texts(`${feature}.part`, { title: 'Fleet' })
  expect([shown.title, section.title]).toEqual(['बेड़ा', 'अंश'])
  // In Hindi the one form also counts nothing.
  expect([0, 1, 2].map((count) => shown.trucks({ count, city: 'गोवा' }))).toEqual([
    'गोवा के पास 0 ट्रक',
    'गोवा के पास 1 ट्रक',
    'गोवा के पास 2 ट्रकें',
  ])
  expect([shown.steps[0].name, shown.steps[1].name({ what: 'x' })]).toEqual(['पहले', 'Then x'])
  await showLanguage(ENGLISH)
  expect([shown.title, section.title, shown.trucks({ count: 2, city: 'Goa' })]).toEqual([
    'Fleet',
    'Fleet',
    '2 trucks near Goa',
  ])
})

test.each([
  ['is missing', {}],
  ['is empty', { title: '', tripTo: '' }],
  ['has another shape', { title: { a: 'b' }, tripTo: 3, steps: 'x' }],
  ['is no message', { tripTo: 'Trip {city' }],
  ['has a value that English has not', { tripTo: 'Trip {town}' }],
])('where a translation %s the English text is shown', async (_, translation) => {
  const { shown } = await inHindi(translation)
  expect([shown.title, shown.tripTo({ city: 'Pune' }), shown.steps[0].name]).toEqual([
    'Fleet',
    'Trip to Pune',
    'First',
  ])
})

test('a catalogue that arrives while another language is still on its way is shown, and reported', async () => {
  const [early, late] = [newFeature(), newFeature()]
  const arrivals = new Map<string, (catalogue: Catalogue) => void>()
  const wait = (id: string) => () => new Promise<Catalogue>((resolve) => arrivals.set(id, resolve))
  know({
    [`hi/${early}`]: async () => ({ title: 'पहला' }),
    [`nl/${early}`]: wait('slow Dutch'),
    [`hi/${late}`]: wait('late Hindi'),
  })
  const first = texts(early, { title: 'First' })
  await showLanguage('hi')
  void showLanguage('nl')
  await showLanguage('hi')
  const second = texts(late, { title: 'Second' })
  expect([first.title, second.title]).toEqual(['पहला', 'Second'])
  let reports = 0
  const stop = onLanguage(() => {
    reports += 1
  })
  arrivals.get('late Hindi')?.({ title: 'दूसरा' })
  await vi.waitFor(() => expect(reports).toBe(1))
  expect(second.title).toBe('दूसरा')
  arrivals.get('slow Dutch')?.({ title: 'Eerste' })
  await textsLoaded()
  expect([first.title, second.title]).toEqual(['पहला', 'दूसरा'])
  stop()
})

test('a document is filled in as a whole', () => {
  const document = documentTexts('tests.document', {
    lead: 'Of {product}',
    sections: [{ heading: 'One', paragraphs: ['Plain', '{product} again'] }],
  })
  const filledIn = document({ product: 'Roadbook' })
  expect(filledIn).toEqual({
    lead: 'Of Roadbook',
    sections: [{ heading: 'One', paragraphs: ['Plain', 'Roadbook again'] }],
  })
})

test('the pseudo-language changes words and leaves the values, the options and the form of a message', () => {
  expect(pseudoOf('Trip to {city}')).toMatch(/^⟦Tríp tó \{city\}·+⟧$/)
  expect(pseudoOf('{count, plural, one {# truck} other {# trucks}}')).toMatch(
    /^⟦\{count, plural, one \{# trúçk\} other \{# trúçkš\}\}·+⟧$/,
  )
})

test('the language is the first wish that is spoken here, whatever its region, else English', () => {
  expect(languageFor([])).toBe('en')
  expect(languageFor([null, undefined, '', 'xx', 'zz-ZZ', '../hi'])).toBe('en')
  expect(languageFor(['de-DE', 'en-GB', 'fr'])).toBe('en')
  expect(languageFor([PSEUDO])).toBe(PSEUDO)
})

test('what a map says follows the language and the units of the page', () => {
  expect(mapNames('Yard')).toMatchObject({ map: 'Yard', roads: 'road network indicative', scale: 'metric' })
  showConventions({ distance: 'mi' })
  expect(mapNames('Yard').scale).toBe('imperial')
  showConventions({ distance: 'km' })
})
