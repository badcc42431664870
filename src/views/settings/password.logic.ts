import { newPasswordFault } from '../login/login.logic.ts'
import { PASSWORD_TEXT } from './settings.text.ts'

/** What stands in the three fields. */
export type PasswordFields = { readonly current: string; readonly next: string; readonly again: string }

/** What is wrong with each field, null where it is right (OPEN-28). */
export type PasswordFaults = { readonly [field in keyof PasswordFields]: string | null }

const faultOfNext = ({ current, next }: PasswordFields): string | null =>
  newPasswordFault(next) ?? (next === current ? PASSWORD_TEXT.same : null)

/** Checks a change of password before it is sent. */
export const passwordFaults = (fields: PasswordFields): PasswordFaults => ({
  current: fields.current === '' ? PASSWORD_TEXT.currentMissing : null,
  next: faultOfNext(fields),
  again: fields.again === fields.next ? null : PASSWORD_TEXT.different,
})
