// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENGLISH, languageFor, PSEUDO, showLanguage } from '#src/texts/language.ts'
import { pseudoOf } from '#src/texts/pseudo.ts'
import { documentTexts, texts } from '#src/texts/texts.ts'

const catalogue = vi.hoisted(() => ({ current: undefined as unknown, transform: undefined as unknown }))
vi.mock('#src/texts/language.ts', async (original) => {
  const language = await original<typeof import('#src/texts/language.ts')>()
  return {
    ...language,
    currentCatalogue: () => catalogue.current,
    currentLanguage: () => ({ ...language.currentLanguage(), locale: 'hi-IN' }),
  }
})

beforeEach(() => {
  catalogue.current = undefined
})
afterEach(() => showLanguage(ENGLISH))

const T = texts('tests', {
  title: 'Fleet',
  tripTo: 'Trip to {city}',
  trucks: '{count, plural, one {# truck} other {# trucks}} near {city}',
  status: '{status, select, RUNNING {It runs} other {It stands}}',
  steps: [{ name: 'First' }, { name: 'Then {what}' }],
  quoted: 'Don’t say "it\'s" <b>late</b>',
})

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

test('texts are read in the language of that moment, with its own plural forms, also those of a section', () => {
  const section = texts('tests.part', { title: 'Fleet' })
  expect(section.title).toBe('Fleet')
  catalogue.current = {
    title: 'बेड़ा',
    trucks: '{city} के पास {count, plural, one {# ट्रक} other {# ट्रकें}}',
    steps: [{ name: 'पहले' }],
    part: { title: 'अंश' },
  }
  expect([T.title, section.title]).toEqual(['बेड़ा', 'अंश'])
  // In Hindi the one form also counts nothing.
  expect([0, 1, 2].map((count) => T.trucks({ count, city: 'गोवा' }))).toEqual([
    'गोवा के पास 0 ट्रक',
    'गोवा के पास 1 ट्रक',
    'गोवा के पास 2 ट्रकें',
  ])
  expect([T.steps[0].name, T.steps[1].name({ what: 'x' })]).toEqual(['पहले', 'Then x'])
})

test.each([
  ['is missing', {}],
  ['is empty', { title: '', tripTo: '' }],
  ['has another shape', { title: { a: 'b' }, tripTo: 3, steps: 'x' }],
  ['is no message', { tripTo: 'Trip {city' }],
  ['has a value that English has not', { tripTo: 'Trip {town}' }],
])('where a translation %s the English text is shown', (_, translation) => {
  catalogue.current = translation
  expect([T.title, T.tripTo({ city: 'Pune' }), T.steps[0].name]).toEqual(['Fleet', 'Trip to Pune', 'First'])
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
    /^⟦\{count, plural, one \{# trúčk\} other \{# trúčkš\}\}·+⟧$/,
  )
})

test('the language is the first wish that is spoken here, whatever its region, else English', () => {
  expect(languageFor([])).toBe('en')
  expect(languageFor([null, undefined, '', 'xx', 'zz-ZZ', '../hi'])).toBe('en')
  expect(languageFor(['de-DE', 'en-GB', 'fr'])).toBe('en')
  expect(languageFor([PSEUDO])).toBe(PSEUDO)
})
