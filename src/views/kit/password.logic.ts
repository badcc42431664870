import { PASSWORD_RULE } from '#src/texts/en/kit.ts'
import { PASSWORD_TEXT } from '#src/texts/en/settings.ts'

const MIN_CHARACTERS = 8
const CHARACTER_CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u]

/** What is wrong with a new password, null where it is right (OPEN-28). */
export const newPasswordError = (next: string): string | null => {
  if ([...next].length < MIN_CHARACTERS) return PASSWORD_RULE.tooShort
  return CHARACTER_CLASSES.every((each) => each.test(next)) ? null : PASSWORD_RULE.tooPlain
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
