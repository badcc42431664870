import { ERROR_MESSAGES, type FieldErrorCode } from '#contract/errors.ts'
import type { ErrorParams } from '#contract/fill-message.ts'
import { PAGE_ERRORS, type PageErrorCode } from '#contract/page-errors.ts'
import { textOrNull, texts } from '../texts.ts'

/** The English for each code. `{name}` is a parameter of the code. It begins with the English of the contract. */
export const ERROR_TEXTS = {
  ...ERROR_MESSAGES,
  ...PAGE_ERRORS,
  invalidInput: 'Some values cannot be accepted.',
  serverError:
    'Something went wrong on our side. Try again in a moment; if the problem persists, contact support.',
  unreadableRequest: 'The server could not read the request. Reload the page and try again.',
} as const satisfies Record<FieldErrorCode | PageErrorCode, string>

const CODES = texts('errors.codes', ERROR_TEXTS)

/** What users read for a code, with its parameters; the text for any failure where the server did not send them. */
export const errorText = ({
  code,
  params = {},
}: {
  readonly code: FieldErrorCode | PageErrorCode
  readonly params?: ErrorParams | undefined
}): string => textOrNull(CODES[code], params) ?? FAILURE_TEXTS.refused

/** What users read where the server said nothing to them. */
export const FAILURE_TEXTS = texts('errors.failures', {
  refused: 'The server could not do this. Try again in a moment; if the problem persists, contact support.',
  empty:
    'The server sent no answer to this. Try again in a moment; if the problem persists, contact support.',
  unreadable:
    'The answer of the server could not be read. Reload the page and try again; if the problem persists, contact support.',
  /** Ends a sentence that support may be asked about. */
  withReference: '{sentence} (reference {reference})',
  unexpected:
    'Something went wrong on this page. Reload it and try again; if the problem persists, contact support.',
})
