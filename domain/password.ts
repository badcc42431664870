/** Characters of a password (OPEN-28); a letter outside the basic plane counts once. */
export const PASSWORD_LENGTH = { min: 8, max: 1000 } as const

/** The kinds of characters a password needs, one each (OPEN-28), and the code of the error where one is missing. */
export const PASSWORD_CHARACTERS = {
  lowercaseMissing: /\p{Ll}/u,
  uppercaseMissing: /\p{Lu}/u,
  digitMissing: /\p{Nd}/u,
} as const

export type PasswordErrorCode = 'tooShort' | 'tooLong' | keyof typeof PASSWORD_CHARACTERS

/** What is wrong with a new password (OPEN-28); empty where it is right. */
export const passwordErrorCodes = (password: string): readonly PasswordErrorCode[] => {
  const length = [...password].length
  const codes: PasswordErrorCode[] = []
  if (length < PASSWORD_LENGTH.min) codes.push('tooShort')
  if (length > PASSWORD_LENGTH.max) codes.push('tooLong')
  for (const [code, pattern] of Object.entries(PASSWORD_CHARACTERS))
    if (!pattern.test(password)) codes.push(code as PasswordErrorCode)
  return codes
}
