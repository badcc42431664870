import { ERROR_MESSAGES, type FieldErrorCode } from '#contract/errors.ts'

/** What users read for each code. `{name}` is a parameter of the code. It begins with the English of the contract. */
export const ERROR_TEXTS: Readonly<Record<FieldErrorCode, string>> = {
  ...ERROR_MESSAGES,
  invalidInput: 'Some values cannot be accepted.',
  serverError: 'Something went wrong on our side. Try again in a moment; if it stays so, tell support.',
  unreadableRequest: 'The server could not read the request. Reload the page and try again.',
}

/** What users read where the server said nothing to them. */
export const FAILURE_TEXTS = {
  refused: 'The server could not do this. Try again in a moment; if it stays so, tell support.',
  empty: 'The server sent no answer to this. Try again in a moment; if it stays so, tell support.',
  unreadable:
    'The answer of the server could not be read. Reload the page and try again; if it stays so, tell support.',
  unexpected: 'Something went wrong on this page. Reload it and try again; if it stays so, tell support.',
} as const

/** Ends a sentence that support may be asked about. */
export const withReference = (sentence: string, reference: string): string =>
  `${sentence} (reference ${reference})`
