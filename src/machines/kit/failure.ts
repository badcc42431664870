import {
  type ErrorCode,
  type ErrorParams,
  type FieldError,
  isErrorCode,
  isFieldErrorCode,
} from '#contract/errors.ts'
import { isPageErrorCode, type PageErrorCode } from '#contract/page-errors.ts'
import { isRequestId } from '#contract/request-id.ts'
import type { Notice } from './notice.ts'

/**
 * Why a machine's request failed, as plain data. `away`: the server was not reached, which no toast says (SES-30); `refused`:
 * it refused the request or sent an unusable file; `empty` and `unreadable`: its reply was; `unexpected`: anything else.
 * `message` is what the server or a service says to people; where it says nothing to them, the views have a text for the kind.
 * `retryAfterMs` is the wait the server asked for.
 */
export type Failure = {
  readonly kind: 'away' | 'refused' | 'empty' | 'unreadable' | 'unexpected'
  readonly message: string
  readonly retryAfterMs: number | null
  /** The code of the server's reply or of the page's own error, with the parameters of its text; null if it has none that is known. */
  readonly code: ErrorCode | PageErrorCode | null
  readonly params: ErrorParams
  /** What the server found wrong with fields of the request. */
  readonly fields: readonly FieldError[]
  /** The id under which the server's log has the request, where support needs it. */
  readonly reference?: string
}

const NO_CODE = { code: null, params: {}, fields: [] } as const

const KIND_BY_NAME: Readonly<Record<string, Failure['kind']>> = {
  NetworkFailure: 'away',
  CallRefused: 'refused',
  EmptyReply: 'empty',
  BadReply: 'unreadable',
  TrackFileError: 'refused',
  ModuleNotLoaded: 'refused',
}

/** Errors of the program, whose messages say nothing to people. */
const PROGRAM_ERRORS = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const paramsOf = (value: unknown): ErrorParams =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

const fieldErrorsOf = (value: unknown): FieldError[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    if (!isObject(each) || typeof each['field'] !== 'string' || !isFieldErrorCode(each['code'])) return []
    return [{ field: each['field'], code: each['code'], params: paramsOf(each['params']) }]
  })

/**
 * Reads a service's error by its shape, so that a recorded error, which is plain data, gives the same failure. The codes are read
 * without a schema: the first page has none.
 */
export const failureOf = (error: unknown): Failure => {
  if (!isObject(error)) return { kind: 'unexpected', message: String(error), retryAfterMs: null, ...NO_CODE }
  const { name, message, retryAfterMs, code, params, fields, reference } = error
  return {
    kind: (typeof name === 'string' ? KIND_BY_NAME[name] : undefined) ?? 'unexpected',
    message: typeof message === 'string' && !PROGRAM_ERRORS.has(String(name)) ? message : '',
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    code: isErrorCode(code) || isPageErrorCode(code) ? code : null,
    params: paramsOf(params),
    fields: fieldErrorsOf(fields),
    ...(isRequestId(reference) ? { reference } : {}),
  }
}

type OfErrorEvent = { readonly event: { readonly error: unknown } }

/** Params of a `setFailure` action, from an event with an error. */
export const failureParams = ({ event }: OfErrorEvent): { failure: Failure } => ({
  failure: failureOf(event.error),
})

/** The notice of a failed request; of an empty reply, the specification's (SES-55). */
export const noticeOfFailure = (failure: Failure): Notice =>
  failure.kind === 'empty'
    ? { kind: 'warning', text: 'responseIsEmpty' }
    : { kind: 'error', text: null, failure }

/** Params of a `notify` action that shows why a request failed. */
export const failureNotice = ({ event }: OfErrorEvent): Notice => noticeOfFailure(failureOf(event.error))
