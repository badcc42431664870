import { expect, test } from 'vitest'
import { PASSWORD_LENGTH, passwordErrorCodes } from '#domain/password.ts'

test('OPEN-28 a password has 8 characters or more, with a lowercase letter, an uppercase letter and a digit', () => {
  expect(passwordErrorCodes('Roadbook1')).toEqual([])
  expect(passwordErrorCodes('Äöüßäöü٣')).toEqual([])
  expect(passwordErrorCodes('Roadbk1')).toEqual(['tooShort'])
  expect(passwordErrorCodes('roadbook1')).toEqual(['uppercaseMissing'])
  expect(passwordErrorCodes('ROADBOOK1')).toEqual(['lowercaseMissing'])
  expect(passwordErrorCodes('Roadbooks')).toEqual(['digitMissing'])
  expect(passwordErrorCodes('')).toEqual(['tooShort', 'lowercaseMissing', 'uppercaseMissing', 'digitMissing'])
  expect(passwordErrorCodes(`Aa1${'x'.repeat(PASSWORD_LENGTH.max)}`)).toEqual(['tooLong'])
})

test('a letter outside the basic plane counts as one character', () => {
  expect(passwordErrorCodes('𝒂𝒂𝒂𝒂Aa1')).toEqual(['tooShort'])
})
