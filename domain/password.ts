/** The length of a password in characters (OPEN-28). */
export const PASSWORD_LENGTH = { min: 8, max: 1000 } as const

/** What a password must contain (OPEN-28), by the code of the error if it is missing. */
export const PASSWORD_CHARACTERS = {
  lowercaseMissing: /\p{Ll}/u,
  uppercaseMissing: /\p{Lu}/u,
  digitMissing: /\p{Nd}/u,
} as const

export type PasswordErrorCode = 'tooShort' | 'tooLong' | keyof typeof PASSWORD_CHARACTERS

/** The errors of a new password (OPEN-28); empty if it is valid. A character outside Unicode's basic plane counts once. */
export const passwordErrorCodes = (password: string): readonly PasswordErrorCode[] => {
  const length = [...password].length
  const codes: PasswordErrorCode[] = []
  if (length < PASSWORD_LENGTH.min) codes.push('tooShort')
  if (length > PASSWORD_LENGTH.max) codes.push('tooLong')
  for (const [code, pattern] of Object.entries(PASSWORD_CHARACTERS))
    if (!pattern.test(password)) codes.push(code as PasswordErrorCode)
  return codes
}
