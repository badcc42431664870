import { RECOVERY } from './login.text.ts'

const LEAST = 8
const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u]

/** What is wrong with a new password, null where it is right (OPEN-28). */
export const newPasswordFault = (next: string): string | null => {
  if ([...next].length < LEAST) return RECOVERY.tooShort
  return CLASSES.every((each) => each.test(next)) ? null : RECOVERY.tooPlain
}

/** What is wrong with a new password that is written twice. */
export const newPasswordFaults = ({ next, again }: { next: string; again: string }) => ({
  next: newPasswordFault(next),
  again: again === next ? null : RECOVERY.different,
})
