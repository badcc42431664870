import { describe, expect, test } from 'vitest'
import { comparedName, isSameName } from '#domain/compared-name.ts'

test('the case of Latin letters does not count', () => {
  expect(isSameName('Asha.K@Fleet.EXAMPLE', 'asha.k@fleet.example')).toBe(true)
  expect(comparedName('MH 12 AB 1234')).toBe('mh 12 ab 1234')
  expect(isSameName('மதுரை Fleet', 'மதுரை FLEET')).toBe(true)
})

describe('what looks like a name is another one', () => {
  test.each([
    ['the Kelvin sign for k', 'asha.\u212A@fleet.example', 'asha.k@fleet.example'],
    ['the long s for s', 'a\u017Fha', 'asha'],
    ['a dotless i for i', 'rav\u0131', 'ravi'],
    ['a capital I with a dot for i', 'rav\u0130', 'ravi'],
    ['full-width letters', '\uFF41sha', 'asha'],
    ['a Cyrillic a', '\u0430sha', 'asha'],
    ['a ligature', '\uFB01eld', 'field'],
    ['the sharp s for ss', 'stra\u00DFe', 'strasse'],
    ['a combining mark', 'asha\u0301', 'asha'],
    ['a soft hyphen', 'as\u00ADha', 'asha'],
    ['a zero-width blank', 'asha\u200B', 'asha'],
    ['a no-break blank', 'asha\u00A0', 'asha'],
    ['a mark of the direction of writing', '\u202Easha', 'asha'],
    ['a NUL', 'asha\0', 'asha'],
    ['half of a surrogate pair', 'asha\uD800', 'asha'],
    ['a blank behind', 'asha ', 'asha'],
  ])('%s', (_what, other, name) => {
    expect(isSameName(other, name)).toBe(false)
  })
})
