import { PASSWORD_CHARACTERS, passwordErrorCodes } from '#domain/password.ts'
import { PASSWORD_RULE } from '#src/texts/en/kit.ts'
import { PASSWORD_TEXT } from '#src/texts/en/settings.ts'

/** What is wrong with a new password, null where it is right (OPEN-28). */
export const newPasswordError = (next: string): string | null => {
  const codes = passwordErrorCodes(next)
  if (codes.includes('tooShort')) return PASSWORD_RULE.tooShort
  return codes.some((code) => code in PASSWORD_CHARACTERS) ? PASSWORD_RULE.tooPlain : null
}

/** What is wrong with a new password that is written twice. */
export const newPasswordErrors = ({ next, again }: { next: string; again: string }) => ({
  next: newPasswordError(next),
  again: again === next ? null : PASSWORD_RULE.different,
})

/** The contents of the three fields. */
export type PasswordFields = { readonly current: string; readonly next: string; readonly again: string }

/** What is wrong with each field, null where it is right (OPEN-28). */
export type PasswordErrors = { readonly [field in keyof PasswordFields]: string | null }

const nextPasswordError = ({ current, next }: PasswordFields): string | null =>
  newPasswordError(next) ?? (next === current ? PASSWORD_TEXT.same : null)

/** Checks a change of password before it is sent. */
export const passwordErrors = (fields: PasswordFields): PasswordErrors => ({
  current: fields.current === '' ? PASSWORD_TEXT.currentMissing : null,
  next: nextPasswordError(fields),
  again: fields.again === fields.next ? null : PASSWORD_RULE.different,
})
