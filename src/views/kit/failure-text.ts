import type { Failure } from '#src/machines/kit/failure.ts'
import { errorText, FAILURE_TEXTS } from '#src/texts/en/errors.ts'

const sentenceOf = ({ kind, code, params, fields, message }: Failure, away: string): string => {
  if (kind === 'away') return away
  const texts = [...(code === null ? [] : [{ code, params }]), ...fields].map(errorText)
  if (texts.length > 0) return [...new Set(texts)].join(' ')
  if (kind === 'empty' || kind === 'unreadable' || message === '') return FAILURE_TEXTS[kind]
  return message
}

/**
 * Why something failed, in the user's language: what the code says, then what is wrong with fields, each text once; `away` if
 * the server was not reached. The error's own message appears only if it has no code: client errors, and servers without codes.
 * It ends with the reference that finds the request in the server's log, where there is one.
 */
export const failureText = (failure: Failure, away: string): string => {
  const sentence = sentenceOf(failure, away)
  return failure.reference === undefined
    ? sentence
    : FAILURE_TEXTS.withReference({ sentence, reference: failure.reference })
}

/** What is wrong with a field of the request; null if nothing is. */
export const fieldText = (failure: Failure | null, field: string): string | null => {
  const found = failure?.fields.find((each) => each.field === field)
  return found === undefined ? null : errorText(found)
}
