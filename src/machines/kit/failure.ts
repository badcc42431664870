import { type ErrorCode, type ErrorParams, type FieldError, isErrorCode } from '#contract/errors.ts'

/**
 * Why something a machine asked for did not come, as plain data. `away`: the server was not reached, say nothing (SES-30);
 * `refused`: it answered no, or with a file that cannot be used; `unexpected`: anything else.
 * `message` is for the log and for replies without a code. `retryAfterMs` is what the server asks for.
 */
export type Failure = {
  readonly kind: 'away' | 'refused' | 'unexpected'
  readonly message: string
  readonly retryAfterMs: number | null
  /** The code of the server's reply, with the parameters of its text; null where the server gave none that is known. */
  readonly code: ErrorCode | null
  readonly params: ErrorParams
  /** What the server found wrong with fields of the request. */
  readonly fields: readonly FieldError[]
}

const NO_CODE = { code: null, params: {}, fields: [] } as const

const KIND_BY_NAME: Readonly<Record<string, Failure['kind']>> = {
  NetworkFailure: 'away',
  CallRefused: 'refused',
  TrackFileError: 'refused',
  ModuleNotLoaded: 'refused',
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Reads a service's error by its shape, so that a recorded error, which is plain data, gives the same. */
export const failureOf = (error: unknown): Failure => {
  if (!isObject(error)) return { kind: 'unexpected', message: String(error), retryAfterMs: null, ...NO_CODE }
  const { name, message, retryAfterMs, code, params, fields } = error
  return {
    kind: (typeof name === 'string' ? KIND_BY_NAME[name] : undefined) ?? 'unexpected',
    message: typeof message === 'string' ? message : '',
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    code: isErrorCode(code) ? code : null,
    // Only errors of the request builder have these, which has read them.
    params: isObject(params) ? (params as ErrorParams) : {},
    fields: Array.isArray(fields) ? (fields as readonly FieldError[]) : [],
  }
}
