import { PASSWORD_CHARACTERS, PASSWORD_LENGTH, passwordErrorCodes } from '#domain/password.ts'
import { PASSWORD_RULE, TEXT_FIELD } from '#src/texts/en/kit.ts'
import { PASSWORD_TEXT } from '#src/texts/en/settings.ts'

/** What a new password must be (OPEN-28). */
export const passwordLead = (): string => PASSWORD_RULE.lead({ min: PASSWORD_LENGTH.min })

/** The error of a new password, or null (OPEN-28). */
export const newPasswordError = (next: string): string | null => {
  const codes = passwordErrorCodes(next)
  if (codes.includes('tooShort')) return PASSWORD_RULE.tooShort({ min: PASSWORD_LENGTH.min })
  if (codes.includes('tooLong')) return TEXT_FIELD.tooLong({ used: next.length, most: PASSWORD_LENGTH.max })
  return codes.some((code) => code in PASSWORD_CHARACTERS) ? PASSWORD_RULE.tooPlain : null
}

/** The errors of a new password and its repetition, or null (OPEN-28). */
export const newPasswordErrors = ({ next, again }: { next: string; again: string }) => ({
  next: newPasswordError(next),
  again: again === next ? null : PASSWORD_RULE.different,
})

/** The fields of a change of password. */
export type PasswordFields = { readonly current: string; readonly next: string; readonly again: string }

/** The error of each field, or null. */
export type PasswordErrors = { readonly [field in keyof PasswordFields]: string | null }

const nextPasswordError = ({ current, next }: PasswordFields): string | null =>
  newPasswordError(next) ?? (next === current ? PASSWORD_TEXT.same : null)

const currentPasswordError = ({ current }: PasswordFields): string | null => {
  if (current === '') return PASSWORD_TEXT.currentMissing
  const [used, most] = [current.length, PASSWORD_LENGTH.max]
  return used > most ? TEXT_FIELD.tooLong({ used, most }) : null
}

/** The errors of a change of password (OPEN-28). */
export const passwordErrors = (fields: PasswordFields): PasswordErrors => ({
  current: currentPasswordError(fields),
  next: nextPasswordError(fields),
  again: fields.again === fields.next ? null : PASSWORD_RULE.different,
})
