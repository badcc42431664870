import { ERROR_MESSAGES, type FieldErrorCode } from '#contract/errors.ts'

/** What users read for each code. `{name}` is a parameter of the code. It begins with the English of the contract. */
export const ERROR_TEXTS: Readonly<Record<FieldErrorCode, string>> = {
  ...ERROR_MESSAGES,
  invalidInput: 'Some values cannot be accepted.',
  unreadableRequest: 'The server could not read the request. Reload the page and try again.',
}
